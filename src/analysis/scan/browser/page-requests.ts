import type { HTTPRequest, HTTPResponse, Page } from 'puppeteer-core'
import { isTurnedAway } from './challenge.ts'
import type { Judge } from './proxy.ts'

export interface PageRequests {
  /** Requests that were let through. */
  readonly allowed: number
  /** Whether the document itself was refused, on its first address or after a redirect. */
  readonly documentRefused: boolean
  /** Answers to requests for the document, redirects among them; the last is of what stands there now. */
  readonly answers: readonly HTTPResponse[]
}

export interface PageRequestOptions {
  requestsMax: number
  judge: Judge
  allow: (url: URL) => Promise<boolean>
  /** Throws when the scan has no more requests to spend. */
  spend: () => void
  /** Called when the document's answer says that readers like us are not welcome; nothing more is asked for then. */
  turnedAway: () => void
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
export async function superviseRequests(page: Page, options: PageRequestOptions): Promise<PageRequests> {
  const answers: HTTPResponse[] = []
  const requests = { allowed: 0, documentRefused: false, answers }
  const answered = Promise.withResolvers<void>()
  let [seen, unwelcome] = [0, false]
  let site: string | undefined
  const isDocument = (request: HTTPRequest) =>
    request.isNavigationRequest() && request.frame() === page.mainFrame()

  const isAllowed = async (request: HTTPRequest): Promise<boolean> => {
    const url = URL.canParse(request.url()) ? new URL(request.url()) : undefined
    if (url === undefined || !/^https?:$/.test(url.protocol)) return false
    if (!usefulTypes.has(request.resourceType())) return false
    const main = isDocument(request)
    if ((request.isNavigationRequest() && !main) || seen++ >= options.requestsMax) return false
    // Its answer may be told of later than what the document asks for next.
    if (!main) await answered.promise
    if (unwelcome) return false
    if (main) await options.judge(url.hostname, portOf(url))
    // Rules of hosts that only lend a script are not asked for; those of the page's own are known already.
    if ((main || url.host === site) && !(await options.allow(url))) return false
    if (main) site = url.host
    options.spend()
    requests.allowed++
    return true
  }
  const decide = async (request: HTTPRequest) => {
    const allowed = await isAllowed(request).catch(() => false)
    if (!allowed && isDocument(request)) requests.documentRefused = true
    await (allowed ? request.continue() : request.abort('blockedbyclient'))
  }
  page.on('request', (request) => {
    // A request may be gone before it is decided on.
    decide(request).catch(() => {})
  })
  page.on('response', (response) => {
    if (!isDocument(response.request())) return
    answers.push(response)
    const status = response.status()
    if (isTurnedAway({ status, title: '' })) {
      unwelcome = true
      options.turnedAway()
    }
    if (status < 300 || status > 399) answered.resolve()
  })
  await page.setRequestInterception(true)
  return requests
}

function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port)
  return url.protocol === 'https:' ? 443 : 80
}
