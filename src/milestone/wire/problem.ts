import { Type as t } from '@sinclair/typebox'
import { Problem } from '../../kernel/http/problem-schema.ts'

/** Errors of Area C. */
export const MilestoneProblem = t.Object(
  {
    ...Problem.properties,
    ok: t.Literal(false),
    available: t.Optional(
      t.Array(t.String(), {
        description: 'Of `unknown_chaos_type`: the types that can be injected',
        examples: [['rpc_429', 'kill_rpc', 'clear']],
      }),
    ),
  },
  { title: 'MilestoneProblem', description: 'RFC 9457 problem', additionalProperties: true },
)
