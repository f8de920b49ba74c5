import { LegacyJsonRpcTransportHandler } from '@a2a-js/sdk/compat/v0_3/server'
import { A2AError } from '@a2a-js/sdk/errors'
import { JsonRpcTransportHandler, ServerCallContext } from '@a2a-js/sdk/server'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { isDeeperThan, jsonDepthMax, repeatsName } from '../../kernel/http/bounded-body.ts'
import type { Caller } from '../../kernel/http/request-context.ts'
import { a2aHandler, type HandlerDeps } from './handler.ts'

/** Codes of JSON-RPC and A2A. */
const parseError = -32_700
const invalidRequest = -32_600
const invalidParams = -32_602
const methodNotFound = -32_601
const internalError = -32_603
const versionNotSupported = -32_009

/** A run's request has its place in a data part of a message. */
const depthMax = jsonDepthMax + 6

const Failed = Type.Object({
  error: Type.Object({ code: Type.Integer(), data: Type.Optional(Type.Unknown()) }),
})

/** Answers one JSON-RPC request of A2A 1.0 or 0.3. @throws what HTTP answers */
export async function answerA2a(
  deps: HandlerDeps,
  { caller, request, text }: { caller: Caller; request: Request; text: string },
): Promise<Response> {
  let body: Record<string, unknown>
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
      return failure(null, invalidRequest, 'Cannot read this request: send one JSON-RPC 2.0 request object')
    if (isDeeperThan(parsed, depthMax))
      return failure(null, invalidRequest, `Cannot read a request nested deeper than ${depthMax} levels`)
    if (repeatsName(text, parsed))
      return failure(null, invalidRequest, 'Cannot read a request with two members of one name in an object')
    body = { ...parsed }
    if (body['jsonrpc'] !== '2.0' || typeof body['method'] !== 'string')
      return failure(
        body['id'],
        invalidRequest,
        'Cannot read this request: it needs jsonrpc "2.0" and a method',
      )
  } catch {
    return failure(null, parseError, 'Cannot read the body as JSON')
  }
  const method = String(body['method'])
  body['params'] ??= {}
  const version = request.headers.get('a2a-version') ?? ''
  if (!['', '0.3', '0.3.0', '1.0'].includes(version))
    return failure(
      body['id'],
      versionNotSupported,
      'This version of A2A is not served: send A2A-Version 1.0 or 0.3',
    )
  // The methods of the two versions have different names.
  const protocol = method.includes('/') ? '0.3' : '1.0'
  const failures: unknown[] = []
  const headers = new Headers({ 'content-type': 'application/json', 'cache-control': 'private, no-store' })
  const handler = a2aHandler(deps, {
    caller,
    request,
    protocol,
    fail: (error) => failures.push(error),
    paid: (paymentResponse) => headers.set('payment-response', paymentResponse),
  })
  const context = new ServerCallContext({ requestedVersion: protocol })
  const transport =
    protocol === '0.3' ? new LegacyJsonRpcTransportHandler(handler) : new JsonRpcTransportHandler(handler)
  const answer: unknown = await transport.handle(body, context)
  const [failed] = failures
  if (failed !== undefined && !(failed instanceof A2AError)) throw failed
  if (Value.Check(Failed, answer)) {
    const { code } = answer.error
    // What is wrong here is kept as a failure, so the parameters cannot be decoded.
    if (code === internalError)
      return failure(body['id'], invalidParams, 'Cannot read the params of this method')
    if (code === methodNotFound)
      return failure(body['id'], code, `Cannot find the method ${JSON.stringify(method.slice(0, 100))}`)
    // Protocol 0.3 leaves out the data.
    if (failed !== undefined) answer.error.data ??= [failed.toErrorInfo()]
  }
  return new Response(JSON.stringify(answer), { headers })
}

function failure(id: unknown, code: number, message: string): Response {
  const known = typeof id === 'string' || typeof id === 'number' ? id : null
  return Response.json({ jsonrpc: '2.0', id: known, error: { code, message } })
}
