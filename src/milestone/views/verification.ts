import { Type as t } from '@sinclair/typebox'
import type { VerificationReport } from '../cycle/run.ts'
import { Count, Hash, Ok } from './shapes.ts'

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
})
export type VerificationAnswer = typeof VerificationAnswer.static

/** A run as answers show it, finished or not. */
export function verificationAnswer(report: VerificationReport): VerificationAnswer {
  const { milestoneHash, reason, faultsHit, ...rest } = report
  return {
    ok: true,
    ...rest,
    reason: reason ?? null,
    milestoneHash: milestoneHash ?? null,
    faultsHit: Object.fromEntries(Object.entries(faultsHit).map(([type, hits]) => [type, hits ?? 0])),
  }
}
