import { beforeAll, describe, expect, test } from 'bun:test'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import PQueue from 'p-queue'
import type { BrowserLimits } from '../../../src/analysis/scan/browser/limits.ts'
import { BrowserUnavailable, type RenderedPage, RenderFailed } from '../../../src/analysis/scan/browser.ts'
import { type Budget, createBudget } from '../../../src/kernel/egress/egress.ts'
import {
  answer,
  nothingIsLeft,
  openBrowserWorld,
  scriptedSite,
  spaciousBudget,
  type WorldPage,
  worldNames,
} from '../../support/browser-world.ts'
import { skipWithoutChromium } from '../../support/chromium.ts'
import { waitFor } from '../../support/wait.ts'

const pages: Record<string, WorldPage> = {
  ...scriptedSite,
  '/moved-by-script': `<script>location.replace('/')</script>`,
  '/rich': `<body><img src="/a.png"><video src="/a.mp4"></video><iframe src="/frame"></iframe>
    <style>@font-face{font-family:f;src:url(/a.woff)} p{font-family:f;background:url(/b.png)}</style>
    <link rel="stylesheet" href="/a.css"><link rel="icon" href="/icon.png"><link rel="manifest" href="/m.json">
    <p>text</p><script>new EventSource('/events'); navigator.sendBeacon('/beacon')
    const inside = "fetch('" + location.origin + "/from-helper')"
    const made = URL.createObjectURL(new Blob([inside], { type: 'text/javascript' }))
    new Worker(made); new SharedWorker(made); new Worker('/worker.js'); new SharedWorker('/worker.js')
    open('/from-helper'); open('/from-helper', '_blank', 'noopener')
    const frame = document.createElement('iframe'); frame.sandbox = 'allow-scripts'
    frame.srcdoc = '<script>' + inside.replace('from-helper', 'from-frame') + '</' + 'script>'; document.body.append(frame)
  </script>`,
  '/worker.js': answer(200, { 'content-type': 'text/javascript' }, `fetch('/from-helper')`),
  '/greedy': `<p id="p"></p><script>p.textContent = 'ü'.repeat(200_000)
    for (let i = 0; i < 40; i++) fetch('/data?' + i)</script>`,
  '/to-private': (_request, response) => {
    response.writeHead(302, { location: `http://${worldNames.private}/` }).end()
  },
  '/to-closed': answer(302, { location: '/closed/page' }),
  '/closed/page': 'closed',
  '/tampers': `<h1>real</h1><script>
    Object.defineProperty(Element.prototype, 'outerHTML', { get: () => 'forged' })
    JSON.stringify = () => 'forged'
    fetch('http://${worldNames.private}/', { mode: 'no-cors' }); fetch('/closed/data'); fetch('/data')</script>`,
  '/403': answer(403),
  '/429': answer(429),
  '/heavy': `<script>fetch('/megabytes').then((r) => r.text())</script>`,
  '/megabytes': (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' }).end(Buffer.alloc(3_000_000, 'x'))
  },
  '/to-error': `<h1>before</h1><script>location.href = 'http://${worldNames.private}/'</script>`,
  '/to-blob': `<script>location.href = URL.createObjectURL(new Blob(['<h1>made up</h1>'], { type: 'text/html' }))</script>`,
  '/missing': answer(
    404,
    {},
    `<h1>Nothing here</h1><script>history.pushState({}, '', '/pushed/home'); location.href = '/nothing'</script>`,
  ),
  '/nothing': answer(204),
  '/hang': () => {},
}

const reason = async (rendering: Promise<unknown>): Promise<unknown> =>
  await rendering.then(
    () => 'rendered',
    (error: unknown) => (error instanceof RenderFailed ? error.reason : error),
  )

interface Visit {
  page: RenderedPage | undefined
  /** `rendered`, or why not. */
  end: unknown
  asked: readonly string[]
  /** What robots rules were asked for. */
  decided: readonly string[]
  budget: Budget
}

const isOpen = ({ pathname }: URL) => !pathname.startsWith('/closed/') && pathname !== '/from-frame'
const visited: Record<string, { budget?: Budget; limits?: Partial<BrowserLimits> }> = {
  // It never becomes quiet, as its workers never start.
  '/rich': { limits: { settleMsMax: 3_000 } },
  '/greedy': {},
  '/to-private': {},
  '/to-closed': {},
  '/to-error': {},
  '/tampers': {},
  '/403': {},
  '/missing': {},
  '/heavy': { budget: createBudget({ requestsMax: 50, wireBytesMax: 1_000_000, inflatedBytesMax: 1 }) },
  '/moved-by-script': {},
  '/to-blob': {},
  '/429': {},
}

