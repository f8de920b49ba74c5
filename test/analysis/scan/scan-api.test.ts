import { afterAll, describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { samplePages } from '../../../src/analysis/sample/pages.ts'
import { startSampleSite } from '../../../src/analysis/sample/site.ts'
import { startAnalysisServer } from '../../support/analysis-server.ts'
import { schemaCheck } from '../../support/described-answer.ts'
import { startSiteServer } from '../../support/site-server.ts'
import { waitFor } from '../../support/wait.ts'

const site = startSampleSite(0)
const sites = startSiteServer()
const server = await startAnalysisServer({
  ports: [sites.port],
  network: sites,
  localOrigins: [site.origin],
})
afterAll(async () => {
  await server.stop()
  await Promise.all([site.stop(), sites.stop()])
})

// biome-ignore lint/suspicious/noExplicitAny: answers are checked against their schema, not by types
async function read(response: Response): Promise<any> {
  return await response.json()
}

describe('a scan', () => {
  test('has the described schema, with every field of the specification', async () => {
    const response = await server.scan(`${site.origin}/`)
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    const result = await read(response)
    const { openapi, info } = await read(await fetch(`${server.url}/openapi/analysis.json`))
    expect([openapi, info.version]).toEqual(['3.1.0', '1.0.0'])
    expect((await schemaCheck(server.url, '/api/scan', 'post'))(result)).toEqual([])

    expect(typeof result.url).toBe('string')
    expect(result.domain).toBe('larkfield-cycles.localhost')
    expect(result.title).toBe('Larkfield Cycle Works: workshop software for bicycle shops')
    expect(result.description).toStartWith('Larkfield plans repairs')
    expect(result.escalatedToBrowser).toBe(false)
    expect(result.followUpQuestion.options.length).toBeGreaterThan(0)
    expect(result.suggestedAnswers.tools).toContain('Stripe')
    expect(result.pages).toHaveLength(6)
  })

  test('reads as many pages as the page and the API description state', async () => {
    const linked = siteOf('tidewise')
    const { pages } = await read(await server.scan(sites.entryUrl(linked)))
    const page = await (await fetch(`${server.url}/scan`)).text()
    const description = await (await fetch(`${server.url}/openapi/analysis.json`)).text()
    const stated = [
      /at most (\d+) public pages/.exec(page),
      /up to (\d+) more of the same site/.exec(description),
    ]
    expect(stated.map((found) => Number(found?.[1]))).toEqual([pages.length, pages.length - 1])
  })

  test('cites every fact: each quote is in the body of that digest, at that position', async () => {
    const { facts } = await read(await server.scan(`${site.origin}/`))
    const bodies = new Map(
      [...samplePages.values()].map(({ body }) => [createHash('sha256').update(body).digest('hex'), body]),
    )
    let quotes = 0
    for (const { kind, sources } of facts) {
      if (kind !== 'unknown') expect(sources.length).toBeGreaterThan(0)
      for (const { method, quote, start, end, bodySha256 } of sources) {
        if (method === 'header' || method === 'dns') continue
        expect(bodies.get(bodySha256)?.slice(start, end)).toBe(quote)
        quotes += 1
      }
    }
    expect(quotes).toBeGreaterThan(20)
  })

  test('finds what a careful person would write down of the sample site', async () => {
    const { facts, profile } = await read(await server.scan(`${site.origin}/`))
    expect(profile.name.value).toBe('Larkfield Cycle Works')
    expect(profile.emails[0].value).toBe('hello@larkfield-cycles.co.uk')
    const said = (topic: string) =>
      facts.flatMap((fact: { topic: string; value?: string }) => (fact.topic === topic ? [fact.value] : []))
    expect(said('company-name')).toEqual(['Larkfield Cycle Works'])
    expect(said('contact-email')).toEqual(['hello@larkfield-cycles.co.uk'])
    expect(said('contact-phone')).toEqual(['+441174960123'])
    expect(said('social')).toEqual(['linkedin:company/larkfield-cycle-works', 'github:larkfield-cycles'])
    expect(said('pricing')).toEqual(expect.arrayContaining(['GBP 19/month', 'GBP 49/month', 'free-trial']))
    expect(said('language')).toEqual(['en'])
    expect(said('region')).toContain('GB')
  })

  test('can be saved whole in a report, with its profile', async () => {
    const result = await read(await server.scan(`${site.origin}/`))
    const report = { consent: true, path: 'url', answers: {}, recommendation: {}, scan: result }
    const saved = await fetch(`${server.url}/api/reports`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(report),
    })
    expect(saved.status).toBe(200)
    const { id } = await read(saved)
    const { scan } = await read(await fetch(`${server.url}/api/reports/${id}`))
    expect(scan).toEqual(result)
    expect((await fetch(`${server.url}/r/${id}`)).status).toBe(200)
  })

  test('never requests what robots.txt forbids, and names the line that decided', async () => {
    const { pages } = await read(await server.scan(`${site.origin}/`))
    expect(pages.map(({ url }: { url: string }) => new URL(url).pathname)).not.toContain('/private/notes')
    expect(pages[0].robots).toEqual({ allowed: true, line: 'Allow: /' })
    const refused = await server.scan(`${site.origin}/private/notes`)
    expect(refused.status).toBe(400)
    expect(await read(refused)).toMatchObject({ error: 'url_not_allowed' })
  })

  test('is cached for the next caller, unless the request asks for a fresh one', async () => {
    await server.scan(`${site.origin}/`)
    expect(await read(await server.scan(`${site.origin}/`))).toMatchObject({ cached: true })
    const fresh = await server.scan(`${site.origin}/`, { headers: { 'cache-control': 'no-cache' } })
    expect(await read(fresh)).toMatchObject({ cached: false })
  })

  test('is shared by simultaneous callers', async () => {
    const entry = sites.entryUrl(siteOf('tidewise'))
    sites.forget()
    const answers = await Promise.all([1, 2, 3, 4, 5].map(async () => read(await server.scan(entry))))
    expect(new Set(answers.map(({ scannedAt }) => scannedAt)).size).toBe(1)
    expect([...sites.requests.values()].every((count) => count === 1)).toBe(true)
  })

  test('follows the redirect of a bare domain and returns the final URL', async () => {
    const { label } = siteOf('tidewise')
    const bare = sites.entryUrl(siteOf('tidewise')).replace(label.host, label.redirectHosts?.[0] ?? '')
    const { finalUrl, domain } = await read(await server.scan(bare))
    expect([new URL(finalUrl).hostname, domain]).toEqual([label.host, 'tidewise-hq.com'])
  })

  test('cites the DNS record of a fact', async () => {
    const { facts } = await read(await server.scan(sites.entryUrl(siteOf('tidewise'))))
    const workspace = facts.find((fact: { value?: string }) => fact.value === 'Google Workspace')
    expect(workspace.sources[0]).toMatchObject({ method: 'dns', url: 'dns:tidewise-hq.com' })
    expect(workspace.sources[0].quote).toContain('aspmx.l.google.com')
  })
})

