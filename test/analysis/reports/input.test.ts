import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { factsMax, reportBytesMax } from '../../../src/analysis/reports/schema.ts'
import type { Database } from '../../../src/kernel/database/database.ts'
import { openTestPglite } from '../../support/databases.ts'
import { testSeed } from '../../support/seed.ts'
import { type ReportServer, startReportServer } from './report-server.ts'
import { sampleFacts, sampleRequest } from './sample-report.ts'

const seed = testSeed('report-input')
let database: Database
let remove: () => Promise<void>
let server: ReportServer
beforeAll(async () => {
  ;({ database, remove } = await openTestPglite())
  server = startReportServer({ database })
})
afterAll(async () => {
  await server.stop()
  await remove()
})

const good = sampleRequest()
const kept = async () => {
  const [row] = await database.rows<{ count: string }>(
    sql`select count(*)::text as count from analysis_reports`,
  )
  return Number(row?.count)
}
const withScan = (changes: object) => ({ ...good, scan: { ...good.scan, ...changes } })
const withFact = (changes: object) =>
  withScan({ facts: [{ ...sampleFacts[0], ...changes }], factStatuses: {} })
const { path: _path, answers: _answers, recommendation: _recommendation, ...bare } = good

/** What is sent, the status of the answer, and the place that it blames. */
const refused: readonly (readonly [string, unknown, number, string])[] = [
  ['no JSON', '{"consent": true', 400, '/'],
  ['an array', [], 400, '/'],
  ['null', null, 400, '/'],
  ['a text', '"report"', 400, '/'],
  ['no path', { ...bare, answers: {}, recommendation: {} }, 400, '/path'],
  ['another path', { ...good, path: 'website' }, 400, '/path'],
  ['a path in capitals', { ...good, path: 'URL' }, 400, '/path'],
  ['no answers', { ...bare, path: 'manual', recommendation: {} }, 400, '/answers'],
  ['answers as a text', { ...good, answers: 'CFO' }, 400, '/answers'],
  ['answers as a list', { ...good, answers: ['CFO'] }, 400, '/answers'],
  ['a role of another type', { ...good, answers: { role: 5 } }, 400, '/answers/role'],
  ['a role of 90 KB', { ...good, answers: { role: 'x'.repeat(90_000) } }, 400, '/answers/role'],
  [
    '10,000 problems',
    { ...good, answers: { painPoints: Array(10_000).fill('late') } },
    400,
    '/answers/painPoints',
  ],
  ['a problem of another type', { ...good, answers: { painPoints: [{}] } }, 400, '/answers/painPoints/0'],
  ['problems as a text', { ...good, answers: { painPoints: 'late' } }, 400, '/answers/painPoints'],
  ['no recommendation', { ...bare, path: 'manual', answers: {} }, 400, '/recommendation'],
  ['a recommendation as a text', { ...good, recommendation: 'receivables' }, 400, '/recommendation'],
  ['no recommendation but null', { ...good, recommendation: null }, 400, '/recommendation'],
  [
    'another confidence',
    { ...good, recommendation: { confidence: 'total' } },
    400,
    '/recommendation/confidence',
  ],
  [
    'a product as a text',
    { ...good, recommendation: { product: 'receivables' } },
    400,
    '/recommendation/product',
  ],
  [
    'a percentage over 100',
    { ...good, recommendation: { scores: [{ percentage: 101 }] } },
    400,
    '/recommendation/scores/0/percentage',
  ],
  [
    'a percentage as a text',
    { ...good, recommendation: { scores: [{ percentage: '1' }] } },
    400,
    '/recommendation/scores/0/percentage',
  ],
  ['51 scores', { ...good, recommendation: { scores: Array(51).fill({}) } }, 400, '/recommendation/scores'],
  [
    'a reasoning without end',
    { ...good, recommendation: { reasoning: 'x'.repeat(12_001) } },
    400,
    '/recommendation/reasoning',
  ],
  ['an e-mail address that is none', { ...good, email: 'ada' }, 400, '/email'],
  ['a blank e-mail address', { ...good, email: '' }, 400, '/email'],
  ['an e-mail address of another type', { ...good, email: ['ada@example.com'] }, 400, '/email'],
  ['an e-mail address of 255 characters', { ...good, email: `a@${'b'.repeat(249)}.com` }, 400, '/email'],
  ['a scan as a text', { ...good, scan: 'example.com' }, 400, '/scan'],
  [
    'a scan without facts',
    { ...good, scan: { url: 'https://example.com', domain: 'example.com' } },
    400,
    '/scan/facts',
  ],
  [
    `${factsMax + 1} facts`,
    withScan({ facts: Array(factsMax + 1).fill({ ...sampleFacts[0], sources: [] }), factStatuses: {} }),
    400,
    '/scan/facts',
  ],
  ['an unknown topic', withFact({ topic: 'constructor' }), 400, '/scan/facts/0/topic'],
  ['an unknown kind of fact', withFact({ kind: 'guessed' }), 400, '/scan/facts/0/kind'],
  ['a fact id with markup', withFact({ id: '<b>' }), 400, '/scan/facts/0/id'],
  ['a fact without sources', withFact({ sources: undefined }), 400, '/scan/facts/0/sources'],
  [
    'a quote without end',
    withFact({ sources: [{ url: 'https://a.example', quote: 'x'.repeat(1_001) }] }),
    400,
    '/scan/facts/0/sources/0/quote',
  ],
  [
    'a status of a fact that is not there',
    withScan({ factStatuses: { f_99: 'confirmed' } }),
    400,
    '/scan/factStatuses/f_99',
  ],
  [
    'a status of what every object has',
    withScan({ factStatuses: { constructor: 'confirmed' } }),
    400,
    '/scan/factStatuses/constructor',
  ],
  ['another status', withScan({ factStatuses: { f_01: 'maybe' } }), 400, '/scan/factStatuses/f_01'],
  [
    'a status under a name with a line break',
    withScan({ factStatuses: { 'f_01\n': 'confirmed' } }),
    400,
    '/scan/factStatuses/f_01\n',
  ],
  ['members nested 17 deep', { ...good, answers: { more: nested(17) } }, 400, '/'],
  [
    'members nested 5,000 deep',
    `{"consent":true,"path":"url","answers":{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}},"recommendation":{}}`,
    400,
    '/',
  ],
]

