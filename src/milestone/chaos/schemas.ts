import { Type as t } from '@sinclair/typebox'
import { Count, nullable, Ok, Seconds } from '../wire/shapes.ts'
import { type InjectedFault, stepWords } from './fault.ts'

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

export const ChaosRequest = t.Object(
  {
    type: t.String({
      minLength: 1,
      maxLength: 64,
      description: 'A fault, `kill_rpc`, `kill_all`, or `clear`; the error for an unknown one lists them',
      examples: ['rpc_429'],
    }),
    ttlSeconds: t.Optional(t.Number({ exclusiveMinimum: 0, maximum: 60, description: '30 by default' })),
    probability: t.Optional(
      t.Number({ minimum: 0, maximum: 1, description: 'Chance of each request; 1 by default' }),
    ),
    count: t.Optional(t.Integer({ minimum: 1, maximum: 100_000, description: 'Hits at most' })),
    methods: t.Optional(
      t.Array(t.String({ minLength: 1, maxLength: 64 }), {
        minItems: 1,
        maxItems: 20,
        description: 'Only these JSON-RPC methods',
      }),
    ),
    endpoint: t.Optional(
      t.Union([t.Integer({ minimum: 0, maximum: 15 }), t.Literal('all')], {
        description:
          'Only this endpoint, 0 for the first, or `all`. The default is 0, and all for `rpc_down` and `kill_all`',
      }),
    ),
    steps: t.Optional(
      t.Array(t.Union(stepWords.map((word) => t.Literal(word))), {
        minItems: 1,
        maxItems: stepWords.length,
        description: 'Only while a cycle is at one of these steps',
      }),
    ),
    seed: t.Optional(
      t.Integer({ minimum: 0, maximum: 4_294_967_295, description: 'Repeats the same random choices' }),
    ),
  },
  {
    title: 'ChaosRequest',
    additionalProperties: false,
    example: { type: 'rpc_429', ttlSeconds: 20, probability: 0.3 },
  },
)
export type ChaosRequest = typeof ChaosRequest.static

export const ChaosState = t.Object({
  ok: Ok,
  active: t.Array(ActiveFault, { description: 'Faults that are active now' }),
  types: t.Array(t.String(), {
    description:
      'Faults that can be injected here; none where the followed chain is not a demo of this process',
    examples: [['rpc_429', 'rpc_down']],
  }),
  endpoints: t.Integer({ description: 'Endpoints of the pipeline', examples: [2] }),
  operator: t.Object(
    {
      allowed: t.Boolean({ examples: [true] }),
      detail: t.Union([t.String({ examples: ['Needs the operator’s token'] }), t.Null()], {
        description: 'What is missing; null where nothing is',
      }),
    },
    { description: 'Whether the sender of this request may inject faults and run cycles' },
  ),
})

export const ChaosInjected = t.Object({
  ok: Ok,
  injected: t.Boolean({ description: 'false when faults were cleared', examples: [true] }),
  active: t.Array(ActiveFault, { description: 'Faults that are active now' }),
})
