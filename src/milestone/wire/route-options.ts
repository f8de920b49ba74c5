import { type TSchema, Type as t } from '@sinclair/typebox'
import { problemResponse } from '../../kernel/http/problem.ts'
import { Problem } from '../../kernel/http/problem-schema.ts'
import type { ErrorBody } from '../../kernel/http/route-facts.ts'
import {
  DescribedText,
  IntegerParameter,
  IntegerParameterWithDefault,
} from '../../kernel/http/text-schemas.ts'

/** Answers of Area C carry `ok` everywhere, errors included. */
const errorBody: ErrorBody = (error, about) => problemResponse(error, { ...about, extra: { ok: false } })

export const areaErrors = { errorBody } as const
/** A read for everybody, of pages of any origin as well. */
export const publicRead = { access: 'public', cors: 'any', ...areaErrors } as const

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

const readErrors = { 304: t.Null(), 400: MilestoneProblem, 503: MilestoneProblem }

/** Options of a read of the model: the answer, and what the API description says. A route may add its own parameters. */
export const reads = <Answer extends TSchema>(
  answer: Answer,
  summary: string,
  operationId: string,
  description?: string,
) => ({
  ...publicRead,
  query: t.Object({}),
  response: { 200: answer, ...readErrors },
  detail: { summary, operationId, ...(description !== undefined && { description }) },
})
/** The same for one record, which may not exist. */
export const looksUp = <Answer extends TSchema>(
  answer: Answer,
  summary: string,
  operationId: string,
  description?: string,
) => ({
  ...reads(answer, summary, operationId, description),
  response: { 200: answer, ...readErrors, 404: MilestoneProblem },
})

export const cursor = t.Optional(t.String({ description: '`next` of an earlier answer' }))
export const limit = (fallback: number) =>
  IntegerParameterWithDefault(fallback, { minimum: 1, maximum: 200, description: 'Items at most' })
export const since = IntegerParameter({
  minimum: 0,
  maximum: 999_999_999_999,
  description: 'Only what happened at or after this time, in seconds since the epoch',
})
/** The view checks it, so that the error carries the slug of this area. */
export const hashParameter = (description: string) =>
  DescribedText({ pattern: '^0x[0-9a-fA-F]{64}$', description, examples: [`0x${'3f'.repeat(32)}`] })
