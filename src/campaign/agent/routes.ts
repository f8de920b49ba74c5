import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { RouteBase } from '../../kernel/http/route-base.ts'
import { Exactly, Texts } from '../../kernel/http/schema-parts.ts'
import { Text } from '../../kernel/http/text-schemas.ts'
import type { AppError } from '../../kernel/runtime/app-error.ts'
import { parseBrief } from '../brief/parse.ts'
import type { CampaignDeps } from '../deps.ts'
import { ScenePrompt, Warnings } from '../field-schemas.ts'
import {
  AgentFailure,
  AgentRequest,
  AgentResponse,
  type Capability,
  capabilities,
  commandCharsMax,
  Parameters,
  SizeList,
} from '../requests/request.ts'
import { forCallers, forEveryone, problems } from '../route-options.ts'
import { answerRun } from './answer-run.ts'
import { failureOf } from './run-agent.ts'

const failures = Object.fromEntries(
  [400, 401, 403, 404, 409, 413, 415, 422, 429, 502, 503].map((status) => [status, AgentFailure]),
)

const ParseRequest = Exactly({
  command: Text({ maxLength: commandCharsMax }),
  parameters: Type.Optional(Parameters),
})

const ParseResponse = Type.Object({
  parameters: Parameters,
  prompt: ScenePrompt,
  unrecognized: Texts('Parts of the brief that have no effect', ['in 3D']),
  warnings: Warnings,
  sizes: Type.Optional(SizeList),
})

/** Routes of one agent variant: run, and parse. */
export function agentRoutes(routeBase: RouteBase, deps: CampaignDeps, capability: Capability) {
  const { prefix } = capabilities[capability]
  const suffix = capability === '1.5.0' ? '' : '13'
  return new Elysia({ name: `campaign.agent.${capability}`, tags: ['campaign'] })
    .use(routeBase)
    .post(
      `${prefix}/api/agent`,
      async ({ body, caller, request, set }) => {
        const isAsync =
          deps.payments === undefined &&
          /(^|,)\s*respond-async\s*(,|;|$)/i.test(request.headers.get('prefer') ?? '')
        const answer = async () => {
          const { headers, signal } = request
          const call = { capability, caller, request: body, headers, signal, isAsync }
          const { paymentResponse, ...answered } = await answerRun(deps, call)
          if (paymentResponse !== undefined) set.headers['payment-response'] = paymentResponse
          return answered
        }
        const keyed = {
          owner: caller.id,
          capability,
          headers: request.headers,
          request: { body, isAsync },
        }
        const { status, body: response } = await deps.idempotency.once(keyed, answer)
        set.status = status
        if (isAsync) set.headers['preference-applied'] = 'respond-async'
        return response
      },
      {
        ...forCallers,
        quota: 'agent',
        errorBody: agentFailure,
        // An image model may take 90 seconds.
        quietSecondsMax: 120,
        body: AgentRequest,
        response: {
          200: AgentResponse,
          202: AgentResponse,
          ...(deps.payments && { 402: AgentFailure }),
          ...failures,
        },
        detail: {
          summary: `Make campaign assets from a brief (${capability})`,
          description:
            'Explicit parameters win over the command, the command over the brand kit. `Prefer: respond-async` answers 202 at once; the draft then has the outcome. The same `Idempotency-Key` with the same body repeats the answer.',
          operationId: `runAgent${suffix}`,
        },
      },
    )
    .post(
      `${prefix}/api/agent/parse`,
      ({ body }) => {
        const { baseImageUrl, productUrl } = body.parameters ?? {}
        const parsed = parseBrief(body.command, { isPictured: (baseImageUrl ?? productUrl) !== undefined })
        return {
          parameters: { ...parsed.parameters, ...body.parameters },
          prompt: body.parameters?.prompt ?? parsed.prompt,
          unrecognized: parsed.unrecognized,
          warnings: parsed.warnings,
          ...(parsed.sizes && { sizes: parsed.sizes }),
        }
      },
      {
        ...forEveryone,
        body: ParseRequest,
        response: { 200: ParseResponse, ...problems(400, 413, 415, 429) },
        detail: {
          summary: 'Parse a brief without running it',
          operationId: `parseBrief${suffix}`,
        },
      },
    )
}

/** The error answer of the agent endpoint, which has a shape of its own. */
function agentFailure(error: AppError, { requestId }: { requestId: string }): Response {
  const failure = failureOf(error)
  // The card documents one code for every problem with the list of formats.
  const isFormat =
    failure.code === 'invalid_request' && failure.field?.startsWith('parameters.formats') === true
  const body = {
    status: 'failed',
    error: isFormat ? { ...failure, code: 'unsupported_format' } : failure,
    requestId,
  }
  const headers = new Headers({ 'cache-control': 'private, no-store', ...error.headers })
  if (error.retryAfterSeconds !== undefined)
    headers.set('retry-after', String(Math.ceil(error.retryAfterSeconds)))
  return Response.json(body, { status: error.status, headers })
}
