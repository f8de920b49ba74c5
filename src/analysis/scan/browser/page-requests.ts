import type { HTTPRequest, Page } from 'puppeteer-core'
import type { Judge } from './proxy.ts'

export interface PageRequests {
  /** Requests that were let through. */
  readonly allowed: number
  /** Whether the document itself was refused, on its first address or after a redirect. */
  readonly documentRefused: boolean
}

/** What a page's text is made of. Images, media, fonts and all else would only cost bytes. */
const usefulTypes: ReadonlySet<string> = new Set([
  'document',
  'script',
  'stylesheet',
  'xhr',
  'fetch',
  'preflight',
])

/**
 * Decides on every request of the page before it leaves the browser: kind, number, robots rules. It is thrift and
 * politeness, not the border; that is the proxy, which sees also what never comes by here.
 */
export async function superviseRequests(
  page: Page,
  options: {
    requestsMax: number
    judge: Judge
    allow: (url: URL) => Promise<boolean>
    /** Throws when the scan has no more requests to spend. */
    spend: () => void
  },
): Promise<PageRequests> {
  const requests = { allowed: 0, documentRefused: false }
  let site: string | undefined

  const isAllowed = async (request: HTTPRequest): Promise<boolean> => {
    const url = URL.canParse(request.url()) ? new URL(request.url()) : undefined
    if (url === undefined || !/^https?:$/.test(url.protocol)) return false
    const isDocument = request.isNavigationRequest()
    if (isDocument && request.frame() !== page.mainFrame()) return false
    if (!usefulTypes.has(request.resourceType()) || requests.allowed >= options.requestsMax) return false
    if (isDocument) await options.judge(url.hostname, portOf(url))
    // Rules of hosts that only lend a script are not asked for; those of the page's own are known already.
    if ((isDocument || url.host === site) && !(await options.allow(url))) return false
    if (isDocument) site = url.host
    options.spend()
    requests.allowed++
    return true
  }
  const decide = async (request: HTTPRequest) => {
    const allowed = await isAllowed(request).catch(() => false)
    if (!allowed && request.isNavigationRequest() && request.frame() === page.mainFrame()) {
      requests.documentRefused = true
    }
    await (allowed ? request.continue() : request.abort('blockedbyclient'))
  }
  page.on('request', (request) => {
    // A request may be gone before it is decided on.
    decide(request).catch(() => {})
  })
  await page.setRequestInterception(true)
  return requests
}

function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port)
  return url.protocol === 'https:' ? 443 : 80
}
