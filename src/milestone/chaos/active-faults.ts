import { Type as t } from '@sinclair/typebox'
import { Count, nullable, Seconds } from '../wire/shapes.ts'
import type { InjectedFault } from './fault.ts'

export const ActiveFault = t.Object({
  type: t.String({ examples: ['rpc_latency'] }),
  since: Seconds('When it was injected'),
  expiresAt: Seconds('When it ends by itself'),
  hits: Count('Requests it touched'),
  probability: t.Number({ description: 'Chance of each request', examples: [0.3] }),
  seed: t.Integer({ description: 'Repeats the same random choices', examples: [7] }),
  endpoint: nullable(t.Integer({ examples: [0] }), 'Only this endpoint, 0 for the first; null for all'),
  remaining: nullable(t.Integer({ examples: [3] }), 'Hits left; null without a count'),
})
export type ActiveFault = typeof ActiveFault.static

/** Active faults as answers list them. */
export function activeFaults(faults: readonly InjectedFault[]): ActiveFault[] {
  return faults.map(({ name, since, expiresAt, hits, remaining, probability, seed, endpoint }) => ({
    type: name,
    since: Math.floor(since / 1000),
    expiresAt: Math.ceil(expiresAt / 1000),
    hits,
    probability,
    seed,
    endpoint: endpoint ?? null,
    remaining: remaining ?? null,
  }))
}
