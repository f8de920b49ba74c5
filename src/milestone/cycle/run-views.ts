import { Type as t } from '@sinclair/typebox'
import { Count, Hash, nullable, Ok, Seconds } from '../wire/shapes.ts'

const FaultsHit = t.Record(t.String(), t.Integer(), {
  description: 'Fault to hits',
  examples: [{ rpc_429: 2 }],
})
const RunStep = t.Object({
  name: t.String({ examples: ['submit evidence'] }),
  part: t.String({ description: 'As `steps` of a fault names it', examples: ['evidence'] }),
  startedMs: Count('Beginning, in milliseconds since that of the run'),
  endedMs: nullable(t.Integer({ examples: [1_840] }), 'End; null while it runs'),
  attempts: Count('Attempts at endpoints'),
  faultsHit: FaultsHit,
})
export type RunStep = typeof RunStep.static

/** A statement that must hold after a cycle. `detail` has the findings when it does not. */
const Invariant = t.Object({
  name: t.String({ examples: ['one vote per verifier'] }),
  held: t.Boolean(),
  detail: t.String({ examples: ['1 votes too many'] }),
})
export type Invariant = typeof Invariant.static

export const VerificationAnswer = t.Object({
  ok: Ok,
  verified: t.Boolean({
    description: 'The milestone of this cycle has an approving final verdict',
    examples: [true],
  }),
  runId: t.String({ examples: ['run_6f1f3d0e2a119d5e'] }),
  status: t.Union([t.Literal('running'), t.Literal('verified'), t.Literal('unverified')], {
    description: 'running: it continues, and GET /api/chaos/runs/{runId} shows its outcome',
    examples: ['verified'],
  }),
  finished: t.Boolean({ description: 'false while the run continues', examples: [true] }),
  reason: nullable(t.String({ examples: ['still at: vote'] }), 'Why it is not verified, or its present step'),
  milestoneHash: nullable(Hash('The milestone'), 'Its milestone; null before it is created'),
  txHashes: t.Array(Hash('A transaction of the cycle')),
  requests: Count('Requests of the cycle to the chain'),
  attempts: Count('Attempts at endpoints that they took'),
  faultsHit: FaultsHit,
  exercised: t.Boolean({ description: 'Whether any fault was hit', examples: [true] }),
  recoveries: Count('Failures of this run that were overcome'),
  durationMs: Count('Time so far, in milliseconds'),
  invariants: t.Array(Invariant, {
    description: 'What chain and database must agree on; empty before the run has finished',
  }),
  steps: t.Array(RunStep, {
    description: 'Steps so far, in their order; those of an earlier process are one, “before a restart”',
  }),
})
export type VerificationAnswer = typeof VerificationAnswer.static

/** What a run counts, which goes on after a restart. */
export type RunCounts = Pick<VerificationAnswer, 'requests' | 'attempts' | 'faultsHit'>

/** Result of a finished run, or state of a running one. */
export type VerificationReport = Omit<VerificationAnswer, 'ok'>

export interface NumberedReport {
  number: number
  /** In seconds since the epoch. */
  startedAt: number
  report: VerificationReport
}

export const VerificationRuns = t.Object({
  ok: Ok,
  count: Count('Runs in this answer'),
  runs: t.Array(
    t.Object({
      ...t.Omit(VerificationAnswer, ['ok', 'steps', 'txHashes', 'invariants']).properties,
      number: Count('Number of the cycle'),
      startedAt: Seconds('When it began'),
      invariantsHeld: Count('Invariants that held'),
      invariantsChecked: Count('Invariants that were checked'),
    }),
    { description: 'Newest first' },
  ),
})
export type VerificationRuns = typeof VerificationRuns.static

/** Runs in short, newest first. */
export function verificationRuns(newest: readonly NumberedReport[]): VerificationRuns {
  const runs = newest.map(({ number, startedAt, report }) => {
    const { steps: _, txHashes: __, invariants, ...rest } = report
    return {
      ...rest,
      number,
      startedAt,
      invariantsHeld: invariants.filter(({ held }) => held).length,
      invariantsChecked: invariants.length,
    }
  })
  return { ok: true, count: runs.length, runs }
}