/** Renders a page of a world of its own, so that several can be rendered at the same time. */
async function visit(
  path: string,
  { budget = spaciousBudget(), limits }: (typeof visited)[string],
): Promise<Visit> {
  const decided: string[] = []
  const world = await openBrowserWorld(pages, {
    limits: { requestsMax: 20, htmlBytesMax: 100_000, ...limits },
  })
  const allow = async (url: URL) => {
    decided.push(url.pathname)
    return isOpen(url)
  }
  try {
    const rendering = world.render(path, { budget, allow })
    const end = await reason(rendering)
    const page = end === 'rendered' ? await rendering : undefined
    const asked = world.asked.map((text) => text.replace(worldNames.site, ''))
    return {
      page: page && { ...page, url: page.url.replace(world.url('/').origin, '') },
      end,
      asked,
      decided,
      budget,
    }
  } finally {
    await world.close()
  }
}

describe.skipIf(skipWithoutChromium(import.meta.path))('the browser', () => {
  const visits = new Map<string, Promise<Visit>>()
  const visitOf = async (path: string) => {
    const done = await visits.get(path)
    if (done === undefined) throw new Error(`${path} was not visited`)
    return done
  }
  beforeAll(async () => {
    // Most of the time of a rendering is waiting for it to become quiet.
    const turns = new PQueue({ concurrency: 3 })
    for (const [path, options] of Object.entries(visited)) {
      visits.set(
        path,
        turns.add(() => visit(path, options)),
      )
    }
    await Promise.allSettled(visits.values())
  })

  test('a page that a script leads to is the one that is returned', async () => {
    const { page } = await visitOf('/moved-by-script')
    expect(page?.url).toBe('/')
    expect(page?.html).toContain('Filled — by a script')
  })

  test('only documents, scripts, styles and data are fetched', async () => {
    const { asked } = await visitOf('/rich')
    // A worker's script is one, too; it is fetched but never run.
    expect(asked.filter((path) => path !== '/worker.js').sort()).toEqual(['/a.css', '/rich'])
  })

  test('workers and popups never run, and robots rules apply to requests of isolated frames', async () => {
    const { asked, decided } = await visitOf('/rich')
    expect(decided).toContain('/from-frame')
    expect(asked).not.toContain('/from-helper')
    expect(asked).not.toContain('/from-frame')
  })

  test('a page makes no more requests than it may', async () => {
    const { page, asked } = await visitOf('/greedy')
    expect(page?.requests).toBe(20)
    expect(asked.length).toBe(20)
  })

  test('a document that leads to a private address is refused', async () => {
    expect((await visitOf('/to-private')).end).toBe('refused')
  })

  test('data of a private address is refused, and the page is returned without it', async () => {
    const { page, asked } = await visitOf('/tampers')
    expect(page?.status).toBe(200)
    expect(asked).toEqual(['/tampers', '/data'])
  })

  test('a page that leaves for a blob or an error page is not returned as a page of the site', async () => {
    expect((await visitOf('/to-error')).end).toBe('refused')
    expect((await visitOf('/to-blob')).end).toBe('crashed')
  })

  test('a page that does not navigate is returned with its own status and the address of its history', async () => {
    const { page, asked } = await visitOf('/missing')
    expect(page).toMatchObject({
      status: 404,
      url: '/pushed/home',
      html: expect.stringContaining('Nothing here'),
    })
    expect(asked).toEqual(['/missing', '/nothing'])
  })

  test('robots rules hold for redirects and for what a page fetches of its own site', async () => {
    const redirected = await visitOf('/to-closed')
    expect([redirected.end, redirected.asked]).toEqual(['refused', ['/to-closed']])
    const { asked, decided } = await visitOf('/tampers')
    expect(decided).toContain('/closed/data')
    expect(asked).toEqual(['/tampers', '/data'])
  })

  test.each(['/403', '/429'])('a site that answers %s is not asked for anything else', async (path) => {
    const { end, asked } = await visitOf(path)
    expect([end, asked]).toEqual(['blocked_by_site', [path]])
  })

  test('a document that grows beyond the limit is cut at a whole character', async () => {
    const html = (await visitOf('/greedy')).page?.html ?? ''
    expect(Buffer.byteLength(html)).toBeWithin(99_990, 100_001)
    expect(html).toMatch(/^<html>.*ü$/s)
  })

  test('the scan’s budget is charged, and the page is cut off when it is used up', async () => {
    const { end, budget } = await visitOf('/heavy')
    expect(end).toBe('too_large')
    expect(budget.spent.requests).toBe(2)
    expect(budget.spent.wireBytes).toBeWithin(1_000_000, 1_500_000)
  })

  test('a page cannot forge the document that is read', async () => {
    expect((await visitOf('/tampers')).page?.html).toContain('<h1>real</h1>')
  })

  test('renderings of one caller leave a browser for others, end at their deadline in the queue, and leave nothing when their caller disconnects', async () => {
    const world = await openBrowserWorld(pages, { limits: { runningMax: 2 } })
    try {
      const caller = new AbortController()
      const first = reason(world.render('/hang', { signal: caller.signal }))
      await waitFor('the first page is asked for', () => world.asked.length === 1)
      const second = reason(world.render('/', { deadlineMs: 50 }))
      expect(await second).toBe('timeout')
      const { processes, files } = world.left()
      expect(files.length).toBe(1)
      const other = await world.render('/', { work: { caller: 'other' } })
      expect(other.status).toBe(200)
      caller.abort('gone')
      expect(await first).toBe('gone')
      await waitFor('nothing of the first browser is left', () => {
        const left = world.left()
        return (
          !left.processes.some((pid) => processes.includes(pid)) &&
          !left.files.some((file) => files.includes(file))
        )
      })
      expect(world.asked).toEqual(['/hang', '/', '/app.js', '/data'].map((path) => worldNames.site + path))
    } finally {
      await world.close()
    }
  })

  test('the browser runs without rights, in its sandbox, with limits and in a folder of its own, and closing ends it', async () => {
    const world = await openBrowserWorld(pages)
    const rendering = reason(world.render('/hang'))
    await waitFor('the page is asked for', () => world.asked.length === 1)
    const { processes, files } = world.left()
    const browsers = processes.filter((pid) => !commandOf(pid).startsWith('/bin/sh'))
    const renderer = browsers.find((pid) => commandOf(pid).includes('--type=renderer'))
    const uids = new Set(browsers.map((pid) => statSync(`/proc/${pid}`).uid))
    const main = browsers.find((pid) => !commandOf(pid).includes('--type='))
    // A sandbox that is a setuid helper instead of kernel namespaces needs new rights.
    const [program = ''] = commandOf(main ?? 0).split(' ')
    const helper = statSync(join(dirname(program), 'chrome-sandbox'), { throwIfNoEntry: false })
    const hasHelper = ((helper?.mode ?? 0) & 0o4000) !== 0
    expect({
      files: files.length,
      sandboxOff: browsers.some((pid) => commandOf(pid).includes('--no-sandbox')),
      root: uids.has(0),
      users: uids.size,
      newRights: statusOf(main, 'NoNewPrivs'),
      capabilities: statusOf(main, 'CapEff'),
      systemCallFilter: statusOf(renderer, 'Seccomp'),
      dataLimit: /Max data size +(\d+)/.exec(readFileSync(`/proc/${main}/limits`, 'utf8'))?.[1],
    }).toEqual({
      files: 1,
      sandboxOff: false,
      root: false,
      users: 1,
      newRights: hasHelper ? '0' : '1',
      capabilities: '0000000000000000',
      systemCallFilter: '2',
      dataLimit: String(1_500 * 1024 * 1024),
    })
    await world.browser.close()
    await nothingIsLeft(world)
    expect(await rendering).toBeInstanceOf(BrowserUnavailable)
    expect(await reason(world.render('/'))).toBeInstanceOf(BrowserUnavailable)
    await world.close()
  })
})

test('a browser that never answers ends with the caller, and nothing is left', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-mute-'))
  chmodSync(folder, 0o755)
  const mute = join(folder, 'mute-browser')
  writeFileSync(mute, '#!/bin/sh\nsleep 600 & wait', { mode: 0o755 })
  const world = await openBrowserWorld(pages, { executable: mute })
  expect(await reason(world.render('/', { deadlineMs: 300 }))).toBe('timeout')
  await nothingIsLeft(world)
  await world.close()
  rmSync(folder, { recursive: true })
})

function commandOf(pid: number): string {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
}

function statusOf(pid: number | undefined, field: string): string | undefined {
  return new RegExp(`^${field}:\\s*(\\S+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
}
