import { type Browser, type CDPSession, type HTTPResponse, type Page, TimeoutError } from 'puppeteer-core'
import { messageOf } from '../../../kernel/runtime/errors.ts'
import { RenderFailed } from './errors.ts'
import type { BrowserLimits } from './limits.ts'
import { type PageRequestOptions, type PageRequests, superviseRequests } from './page-requests.ts'

export interface RenderedDocument {
  /** Of the final document, after all kinds of redirects. */
  url: string
  status: number
  /** The serialised document, cut at the limit. */
  html: string
  headers: ReadonlyArray<readonly [name: string, value: string]>
  requests: number
  refused: number
}

export interface RenderPageOptions extends Omit<PageRequestOptions, 'start' | 'limits'> {
  proxyPort: number
  /** Milliseconds left for loading, settling and reading. */
  msMax: number
  limits: BrowserLimits
  /** Called when the page is open and no other target may start. */
  seal: () => void
  /** Called when the page's process has crashed. */
  crashed: () => void
}

/** Reserved for reading the document. */
const readOutMs = 1_500

/**
 * Opens the page in a new browser context, waits until it is idle, and reads the document.
 * @throws RenderFailed; callers race it against the deadline, as a busy page never answers
 */
export async function renderPage(
  browser: Browser,
  url: URL,
  options: RenderPageOptions,
): Promise<RenderedDocument> {
  const { limits } = options
  const endsAt = performance.now() + Math.max(options.msMax - readOutMs, options.msMax / 2)
  const leftMs = () => Math.max(endsAt - performance.now(), 1)
  const page = await openPage(browser, options.proxyPort)
  options.seal()
  page.on('error', options.crashed)
  page.on('dialog', (dialog) => {
    dialog.dismiss().catch(() => {})
  })
  const requests = await superviseRequests(page, { ...options, start: url })
  await load(page, url, { requests, leftMs })
  await page
    .waitForNetworkIdle({ idleTime: limits.quietMs, timeout: Math.min(leftMs(), limits.settleMsMax) })
    .catch(() => {})
  const answer = requests.answers.findLast((each) => !bodiless.has(each.status()))
  if (answer === undefined) throw new RenderFailed('timeout', 'The site did not answer in time')
  const { address, html } = await readOut(page, limits.htmlBytesMax)
  // It may be the browser's own error page.
  if (!/^https?:/.test(address)) {
    throw new RenderFailed(
      requests.documentRefused ? 'refused' : 'crashed',
      'The page navigated to a URL that is not http or https',
    )
  }
  return {
    url: address,
    status: answer.status(),
    html,
    headers: headersOf(answer),
    requests: requests.allowed,
    refused: requests.refused,
  }
}

/** Statuses after which the previous document stays, or another one follows. */
const bodiless: ReadonlySet<number> = new Set([204, 205, 301, 302, 303, 307, 308])

/**
 * A page in a new browser context that reaches only the proxy. WebSockets would use tunnels of it; the proxy is set for
 * all other schemes as a SOCKS proxy, a protocol that it does not support.
 */
export async function openPage(browser: Browser, proxyPort: number): Promise<Page> {
  const proxy = `127.0.0.1:${proxyPort}`
  const context = await browser.createBrowserContext({
    proxyServer: `http=${proxy};https=${proxy};socks=${proxy}`,
    proxyBypassList: ['<-loopback>'],
    downloadBehavior: { policy: 'deny' },
  })
  return await context.newPage()
}

/** A page whose scripts take too long is read as far as it has come, if it has answered at all. */
async function load(
  page: Page,
  url: URL,
  { requests, leftMs }: { requests: PageRequests; leftMs: () => number },
): Promise<void> {
  try {
    await page.goto(url.href, { waitUntil: 'domcontentloaded', timeout: leftMs() })
  } catch (error) {
    if (requests.documentRefused) {
      throw new RenderFailed('refused', 'The page or its redirect target is not allowed', {
        cause: error,
      })
    }
    if (error instanceof TimeoutError) return
    if (requests.answers.length > 0 && /ERR_ABORTED/.test(messageOf(error))) return
    throw new RenderFailed('crashed', `The page could not be loaded: ${messageOf(error)}`, { cause: error })
  }
}

interface ReadOut {
  address: string
  html: string
}

const readOutTriesMax = 10

/** The page may navigate while it is read. */
async function readOut(page: Page, bytesMax: number): Promise<ReadOut> {
  const session = await page.createCDPSession()
  await session.send('Emulation.setScriptExecutionDisabled', { value: true })
  for (let tries = 1; ; tries++) {
    try {
      return await readOutOnce(session, bytesMax)
    } catch (error) {
      if (tries === readOutTriesMax) throw error
    }
  }
}

/**
 * Reads address and text in one step, in an isolated world: the page's scripts cannot replace platform functions there.
 */
async function readOutOnce(session: CDPSession, bytesMax: number): Promise<ReadOut> {
  await session.send('Page.stopLoading')
  const { frameTree } = await session.send('Page.getFrameTree')
  const { executionContextId } = await session.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
    worldName: 'read-out',
  })
  const { result } = await session.send('Runtime.evaluate', {
    contextId: executionContextId,
    returnByValue: true,
    expression: readOutExpression(bytesMax),
  })
  const [address, html]: unknown[] = Array.isArray(result.value) ? result.value : []
  if (typeof address !== 'string' || typeof html !== 'string') throw new Error('the page cannot be read out')
  return { address, html: cutBytes(html, bytesMax) }
}

const readOutExpression = (charactersMax: number) => `[
  location.href,
  (document.doctype ? '<!DOCTYPE ' + document.doctype.name + '>' : '') +
    (document.documentElement?.outerHTML ?? '').slice(0, ${charactersMax}),
]`

function cutBytes(text: string, bytesMax: number): string {
  const bytes = Buffer.from(text)
  if (bytes.length <= bytesMax) return text
  // Drops a character that was cut in half.
  return new TextDecoder().decode(bytes.subarray(0, bytesMax), { stream: true })
}

function headersOf(response: HTTPResponse): Array<readonly [string, string]> {
  return Object.entries(response.headers()).flatMap(([name, value]) =>
    value.split('\n').map((line) => [name.toLowerCase(), line] as const),
  )
}
