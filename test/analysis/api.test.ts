import { afterAll, describe, expect, test } from 'bun:test'
import { startAnalysisServer } from '../support/analysis-server.ts'
import { schemaCheck } from '../support/described-answer.ts'

const network = { dns: { addresses: async () => [], records: async () => [] } }
const answers = {
  role: 'Finance or accounting',
  painPoints: ['Customers pay their invoices late', 'Chasing unpaid invoices takes too much time'],
  tools: ['Stripe'],
}
const server = await startAnalysisServer({ ports: [], network })
afterAll(() => server.stop())

const post = (path: string, body: unknown, { url = server.url, type = 'application/json' } = {}) =>
  fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': type },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

test.each([
  ['/api/diagnose', 'no answers', {}, 'missing_signals'],
  [
    '/api/diagnose',
    'blank answers',
    { role: ' ', painPoints: ['', '\t'], tools: [], timeline: '\u200b' },
    'missing_signals',
  ],
  ['/api/diagnose', '10,000 answers', { painPoints: Array(10_000).fill('late') }, 'invalid_request'],
  ['/api/diagnose', 'a string of 200 KB', { role: 'a'.repeat(200_000) }, 'invalid_request'],
  ['/api/diagnose', 'a number for a string', { role: 7 }, 'invalid_request'],
  ['/api/diagnose', 'a string for an array', { tools: 'Stripe' }, 'invalid_request'],
  ['/api/diagnose', 'null', 'null', 'invalid_request'],
  ['/api/diagnose', 'malformed JSON', '{', 'invalid_request'],
  ['/api/chat', 'no message', {}, 'invalid_request'],
  ['/api/chat', 'a message of invisible characters', { message: '\u200b\u2060' }, 'invalid_request'],
  ['/api/reports', 'no consent', { path: 'manual', answers, recommendation: {} }, 'invalid_request'],
])('POST %s with %s is 400', async (path, _, body, error) => {
  const response = await post(path, body)
  expect(response.status).toBe(400)
  expect(response.headers.get('content-type')).toStartWith('application/problem+json')
  expect(await response.json()).toMatchObject({ error, instance: path })
})

describe('a diagnosis', () => {
  test('has the described schema, with a score of every product and what matched', async () => {
    const response = await post('/api/diagnose', answers)
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    const result = await response.json()
    expect((await schemaCheck(server.url, '/api/diagnose', 'post'))(result)).toEqual([])
    expect(result.product.key).toBe('receivables')
    expect(result.product.url).toStartWith('https://cairn.example')
    expect(result.scores).toHaveLength(6)
    expect(result.scores[0].matched.map(({ signal }: { signal: string }) => signal)).toContain(
      'Customers pay their invoices late',
    )
    expect(result.reasoningBy).toBe('rules')
  })

  test('is refused with 413 for a string of 300 KB, and with 415 for another content type', async () => {
    expect((await post('/api/diagnose', { role: 'a'.repeat(300_000) })).status).toBe(413)
    expect((await post('/api/diagnose', answers, { type: 'text/plain' })).status).toBe(415)
  })

  test('names every problem of a body in plain words', async () => {
    const { detail, errors } = await (
      await post('/api/diagnose', { role: 7, tools: Array(200).fill('x') })
    ).json()
    expect(detail).toBe('Cannot use the body of this request: /role must be a string')
    expect(errors).toEqual([
      { path: '/role', message: 'must be a string' },
      { path: '/tools', message: 'must have at most 100 items' },
    ])
  })
})

test('the description is the same before and after its routes were called', async () => {
  const described = async () => (await fetch(`${server.url}/openapi/analysis.json`)).text()
  const before = await described()
  await post('/api/diagnose', answers)
  await fetch(`${server.url}/api/catalog`)
  expect(await described()).toBe(before)
})

test('the catalog is the same bytes with an unknown parameter, and HEAD has their length', async () => {
  const get = await fetch(`${server.url}/api/catalog`)
  const bytes = await get.arrayBuffer()
  const other = await fetch(`${server.url}/api/catalog?x=1`)
  expect([other.status, await other.arrayBuffer()]).toEqual([200, bytes])
  const head = await fetch(`${server.url}/api/catalog`, { method: 'HEAD' })
  const shown = ({ headers }: Response) => [headers.get('content-length'), headers.get('cache-control')]
  expect([head.status, shown(head)]).toEqual([200, shown(get)])
})

test('the catalog is published with its questions, options and products', async () => {
  const response = await fetch(`${server.url}/api/catalog`)
  expect(response.status).toBe(200)
  const catalog = await response.json()
  expect((await schemaCheck(server.url, '/api/catalog', 'get'))(catalog)).toEqual([])
  expect(Object.keys(catalog.questions)).toEqual(['role', 'painPoints', 'tools', 'timeline'])
  expect(catalog.products.map(({ key }: { key: string }) => key).sort()).toEqual([
    'campaign-studio',
    'code-signals',
    'data-trust',
    'milestone-verification',
    'outreach',
    'receivables',
  ])
  expect(catalog.privacy.consent).toContain('for 30 days')
  expect(JSON.stringify(catalog)).not.toMatch(/\{[A-Z_]+\}/)
})

