import { Type as t } from '@sinclair/typebox'
import { Count, Hash, nullable, Ok, Seconds } from '../wire/shapes.ts'
import type { NumberedReport, VerificationReport } from './run.ts'

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
  reason: t.Union([t.String(), t.Null()], { description: 'Why it is not verified, or its present step' }),
  milestoneHash: t.Union([t.String(), t.Null()], { description: 'Its milestone; null before it is created' }),
  txHashes: t.Array(Hash('A transaction of the cycle')),
  requests: Count('Requests of the cycle to the chain'),
  attempts: Count('Attempts at endpoints that they took'),
  faultsHit: t.Record(t.String(), t.Integer(), { description: 'Fault to hits', examples: [{ rpc_429: 2 }] }),
  exercised: t.Boolean({ description: 'Whether any fault was hit', examples: [true] }),
  recoveries: Count('Failures of this run that were overcome'),
  durationMs: Count('Time so far, in milliseconds'),
  invariants: t.Array(t.Object({ name: t.String(), held: t.Boolean(), detail: t.String() }), {
    description: 'What chain and database must agree on; empty before the run has finished',
  }),
  steps: t.Array(
    t.Object({
      name: t.String({ examples: ['submit evidence'] }),
      part: t.String({ description: 'As `steps` of a fault names it', examples: ['evidence'] }),
      startedMs: Count('Beginning, in milliseconds since that of the run'),
      endedMs: nullable(t.Integer({ examples: [1_840] }), 'End; null while it runs'),
      attempts: Count('Attempts at endpoints'),
      faultsHit: t.Record(t.String(), t.Integer(), {
        description: 'Fault to hits',
        examples: [{ rpc_429: 2 }],
      }),
    }),
    { description: 'Steps so far, in their order; empty for a run of another process that is in progress' },
  ),
})
export type VerificationAnswer = typeof VerificationAnswer.static

/** A run as answers show it, finished or not. */
export function verificationAnswer(report: VerificationReport): VerificationAnswer {
  const { milestoneHash, reason, faultsHit, steps, ...rest } = report
  return {
    ok: true,
    ...rest,
    reason: reason ?? null,
    milestoneHash: milestoneHash ?? null,
    faultsHit: counts(faultsHit),
    steps: steps.map((step) => ({ ...step, faultsHit: counts(step.faultsHit) })),
  }
}

function counts(hits: VerificationReport['faultsHit']): Record<string, number> {
  return Object.fromEntries(Object.entries(hits).map(([type, count]) => [type, count ?? 0]))
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
    const { ok: _, steps: __, txHashes: ___, invariants, ...rest } = verificationAnswer(report)
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