function siteOf(slug: string) {
  const found = sites.sites.find((each) => each.slug === slug)
  if (found === undefined) throw new Error(`No site ${slug}`)
  return found
}

test.each([
  ['malformed JSON', '{"url":', 'invalid_request'],
  ['a body without a URL', '{}', 'invalid_request'],
  ['a URL that is a number', '{"url":7}', 'invalid_request'],
  ['a URL of 3,000 characters', `{"url":"https://x.com/${'a'.repeat(3_000)}"}`, 'invalid_url'],
  ['a URL without a scheme', '{"url":"www.acme.com/x"}', 'invalid_url'],
  ['a file', '{"url":"file:///etc/passwd"}', 'invalid_url'],
  ['credentials', '{"url":"https://ada:secret@acme.com/"}', 'invalid_url'],
  ['another port', '{"url":"https://acme.com:22/"}', 'invalid_url'],
  ['loopback', '{"url":"http://127.0.0.1/"}', 'url_not_allowed'],
  ['loopback in decimal', '{"url":"http://2130706433/"}', 'url_not_allowed'],
  ['cloud metadata', '{"url":"http://169.254.169.254/latest"}', 'url_not_allowed'],
  ['a reserved name', '{"url":"http://db.internal/"}', 'url_not_allowed'],
  ['a short name', '{"url":"http://intranet/"}', 'url_not_allowed'],
  ['a name without an ending', '{"url":"https://larkfield/"}', 'invalid_url'],
])('%s is refused', async (_, body, error) => {
  const response = await server.scan('', { body })
  expect(response.status).toBe(400)
  expect(response.headers.get('content-type')).toStartWith('application/problem+json')
  const problem = await read(response)
  expect(problem).toMatchObject({ status: 400, error, instance: '/api/scan' })
  expect(problem.detail).not.toMatch(/127\.0\.0\.1|169\.254|loopback|private/)
})

