import { afterAll, describe, expect, test } from 'bun:test'
import type { Database } from '../../../src/kernel/database/database.ts'
import { sharedSecret } from '../../../src/kernel/database/shared-secret.ts'
import { createRateLimit, type RateLimit } from '../../../src/kernel/http/rate-limit.ts'
import { AppError } from '../../../src/kernel/runtime/app-error.ts'
import { silentLog } from '../../../src/kernel/runtime/log.ts'
import { openTestPglite, openTestPostgres } from '../../support/databases.ts'
import { fsyncsDuring } from '../../support/fsyncs.ts'
import { openBothDatabases } from '../../support/open-both-databases.ts'
import { startPostgres } from '../../support/postgres.ts'
import { waitFor } from '../../support/wait.ts'

/** Far beyond what the slowest machine needs. */
const databaseMsMax = 60_000
/** How many requests come at the same time. */
const crowd = 120

const cluster = await startPostgres()
const postgresUrl = await cluster.createDatabase()

const limitOf = (database: Pick<Database, 'query'>, name: string, perMinute: number) =>
  createRateLimit({ name, perMinute, database, databaseMsMax, log: silentLog })

/** How many of so many concurrent requests pass. */
async function passedOf(limits: readonly RateLimit[], count: number, caller: string): Promise<number> {
  const outcomes = await Promise.allSettled(
    Array.from({ length: count }, (_, index) => limits[index % limits.length]?.take(caller)),
  )
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected' && !(outcome.reason instanceof AppError)) throw outcome.reason
  }
  return outcomes.filter(({ status }) => status === 'fulfilled').length
}

async function refusal(work: Promise<void>): Promise<AppError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof AppError)) throw new Error('the request passed')
  return error
}

const kinds = await openBothDatabases(postgresUrl)
afterAll(() => cluster.stop())

describe.each(kinds)('on %s', (_, database) => {
  test('callers of one IPv6 network of 48 bits share eight quotas, each has its own below', async () => {
    const limit = limitOf(database, 'wide', 2)
    let passed = 0
    for (let index = 0; index < 12; index += 1) passed += await passedOf([limit], 3, `v6:site:host${index}`)
    expect(passed).toBe(16)
    expect((await refusal(limit.take('v6:site:fresh'))).headers).toMatchObject({
      'ratelimit-policy': '"wide-48";q=16;w=60',
    })
    expect(await passedOf([limit], 3, 'v6:other:host0')).toBe(2)
  })

  test('exactly as many of many parallel requests pass as the quota has', async () => {
    const limit = limitOf(database, 'parallel', 17)
    expect(await passedOf([limit], crowd, 'ada')).toBe(17)
    expect(await passedOf([limit], 10, 'ada')).toBe(0)
  })

  test('callers and quotas are counted apart', async () => {
    const scan = limitOf(database, 'scan', 2)
    const chat = limitOf(database, 'chat', 3)
    expect(await passedOf([scan], 5, 'ada')).toBe(2)
    expect(await passedOf([scan], 5, 'ben')).toBe(2)
    expect(await passedOf([chat], 5, 'ada')).toBe(3)
  })

  test('a refusal has the seconds to wait, in the standard headers too', async () => {
    const limit = limitOf(database, 'refused', 1)
    await limit.take('ada')
    const { status, slug, retryAfterSeconds, headers } = await refusal(limit.take('ada'))
    expect({ status, slug }).toEqual({ status: 429, slug: 'rate_limited' })
    expect(retryAfterSeconds).toBeGreaterThan(0)
    expect(retryAfterSeconds).toBeLessThanOrEqual(60)
    expect(headers).toEqual({
      'ratelimit-policy': '"refused";q=1;w=60',
      ratelimit: `"refused";r=0;t=${retryAfterSeconds}`,
    })
  })

  test('what was used up stays used up after a restart', async () => {
    const before = limitOf(database, 'restart', 4)
    expect(await passedOf([before], 4, 'ada')).toBe(4)
    const after = limitOf(database, 'restart', 4)
    expect(await passedOf([after], 4, 'ada')).toBe(0)
  })
})

test('two processes on one PostgreSQL share a quota', async () => {
  const databases = await Promise.all([openTestPostgres(postgresUrl), openTestPostgres(postgresUrl)])
  const limits = databases.map((database) => limitOf(database, 'shared', 23))
  expect(await passedOf(limits, crowd, 'ada')).toBe(23)
  await Promise.all(databases.map((database) => database.close()))
})

test('a caller far from its quota seldom waits for the database, and every request is counted', async () => {
  const { database, remove } = await openTestPglite()
  const gate = Promise.withResolvers<void>()
  let queries = 0
  const slow: Pick<Database, 'query'> = {
    async query(text, values) {
      queries += 1
      if (queries > 1) await gate.promise
      return await database.query(text, values)
    },
  }
  const first = limitOf(slow, 'far', 161)
  await first.take('ada')
  // A sixteenth of the 160 that are left; the eleventh is counted together with them.
  await Promise.all(Array.from({ length: 10 }, () => first.take('ada')))
  expect(queries).toBe(1)
  const eleventh = first.take('ada')
  gate.resolve()
  await eleventh
  const second = limitOf(database, 'far', 161)
  expect(await passedOf([second], 161, 'ada')).toBe(149)
  await remove()
})

test('requests that passed uncounted are counted though no other follows', async () => {
  const { database, remove } = await openTestPglite()
  const first = limitOf(database, 'alone', 33)
  await first.take('ada')
  await first.take('ada')
  await first.take('ada')
  await waitFor('the database has counted all three', async () => {
    const [row] = await database.query(`select points from kernel_rate_limits where key = 'alone:ada'`, [])
    return Number(row?.['points']) === 3
  })
  await remove()
})

test.each([
  ['is gone', () => Promise.reject(new Error('connection refused'))],
  ['never answers', () => new Promise<never>(() => {})],
])('with a database that %s requests are counted in memory', async (_, query) => {
  const warnings: string[] = []
  const log = { ...silentLog, warn: (message: string) => warnings.push(message) }
  const limit = createRateLimit({ name: 'down', perMinute: 5, database: { query }, databaseMsMax: 100, log })
  expect(await passedOf([limit], 40, 'ada')).toBe(5)
  expect(warnings).toContain('requests are counted in memory as the database does not answer')
})

test('a request is counted without waiting for the disk, other writes are not', async () => {
  const { database, remove } = await openTestPglite()
  const limit = limitOf(database, 'fsync', 100)
  expect(await fsyncsDuring(database, () => limit.take('caller'))).toBe(0)
  expect(await fsyncsDuring(database, () => sharedSecret(database.db, 'some'))).toBe(1)
  await remove()
})
