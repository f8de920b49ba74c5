import { readBounded } from '../runtime/read-bounded.ts'
import { RequestRefused } from './problem.ts'

/** Largest accepted bodies, in bytes. */
export const jsonBytesMax = 65_536
export const multipartBytesMax = 5 * 1_048_576 + 65_536
/** Deepest nesting of a JSON body: what describes a refused value takes time and memory by its square. */
export const jsonDepthMax = 20

/** Which bodies a route takes. */
export interface BodyLimits {
  /** `jsonBytesMax` by default; of forms with files, `multipartBytesMax`. */
  bodyBytesMax?: number | undefined
  /** Whether a form with files is taken as well. */
  takesFiles: boolean
  takesJson: boolean
}

/**
 * Reads a body with or without Content-Length, never more than the limit of its type.
 * @returns the JSON value, or the fields of a form: a text, or a file, or the list of both where a name repeats
 * @throws RequestRefused 413 for too much, 415 for another type, 400 for a malformed body
 */
export async function readBoundedBody(
  request: Request,
  { bodyBytesMax, takesFiles, takesJson }: BodyLimits,
): Promise<unknown> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^identity$/i.test(request.headers.get('content-encoding') ?? 'identity'))
    throw new RequestRefused(415, 'unsupported_media_type', 'Cannot decode this body: send it uncompressed')
  if (takesJson && /^application\/json\s*(;|$)/i.test(type))
    return parseJson(await readRequestBytes(request, (takesFiles ? undefined : bodyBytesMax) ?? jsonBytesMax))
  if (takesFiles && /^multipart\/form-data\s*;/i.test(type))
    return await parseForm(await readRequestBytes(request, bodyBytesMax ?? multipartBytesMax), type)
  throw unsupportedMediaType({ takesFiles, takesJson })
}

export function unsupportedMediaType({
  takesFiles,
  takesJson,
}: Omit<BodyLimits, 'bodyBytesMax'>): RequestRefused {
  const ways = [
    ...(takesJson ? ['as application/json'] : []),
    ...(takesFiles ? ['as multipart/form-data with a file'] : []),
  ]
  return new RequestRefused(
    415,
    'unsupported_media_type',
    `Cannot read this body: send it ${ways.join(', or ')}`,
  )
}

/** @throws RequestRefused 413 by the Content-Length, or as soon as more than `bytesMax` bytes have come */
export async function readRequestBytes(request: Request, bytesMax: number): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = () =>
    new RequestRefused(413, 'content_too_large', `Cannot take a body of more than ${bytesMax} bytes`)
  const length = request.headers.get('content-length')
  if (Number(length ?? 0) > bytesMax) throw tooLarge()
  try {
    // The listener reads no more than Content-Length; to read at once costs half of what reading the stream does.
    if (length !== null) return await request.bytes()
    return await readBounded(request.body, bytesMax, tooLarge)
  } catch (cause) {
    if (cause instanceof RequestRefused) throw cause
    throw new RequestRefused(400, 'invalid_request', 'Cannot read the body: it ended early', { cause })
  }
}

function parseJson(bytes: Uint8Array): unknown {
  const value = jsonOf(bytes)
  if (!isDeeperThan(value, jsonDepthMax)) return value
  const message = `must not be nested deeper than ${jsonDepthMax} levels`
  throw new RequestRefused(400, 'invalid_request', `Cannot use the body of this request: it ${message}`, {
    fields: [{ path: '/', message }],
  })
}

function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (cause) {
    throw malformed('JSON', cause)
  }
}

/** Whether a value is nested deeper than so many levels. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((member) => isDeeperThan(member, levels - 1))
}

async function parseForm(bytes: Uint8Array<ArrayBuffer>, contentType: string): Promise<unknown> {
  try {
    const form = await new Response(bytes, { headers: { 'content-type': contentType } }).formData()
    const fields = new Map<string, unknown>()
    for (const name of new Set(form.keys())) {
      const values = form.getAll(name)
      fields.set(name, values.length === 1 ? values[0] : values)
    }
    return Object.fromEntries(fields)
  } catch (cause) {
    throw malformed('multipart/form-data', cause)
  }
}

function malformed(type: string, cause: unknown): RequestRefused {
  return new RequestRefused(
    400,
    'invalid_request',
    `Cannot read the body as ${type}: it is not well-formed`,
    {
      fields: [{ path: '/', message: `must be ${type}` }],
      cause,
    },
  )
}
