import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Browser, Page } from 'playwright-core'
import { buildBundle } from '../../src/milestone/evidence/evidence.ts'
import { sampleFacts, sampleRequest } from '../analysis/reports/sample-report.ts'
import {
  attested,
  charged,
  created,
  idOf,
  named,
  submitted,
  textSet,
} from '../milestone/views/small-chain.ts'
import { launchChromium, skipWithoutChromium } from '../support/chromium.ts'
import { type DemoServer, startDemoServer } from '../support/demo-server.ts'
import payloads from '../support/markup-payloads.json'
import { type SmallServer, startSmallServer } from '../support/small-server.ts'
import { desktop } from './browser-page.ts'

const all = payloads.join('\n')
/** Members of answers whose texts come from websites, callers, reviewers and other strangers. */
const strangers = new Set(
  `text value quote before after label name description title options warnings brief command note by reviewer message
  detail prompt headline subline cta eyebrow badge legal reason reasoning summary caller because answer tagline family
  style tone target context action error`.split(/\s+/),
)
/** For a slow and busy machine. */
const timeout = 600_000

let poisonedCount = 0

/** An answer with all payloads in every such text, each time another one first, as lists show beginnings only. */
function poisoned(value: unknown, key = ''): unknown {
  if (typeof value === 'string') {
    if (!strangers.has(key)) return value
    poisonedCount += 1
    const at = poisonedCount % payloads.length
    return [...payloads.slice(at), ...payloads.slice(0, at)].join('\n')
  }
  if (Array.isArray(value)) {
    const items = key === 'drafts' ? payloads.map(() => value[0]) : value
    return items.map((item) => poisoned(item, key))
  }
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, poisoned(member, name)]))
}