test('a body of another content type is refused', async () => {
  const response = await fetch(`${server.url}/api/scan`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: '{"url":"https://x.com/"}',
  })
  expect([response.status, (await read(response)).error]).toEqual([415, 'unsupported_media_type'])
})

test('all refusals by network rules are the same answer, so that it reveals no network', async () => {
  const answers = await Promise.all(
    ['http://10.0.0.1/', 'http://db.internal/', 'http://[fd00::1]/', 'http://localhost/'].map(async (url) => {
      const { requestId: _, ...problem } = await read(await server.scan(url))
      return JSON.stringify(problem)
    }),
  )
  expect(new Set(answers).size).toBe(1)
})

test('a name that has no address is a failed scan, with its reason', async () => {
  const response = await server.scan('https://nobody-has-this-name.com/')
  expect(response.status).toBe(422)
  expect(await read(response)).toMatchObject({ error: 'scan_failed', reason: 'dns' })
})

test('when the caller disconnects, the scan stops: nothing more is fetched', async () => {
  const { host } = siteOf('tidewise').label
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const held = startSiteServer({
    beforeAnswer: (place) => {
      if (place !== `${host}/`) return
      reached.resolve()
      return released.promise
    },
  })
  const own = await startAnalysisServer({ ports: [held.port], network: held })
  try {
    const leaving = new AbortController()
    const scan = own
      .scan(held.entryUrl(siteOf('tidewise')), { signal: leaving.signal })
      .catch(() => undefined)
    await reached.promise
    leaving.abort()
    await scan
    await waitFor('the scan is stopped', () => own.logLines().some((line) => line.includes('"status":499')))
  } finally {
    released.resolve()
    await own.stop()
  }
  expect([...held.requests.keys()].sort()).toEqual([`${host}/`, `${host}/robots.txt`])
  await held.stop()
})

test('a page that does not answer in time is a warning, and the result is not cached', async () => {
  const released = Promise.withResolvers<void>()
  const held = startSiteServer({
    beforeAnswer: (place) => (/(\/|robots\.txt)$/.test(place) ? undefined : released.promise),
  })
  const own = await startAnalysisServer({
    ports: [held.port],
    network: held,
    limits: { scan: { pagesMs: 500 } },
  })
  try {
    for (const _ of [1, 2]) {
      const { cached, pages, warnings } = await read(await own.scan(held.entryUrl(siteOf('tidewise'))))
      expect(cached).toBe(false)
      const late = pages.filter(({ reason }: { reason?: string }) => reason === 'timeout')
      expect(late.length).toBeGreaterThan(0)
      expect(warnings).toEqual([
        expect.stringContaining('did not answer in time, so that facts may be missing'),
      ])
      for (const { url } of late) expect(warnings[0]).toContain(url)
    }
  } finally {
    released.resolve()
    await own.stop()
  }
  await held.stop()
})

