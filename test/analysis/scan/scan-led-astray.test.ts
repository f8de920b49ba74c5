import { afterAll, expect, test } from 'bun:test'
import { startAnalysisServer } from '../../support/analysis-server.ts'

/** evil.com leads to victim.com, by way of as many of its own hosts as it likes. */
const site = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: answer })
/** A site on this network that its operator lets be scanned. */
let ownWasAsked = 0
const own = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch: () => {
    ownWasAsked += 1
    return new Response('<title>Own</title><h1>Own</h1>', { headers: { 'content-type': 'text/html' } })
  },
})
const victim = `http://www.victim.com:${site.port}/`
const evil = `http://evil.com:${site.port}/`
let victimIsUp = true
const server = await startAnalysisServer({
  ports: [site.port ?? 0],
  network: {
    dns: {
      addresses: async () => ['93.184.215.14'],
      records: async (name, type) => (name === 'evil.com' && type === 'MX' ? ['10 aspmx.l.google.com.'] : []),
    },
    dial: () => '127.0.0.1',
  },
  localOrigins: [own.url.origin],
  // A robots.txt of evil.com uses nearly all of it up.
  limits: { scan: { inflatedBytesMax: 2_000_000 } },
})
afterAll(async () => {
  await server.stop()
  await Promise.all([site.stop(true), own.stop(true)])
})

function answer(request: Request): Response {
  const host = (request.headers.get('host') ?? '').replace(/:\d+$/, '')
  const { pathname } = new URL(request.url)
  if (host === 'sly.com') {
    if (pathname === '/robots.txt') return new Response('', { status: 404 })
    return new Response('', { status: 302, headers: { location: `${own.url}` } })
  }
  if (host === 'moody.com') {
    const status = Number(pathname.slice(1)) || 200
    const location = pathname === '/loop' ? { status: 302, headers: { location: '/loop' } } : { status }
    if (pathname === '/robots.txt') return new Response('', { status: 404 })
    return new Response('', { headers: { 'content-type': 'text/html' }, ...location })
  }
  if (host === 'evil.com') {
    if (pathname === '/robots.txt') return new Response(`# ${'x'.repeat(1_999_000)}\n`)
    return new Response('', { status: 302, headers: { location: victim } })
  }
  if (!victimIsUp) return new Response('', { status: 503 })
  if (pathname === '/robots.txt') return new Response(`User-agent: *\nAllow: /\n# ${'y'.repeat(2_000)}\n`)
  if (pathname !== '/') return new Response('', { status: 404 })
  return new Response('<!doctype html><title>Victim Ltd</title><h1>Victim Ltd</h1><p>We bake bread.</p>', {
    headers: { 'content-type': 'text/html' },
  })
}

const scan = async (url: string) => await (await server.scan(url)).json()

test('a site that redirects to another adds nothing to the facts of the other and does not use up its budget', async () => {
  expect(await scan(evil)).toMatchObject({ error: 'scan_failed', reason: 'too_large' })
  const result = await scan(victim)
  expect(result).toMatchObject({ cached: false, domain: 'victim.com' })
  expect(JSON.stringify(result.facts)).not.toContain('evil.com')
  expect(JSON.stringify(result.facts)).not.toContain('Google Workspace')
})

test('stored robots rules apply while the site does not answer', async () => {
  await scan(victim)
  victimIsUp = false
  const fresh = await server.scan(victim, { headers: { 'cache-control': 'no-cache' } })
  expect(await fresh.json()).toMatchObject({ reason: 'robots_unreachable' })
  victimIsUp = true
  expect((await server.scan(`${victim}?again`)).status).toBe(200)
})

test('a site on this network is scanned by its own URL, and not through a redirect of another', async () => {
  expect(await scan(`http://sly.com:${site.port}/`)).toMatchObject({ error: 'url_not_allowed' })
  expect(ownWasAsked).toBe(0)
  expect(await scan(own.url.href)).toMatchObject({ title: 'Own' })
})

test.each([
  ['429', 'blocked_by_site', 'the site answered 429, too many requests: try again in some minutes'],
  ['401', 'blocked_by_site', 'the site answered 401, as the page is behind a login: give a public page'],
  ['403', 'blocked_by_site', 'the site turns away automatic readers, which this service respects'],
  ['404', 'http_status', 'the site answered 404, as it has no such page: check the address'],
  ['418', 'http_status', 'the site answered 418 instead of a page: check the address'],
  ['503', 'http_status', 'the site answered 503, an error on its side: try again later'],
  [
    'loop',
    'http_status',
    'its redirects lead in a circle or never end at a page: give the address of the page itself',
  ],
])('a failure says what the site answered and what to do next: %s', async (path, reason, text) => {
  const detail = `Cannot scan this website: ${text}`
  expect(await scan(`http://moody.com:${site.port}/${path}`)).toMatchObject({ reason, detail })
})

test('a page without text is a warning', async () => {
  const url = `http://moody.com:${site.port}/`
  const { warnings } = await scan(url)
  expect(warnings).toEqual([
    `${url} answered with a page without text: check whether it is the right address`,
  ])
})
