/**
 * What the pages cost: bytes on the wire, time until a page can be used with the CPU slowed six times, beside an empty
 * page and Swagger UI in the same run, and the memory of the activity page over 10,000 events. Needs Chromium.
 * `bun run bench:pages`, about a minute.
 */
import type { Browser, Page } from 'playwright-core'
import { within } from '../../src/kernel/runtime/async.ts'
import { launchChromium } from '../../test/support/chromium.ts'
import { startServer } from './support/server.ts'

const paths = [
  '/',
  '/scan',
  '/studio',
  '/explorer',
  '/explorer/money',
  '/explorer/verifiers',
  '/explorer/names',
  '/explorer/activity',
  '/operations',
  '/keys',
  '/docs',
  '/docs/campaign',
]
const bytesMax = 100_000
const usableMsMax = 2_000
const swaggerMsMax = 4_000
const slowdown = 6
const rounds = 5
const events = 10_000
const eventsPerSecond = 500

const server = await startServer({ SAMPLE_PORT: '0' }, 'demo')
const empty = Bun.serve({
  port: 0,
  fetch: () => new Response('<!doctype html><h1>x</h1>', { headers: { 'content-type': 'text/html' } }),
})
const browser = await launchChromium()
try {
  const milestones: { milestones: { milestoneHash: string }[] } = await (
    await fetch(`${server.url}/api/explorer/milestones?state=verified&limit=1`)
  ).json()
  const one = `/explorer/milestones/${milestones.milestones[0]?.milestoneHash}`
  console.log(
    `CPU slowed ${slowdown} times, medians of ${rounds}; limits ${bytesMax / 1000} kB and ${usableMsMax} ms\n`,
  )
  // A browser and a server that have just started are slow for a while.
  for (const path of paths) await usableMs(browser, server.url + path, 'h1', 1)
  const base = await usableMs(browser, `http://127.0.0.1:${empty.port}/`, 'h1')
  console.log(`${'an empty page'.padEnd(24)} ${base.toFixed(0).padStart(6)} ms`)
  for (const path of [...paths.slice(0, 4), one, ...paths.slice(4)]) {
    const bytes = await bytesOf(server.url + path)
    const ms = await usableMs(browser, server.url + path, 'h1')
    const words = [bytes > bytesMax && 'too large', ms > usableMsMax && 'too slow'].filter(Boolean).join(', ')
    console.log(
      `${(path === one ? '/explorer/milestones/…' : path).padEnd(24)} ${ms.toFixed(0).padStart(6)} ms ${(bytes / 1000).toFixed(1).padStart(7)} kB  ${words}`,
    )
  }
  const swagger = await usableMs(browser, `${server.url}/swagger`, '.opblock-tag')
  // The address of an operation, as a link from elsewhere has it: the list and Swagger UI after each other.
  const opened = await usableMs(
    browser,
    `${server.url}/swagger#/Money/readTreasury`,
    '.opblock-body .execute',
  )
  console.log(
    `${'/swagger'.padEnd(24)} ${swagger.toFixed(0).padStart(6)} ms, limit ${swaggerMsMax} ms${swagger > swaggerMsMax ? ': too slow' : ''}; ${opened.toFixed(0)} ms with an operation opened in Swagger UI`,
  )
  await measureFeed(browser, `${server.url}/explorer/activity`)
} finally {
  await browser.close()
  await empty.stop(true)
  await server.stop()
}

/** As a browser receives it: the body as it was sent, compressed if the server does so. */
async function bytesOf(url: string): Promise<number> {
  const response = await fetch(url, {
    headers: { accept: 'text/html', 'accept-encoding': 'gzip' },
    decompress: false,
  })
  return (await response.bytes()).byteLength
}

/**
 * Median time from the navigation until the page is loaded, the element shown and the main thread idle, in ms. By the page's
 * own clock: what a driver evaluates in a page to wait for it takes half a second at this slowdown.
 */
async function usableMs(browser: Browser, url: string, selector: string, times = rounds): Promise<number> {
  const taken: number[] = []
  for (let round = 0; round < times; round += 1) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
    const session = await context.newCDPSession(await context.newPage())
    await session.send('Page.enable')
    await session.send('Runtime.enable')
    await session.send('Runtime.addBinding', { name: 'reportUsable' })
    await session.send('Page.addScriptToEvaluateOnNewDocument', { source: reportingScript(selector) })
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    const reported = new Promise<string>((resolve) => {
      session.on('Runtime.bindingCalled', ({ payload }) => resolve(payload))
    })
    const { errorText } = await session.send('Page.navigate', { url })
    if (errorText !== undefined) throw new Error(`${url} cannot be opened: ${errorText}`)
    taken.push(Number(await within(reported, 60_000, () => new Error(`${url} shows no ${selector}`))))
    await context.close()
  }
  return taken.sort((one, other) => one - other)[Math.floor(times / 2)] ?? Number.NaN
}

/** Reports two frames and an idle moment after the element is shown in the loaded page: nothing long is left to run. */
function reportingScript(selector: string): string {
  return `
  const isShown = () => document.querySelector(${JSON.stringify(selector)})?.checkVisibility() === true
  const report = () => requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(() => reportUsable(String(performance.now())))))
  addEventListener('load', () => {
    if (isShown()) return report()
    const observer = new MutationObserver(() => {
      if (!isShown()) return
      observer.disconnect()
      report()
    })
    observer.observe(document, { subtree: true, childList: true, attributes: true })
  })`
}

/** The page's own stream is replaced by one that sends many events; each makes the page ask the server anew. */
async function measureFeed(browser: Browser, url: string) {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.addInitScript(`globalThis.EventSource = class extends EventTarget {
    static CLOSED = 2
    readyState = 1
    constructor() { super(); globalThis.feed = this }
    close() {}
  }`)
  await page.goto(url)
  const session = await context.newCDPSession(page)
  const before = await heapOf(page, session)
  const startedAt = performance.now()
  for (let sent = 0; sent < events; sent += eventsPerSecond) {
    await page.evaluate(
      `for (let index = 0; index < ${eventsPerSecond}; index += 1) feed.dispatchEvent(new MessageEvent('activity', { data: '{}' }))`,
    )
    await Bun.sleep(1_000)
  }
  const seconds = (performance.now() - startedAt) / 1_000
  const after = await heapOf(page, session)
  console.log(
    `\n/explorer/activity over ${events} events in ${seconds.toFixed(0)} s: heap ${before.megabytes.toFixed(1)} to ${after.megabytes.toFixed(1)} MB, elements ${before.nodes} to ${after.nodes}`,
  )
  await context.close()
}

async function heapOf(
  page: Page,
  session: Awaited<ReturnType<ReturnType<Page['context']>['newCDPSession']>>,
) {
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  const nodes: number = await page.evaluate("document.querySelectorAll('*').length")
  return { megabytes: usedSize / 1e6, nodes }
}
