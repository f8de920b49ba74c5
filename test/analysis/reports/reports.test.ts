import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Catalog } from '../../../src/analysis/catalog/catalog.ts'
import { defaultCatalog } from '../../../src/analysis/catalog/default-catalog.ts'
import { withEmailNote } from '../../../src/analysis/catalog/publish-catalog.ts'
import { createReports } from '../../../src/analysis/reports/reports.ts'
import type { SavedReport } from '../../../src/analysis/reports/schema.ts'
import type { Database } from '../../../src/kernel/database/database.ts'
import { createLog, silentLog } from '../../../src/kernel/runtime/log.ts'
import { databasesWith } from '../../support/databases.ts'
import { dumpDatabase } from '../../support/dump.ts'
import { startPostgres, type TestPostgres } from '../../support/postgres.ts'
import { waitFor } from '../../support/wait.ts'
import { type ReportServer, startReportServer } from './report-server.ts'
import { sampleRequest } from './sample-report.ts'

let cluster: TestPostgres
let postgresUrl = ''
beforeAll(async () => {
  cluster = await startPostgres()
  postgresUrl = await cluster.createDatabase()
})
afterAll(() => cluster.stop())

const dayMs = 86_400_000
const start = Date.parse('2026-05-04T09:30:00.000Z')

describe.each(databasesWith(() => postgresUrl))('on %s', (_, open) => {
  let database: Database
  let remove: () => Promise<void>
  let server: ReportServer
  let now = start
  beforeAll(async () => {
    ;({ database, remove } = await open())
    server = startReportServer({ database, now: () => now })
  })
  beforeEach(async () => {
    now = start
    await database.db.execute(sql`truncate analysis_reports`)
  })
  afterAll(async () => {
    await server.stop()
    await remove()
  })

  const save = async (changes: Parameters<typeof sampleRequest>[0] = {}): Promise<SavedReport> => {
    const answer = await server.post(sampleRequest(changes))
    expect(answer.status).toBe(200)
    return await answer.json()
  }
  const read = (id: string) => fetch(`${server.url}/api/reports/${id}`)
  const erase = (id: string, token?: string) =>
    fetch(`${server.url}/api/reports/${id}`, {
      method: 'DELETE',
      headers: token === undefined ? {} : { 'x-deletion-token': token },
    })
  const count = async () => {
    const [row] = await database.rows<{ count: string }>(
      sql`select count(*)::text as count from analysis_reports`,
    )
    return Number(row?.count)
  }

  test('a saved report is read back as it was given, without address and token', async () => {
    const request = sampleRequest({ email: 'ada@example.com' })
    const saved = await save({ email: 'ada@example.com' })
    expect(saved).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
      shareUrl: `${server.url}/r/${saved.id}`,
      deletionToken: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
      expiresAt: '2026-06-03T09:30:00.000Z',
      mailed: false,
    })
    const answer = await read(saved.id)
    const { consent, email, ...content } = request
    expect(await answer.json()).toEqual({
      id: saved.id,
      createdAt: '2026-05-04T09:30:00.000Z',
      expiresAt: '2026-06-03T09:30:00.000Z',
      ...content,
    })
    expect((await read(saved.id.toUpperCase())).status).toBe(200)
  })

  test('text that databases handle specially comes back unchanged', async () => {
    const hostile =
      'nul \u0000, lone \ud800, \u202e turned, \r\n lines, emoji 🪨, "quotes" \\ \' ; drop table'
    const saved = await save({ answers: { role: hostile }, recommendation: { reasoning: hostile } })
    const report = await (await read(saved.id)).json()
    expect(report.answers).toEqual({ role: hostile })
    expect(report.recommendation).toEqual({ reasoning: hostile })
  })

  test('consent is kept with its time and words, the token as its digest alone', async () => {
    const { deletionToken } = await save()
    const [row] = await database.rows(
      sql`select consent_text, consented_at::text as consented_at, token_sha256, email from analysis_reports`,
    )
    expect(row).toEqual({
      consent_text: defaultCatalog.privacy.consent,
      consented_at: String(start),
      token_sha256: createHash('sha256').update(deletionToken).digest('hex'),
      email: null,
    })
    expect(await dumpDatabase(database)).not.toContain(deletionToken)
  })

  const emailStored = 'Your e-mail address is kept with the report until it is deleted.'
  const keeping = { ...defaultCatalog, privacy: { ...defaultCatalog.privacy, emailStored } }
  const reportsWith = (catalog: Catalog) =>
    createReports({
      db: database.db,
      now: () => now,
      baseUrl: 'https://cairn.example',
      catalog,
      log: silentLog,
    })

  test.each([
    ['is kept under a note that says so', withEmailNote(keeping, { sendsMail: false }), true],
    ['is not kept under one that says otherwise', withEmailNote(defaultCatalog, { sendsMail: false }), false],
    ['is not kept where the published note lacks the sentence about it', keeping, false],
  ])('without a mailer an address %s', async (_name, catalog, kept) => {
    await reportsWith(catalog).save(sampleRequest({ email: 'grace.hopper@example.com' }))
    expect((await dumpDatabase(database)).includes('grace.hopper@example.com')).toBe(kept)
    expect(catalog.privacy.note.includes(emailStored)).toBe(kept)
    const [row] = await database.rows<{ text: string }>(
      sql`select consent_text as text from analysis_reports`,
    )
    expect(row?.text.includes(emailStored)).toBe(kept)
  })

  test('without consent nothing is kept', async () => {
    const { consent, ...rest } = sampleRequest({ answers: { role: 'marker-of-no-consent' } })
    for (const given of [undefined, false, null, 'true', 1, 0, '', {}, [true]]) {
      const answer = await server.post(given === undefined ? rest : { ...rest, consent: given })
      expect(answer.status).toBe(400)
      const problem = await answer.json()
      expect(problem).toMatchObject({ status: 400, error: 'invalid_request' })
      expect(problem.errors[0].path).toBe('/consent')
    }
    expect(await count()).toBe(0)
    expect(await dumpDatabase(database)).not.toContain('marker-of-no-consent')
  })

  test('the right token deletes once; twenty at once delete once', async () => {
    const first = await save()
    const answer = await erase(first.id, first.deletionToken)
    expect([answer.status, await answer.json()]).toEqual([200, { deleted: true }])
    expect((await read(first.id)).status).toBe(404)
    expect((await erase(first.id, first.deletionToken)).status).toBe(404)

    const second = await save()
    const many = await Promise.all(Array.from({ length: 20 }, () => erase(second.id, second.deletionToken)))
    expect(many.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 404)])
  })

  test('unknown, deleted, expired and malformed ids and wrong tokens get the same answer', async () => {
    const [kept, deleted] = [await save(), await save()]
    await erase(deleted.id, deleted.deletionToken)
    now = start - 40 * dayMs
    const expired = await save()
    now = start
    const wrong = `${kept.deletionToken.startsWith('A') ? 'B' : 'A'}${kept.deletionToken.slice(1)}`
    const ids = [
      crypto.randomUUID(),
      deleted.id,
      expired.id,
      'no-uuid',
      '%00',
      `${kept.id}x`,
      'a'.repeat(3000),
      '0'.repeat(36),
    ]
    const answers = [
      ...ids.map((id) => read(id)),
      ...ids.map((id) => erase(id, deleted.deletionToken)),
      ...[
        undefined,
        '',
        ' ',
        wrong,
        kept.deletionToken.slice(0, -1),
        `${kept.deletionToken}A`,
        kept.id,
        'x'.repeat(9000),
      ].map((token) => erase(kept.id, token)),
      erase(expired.id, expired.deletionToken),
      erase(kept.id, deleted.deletionToken),
    ]
    const bodies = new Set<string>()
    for (const answer of await Promise.all(answers)) {
      expect(answer.status).toBe(404)
      const { instance, requestId, ...body } = await answer.json()
      bodies.add(JSON.stringify(body))
    }
    expect([...bodies]).toHaveLength(1)
    expect([...bodies][0]).toContain('"error":"report_not_found"')
    expect((await read(kept.id)).status).toBe(200)
  })

  test('a report can be read until the moment it expires, and is swept from then on', async () => {
    const { id } = await save()
    now = start + 30 * dayMs - 1
    expect((await read(id)).status).toBe(200)
    expect(await server.reports.sweep()).toBe(0)
    now += 1
    expect((await read(id)).status).toBe(404)
    expect(await count()).toBe(1)
    expect(await server.reports.sweep()).toBe(1)
    expect(await count()).toBe(0)
  })

  test('a sweep starts at once and logs how many reports it deleted', async () => {
    let logged = ''
    const log = createLog({
      level: 'info',
      write: (text) => {
        logged += text
      },
    })
    const reports = createReports({
      db: database.db,
      now: () => now,
      baseUrl: 'https://cairn.example',
      catalog: defaultCatalog,
      log,
      keepDays: 2,
    })
    await reports.save(sampleRequest())
    now = start + 2 * dayMs
    const stop = reports.start()
    // The report is gone a moment before that is logged.
    await waitFor('the sweep has ended', () => {
      log.flush()
      return logged.includes('"message":"expired reports deleted","count":1')
    })
    stop()
    expect(await count()).toBe(0)
  })

  test('after a deletion and a sweep, a dump of the whole database contains nothing of the reports', async () => {
    const reports = reportsWith(withEmailNote(keeping, { sendsMail: false }))
    const marked = (name: string) =>
      sampleRequest({
        email: `${name}@example.com`,
        answers: { role: `secret-answer-of-${name}` },
        recommendation: { reasoning: `secret-reason-of-${name}` },
      })
    const deleted = await reports.save(marked('deleted'))
    const swept = []
    // Many with one address: the planner keeps samples of frequent values.
    for (let index = 0; index < 20; index += 1) swept.push(await reports.save(marked('swept')))
    const before = await dumpDatabase(database)
    for (const name of ['deleted', 'swept']) {
      for (const trace of [`${name}@example.com`, `secret-answer-of-${name}`, `secret-reason-of-${name}`])
        expect(before).toContain(trace)
    }
    const digests = [deleted, ...swept].map(({ deletionToken }) =>
      createHash('sha256').update(deletionToken).digest('hex'),
    )
    expect(digests.every((digest) => before.includes(digest))).toBe(true)

    await reports.delete(deleted.id, deleted.deletionToken)
    now = start + 30 * dayMs
    expect(await reports.sweep()).toBe(20)
    const after = await dumpDatabase(database)
    for (const trace of [
      '@example.com',
      'secret-answer',
      'secret-reason',
      'Harbor',
      ...digests,
      ...[deleted, ...swept].map(({ deletionToken }) => deletionToken),
    ])
      expect(after).not.toContain(trace)
  })

  test('the planner of the database keeps no samples of a report', async () => {
    for (let index = 0; index < 10; index += 1)
      await save({ email: 'ada@example.com', answers: { role: 'sampled' } })
    await database.db.execute(sql`update analysis_reports set email = 'ada@example.com'`)
    await database.db.execute(sql`analyze`)
    const stats = await database.rows(
      sql`select attname from pg_stats where tablename = 'analysis_reports' and attname in ('content', 'email', 'token_sha256')`,
    )
    expect(stats).toEqual([])
  })

  test('an address, a token and a report are not logged, even when the database refuses them', async () => {
    const { deletionToken } = await save({ email: 'ada@example.com' })
    await database.db.execute(sql`alter table analysis_reports rename to elsewhere`)
    const answer = await server.post(sampleRequest({ email: 'ada@example.com' }))
    await database.db.execute(sql`alter table elsewhere rename to analysis_reports`)
    expect(answer.status).toBe(500)
    const logged = server.logged()
    expect(logged).toContain('Cannot write a report to the database: its error code is 42P01')
    for (const secret of ['ada@example.com', deletionToken, 'Founder', 'Harbor', 'params'])
      expect(logged).not.toContain(secret)
  })
})
