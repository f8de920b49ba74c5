import type { HTTPRequest, HTTPResponse, Page } from 'puppeteer-core'
import { portOf } from '../../../kernel/egress/target.ts'
import type { Judge } from './proxy.ts'
import { createRequestRules, type RequestRulesOptions } from './request-rules.ts'
import { isTurnedAway } from './should-render.ts'

export interface PageRequests {
  /** Requests that were let through. */
  readonly allowed: number
  readonly refused: number
  /** Whether the document itself was refused, at its first address or after a redirect. */
  readonly documentRefused: boolean
  /** Responses to document requests, redirects included; the last one is of the current document. */
  readonly answers: readonly HTTPResponse[]
}

export interface PageRequestOptions extends RequestRulesOptions {
  judge: Judge
  allow: (url: URL) => Promise<boolean>
  /** Called with each URL that is let through, before it leaves. */
  permit: (url: URL) => void
  /** Throws when the scan has no more requests to spend. */
  spend: () => void
  /** Called when the document's response rejects automatic readers; all later requests are refused. */
  turnedAway: () => void
}

/**
 * Decides on every request of the page before it leaves the browser. The proxy only forwards requests permitted here.
 * Targets outside of the page (popups, workers, isolated frames) never run.
 */
export async function superviseRequests(page: Page, options: PageRequestOptions): Promise<PageRequests> {
  const answers: HTTPResponse[] = []
  const requests = { allowed: 0, refused: 0, documentRefused: false, answers }
  const answered = Promise.withResolvers<void>()
  const permitted = createRequestRules(options)
  let unwelcome = false
  const isDocument = (request: HTTPRequest) =>
    request.isNavigationRequest() && request.frame() === page.mainFrame()

  const isAllowed = async (request: HTTPRequest): Promise<boolean> => {
    const main = isDocument(request)
    const url = permitted({
      url: request.url(),
      method: request.method(),
      type: request.resourceType(),
      hasBody: request.hasPostData(),
      headers: request.headers(),
      document: main ? 'main' : request.isNavigationRequest() ? 'frame' : undefined,
    })
    if (url === undefined) return false
    // The event for the document's response may arrive after the first requests of the document.
    if (!main) await answered.promise
    if (unwelcome) return false
    if (main) await options.judge(url.hostname, portOf(url))
    if (!(await options.allow(url))) return false
    options.spend()
    requests.allowed++
    options.permit(url)
    return true
  }
  const decide = async (request: HTTPRequest) => {
    const allowed = await isAllowed(request).catch(() => false)
    if (!allowed) requests.refused++
    if (!allowed && isDocument(request)) requests.documentRefused = true
    await (allowed ? request.continue() : request.abort('blockedbyclient'))
  }
  page.on('request', (request) => {
    // The request may be closed before it is decided.
    decide(request).catch(() => {})
  })
  page.on('response', (response) => {
    if (!isDocument(response.request())) return
    answers.push(response)
    const status = response.status()
    if (isTurnedAway({ status })) {
      unwelcome = true
      options.turnedAway()
    }
    if (status < 300 || status > 399) answered.resolve()
  })
  await page.setRequestInterception(true)
  return requests
}
