import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BrowserUnavailable, RenderFailed } from '../../../src/analysis/scan/browser.ts'
import { createBudget } from '../../../src/kernel/egress.ts'
import {
  type BrowserWorld,
  openBrowserWorld,
  type WorldPage,
  worldNames,
  worldUserAgent,
} from '../../support/browser-world.ts'
import { skipWithoutChromium } from '../../support/chromium.ts'

const json =
  (value: unknown): WorldPage =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
  }
const script =
  (text: string): WorldPage =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/javascript' }).end(text)
  }
const answer =
  (status: number, headers: Record<string, string> = {}, body = ''): WorldPage =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(body)
  }
const shell = '<!doctype html><title>Shell</title><div id="root"></div><script src="/app.js"></script>'

const pages: Record<string, WorldPage> = {
  '/': answer(200, { 'x-site': 'yes', 'set-cookie': 'a=1' }, shell),
  '/app.js': script(
    `fetch('/data').then((r) => r.json()).then((d) => { document.getElementById('root').textContent = d.text })`,
  ),
  '/data': json({ text: 'Filled — by a script' }),
  '/moved': answer(302, { location: '/' }),
  '/moved-by-script': `<script>location.replace('/')</script>`,
  '/rich': `<img src="/a.png"><video src="/a.mp4"></video><iframe src="/frame"></iframe>
    <style>@font-face{font-family:f;src:url(/a.woff)} p{font-family:f;background:url(/b.png)}</style>
    <link rel="stylesheet" href="/a.css"><link rel="icon" href="/icon.png"><link rel="manifest" href="/m.json">
    <p>text</p><script>new EventSource('/events'); navigator.sendBeacon('/beacon')</script>`,
  '/greedy': `<script>for (let i = 0; i < 40; i++) fetch('/data?' + i)</script>`,
  '/to-private': (_request, response) => {
    response.writeHead(302, { location: `http://${worldNames.private}/` }).end()
  },
  '/fetch-private': `<script>fetch('http://${worldNames.private}/', { mode: 'no-cors' })</script>`,
  '/to-closed': answer(302, { location: '/closed/page' }),
  '/closed/page': 'closed',
  '/fetch-closed': `<script>fetch('/closed/data'); fetch('/data')</script>`,
  '/403': answer(403, {}, shell),
  '/429': answer(429, {}, shell),
  '/missing': answer(404, {}, '<h1>Nothing here</h1>'),
  '/long': `<p id="p"></p><script>p.textContent = 'ü'.repeat(200_000)</script>`,
  '/heavy': `<script>fetch('/megabytes').then((r) => r.text())</script>`,
  '/megabytes': (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' }).end(Buffer.alloc(3_000_000, 'x'))
  },
  '/tampered': `<h1>real</h1><script>
    Object.defineProperty(Element.prototype, 'outerHTML', { get: () => 'forged' })
    JSON.stringify = () => 'forged'</script>`,
  '/to-error': `<h1>before</h1><script>location.href = 'http://${worldNames.private}/'</script>`,
  '/to-blob': `<script>location.href = URL.createObjectURL(new Blob(['<h1>made up</h1>'], { type: 'text/html' }))</script>`,
  '/to-nothing': `<h1>stays</h1><script>location.href = '/nothing'</script>`,
  '/nothing': answer(204),
  '/pushed': `<script>history.pushState({}, '', '/pushed/home')</script>`,
  '/helpers': `<body><script>
    const inside = "fetch('" + location.origin + "/from-helper')"
    const made = URL.createObjectURL(new Blob([inside], { type: 'text/javascript' }))
    new Worker(made); new SharedWorker(made); new Worker('/worker.js'); new SharedWorker('/worker.js')
    open('/from-helper'); open('/from-helper', '_blank', 'noopener')
    const frame = document.createElement('iframe'); frame.sandbox = 'allow-scripts'
    frame.srcdoc = '<script>' + inside.replace('from-helper', 'from-frame') + '</' + 'script>'; document.body.append(frame)
  </script>`,
  '/worker.js': script(`fetch('/from-helper')`),
  '/hang': () => {},
}

const reason = async (rendering: Promise<unknown>): Promise<unknown> =>
  await rendering.then(
    () => 'rendered',
    (error: unknown) => (error instanceof RenderFailed ? error.reason : error),
  )

