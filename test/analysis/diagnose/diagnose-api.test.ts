import { afterAll, beforeAll, expect, test } from 'bun:test'
import { painPoints, roles, tools } from '../../../src/analysis/catalog/default-options.ts'
import { type AnalysisServer, startAnalysisServer } from '../../support/analysis-server.ts'
import { schemaCheck } from '../../support/described-answer.ts'

let server: AnalysisServer
beforeAll(async () => {
  server = await startAnalysisServer({
    ports: [],
    network: { dns: { addresses: async () => [], records: async () => [] } },
  })
})
afterAll(() => server.stop())

const diagnose = (body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${server.url}/api/diagnose`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

const answers = {
  role: roles.finance,
  painPoints: [painPoints.paidLate, painPoints.chasing],
  tools: [tools.stripe],
}

test('a diagnosis is what the description promises: every product scored, with what matched', async () => {
  const response = await diagnose(answers)
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
  const result = await response.json()
  expect((await schemaCheck(server.url, '/api/diagnose', 'post'))(result)).toEqual([])
  expect(result.product.key).toBe('receivables')
  expect(result.product.url).toStartWith('https://cairn.example')
  expect(result.scores).toHaveLength(6)
  expect(result.scores[0].matched.map(({ signal }: { signal: string }) => signal)).toContain(
    painPoints.paidLate,
  )
  expect(result.reasoningBy).toBe('rules')
})

test('the same answers in any order give the same bytes', async () => {
  const reversed = { ...answers, painPoints: answers.painPoints.toReversed() }
  const bodies = await Promise.all(
    [answers, reversed, answers].map(async (each) => (await diagnose(each)).text()),
  )
  expect(new Set(bodies).size).toBe(1)
})

test.each([
  ['nothing at all', {}],
  ['blank answers', { role: ' ', painPoints: ['', '\t'], tools: [], timeline: '\u200b' }],
])('%s is 400 missing_signals', async (_, body) => {
  const response = await diagnose(body)
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ error: 'missing_signals', instance: '/api/diagnose' })
})

test.each([
  ['10,000 answers', 400, { painPoints: Array.from({ length: 10_000 }, () => 'late') }],
  ['a text of 200 KB', 400, { role: 'a'.repeat(200_000) }],
  ['a text of 300 KB', 413, { role: 'a'.repeat(300_000) }],
  ['a number for a text', 400, { role: 7 }],
  ['a text for a list', 400, { tools: 'Stripe' }],
  ['a list in a list', 400, { tools: [['Stripe']] }],
  ['null', 400, 'null'],
  ['a list', 400, '[]'],
  ['no JSON', 400, '{'],
])('%s is refused as %p', async (_, status, body) => {
  const response = await diagnose(body)
  expect(response.status).toBe(status)
  expect(response.headers.get('content-type')).toStartWith('application/problem+json')
})

test('the description is the same before and after its routes were called', async () => {
  const described = async () => (await fetch(`${server.url}/openapi/analysis.json`)).text()
  const before = await described()
  await diagnose(answers)
  await fetch(`${server.url}/api/catalog`)
  expect(await described()).toBe(before)
})

test('what is wrong with a body is told in words', async () => {
  const { detail, errors } = await (await diagnose({ role: 7, tools: Array(200).fill('x') })).json()
  expect(detail).toBe('Cannot use the body of this request: /role must be a string')
  expect(errors).toEqual([
    { path: '/role', message: 'must be a string' },
    { path: '/tools', message: 'must have at most 100 items' },
  ])
})

test('another content type is 415', async () => {
  expect((await diagnose(answers, { 'content-type': 'text/plain' })).status).toBe(415)
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
