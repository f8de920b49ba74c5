import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { createServer } from 'node:http'
import { defaultCatalog } from '../../../src/analysis/catalog/default-catalog.ts'
import { createDiagnose } from '../../../src/analysis/diagnose/diagnose.ts'
import { openScanner } from '../../../src/analysis/scan/open-scanner.ts'
import type { ScanResult } from '../../../src/analysis/scan/schema.ts'
import { silentLog } from '../../../src/kernel/runtime/log.ts'
import { skipWithoutChromium } from '../../support/chromium.ts'
import { patientEgress, patientSeconds } from '../../support/patient-scan.ts'

const shell = (script: string) =>
  `<!doctype html><html lang="en"><head><title>Alder Tools</title></head><body><div id="root"></div><script>${script}</script></body></html>`
const links = ['about', 'contact', 'pricing', 'team', 'products']

/** Every address is the same empty document; its script shows what belongs there. */
const clientRouted = shell(`
  const texts = {
    '/': 'We rent out tools for gardens in Leeds, by the day and by the week, since 1974.',
    '/about': 'About us: Alder Tools was founded in 1974 by two gardeners who had no shed.',
    '/contact': 'Call us: <a href="tel:+441632960961">+44 1632 960961</a>. We answer every day from nine to five.',
  }
  const links = ${JSON.stringify(links)}.map((name) => '<a href="/' + name + '">' + name + '</a>').join(' ')
  document.getElementById('root').innerHTML =
    '<h1>Alder Tools</h1><nav>' + links + '</nav><p>' + (texts[location.pathname] ?? 'More of ' + location.pathname) + '</p>'`)

const sites: Record<string, Record<string, string>> = {
  'www.alder-tools.com': Object.fromEntries(['', ...links].map((name) => [`/${name}`, clientRouted])),
  'www.leaves-for-another.com': {
    '/': shell(`location.replace('http://' + 'www.another-company.com:' + location.port + '/')`),
  },
  'www.another-company.com': { '/': '<h1>Another Company</h1><p>hello@another-company.com</p>' },
  'www.leads-to-english.com': {
    '/robots.txt': 'User-agent: *\nDisallow: /private\nAllow: /en/\n',
    '/': shell(`location.replace('/en/#top')`),
    '/en/':
      '<html lang="en"><title>Birch Ltd</title><h1>Birch Ltd</h1><p>Write to hello@leads-to-english.com</p></html>',
  },
  'www.leads-to-private.com': {
    '/robots.txt': 'User-agent: *\nDisallow: /private\n',
    '/': shell(
      `history.replaceState({}, '', '/private'); document.getElementById('root').textContent = 'Secret Ltd'`,
    ),
  },
  'www.leads-to-nothing.com': { '/': shell(`location.replace('/gone')`) },
}

