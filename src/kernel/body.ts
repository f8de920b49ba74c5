import type { Static, TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { RequestRefused } from './problem.ts'
import { bodyBytesMax } from './request.ts'

/**
 * Reads a JSON body and checks it against a schema.
 * @throws RequestRefused 415 for another content type, 400 for what is no JSON or does not fit, 413 for too much
 */
export async function readJsonBody<Schema extends TSchema>(
  request: Request,
  schema: Schema,
): Promise<Static<Schema>> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw new RequestRefused(
      415,
      'unsupported_media_type',
      'Cannot read this body: send it as application/json',
    )
  }
  const bytes = await request.bytes()
  if (bytes.byteLength > bodyBytesMax) {
    throw new RequestRefused(
      413,
      'content_too_large',
      `Cannot take a body of more than ${bodyBytesMax} bytes`,
    )
  }
  const value = parseJson(bytes)
  if (Value.Check(schema, value)) return value
  const fields = [...Value.Errors(schema, value)]
    .slice(0, 20)
    .map(({ path, message }) => ({ path: path === '' ? '/' : path, message }))
  const first = fields[0]
  throw new RequestRefused(
    400,
    'invalid_request',
    `Cannot use the body of this request${first === undefined ? '' : `: ${first.path} ${first.message.toLowerCase()}`}`,
    { fields },
  )
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new RequestRefused(400, 'invalid_request', 'Cannot read the body as JSON: it is not well-formed', {
      fields: [{ path: '/', message: 'must be JSON' }],
    })
  }
}
