import { createBudget, type Egress, EgressRefused } from '../../kernel/egress/egress.ts'
import { campaignError } from '../errors.ts'
import serverStates from './fetch-image.json' with { type: 'json' }
import { imageType } from './image-type.ts'

export interface FetchLimits {
  /** Of the image; a little more may be received. */
  bytesMax: number
  /** For the whole request, redirects included. */
  milliseconds: number
  /** Ends the request when its caller leaves. */
  signal?: AbortSignal
}

export interface FetchedImage {
  bytes: Uint8Array
  /** Where the last redirect led. */
  finalUrl: string
}

const accept =
  'image/png,image/webp,image/jpeg,image/svg+xml;q=0.9,image/avif;q=0.5,image/tiff;q=0.5,image/gif;q=0.5'
const redirectsMax = 5
/** Headers, framing and the bodies of redirects come on top of the image. */
const overheadBytes = 256 * 1024

/**
 * Fetches an image from the public web; its type is detected by content.
 * @throws image_url_invalid, image_url_not_allowed, source_unreachable, image_too_large, image_unsupported; the reason of `signal`
 */
export async function fetchImage(egress: Egress, url: string, limits: FetchLimits): Promise<FetchedImage> {
  const { bytesMax, milliseconds, signal } = limits
  const target = parseUrl(egress, url)
  const late = AbortSignal.timeout(milliseconds)
  const wireBytesMax = bytesMax + overheadBytes
  const session = egress.open({
    signal: signal === undefined ? late : AbortSignal.any([signal, late]),
    budget: createBudget({ requestsMax: 2 * (redirectsMax + 1), wireBytesMax, inflatedBytesMax: bytesMax }),
    perHost: 2,
  })
  try {
    const answer = await session.get(target, {
      accept,
      limits: { redirectsMax, wireBytesMax, inflatedBytesMax: bytesMax, requestMs: milliseconds },
    })
    if (answer.status < 200 || answer.status > 299) {
      throw campaignError('source_unreachable', `answers with status ${answer.status}`)
    }
    imageType(answer.body)
    return { bytes: answer.body, finalUrl: answer.url.href }
  } catch (error) {
    signal?.throwIfAborted()
    throw fetchError(error, bytesMax)
  } finally {
    session.close()
  }
}

function parseUrl(egress: Egress, url: string): URL {
  try {
    return egress.parse(url)
  } catch (error) {
    if (error instanceof EgressRefused && error.reason === 'invalid_url')
      throw campaignError('image_url_invalid')
    throw fetchError(error, 0)
  }
}

function fetchError(error: unknown, bytesMax: number): unknown {
  if (!(error instanceof EgressRefused)) return error
  const { reason } = error
  if (reason === 'invalid_url' || reason === 'not_allowed') return campaignError('image_url_not_allowed')
  if (reason === 'too_large') return campaignError('image_too_large', bytesMax)
  return campaignError('source_unreachable', serverStates[reason], error)
}