test('scans beyond the quota of a minute get 429 with Retry-After, and other callers do not', async () => {
  const own = await startAnalysisServer({
    ports: [],
    network: sites,
    scansPerMinute: 3,
    trustedProxies: ['127.0.0.1'],
  })
  try {
    const scanFrom = (address: string, url = 'https://unknown-name.com/') =>
      own.scan(url, { headers: { 'x-forwarded-for': address } })
    // What is refused by its form alone counts as a try only.
    for (const url of ['acme', 'http://127.0.0.1/', 'https://acme/', 'https://acme.com:22/'])
      expect((await scanFrom('198.51.100.7', url)).status).toBe(400)
    const statuses = await Promise.all(
      [1, 2, 3, 4, 5].map(async () => (await scanFrom('198.51.100.7')).status),
    )
    expect(statuses.sort()).toEqual([422, 422, 422, 429, 429])
    const refused = await scanFrom('198.51.100.7')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(refused.headers.get('ratelimit-policy')).toBe('"scan";q=3;w=60')
    expect(refused.headers.get('ratelimit')).toMatch(/^"scan";r=0;t=\d+$/)
    expect((await scanFrom('198.51.100.8')).status).toBe(422)
  } finally {
    await own.stop()
  }
})

test('the page that the User-Agent names describes the crawler', async () => {
  const response = await fetch(`${server.url}/bot`)
  expect(response.status).toBe(200)
  const text = await response.text()
  expect(text).toContain('User-agent: CairnBot\n  Disallow: /')
  expect(text).toMatch(/CairnBot\/\d+\.\d+\.\d+ \(\+https:\/\/cairn\.example\/bot\)/)
  const page = await fetch(`${server.url}/bot`, { headers: { accept: 'text/html' } })
  expect([page.headers.get('content-type'), page.headers.get('vary')]).toEqual([
    'text/html; charset=utf-8',
    expect.stringContaining('Accept'),
  ])
  expect(await page.text()).toContain('<code>User-agent: CairnBot\nDisallow: /\n</code>')
})

test.each([
  ['GET', '/api/scan', 405],
  ['DELETE', '/api/scan', 405],
  ['POST', '/bot', 405],
  ['POST', '/api/scans', 404],
])('%s %s is %p', async (method, path, status) => {
  expect((await fetch(server.url + path, { method })).status).toBe(status)
})

describe('a scan with its progress', () => {
  const stream = (url: string, init: RequestInit = {}) =>
    fetch(`${server.url}/api/scan/stream`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'cache-control': 'no-cache' },
      body: JSON.stringify({ url }),
      ...init,
    })
  const eventsOf = (text: string) =>
    text
      .split('\n\n')
      .filter((message) => message !== '')
      .map((message) => {
        const [, name = '', data = ''] = /^event: (.*)\ndata: (.*)$/.exec(message) ?? []
        return { name, data: JSON.parse(data) }
      })

  test('names its stages in their order, lists each page when it was read, and ends with the result', async () => {
    const response = await stream(`${site.origin}/`)
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    const events = eventsOf(await response.text())
    const named = (name: string) => events.filter((event) => event.name === name).map(({ data }) => data)
    expect(named('stage').map(({ stage }) => stage)).toEqual([
      'start',
      'browser',
      'choose',
      'pages',
      'choose',
      'pages',
      'browser',
      'facts',
    ])
    const [result] = named('result')
    expect(events.at(-1)?.name).toBe('result')
    expect(
      named('page')
        .map(({ url }) => url)
        .sort(),
    ).toEqual(result.pages.map(({ url }: { url: string }) => url).sort())
    const { budget: _, scannedAt: __, ...facts } = result
    const whole = await read(await server.scan(`${site.origin}/`))
    expect({ ...facts, cached: true, facts: facts.facts.length }).toMatchObject({
      cached: whole.cached,
      url: whole.url,
      facts: whole.facts.length,
    })
  })

  test('is an ordinary error where the scan does not begin, and a problem where it fails later', async () => {
    const refused = await stream('http://169.254.169.254/')
    expect([refused.status, (await read(refused)).error]).toEqual([400, 'url_not_allowed'])
    const failed = eventsOf(await (await stream(`${site.origin}/no-such-page`)).text())
    expect(failed.at(-1)).toMatchObject({
      name: 'problem',
      data: { status: 422, error: 'scan_failed', reason: 'http_status', instance: '/api/scan/stream' },
    })
  })
})
