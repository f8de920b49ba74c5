import { AppError } from '../runtime/app-error.ts'
import { kernelError } from '../runtime/errors.ts'
import { readBounded } from '../runtime/read-bounded.ts'

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
 * @throws content_too_large, unsupported_media_type, body_encoded, body_malformed, body_incomplete
 */
export async function readBoundedBody(
  request: Request,
  { bodyBytesMax, takesFiles, takesJson }: BodyLimits,
): Promise<unknown> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^identity$/i.test(request.headers.get('content-encoding') ?? 'identity'))
    throw kernelError('body_encoded')
  if (takesJson && /^application\/json\s*(;|$)/i.test(type))
    return parseJson(await readRequestBytes(request, (takesFiles ? undefined : bodyBytesMax) ?? jsonBytesMax))
  if (takesFiles && /^multipart\/form-data\s*;/i.test(type))
    return await parseForm(await readRequestBytes(request, bodyBytesMax ?? multipartBytesMax), type)
  throw kernelError('unsupported_media_type', { takesFiles, takesJson })
}

/** @throws content_too_large by the Content-Length, or as soon as more than `bytesMax` bytes have come */
export async function readRequestBytes(request: Request, bytesMax: number): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = () => kernelError('content_too_large', bytesMax)
  const length = request.headers.get('content-length')
  if (Number(length ?? 0) > bytesMax) throw tooLarge()
  try {
    // The listener reads no more than Content-Length; to read at once costs half of what reading the stream does.
    if (length !== null) return await request.bytes()
    return await readBounded(request.body, bytesMax, tooLarge)
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    throw kernelError('body_incomplete', cause)
  }
}

function parseJson(bytes: Uint8Array): unknown {
  const { text, value } = jsonOf(bytes)
  const refused = (message: string) => kernelError('invalid_request', 'body', [{ path: '/', message }])
  if (isDeeperThan(value, jsonDepthMax))
    throw refused(`must not be nested deeper than ${jsonDepthMax} levels`)
  if (repeatsName(text, value)) throw refused('must not have two members of the same name in one object')
  return value
}

function jsonOf(bytes: Uint8Array): { text: string; value: unknown } {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return { text, value: JSON.parse(text) }
  } catch (cause) {
    throw kernelError('body_malformed', 'JSON', cause)
  }
}

/** Whether an object in a JSON text names a member twice, of which its value has only the last. */
export function repeatsName(text: string, value: unknown): boolean {
  let written = 0
  for (const [, colon] of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"\s*(:?)/g)) if (colon !== '') written += 1
  return written !== membersOf(value)
}

/** How many members all objects of a value have. */
function membersOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const inner = Object.values(value)
  return inner.reduce<number>((sum, one) => sum + membersOf(one), Array.isArray(value) ? 0 : inner.length)
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
    throw kernelError('body_malformed', 'multipart/form-data', cause)
  }
}