function nested(depth: number): unknown {
  return depth === 0 ? 'core' : [nested(depth - 1)]
}

describe('what cannot be a report is refused, blamed where it is wrong, and not kept', () => {
  test.each(refused)('%s', async (_, body, status, path) => {
    const before = await kept()
    const answer = await server.post(body)
    expect(answer.status).toBe(status)
    const problem = await answer.json()
    expect(problem).toMatchObject({ status, error: 'invalid_request' })
    expect(problem.errors.map((error: { path: string }) => error.path)).toContain(path)
    expect(await kept()).toBe(before)
  })
})

test.each([
  [
    'the 400 facts of a large scan',
    withScan({ facts: Array(400).fill({ ...sampleFacts[0], sources: [] }), factStatuses: {} }),
    'Cannot use the body of this request: /scan/facts must hold at most 60 facts: send the 60 that matter most of these 400',
  ],
  [
    'a report of 70 KiB',
    {
      ...good,
      recommendation: { padding: 'x'.repeat(60_000) },
      answers: { more: 'x'.repeat(11_680) },
      scan: undefined,
    },
    'Cannot keep a report of more than 64 KiB: this one has 70.1 KiB, so leave out the facts and long texts that matter least',
  ],
])('the answer to %s says what to do', async (_, body, detail) => {
  expect((await (await server.post(body)).json()).detail).toBe(detail)
})

test('no answer to what cannot be a report has the words of the schema library', async () => {
  for (const [name, body] of refused) {
    const { detail, errors } = await (await server.post(body)).json()
    for (const text of [detail, ...errors.map((error: { message: string }) => error.message)])
      expect([name, text]).toEqual([
        name,
        expect.not.stringMatching(/expected|union|schema|less or equal|greater or equal|\^\[/i),
      ])
  }
})

test('a report of 64 KiB is kept to the letter; one byte more is refused', async () => {
  const frame = { path: 'manual', answers: {}, recommendation: { padding: '' } }
  const room = reportBytesMax - JSON.stringify(frame).length
  const filled = (bytes: number) => ({
    ...frame,
    consent: true,
    recommendation: { padding: 'x'.repeat(bytes) },
  })
  const answer = await server.post(filled(room))
  expect(answer.status).toBe(200)
  const report = await server.reports.read((await answer.json()).id)
  expect(JSON.stringify(report.recommendation)).toBe(JSON.stringify(filled(room).recommendation))

  const before = await kept()
  const excess = await server.post(filled(room + 1))
  expect([excess.status, (await excess.json()).error]).toEqual([413, 'content_too_large'])
  const wide = await server.post({
    ...frame,
    consent: true,
    recommendation: { padding: 'ä'.repeat(room / 2 + 1) },
  })
  expect(wide.status).toBe(413)
  expect(await kept()).toBe(before)
})

test('what is not listed is kept and shown, save beside the listed members of the request', async () => {
  const answer = await server.post({
    ...good,
    operator: true,
    id: 'mine',
    deletionToken: 'mine',
    createdAt: '1970-01-01T00:00:00.000Z',
    recommendation: JSON.parse('{"summary":"own","__proto__":{"polluted":true}}'),
  })
  const saved = await answer.json()
  expect(saved.deletionToken).not.toBe('mine')
  const shown = await (await fetch(`${server.url}/api/reports/${saved.id}`)).text()
  expect(JSON.parse(shown).recommendation.summary).toBe('own')
  expect(shown).not.toContain('operator')
  expect(shown).not.toContain('1970')
  expect(Reflect.get({}, 'polluted')).toBeUndefined()
})

test('whatever JSON is sent, it is kept as it is or refused, and the server does not stumble', async () => {
  const anything = fc.oneof(
    fc.jsonValue({ maxDepth: 4 }),
    fc.record(
      {
        consent: fc.oneof(
          { weight: 4, arbitrary: fc.constant(true) },
          { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 1 }) },
        ),
        path: fc.constantFrom('url', 'manual', 'other'),
        answers: fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 }),
        recommendation: fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue({ maxDepth: 3 }), {
          maxKeys: 4,
        }),
      },
      { requiredKeys: ['path', 'answers', 'recommendation'] },
    ),
  )
  let saved = 0
  await fc.assert(
    fc.asyncProperty(anything, async (body) => {
      const text = JSON.stringify(body)
      const answer = await server.post(text)
      if (answer.status !== 200) {
        expect([400, 413]).toContain(answer.status)
        return
      }
      saved += 1
      const { id } = await answer.json()
      const { answers, recommendation } = JSON.parse(text)
      const shown = await (await fetch(`${server.url}/api/reports/${id}`)).json()
      expect(shown).toMatchObject({ id, answers, recommendation })
      expect((await fetch(`${server.url}/r/${id}`)).status).toBe(200)
    }),
    { seed, numRuns: 300 },
  )
  expect(saved).toBeGreaterThan(50)
})
