import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { docPages } from '../../src/site/doc-pages.ts'
import { type SmallServer, startSmallServer } from '../support/small-server.ts'

let server: SmallServer
beforeAll(async () => {
  server = await startSmallServer({ pingMs: 10 })
})
afterAll(() => server.dispose())

const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }
const open = async (path: string, headers: Record<string, string> = browser) => {
  const response = await fetch(`${server.listening.url}${path}`, { headers, redirect: 'manual' })
  return { response, text: await response.text() }
}

test('the home page shows the figures and the newest events of the block that it names', async () => {
  const { response, text } = await open('/')
  expect(response.status).toBe(200)
  const { head, order, activity } = server.readModel
  expect(text).toContain(`block ${head?.number}`)
  expect(text).toContain(`<span class="value">${order.length}</span>`)
  expect(text.split('<li id="event-').length - 1).toBe(Math.min(8, activity.length))
  expect(text).not.toMatch(/undefined|\[object|NaN/)
})

describe('a path that nothing is served at', () => {
  test('is a page with the path escaped for a browser', async () => {
    const { response, text } = await open('/a%3Cscript%3E?%3Cscript%3E')
    expect(response.status).toBe(404)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('vary')).toContain('Accept')
    expect(text).toContain('No page at this address')
    expect(text).not.toContain('<script')
  })

  test.each(['*/*', 'application/json', 'text/html, application/json', ''])(
    'is a problem document for a program that accepts %j',
    async (accept) => {
      const { response, text } = await open('/nope', { accept })
      expect(response.status).toBe(404)
      expect(response.headers.get('content-type')).toBe('application/problem+json')
      expect(JSON.parse(text)).toMatchObject({ status: 404, error: 'not_found', instance: '/nope' })
    },
  )
})

test.each([
  ['/docs/', '/docs'],
  ['/swagger/', '/swagger'],
  ['/api/treasury/?x=1', '/api/treasury?x=1'],
])('%s redirects to %s', async (path, target) => {
  const { response } = await open(path)
  expect([response.status, response.headers.get('location')]).toEqual([308, target])
})

test.each(['//example.com/', '/nope/', '/api/treasury//', '/%2Fexample.com/'])(
  '%s redirects nowhere',
  async (path) => {
    const { response } = await open(path)
    expect([response.status, response.headers.get('location')]).toEqual([404, null])
  },
)

describe('the documentation', () => {
  test('has a page for every text, whose links to the others lead to their pages', async () => {
    const pages = await Promise.all(docPages.map(({ slug }) => open(`/docs/${slug}`)))
    for (const { response, text } of pages) {
      expect(response.status).toBe(200)
      const links = [...text.matchAll(/ (?:href|src)="(\/docs\/[^"#]+)/g)].map(([, path = '']) => path)
      for (const path of new Set(links))
        expect([path, (await open(path)).response.status]).toEqual([path, 200])
      expect(text).not.toMatch(/href="[^"]*\.md/)
    }
  })

  test('leaves no link or picture of the texts as Markdown', async () => {
    const pages = await Promise.all(docPages.map(({ slug }) => open(`/docs/${slug}`)))
    for (const { text } of pages) expect(text.replace(/<pre>.*?<\/pre>/gs, '')).not.toMatch(/\]\(|!\[|```/)
  })

  test('is searched by section, and all words must occur', async () => {
    const { text } = await open('/docs?q=Last-Event-ID%20reset')
    expect(text).toContain('/docs/milestone#the-live-feed')
    expect((await open('/docs?q=%3Cb%3Exyzzy')).text).toContain('&#60;b&#62;xyzzy')
    expect((await open(`/docs?q=${'x'.repeat(101)}`, {})).response.status).toBe(400)
  })

  test('has no other pages', async () => {
    expect((await open('/docs/constructor')).response.status).toBe(404)
    expect((await open('/docs/files/package.json')).response.status).toBe(404)
  })
})

test.each([
  ['/robots.txt', 'Disallow: /'],
  ['/llms.txt', '/openapi.json'],
  ['/.well-known/security.txt', 'Contact: http'],
  ['/favicon.ico', '<svg'],
])('%s is served', async (path, content) => {
  const { response, text } = await open(path)
  expect(response.status).toBe(200)
  expect(text).toContain(content)
})
