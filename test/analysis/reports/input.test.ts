import { afterAll, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { factsMax, reportBytesMax } from '../../../src/analysis/reports/schema.ts'
import { openTestPglite } from '../../support/databases.ts'
import { testSeed } from '../../support/seed.ts'
import { sizeOf } from '../../support/soak.ts'
import { startReportServer } from './report-server.ts'
import { sampleFacts, sampleRequest } from './sample-report.ts'

const seed = testSeed('report-input')
const { database, remove } = await openTestPglite()
const server = startReportServer({ database })
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
const recommending = (recommendation: unknown) => ({ ...good, recommendation })
const answering = (answers: unknown) => ({ ...good, answers })
const withScan = (changes: object) => ({ ...good, scan: { ...good.scan, ...changes } })
const withFact = (changes: object) =>
  withScan({ facts: [{ ...sampleFacts[0], ...changes }], factStatuses: {} })
const { path: _path, answers: _answers, recommendation: _recommendation, ...bare } = good

/** A body, and the path of the problem that the answer reports. */
const refused: readonly (readonly [string, unknown, string])[] = [
  ['malformed JSON', '{"consent": true', '/'],
  ['consent refused and given', `{"consent":false,${JSON.stringify(good).slice(1)}`, '/'],
  ['an array', [], '/'],
  ['null', null, '/'],
  ['a string', '"report"', '/'],
  ['no path', { ...bare, answers: {}, recommendation: {} }, '/path'],
  ['another path', { ...good, path: 'website' }, '/path'],
  ['a path in capitals', { ...good, path: 'URL' }, '/path'],
  ['no answers', { ...bare, path: 'manual', recommendation: {} }, '/answers'],
  ['answers as a string', answering('CFO'), '/answers'],
  ['answers as an array', answering(['CFO']), '/answers'],
  ['a role of another type', answering({ role: 5 }), '/answers/role'],
  ['a role of 90 KB', answering({ role: 'x'.repeat(90_000) }), '/answers/role'],
  ['10,000 problems', answering({ painPoints: Array(10_000).fill('late') }), '/answers/painPoints'],
  ['a problem of another type', answering({ painPoints: [{}] }), '/answers/painPoints/0'],
  ['problems as a string', answering({ painPoints: 'late' }), '/answers/painPoints'],
  ['no recommendation', { ...bare, path: 'manual', answers: {} }, '/recommendation'],
  ['a recommendation as a string', recommending('receivables'), '/recommendation'],
  ['null as the recommendation', recommending(null), '/recommendation'],
  ['another confidence', recommending({ confidence: 'total' }), '/recommendation/confidence'],
  ['a product as a string', recommending({ product: 'receivables' }), '/recommendation/product'],
  [
    'a percentage over 100',
    recommending({ scores: [{ percentage: 101 }] }),
    '/recommendation/scores/0/percentage',
  ],
  [
    'a percentage as a string',
    recommending({ scores: [{ percentage: '1' }] }),
    '/recommendation/scores/0/percentage',
  ],
  ['51 scores', recommending({ scores: Array(51).fill({}) }), '/recommendation/scores'],
  [
    'a reasoning of 12,001 characters',
    recommending({ reasoning: 'x'.repeat(12_001) }),
    '/recommendation/reasoning',
  ],
  ['a malformed e-mail address', { ...good, email: 'ada' }, '/email'],
  ['a blank e-mail address', { ...good, email: '' }, '/email'],
  ['an e-mail address of another type', { ...good, email: ['ada@example.com'] }, '/email'],
  ['an e-mail address of 255 characters', { ...good, email: `a@${'b'.repeat(249)}.com` }, '/email'],
  ['a scan as a string', { ...good, scan: 'example.com' }, '/scan'],
  [
    'a scan without facts',
    { ...good, scan: { url: 'https://example.com', domain: 'example.com' } },
    '/scan/facts',
  ],
  [
    `${factsMax + 1} facts`,
    withScan({ facts: Array(factsMax + 1).fill({ ...sampleFacts[0], sources: [] }), factStatuses: {} }),
    '/scan/facts',
  ],
  ['an unknown topic', withFact({ topic: 'constructor' }), '/scan/facts/0/topic'],
  ['an unknown kind of fact', withFact({ kind: 'guessed' }), '/scan/facts/0/kind'],
  ['a fact id with markup', withFact({ id: '<b>' }), '/scan/facts/0/id'],
  ['a fact without sources', withFact({ sources: undefined }), '/scan/facts/0/sources'],
  [
    'a quote of 1,001 characters',
    withFact({ sources: [{ url: 'https://a.example', quote: 'x'.repeat(1_001) }] }),
    '/scan/facts/0/sources/0/quote',
  ],
  [
    'a status of an unknown fact',
    withScan({ factStatuses: { f_99: 'confirmed' } }),
    '/scan/factStatuses/f_99',
  ],
  [
    'a status under the name of a built-in property',
    withScan({ factStatuses: { constructor: 'confirmed' } }),
    '/scan/factStatuses/constructor',
  ],
  ['another status', withScan({ factStatuses: { f_01: 'maybe' } }), '/scan/factStatuses/f_01'],
  [
    'a status under a name with a line break',
    withScan({ factStatuses: { 'f_01\n': 'confirmed' } }),
    '/scan/factStatuses/f_01\n',
  ],
  ['members nested 17 deep', answering({ more: nested(17) }), '/'],
  [
    'members nested 5,000 deep',
    `{"consent":true,"path":"url","answers":{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}},"recommendation":{}}`,
    '/',
  ],
]

function nested(depth: number): unknown {
  return depth === 0 ? 'core' : [nested(depth - 1)]
}

test.each(refused)(
  '%s is refused with the path of the problem, in plain words, and nothing is kept',
  async (_, body, path) => {
    const before = await kept()
    const answer = await server.post(body)
    expect(answer.status).toBe(400)
    const problem = await answer.json()
    expect(problem).toMatchObject({ status: 400, error: 'invalid_request' })
    const errors: { path: string; message: string }[] = problem.errors
    expect(errors.map((error) => error.path)).toContain(path)
    for (const text of [problem.detail, ...errors.map(({ message }) => message)])
      expect(text).not.toMatch(/expected|union|schema|less or equal|greater or equal|\^\[/i)
    expect(await kept()).toBe(before)
  },
)

test.each([
  [
    'the 400 facts of a large scan',
    withScan({ facts: Array(400).fill({ ...sampleFacts[0], sources: [] }), factStatuses: {} }),
    'Cannot use the body of this request: /scan/facts must hold at most 60 facts: send the 60 that matter most of these 400',
  ],
  [
    'a list of e-mail addresses',
    { ...good, email: 'ada@example.com,ben@example.com' },
    'Cannot use the body of this request: /email must be an e-mail address such as ada@example.com',
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
])('the answer to %s names the remedy', async (_, body, detail) => {
  expect((await (await server.post(body)).json()).detail).toBe(detail)
})

test('a report of 64 KiB is kept unchanged, and one byte more is refused', async () => {
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

test('unknown members are kept inside answers and recommendation, and ignored beside them', async () => {
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

/** No member of the schema, so that any value is allowed. */
const unknownMembers = (maxDepth: number) =>
  fc.dictionary(
    fc.string({ unit: 'binary' }).map((name) => `x${name}`),
    fc.jsonValue({ maxDepth }),
    { maxKeys: 4 },
  )

test('a report of any unknown members is kept unchanged and has a page', async () => {
  const report = fc.record({
    consent: fc.constant(true),
    path: fc.constantFrom('url', 'manual'),
    answers: unknownMembers(2),
    recommendation: unknownMembers(3),
  })
  await fc.assert(
    fc.asyncProperty(report, async (body) => {
      const text = JSON.stringify(body)
      const answer = await server.post(text)
      expect(answer.status).toBe(200)
      const { id } = await answer.json()
      const { answers, recommendation } = JSON.parse(text)
      const shown = await (await fetch(`${server.url}/api/reports/${id}`)).json()
      expect(shown).toMatchObject({ id, answers, recommendation })
      expect((await fetch(`${server.url}/r/${id}`)).status).toBe(200)
    }),
    { seed, numRuns: sizeOf({ short: 15, soak: 200 }) },
  )
})
