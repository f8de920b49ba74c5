import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type AnalysisServer, startAnalysisServer } from '../../support/analysis-server.ts'
import { schemaCheck } from '../../support/described-answer.ts'

const network = { dns: { addresses: async () => [], records: async () => [] } }
let server: AnalysisServer
beforeAll(async () => {
  server = await startAnalysisServer({ ports: [], network })
})
afterAll(() => server.stop())

const ask = (body: unknown, url = server.url) =>
  fetch(`${url}/api/chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

test('a question that the catalog answers is answered with the entry it stands on', async () => {
  const response = await ask({ message: 'How long is a report kept?' })
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
  const answer = await response.json()
  expect((await schemaCheck(server.url, '/api/chat', 'post'))(answer)).toEqual([])
  expect(answer.sources.length).toBeGreaterThan(0)
  expect(answer).toMatchObject({ by: 'rules' })
  expect(Object.keys(answer).sort()).toEqual(['by', 'reply', 'sources'])
})

test('a question that the catalog does not answer is told so', async () => {
  const { reply, sources } = await (
    await ask({ message: 'Who won the chess tournament in Reykjavik?' })
  ).json()
  expect(sources).toEqual([])
  expect(reply.length).toBeGreaterThan(10)
})

test('somebody who wants a demo is told whom to write to', async () => {
  const { reply } = await (await ask({ message: 'Can I get a demo?', productKey: 'receivables' })).json()
  expect(reply).toContain('demo@cairn.example')
})

test.each([
  ['no message', {}],
  ['an empty message', { message: '' }],
  ['a blank message', { message: ' \n\t' }],
  ['a message of nothing to see', { message: '\u200b\u2060' }],
  ['a message of 1,001 characters', { message: 'a'.repeat(1_001) }],
  ['a number', { message: 7 }],
  ['tools that are no list', { message: 'Hello', tools: 'Stripe' }],
])('%s is 400', async (_, body) => {
  const response = await ask(body)
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ error: 'invalid_request', instance: '/api/chat' })
})

test('a model that cannot be reached leaves the catalog’s answer, and 503 where it has none', async () => {
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
    const known = await ask({ message: 'How long is a report kept?' }, own.url)
    expect([known.status, (await known.json()).by]).toEqual([200, 'rules'])
    const unknown = await ask({ message: 'Who won the chess tournament in Reykjavik?' }, own.url)
    expect(unknown.status).toBe(503)
    expect(Number(unknown.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await unknown.json()).toMatchObject({ error: 'concierge_unavailable' })
  } finally {
    await own.stop()
  }
})
