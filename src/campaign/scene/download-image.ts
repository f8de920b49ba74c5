import { createBudget, type Egress, type EgressReason, EgressRefused } from '../../kernel/egress/egress.ts'
import { createBoundedFetch, type Fetch } from '../../kernel/llm/bounded-fetch.ts'
import { LlmFault, type LlmFaultKind } from '../../kernel/llm/llm-fault.ts'

const accept = 'image/png, image/jpeg, image/webp'
const redirectsMax = 3

const kindOf: Readonly<Record<EgressReason, LlmFaultKind>> = {
  invalid_url: 'malformed',
  not_allowed: 'malformed',
  redirects: 'malformed',
  protocol: 'malformed',
  too_large: 'too_large',
  timeout: 'timeout',
  aborted: 'aborted',
  dns: 'connection',
  connect: 'connection',
  tls: 'connection',
}

/**
 * Downloads the image that an image model's response refers to. The service's own origin, which may be on this network,
 * is fetched directly and without the key; any other URL is treated as untrusted.
 * @throws LlmFault
 */
export async function downloadImage(
  url: string,
  options: {
    serviceUrl: string
    egress: Egress
    fetch: Fetch
    bytesMax: number
    msMax: number
    signal: AbortSignal
  },
): Promise<Uint8Array<ArrayBuffer>> {
  const { serviceUrl, egress, bytesMax, msMax, signal } = options
  if (URL.canParse(url) && new URL(url).origin === new URL(serviceUrl).origin) {
    const fetch = createBoundedFetch({ fetch: options.fetch, bytesMax })
    const response = await fetch(url, { headers: { accept }, signal })
    return bytesOf(response.status, await response.bytes())
  }
  const limits = { wireBytesMax: bytesMax, inflatedBytesMax: bytesMax }
  const budget = createBudget({ requestsMax: 1 + redirectsMax, ...limits })
  const session = egress.open({ signal, budget, perHost: 4 })
  try {
    const { status, body } = await session.get(egress.parse(url), {
      accept,
      limits: { ...limits, redirectsMax, requestMs: msMax },
    })
    return bytesOf(status, body)
  } catch (error) {
    throw error instanceof EgressRefused ? new LlmFault(kindOf[error.reason]) : error
  } finally {
    session.close()
  }
}

function bytesOf(status: number, bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  if (status !== 200) throw new LlmFault('http_status', { httpStatus: status })
  return bytes
}