describe.skipIf(skipWithoutChromium(import.meta.path))('a site that scripts build', () => {
  const asked: Array<{ what: string; at: number }> = []
  const server = createServer((request, response) => {
    const host = (request.headers.host ?? '').replace(/:\d+$/, '')
    const path = request.url ?? '/'
    asked.push({ what: host + path, at: Date.now() })
    const body = sites[host]?.[path]
    response.writeHead(body === undefined ? 404 : 200, {
      'content-type': path === '/robots.txt' ? 'text/plain' : 'text/html',
    })
    response.end(body ?? 'Not here')
  })
  let port = 0
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    port = address !== null && typeof address === 'object' ? address.port : 0
  })
  beforeEach(() => {
    asked.length = 0
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  async function scan(host: string, chromium?: string): Promise<ScanResult> {
    const { scanner, stop } = openScanner({
      config: { ports: [port], seconds: patientSeconds, chromium },
      catalog: defaultCatalog,
      diagnose: createDiagnose(defaultCatalog),
      robotsStore: { read: async () => undefined, save: async () => {}, sweep: async () => {} },
      log: silentLog,
      now: Date.now,
      baseUrl: 'http://127.0.0.1',
      localOrigins: [],
      network: {
        limits: patientEgress,
        dns: { addresses: async (name) => (name in sites ? ['45.66.202.1'] : []), records: async () => [] },
        dial: () => '127.0.0.1',
      },
    })
    try {
      const signal = AbortSignal.timeout(170_000)
      return await scanner.scan(`http://${host}:${port}/`, { signal, fresh: true, caller: 'test' })
    } finally {
      await stop()
    }
  }
  const absences = ({ facts }: ScanResult) =>
    facts.filter(({ topic }) => topic === 'absence').map(({ text }) => text)
  const originOf = (host: string) => `http://${host}:${port}`

  test('is rendered for at most three pages beside the first, and nothing is concluded from the others', async () => {
    const host = 'www.alder-tools.com'
    const result = await scan(host)
    const rendered = result.pages.filter(({ viaBrowser }) => viaBrowser)
    const silent = result.pages.filter(({ reason }) => reason === 'needs_browser')
    expect({ rendered: rendered.length, silent: silent.length, all: result.pages.length }).toEqual({
      rendered: 4,
      silent: 2,
      all: 6,
    })
    expect(result.facts.find(({ topic }) => topic === 'contact-phone')?.value).toBe('+441632960961')
    expect(absences(result)).toEqual([])
    expect(result.warnings).toContainEqual(expect.stringMatching(/^2 further pages are built by scripts/))
  })

  test('has no facts of absence when no browser can be used', async () => {
    const result = await scan('www.alder-tools.com', '/nowhere/chromium')
    expect(result.pages.map(({ reason }) => reason)).toEqual(result.pages.map(() => 'needs_browser'))
    expect(absences(result)).toEqual([])
    expect(result.escalatedToBrowser).toBe(false)
    expect(result.warnings.length).toBeGreaterThan(0)
  })

  test('is not taken for another site that it leads to, and that one gets no request', async () => {
    const host = 'www.leaves-for-another.com'
    const result = await scan(host)
    expect(result).toMatchObject({
      finalUrl: `${originOf(host)}/`,
      domain: 'leaves-for-another.com',
      escalatedToBrowser: false,
    })
    expect(result.pages[0]).toMatchObject({
      url: `${originOf(host)}/`,
      viaBrowser: false,
      reason: 'needs_browser',
    })
    expect(JSON.stringify(result.facts)).not.toContain('another-company')
    expect(result.warnings).toContainEqual(expect.stringContaining('leads to a page that may not be read'))
    expect(asked.filter(({ what }) => what.startsWith('www.another'))).toEqual([])
  })

  test('is reported under the page of its own that it leads to, with the robots rule and time of that page', async () => {
    const host = 'www.leads-to-english.com'
    const result = await scan(host)
    const url = `${originOf(host)}/en/`
    expect(result.finalUrl).toBe(url)
    expect(result.pages[0]).toMatchObject({
      url,
      viaBrowser: true,
      robots: { allowed: true, line: 'Allow: /en/' },
    })
    const sources = result.facts.flatMap((fact) => fact.sources).filter((source) => source.url === url)
    expect(sources.length).toBeGreaterThan(0)
    const englishAskedAt = asked.find(({ what }) => what === `${host}/en/`)?.at ?? Number.POSITIVE_INFINITY
    expect(sources.every(({ fetchedAt }) => Date.parse(fetchedAt) >= englishAskedAt)).toBe(true)
  })

  test.each(['www.leads-to-private.com', 'www.leads-to-nothing.com'])(
    'is not read from a page that may not be read or is not there: %s',
    async (host) => {
      const result = await scan(host)
      expect(result.finalUrl).toBe(`${originOf(host)}/`)
      expect(result.pages[0]).toMatchObject({ viaBrowser: false, reason: 'needs_browser' })
      expect(result.warnings).toContainEqual(expect.stringContaining('leads to a page that may not be read'))
    },
  )
})