describe.skipIf(skipWithoutChromium())('the browser', () => {
  let world: BrowserWorld
  beforeAll(async () => {
    world = await openBrowserWorld(pages, { limits: { requestsMax: 20, htmlBytesMax: 100_000 } })
  })
  beforeEach(() => {
    world.asked.length = 0
  })
  afterAll(async () => {
    await world.close()
  })

  test('a page that scripts fill is given as a reader sees it', async () => {
    const page = await world.render('/moved')
    expect({ ...page, headers: undefined, wireBytes: undefined }).toEqual({
      url: world.url('/').href,
      status: 200,
      html: expect.stringContaining('<div id="root">Filled — by a script</div>'),
      headers: undefined,
      requests: 4,
      // Its icon.
      refused: 1,
      wireBytes: undefined,
    })
    expect(page.html).toStartWith('<!DOCTYPE html><html>')
    expect(page.headers).toContainEqual(['x-site', 'yes'])
    expect(page.wireBytes).toBeGreaterThan(200)
    expect(world.asked).toEqual(['/moved', '/', '/app.js', '/data'].map((path) => worldNames.site + path))
  })

  test('the crawler says who it is in every request', async () => {
    const agents = new Set<string>()
    const own = await openBrowserWorld({
      '/': (request, response) => {
        agents.add(request.headers['user-agent'] ?? '')
        response.writeHead(200, { 'content-type': 'text/html' }).end('<script>fetch("/x")</script>')
      },
      '/x': (request, response) => {
        agents.add(request.headers['user-agent'] ?? '')
        response.end()
      },
    })
    await own.render('/')
    await own.close()
    expect([...agents]).toEqual([worldUserAgent])
  })

  test('a page that a script leads to is the one that is given', async () => {
    const page = await world.render('/moved-by-script')
    expect(page.url).toBe(world.url('/').href)
    expect(page.html).toContain('Filled — by a script')
  })

  test('only documents, scripts, styles and data are fetched', async () => {
    await world.render('/rich')
    expect(world.asked.sort()).toEqual(['/a.css', '/rich'].map((path) => worldNames.site + path))
  })

  test('workers and popups never run, and robots rules are asked for what isolated frames ask for', async () => {
    const decided: string[] = []
    const allow = async ({ pathname }: URL) => {
      decided.push(pathname)
      return pathname !== '/from-frame'
    }
    await world.render('/helpers', { allow })
    expect(decided).toContain('/from-frame')
    expect(world.asked).not.toContain(`${worldNames.site}/from-helper`)
    expect(world.asked).not.toContain(`${worldNames.site}/from-frame`)
  })

  test('a page makes no more requests than it may', async () => {
    const { requests } = await world.render('/greedy')
    expect(requests).toBe(20)
    expect(world.asked.length).toBe(20)
  })

  test('a document that leads to a private address is refused', async () => {
    expect(await reason(world.render('/to-private'))).toBe('refused')
  })

  test('data of a private address is refused, and the page is given without it', async () => {
    expect((await world.render('/fetch-private')).status).toBe(200)
    expect(world.asked).toEqual([`${worldNames.site}/fetch-private`])
  })

  test('a page that leaves for a place without an address of the web is not given as if it were the site’s', async () => {
    expect(await reason(world.render('/to-error'))).toBe('refused')
    expect(await reason(world.render('/to-blob'))).toBe('crashed')
  })

  test('a page that stays is given with its own status, and under the address it gives itself', async () => {
    expect(await world.render('/to-nothing')).toMatchObject({
      status: 200,
      url: world.url('/to-nothing').href,
    })
    expect(await world.render('/pushed')).toMatchObject({ status: 200, url: world.url('/pushed/home').href })
  })

  test('robots rules hold for redirects and for what a page fetches of its own site', async () => {
    const allow = async (url: URL) => !url.pathname.startsWith('/closed/')
    expect(await reason(world.render('/to-closed', { allow }))).toBe('refused')
    await world.render('/fetch-closed', { allow })
    expect(world.asked).toEqual(
      ['/to-closed', '/fetch-closed', '/data'].map((path) => worldNames.site + path),
    )
  })

  test.each(['/403', '/429'])('a site that turns readers away by %s is left alone', async (path) => {
    expect(await reason(world.render(path))).toBe('blocked_by_site')
    expect(world.asked).toEqual([worldNames.site + path])
  })

  test('any other answer is given with its status', async () => {
    expect(await world.render('/missing')).toMatchObject({
      status: 404,
      html: expect.stringContaining('Nothing here'),
    })
  })

  test('a document that grows beyond the limit is cut at a whole character', async () => {
    const { html } = await world.render('/long')
    expect(Buffer.byteLength(html)).toBeWithin(99_990, 100_001)
    expect(html).toMatch(/^<html>.*ü$/s)
  })

  test('the scan’s budget is charged, and the page is cut off when it is used up', async () => {
    const budget = createBudget({ requestsMax: 50, wireBytesMax: 1_000_000, inflatedBytesMax: 1 })
    expect(await reason(world.render('/heavy', { budget }))).toBe('too_large')
    expect(budget.spent.requests).toBe(2)
    expect(budget.spent.wireBytes).toBeWithin(1_000_000, 1_500_000)
  })

  test('a page cannot forge what is read out', async () => {
    expect((await world.render('/tampered')).html).toContain('<h1>real</h1>')
  })

  test('a caller who leaves gets the reason back at once, and nothing is left', async () => {
    const caller = new AbortController()
    const rendering = world.render('/hang', { signal: caller.signal })
    await until(() => world.asked.length === 1)
    caller.abort('gone')
    expect(await reason(rendering)).toBe('gone')
    expect(world.left()).toEqual({ processes: [], files: [] })
  })

  test('the browser runs without rights, in its sandbox, with limits and in a folder of its own', async () => {
    const caller = new AbortController()
    const rendering = world.render('/hang', { signal: caller.signal })
    rendering.catch(() => {})
    await until(() => world.asked.length === 1)
    const { processes, files } = world.left()
    const browsers = processes.filter((pid) => !commandOf(pid).startsWith('/bin/sh'))
    const renderer = browsers.find((pid) => commandOf(pid).includes('--type=renderer'))
    const uids = new Set(browsers.map((pid) => statSync(`/proc/${pid}`).uid))
    const main = browsers.find((pid) => !commandOf(pid).includes('--type='))
    const seen = {
      files: files.length,
      sandboxOff: browsers.some((pid) => commandOf(pid).includes('--no-sandbox')),
      root: uids.has(0),
      users: uids.size,
      newRights: statusOf(main, 'NoNewPrivs'),
      capabilities: statusOf(main, 'CapEff'),
      systemCallFilter: statusOf(renderer, 'Seccomp'),
      dataLimit: /Max data size +(\d+)/.exec(readFileSync(`/proc/${main}/limits`, 'utf8'))?.[1],
    }
    caller.abort()
    await reason(rendering)
    expect(seen).toEqual({
      files: 1,
      sandboxOff: false,
      root: false,
      users: 1,
      newRights: '1',
      capabilities: '0000000000000000',
      systemCallFilter: '2',
      dataLimit: String(1_500 * 1024 * 1024),
    })
  })

  test('renderings wait for their turn, and those that wait too long never start', async () => {
    const caller = new AbortController()
    const first = reason(world.render('/hang', { signal: caller.signal }))
    await until(() => world.asked.length === 1)
    const second = reason(world.render('/', { deadlineMs: 200 }))
    const third = world.render('/')
    expect(await second).toBe('timeout')
    expect(readdirSync(world.tmpDir).length).toBe(1)
    caller.abort('gone')
    expect(await first).toBe('gone')
    expect((await third).status).toBe(200)
    expect(world.asked).toEqual(['/hang', '/', '/app.js', '/data'].map((path) => worldNames.site + path))
  })

  test('closing ends what runs', async () => {
    const own = await openBrowserWorld(pages)
    const rendering = reason(own.render('/hang'))
    await until(() => own.asked.length === 1)
    await own.browser.close()
    expect(own.left()).toEqual({ processes: [], files: [] })
    expect(await rendering).toBeInstanceOf(BrowserUnavailable)
    expect(await reason(own.render('/'))).toBeInstanceOf(BrowserUnavailable)
    await own.close()
  })
})

test.each(['/bin/false', '/nowhere/chromium', '/etc/passwd'])(
  'with %s as the browser it is unavailable',
  async (executable) => {
    const world = await openBrowserWorld(pages, { executable })
    expect(await reason(world.render('/'))).toBeInstanceOf(BrowserUnavailable)
    expect(world.left()).toEqual({ processes: [], files: [] })
    await world.close()
  },
)

test('a browser that never answers ends with the caller, and nothing is left', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-mute-'))
  chmodSync(folder, 0o755)
  const mute = join(folder, 'mute-browser')
  writeFileSync(mute, '#!/bin/sh\nsleep 60 & wait', { mode: 0o755 })
  const world = await openBrowserWorld(pages, { executable: mute })
  expect(await reason(world.render('/', { deadlineMs: 300 }))).toBe('timeout')
  expect(world.left()).toEqual({ processes: [], files: [] })
  await world.close()
  rmSync(folder, { recursive: true })
})

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await Bun.sleep(10)
}

function commandOf(pid: number): string {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
}

function statusOf(pid: number | undefined, field: string): string | undefined {
  return new RegExp(`^${field}:\\s*(\\S+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
}
