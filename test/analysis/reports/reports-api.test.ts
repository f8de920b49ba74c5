import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { painPoints } from '../../../src/analysis/catalog/default-options.ts'
import { type AnalysisServer, startAnalysisServer } from '../../support/analysis-server.ts'
import { schemaCheck } from '../../support/described-answer.ts'

let server: AnalysisServer
let recommendation: Record<string, unknown>
const answers = { painPoints: [painPoints.paidLate], tools: ['Stripe'] }
beforeAll(async () => {
  server = await startAnalysisServer({
    ports: [],
    network: { dns: { addresses: async () => [], records: async () => [] } },
  })
  recommendation = await (await post('/api/diagnose', answers)).json()
})
afterAll(() => server.stop())

const post = (path: string, body: unknown) =>
  fetch(server.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const save = (more: Record<string, unknown> = {}) =>
  post('/api/reports', { consent: true, path: 'manual', answers, recommendation, ...more })
const remove = (id: string, token?: string) =>
  fetch(`${server.url}/api/reports/${id}`, {
    method: 'DELETE',
    headers: token === undefined ? {} : { 'x-deletion-token': token },
  })

/** A problem without what differs from request to request. */
async function problemOf(response: Response): Promise<Record<string, unknown>> {
  const { requestId: _, instance: __, ...problem } = await response.json()
  return problem
}

test('a report is saved, read by its link, deleted with its token, and gone', async () => {
  const response = await save({ email: 'ada@example.com' })
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

test('people delete a report by the form of its page', async () => {
  const { id, deletionToken } = await (await save()).json()
  const remove = (token: string) =>
    fetch(`${server.url}/r/${id}/delete`, { method: 'POST', body: new URLSearchParams({ token }) })
  expect((await remove('wrong')).status).toBe(404)
  expect((await fetch(`${server.url}/r/${id}/delete?token=${deletionToken}`)).status).toBe(200)
  expect((await fetch(`${server.url}/r/${id}`)).status).toBe(200)
  expect((await remove(deletionToken)).status).toBe(200)
  expect((await fetch(`${server.url}/r/${id}`)).status).toBe(404)
})

test('a product has a page for people, and what is none has one that says so', async () => {
  const product = recommendation['product']
  expect(product).toMatchObject({ url: 'https://cairn.example/products/receivables' })
  const page = await fetch(`${server.url}/products/receivables`)
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(await page.text()).toContain('What it does not do')
  for (const key of ['nothing', '%', '%ff']) {
    const none = await fetch(`${server.url}/products/${key}`)
    expect([none.status, none.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
  }
})

describe('what is not there', () => {
  test.each([
    ['an unknown id', '0b7e7dbe-6f53-4b57-9d5e-6f1f3d0e2a11'],
    ['what is no id', 'nonsense'],
    ['SQL', "'%20or%201=1--"],
    ['a very long id', 'a'.repeat(2_000)],
    ['a lone percent sign', '%'],
    ['half a percent code', '%a'],
    ['bytes that are no UTF-8', '%ff'],
    ['an escaped nothing', '%00'],
  ])('%s is one and the same 404 for reading and deleting', async (_, id) => {
    const answers = [await fetch(`${server.url}/api/reports/${id}`), await remove(id, 'x'), await remove(id)]
    for (const answer of answers) {
      expect(answer.status).toBe(404)
      expect(await problemOf(answer)).toEqual({
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
      expect(await page.text()).toContain('There is no such report')
    }
    const posted = await fetch(`${server.url}/r/${id}/delete`, { method: 'POST' })
    expect([posted.status, posted.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
  })
})

test.each([
  ['without consent', { consent: undefined }],
  ['with consent refused', { consent: false }],
  ['with consent in words', { consent: 'true' }],
  ['with an e-mail that is none', { email: 'ada at example' }],
  ['with two e-mails', { email: 'ada@example.com,ben@example.com' }],
  ['with another path', { path: 'phone' }],
  ['without answers', { answers: undefined }],
  ['without a recommendation', { recommendation: undefined }],
  ['with 61 facts', { scan: { url: 'https://a.com/', domain: 'a.com', facts: Array(61).fill(fact()) } }],
])('a report %s is 400, and nothing is stored', async (_, more) => {
  const before = await storedReports()
  const response = await save(more)
  expect(response.status).toBe(400)
  expect(response.headers.get('content-type')).toStartWith('application/problem+json')
  expect(await storedReports()).toBe(before)
})

async function storedReports(): Promise<number> {
  const [row] = await server.database.rows<{ count: string | number }>(
    sql`select count(*) as count from analysis_reports`,
  )
  return Number(row?.count)
}

function fact() {
  return { id: 'f_1', kind: 'found', topic: 'tool', text: 'Uses Stripe', confidence: 'high', sources: [] }
}