describe('a question', () => {
  test('that the catalog covers is answered with the entry that the reply comes from', async () => {
    const response = await post('/api/chat', { message: 'How long is a report kept?' })
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    const answer = await response.json()
    expect((await schemaCheck(server.url, '/api/chat', 'post'))(answer)).toEqual([])
    expect(answer.sources.length).toBeGreaterThan(0)
    expect(answer).toMatchObject({ by: 'rules' })
    expect(Object.keys(answer).sort()).toEqual(['by', 'reply', 'sources'])
  })

  test('that the catalog does not cover is answered without a source', async () => {
    const { reply, sources } = await (
      await post('/api/chat', { message: 'Who won the chess tournament in Reykjavik?' })
    ).json()
    expect(sources).toEqual([])
    expect(reply.length).toBeGreaterThan(10)
  })

  test('is answered from the catalog while the model cannot be reached, and with 503 where the catalog does not cover it', async () => {
    const own = await startAnalysisServer({
      ports: [],
      network,
      model: {
        baseUrl: 'http://127.0.0.1:9/v1',
        apiKey: undefined,
        name: 'none',
        tokensPerCallerDay: 1_000_000,
        tokensPerDay: 1_000_000,
      },
    })
    try {
      const known = await post('/api/chat', { message: 'How long is a report kept?' }, own)
      expect([known.status, (await known.json()).by]).toEqual([200, 'rules'])
      const unknown = await post('/api/chat', { message: 'Who won the chess tournament in Reykjavik?' }, own)
      expect(unknown.status).toBe(503)
      expect(Number(unknown.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(await unknown.json()).toMatchObject({ error: 'concierge_unavailable' })
    } finally {
      await own.stop()
    }
  })
})

const remove = (id: string, token?: string) =>
  fetch(`${server.url}/api/reports/${id}`, {
    method: 'DELETE',
    headers: token === undefined ? {} : { 'x-deletion-token': token },
  })

test('a report is saved, read by its link, deleted with its token, and gone', async () => {
  const recommendation = await (await post('/api/diagnose', answers)).json()
  const response = await post('/api/reports', {
    consent: true,
    path: 'manual',
    answers,
    recommendation,
    email: 'ada@example.com',
  })
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
  const saved = await response.json()
  expect((await schemaCheck(server.url, '/api/reports', 'post'))(saved)).toEqual([])
  expect(saved.shareUrl).toBe(`https://cairn.example/r/${saved.id}`)
  expect(saved.deletionToken).toMatch(/^[\w-]{43}$/)
  const lifeMs = Date.parse(saved.expiresAt) - Date.now()
  expect(Math.round(lifeMs / 86_400_000)).toBe(30)

  const read = await fetch(`${server.url}/api/reports/${saved.id}`)
  const report = await read.json()
  expect((await schemaCheck(server.url, '/api/reports/{id}', 'get'))(report)).toEqual([])
  expect(report).toMatchObject({ id: saved.id, path: 'manual', answers, recommendation })
  expect(JSON.stringify(report)).not.toContain('ada@example.com')
  expect(JSON.stringify(report)).not.toContain(saved.deletionToken)

  const page = await fetch(`${server.url}/r/${saved.id}`)
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(page.headers.get('x-robots-tag')).toContain('noindex')
  expect(page.headers.get('referrer-policy')).toBe('no-referrer')
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(await page.text()).toContain('Receivables')

  const wrong = `${saved.deletionToken.slice(0, -1)}${saved.deletionToken.endsWith('A') ? 'B' : 'A'}`
  for (const token of [wrong, undefined, '']) {
    expect((await remove(saved.id, token)).status).toBe(404)
  }
  const removed = await remove(saved.id, saved.deletionToken)
  expect([removed.status, await removed.json()]).toEqual([200, { deleted: true }])
  expect((await remove(saved.id, saved.deletionToken)).status).toBe(404)
  expect((await fetch(`${server.url}/api/reports/${saved.id}`)).status).toBe(404)
  expect((await fetch(`${server.url}/r/${saved.id}`)).status).toBe(404)
})

test('a product has a page at its URL, and an unknown one a page that says so', async () => {
  const { product } = await (await post('/api/diagnose', answers)).json()
  expect(product).toMatchObject({ url: 'https://cairn.example/products/receivables' })
  const page = await fetch(`${server.url}/products/receivables`)
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(await page.text()).toContain('What it does not do')
  for (const key of ['nothing', '%', '%ff']) {
    const none = await fetch(`${server.url}/products/${key}`)
    expect([none.status, none.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
  }
})

describe('the report', () => {
  test.each([
    ['an unknown id', '0b7e7dbe-6f53-4b57-9d5e-6f1f3d0e2a11'],
    ['SQL', "'%20or%201=1--"],
    ['a lone percent sign', '%'],
    ['half a percent code', '%a'],
    ['bytes that are not UTF-8', '%ff'],
    ['an escaped NUL', '%00'],
  ])('of %s gets the same 404 for reading and deleting, and a page', async (_, id) => {
    const answers = [await fetch(`${server.url}/api/reports/${id}`), await remove(id, 'x'), await remove(id)]
    for (const answer of answers) {
      expect(answer.status).toBe(404)
      const { requestId: _requestId, instance: _instance, ...problem } = await answer.json()
      expect(problem).toEqual({
        type: 'about:blank',
        title: 'Not found',
        status: 404,
        detail: expect.any(String),
        error: 'report_not_found',
      })
    }
    for (const path of [`/r/${id}`, `/r/${id}/delete`]) {
      const page = await fetch(server.url + path)
      expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
      expect(await page.text()).toContain('This report does not exist')
    }
    const posted = await fetch(`${server.url}/r/${id}/delete`, { method: 'POST' })
    expect([posted.status, posted.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
  })
})
