import { expect, test } from 'bun:test'
import { readSitemaps } from '../../../../src/analysis/scan/crawl/read-sitemaps.ts'
import { sitemapUrls } from '../../../../src/analysis/scan/crawl/sitemap.ts'
import { ParseFailed, type Parser } from '../../../../src/analysis/scan/parser/parser.ts'
import type { EgressSession } from '../../../../src/kernel/egress/egress.ts'

const home = new URL('https://acme.example/')
const files = ['https://acme.example/one.xml', 'https://acme.example/two.xml']

/** Every file is a sitemap of one page, its own address. */
const session: EgressSession = {
  get: async (url) => ({
    url,
    status: 200,
    headers: [['content-type', 'text/plain']],
    body: new TextEncoder().encode(`${url.href}/page`),
    wireBytes: 1,
    redirects: 0,
    fetchedAt: 0,
  }),
  post: () => Promise.reject(new Error('nothing is posted here')),
  judge: async () => ({ address: '192.0.2.1', family: 4 }),
  close: () => {},
}

const rules = { crawlDelayMs: 0, sitemaps: [], verdict: async () => ({ allowed: true }) }

function reading(sitemap: Parser['sitemap'], signal = new AbortController().signal) {
  const parser: Parser = {
    sitemap,
    parse: () => Promise.reject(new Error('no page is read here')),
    robots: () => Promise.reject(new Error('no robots.txt is read here')),
  }
  const pace = async () => {}
  return readSitemaps({ session, parser, files, rules, home, pace, signal })
}

test('sitemaps are parsed by the parser, not in this process', async () => {
  const read: [string, string | undefined][] = []
  const pages = await reading(async ({ body, contentType }) => {
    const text = new TextDecoder().decode(body)
    read.push([text, contentType])
    return sitemapUrls(text)
  })
  expect(read).toEqual(files.map((file) => [`${file}/page`, 'text/plain']))
  expect(pages).toEqual(files.map((file) => `${file}/page`))
})

test('a sitemap that cannot be parsed is skipped, and any other failure is thrown', async () => {
  const pages = await reading(async ({ body }) => {
    const text = new TextDecoder().decode(body)
    if (text.includes('one')) throw new ParseFailed('timeout', 'it took too long')
    return sitemapUrls(text)
  })
  expect(pages).toEqual(['https://acme.example/two.xml/page'])
  const failing = reading(() => Promise.reject(new TypeError('a bug')))
  await expect(failing).rejects.toThrow('a bug')
})

test('a sitemap still being parsed at the deadline is skipped, and those read before count', async () => {
  const late = new AbortController()
  const pages = await reading(async ({ body }) => {
    const text = new TextDecoder().decode(body)
    if (text.includes('one')) return sitemapUrls(text)
    late.abort(new DOMException('The operation timed out.', 'TimeoutError'))
    throw late.signal.reason
  }, late.signal)
  expect(pages).toEqual(['https://acme.example/one.xml/page'])
})
