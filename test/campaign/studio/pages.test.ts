import { afterAll, expect, test } from 'bun:test'
import { campaignHomePart } from '../../../src/campaign/studio/home-part.ts'
import { createStudioPages } from '../../../src/campaign/studio/pages.ts'
import { homePage } from '../../../src/site/home.ts'
import { startCampaignServer } from '../../support/campaign-server.ts'

const server = await startCampaignServer()
afterAll(() => server.stop())

test.each(['/studio', '/studio/drafts/d_any'])('%s is a page that may reach the API alone', async (path) => {
  const response = await fetch(server.url + path)
  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
    'x-robots-tag': 'noindex, nofollow, noarchive',
  })
  const policy = new Map(
    (response.headers.get('content-security-policy') ?? '').split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ')
      return [name, sources.join(' ')]
    }),
  )
  expect(policy.get('script-src')).toMatch(/^'sha256-[\w+/]{43}='$/)
  expect(policy.get('style-src')).toMatch(/^'sha256-[\w+/]{43}='$/)
  expect(policy.get('connect-src')).toBe(server.url)
  expect(policy.get('img-src')).toBe(`data: ${server.url}`)
  expect(policy.get('default-src')).toBe("'none'")
  expect(policy.get('frame-ancestors')).toBe("'none'")
  const page = await response.text()
  expect(page).toContain('<noscript>')
  expect(page).toContain('<a href="/studio" aria-current="page">')
  const hosts = [...page.matchAll(/https?:\/\/[\w.:-]+/g)].map(([host]) => host)
  expect(hosts.filter((host) => host !== server.url && host !== 'http://www.w3.org')).toEqual([])
})

test('the page of a draft is the same for every id, and has nothing of the id in it', async () => {
  const pageOf = async (id: string) => await (await fetch(`${server.url}/studio/drafts/${id}`)).text()
  const page = await pageOf('d_one')
  expect(await pageOf(encodeURIComponent(`"><script>alert(1)</script>`))).toBe(page)
  expect(await pageOf('d_two?decision=approve')).toBe(page)
  const long = 'd'.repeat(1_000)
  expect(await pageOf(long)).toBe(page)
  // Its script shows this 404 as a draft that is not found.
  expect((await fetch(`${server.url}/api/drafts/${long}`)).status).toBe(404)
})

test('the home page links to nothing that only takes a POST', async () => {
  const { document } = await homePage([campaignHomePart()])
  expect(document).toContain('<code>/a2a</code>')
  expect(document).not.toContain('href="/a2a"')
})

test('the form of the home page can take a caller key', () => {
  expect(campaignHomePart().card.toString()).toContain('id="caller-key"')
})

test('the page of keys offers the plans that can be granted', async () => {
  const page = await (await fetch(`${server.url}/keys`)).text()
  const offered = /data-plans="([^"]*)"/.exec(page)?.[1] ?? ''
  const names = [...offered.matchAll(/name&#34;:&#34;(\w+)/g)].map(([, name]) => name)
  expect(names).toEqual(['trial', 'standard', 'partner'])
})

test('an API elsewhere is the only other host of the policy', async () => {
  const pages = createStudioPages({ agentUrl: 'https://agent.test:8443/base' })
  const response = await pages.draft()
  const policy = response.headers.get('content-security-policy') ?? ''
  expect(policy).toContain('connect-src https://agent.test:8443;')
  expect(policy).toContain('img-src data: https://agent.test:8443;')
  expect(await response.text()).toContain('data-agent="https://agent.test:8443/base"')
})

test('the scripts are small', async () => {
  const pages = createStudioPages({ agentUrl: 'https://agent.test' })
  for (const [name, page, kilobytes] of [
    ['draft', pages.draft(), 36],
    ['drafts', pages.drafts(), 24],
  ] as const) {
    const bytes = new TextEncoder().encode(await (await page).text())
    const compressed = Bun.gzipSync(bytes).byteLength
    console.log(`The ${name} page has ${bytes.byteLength} bytes, ${compressed} compressed`)
    expect(compressed).toBeLessThan(kilobytes * 1024)
    expect(bytes.byteLength).toBeLessThan(110_000)
  }
})