describe.skipIf(skipWithoutChromium(import.meta.path))('markup in texts of strangers', () => {
  let server: DemoServer
  let small: SmallServer
  let browser: Browser
  beforeAll(async () => {
    server = await startDemoServer({ environment: { AREAS: 'analysis,campaign,milestone' } })
    const documents = payloads.map((payload, index) => ({
      name: `${index} ${payload}`.replaceAll(/[/\\\0]/g, '').slice(0, 60),
      mediaType: 'text/plain',
      content: payload,
    }))
    const bundle = {
      ...buildBundle(documents.slice(0, 60)),
      title: all.slice(0, 200),
      createdAt: 1_700_000_000,
    }
    small = await startSmallServer({
      bundle,
      events: [
        created('hostile'),
        submitted('hostile', bundle.root),
        ...payloads.flatMap((payload, index) => [
          ...named(`${index}.eth`, 20 + index),
          textSet('ada.eth', payload, payload),
          attested(0, payload, payload),
          charged(payload, 1n),
        ]),
        ...['avatar', 'description', 'com.github', 'com.twitter'].map((key) => textSet('ada.eth', key, all)),
      ],
      health: {
        rpc: [
          {
            endpoint: 'http://127.0.0.1:8545',
            ok: false,
            latencyMs: null,
            head: null,
            breaker: 'open',
            state: 'excluded',
            excludedUntil: 1_790_000_000,
            lastError: { message: all, at: 1_790_000_000 },
          },
        ],
      },
    })
    for (const payload of payloads)
      small.recoveryLog.record({
        event: payload,
        context: payload,
        action: payload,
        target: payload,
        outcome: 'failed',
      })
    browser = await launchChromium()
  }, timeout)
  afterAll(async () => {
    await browser?.close()
    await small?.dispose()
    await server?.dispose()
  })

  /** Opens a page without its policy, so that escaping alone keeps a payload from running. */
  const open = async (url: string, answers?: RegExp) => {
    const context = await browser.newContext({ ...desktop, bypassCSP: true })
    await context.addInitScript(
      "globalThis.fired = []; for (const name of ['canary', 'alert', 'confirm', 'prompt']) globalThis[name] = () => { fired.push(name) }",
    )
    const page = await context.newPage()
    page.setDefaultTimeout(timeout)
    const elsewhere: string[] = []
    page.on('request', (request) => {
      const { protocol, hostname } = new URL(request.url())
      if (/^https?:$/.test(protocol) && hostname !== '127.0.0.1') elsewhere.push(request.url())
    })
    if (answers !== undefined)
      await page.route(answers, async (route) => {
        const response = await route.fetch()
        const text = await response.text()
        const type = response.headers()['content-type'] ?? ''
        const poison = (json: string) => JSON.stringify(poisoned(JSON.parse(json)))
        const body = type.startsWith('text/event-stream')
          ? text.replaceAll(/^data: (.*)$/gm, (_, data: string) => `data: ${poison(data)}`)
          : type.includes('json')
            ? poison(text)
            : text
        await route.fulfill({ response, body })
      })
    await page.goto(url)
    return {
      page,
      elsewhere,
      close: async () => {
        await page.unrouteAll({ behavior: 'ignoreErrors' })
        await context.close()
      },
    }
  }

  const expectHarmless = async (page: Page, elsewhere: readonly string[], leastSeen: number) => {
    const seen: { fired: unknown[]; active: string[]; texts: number } = await page.evaluate(`(() => {
      const active = []
      for (const element of document.querySelectorAll('*')) {
        for (const { name, value } of element.attributes) {
          if (/^on/i.test(name)) active.push(element.localName + ' ' + name)
          if (/^(href|src|action|formaction|data|xlink:href)$/i.test(name) && /^[\\s\\0]*(javascript|data:text)/i.test(value))
            active.push(element.localName + ' ' + name + '=' + value.slice(0, 40))
        }
        if (/^(iframe|object|embed|base|marquee|video|audio|foreignobject|animate|set|math|image)$/i.test(element.localName))
          active.push(element.localName)
      }
      if (document.scripts.length > 1) active.push(document.scripts.length + ' scripts')
      if (document.querySelectorAll('style').length > 1) active.push('styles')
      const fields = [...document.querySelectorAll('input, textarea')].map((field) => field.value).join(' ')
      return { fired, active, texts: (document.documentElement.textContent + fields).split('canary').length - 1 }
    })()`)
    expect({ ...seen, elsewhere, enough: seen.texts >= leastSeen }).toEqual({
      fired: [],
      active: [],
      texts: seen.texts,
      elsewhere: [],
      enough: true,
    })
  }

  test(
    'a scan shows it as text: facts, sources, profile, question, recommendation, chat',
    async () => {
      const { page, elsewhere, close } = await open(
        `${server.url}/scan`,
        /\/api\/(scan|diagnose|chat|catalog)/,
      )
      const sample = /Sample site\s+(http:\S+)/.exec(server.log())?.[1] ?? ''
      await page.locator('input[name="url"], #url').first().fill(sample)
      await page.keyboard.press('Enter')
      await page.locator('.scan-fact').first().waitFor()
      for (const button of await page.locator('.scan-fact .origin button').all()) await button.click()
      await expectHarmless(page, elsewhere, 500)
      await close()
    },
    timeout,
  )

  test(
    'a saved report shows it as text',
    async () => {
      const parts = payloads.map((payload) => payload.replaceAll('\0', ''))
      const facts = parts.slice(0, 60).map((payload, index) => ({
        ...structuredClone(sampleFacts[0]),
        id: `f_${index}`,
        kind: 'found' as const,
        topic: 'product' as const,
        confidence: 'high' as const,
        text: payload,
        value: payload,
        sources: [
          {
            url: `https://acme.example/${encodeURIComponent(payload)}`,
            label: parts.at(-1 - index) ?? '',
            method: 'text',
            quote: parts.at(-1 - index) ?? '',
          },
        ],
      }))
      const request = sampleRequest()
      const response = await fetch(`${server.url}/api/reports`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          ...request,
          scan: { ...request.scan, domain: parts[10], facts, factStatuses: {} },
        }),
      })
      expect(response.status).toBe(200)
      const { shareUrl } = await response.json()
      const { page, elsewhere, close } = await open(shareUrl)
      await expectHarmless(page, elsewhere, 150)
      await close()
    },
    timeout,
  )

  test(
    'keys, kits, drafts and a review show it as text',
    async () => {
      const run = await fetch(`${server.url}/api/agent`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ command: 'Gradient mesh, square', parameters: { brandKitId: 'demo-launch' } }),
      })
      const { studioReviewUrl, draftId } = await run.json()
      const token = new URL(studioReviewUrl).hash.slice(1)
      await fetch(`${server.url}/api/drafts/${draftId}/pins`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ format: 'square', x: 0.5, y: 0.5, note: all.slice(0, 300), by: payloads[10] }),
      })
      const answers = /\/api\/(keys|brand-kits|drafts|provenance|entitlements)/
      for (const [path, ready, least] of [
        ['/keys', 'article.card', 100],
        ['/studio', '.draft .title', 70],
        [`/studio/drafts/${draftId}#${token}`, 'main figure img, main img', 100],
      ] as const) {
        const { page, elsewhere, close } = await open(server.url + path, answers)
        await page.locator(ready).first().waitFor()
        const versions = page.getByRole('button', { name: /^Versions of/ })
        if ((await versions.count()) > 0) {
          // By key, as pictures that load meanwhile move what a click is aimed at.
          await versions.first().press('Enter')
          await page.locator('.kit-versions li').first().waitFor()
        }
        await expectHarmless(page, elsewhere, least)
        await close()
      }
    },
    timeout,
  )

  test.each([
    ['/explorer', 1],
    [`/explorer?text=${encodeURIComponent(all.slice(0, 100))}`, 1],
    [`/explorer/milestones/${idOf('hostile')}`, 40],
    ['/explorer/money', 0],
    ['/explorer/verifiers', 0],
    ['/explorer/names', 0],
    ['/explorer/names/ada.eth', 40],
    [`/explorer/names/${encodeURIComponent('<img src=x onerror=canary()>.eth')}`, 0],
    ['/explorer/activity', 20],
    ['/operations', 60],
    ['/', 5],
    [`/docs?q=${encodeURIComponent(all.slice(0, 90))}`, 1],
    [`/${encodeURIComponent('<img src=x onerror=canary()>')}`, 0],
  ] as const)(
    '%s shows it as text',
    async (path, least) => {
      const { page, elsewhere, close } = await open(small.listening.url + path)
      await expectHarmless(page, elsewhere, least)
      await close()
    },
    timeout,
  )
})
