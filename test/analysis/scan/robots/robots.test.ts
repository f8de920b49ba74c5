import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import type { RobotsFetch, RobotsFetcher } from '../../../../src/analysis/scan/robots/fetch-robots.ts'
import {
  createRobotsStore,
  type RobotsStore,
  storedBytesMax,
} from '../../../../src/analysis/scan/robots/robots-store.ts'
import {
  createRobots,
  type Robots,
  RobotsUnreachable,
  type RulesForOptions,
} from '../../../../src/analysis/scan/robots.ts'
import type { Database } from '../../../../src/kernel/database/database.ts'
import { EgressRefused } from '../../../../src/kernel/egress/egress.ts'
import { databasesWith } from '../../../support/databases.ts'
import { startPostgres, type TestPostgres } from '../../../support/postgres.ts'

let cluster: TestPostgres
let postgresUrl = ''
beforeAll(async () => {
  cluster = await startPostgres()
  postgresUrl = await cluster.createDatabase()
})
afterAll(() => cluster.stop())

const kinds = databasesWith(() => postgresUrl)

const hourMs = 3_600_000
const origin = new URL('https://foo.bar/some/page?a#b')
const page = new URL('https://foo.bar/private')
const found = (text: string): RobotsFetch => ({ state: 'found', body: new TextEncoder().encode(text) })
const rulesFile = found(
  'user-agent: CairnBot\ndisallow: /private\ncrawl-delay: 1\nsitemap: https://foo.bar/s.xml\n\nuser-agent: *\ndisallow: /\n',
)
const refused = { allowed: false, line: 'disallow: /private', lineNumber: 2 }

describe.each(kinds)('on %s', (_kind, open) => {
  let database: Database
  let remove: () => Promise<void>
  let clock = 0
  let store: RobotsStore
  let robots: Robots
  const now = () => clock
  beforeAll(async () => {
    ;({ database, remove } = await open())
  })
  afterAll(() => remove())
  beforeEach(() => {
    clock = 1_700_000_000_000
    store = createRobotsStore({ db: database.db, now })
    robots = createRobots({ store, token: 'CairnBot', now })
  })
  afterEach(async () => {
    await database.db.execute(sql`truncate analysis_robots_files`)
  })
  const rulesFor = async (url: URL, options: RulesForOptions, reader = robots) => {
    const { compiled } = await reader.rulesFor(url, options)
    if (compiled === undefined) throw new Error(`the file of ${url.origin} is too large to be compiled here`)
    return compiled
  }
  const keptOrigins = async () =>
    (
      await database.rows<{ origin: string }>(sql`select origin from analysis_robots_files order by origin`)
    ).map((row) => row.origin)

  /** A fetcher that gives these answers in turn, and what it was asked for. */
  function scripted(...answers: (RobotsFetch | Error)[]) {
    const asked: string[] = []
    const fetch: RobotsFetcher = async (url) => {
      asked.push(url.href)
      const answer = answers[asked.length - 1]
      if (answer === undefined) throw new Error(`nothing more to answer for ${url}`)
      if (answer instanceof Error) throw answer
      return answer
    }
    return { asked, fetch }
  }

  test('a file is fetched once a day for its origin, and its rules are whole after a restart', async () => {
    const { asked, fetch } = scripted(rulesFile)
    for (const reader of [robots, robots, createRobots({ store, token: 'CairnBot', now })]) {
      const rules = await rulesFor(origin, { fetch }, reader)
      expect(rules.verdict(page)).toEqual(refused)
      expect(rules.verdict(new URL('https://foo.bar/'))).toEqual({ allowed: true })
      const { state, crawlDelayMs, sitemaps } = rules
      expect({ state, crawlDelayMs, sitemaps }).toEqual({
        state: 'rules',
        crawlDelayMs: 1_000,
        sitemaps: ['https://foo.bar/s.xml'],
      })
    }
    clock += 24 * hourMs - 1
    await rulesFor(origin, { fetch })
    expect(asked).toEqual(['https://foo.bar/robots.txt'])
  })

  test('after 24 hours it is fetched again, and the new file counts', async () => {
    const { asked, fetch } = scripted(rulesFile, { state: 'unavailable' })
    await rulesFor(origin, { fetch })
    clock += 24 * hourMs
    expect((await rulesFor(origin, { fetch })).verdict(page)).toEqual({ allowed: true })
    expect((await rulesFor(origin, { fetch })).state).toBe('unavailable')
    expect(asked).toHaveLength(2)
  })

  test('a caller who requests it fresh gets it fetched, for everyone', async () => {
    const { asked, fetch } = scripted({ state: 'unavailable' }, rulesFile)
    expect((await rulesFor(origin, { fetch })).state).toBe('unavailable')
    expect((await rulesFor(origin, { fetch, fresh: true })).state).toBe('rules')
    expect((await rulesFor(origin, { fetch })).verdict(page)).toEqual(refused)
    expect(asked).toHaveLength(2)
  })

  test('scheme, host and port each have a file of their own', async () => {
    const origins = ['http://foo.bar/', 'https://foo.bar/', 'https://foo.bar:8443/', 'https://www.foo.bar/']
    const { asked, fetch } = scripted(...origins.map(() => rulesFile))
    for (const url of origins) await rulesFor(new URL(url), { fetch })
    expect(asked).toEqual(origins.map((url) => `${url}robots.txt`))
    expect(await keptOrigins()).toHaveLength(4)
  })

  /** A fetcher that answers on a call of the test, and whose call can be waited for. */
  function held() {
    const gate = Promise.withResolvers<RobotsFetch>()
    const called = Promise.withResolvers<void>()
    const fetcher = {
      fetches: 0,
      called: called.promise,
      resolve: gate.resolve,
      reject: gate.reject,
      fetch: () => {
        fetcher.fetches += 1
        called.resolve()
        return gate.promise
      },
    }
    return fetcher
  }

  test('those who ask for one origin at the same time wait for one fetch', async () => {
    const site = held()
    const asking = Array.from({ length: 20 }, () => rulesFor(origin, site))
    await site.called
    site.resolve(rulesFile)
    for (const rules of await Promise.all(asking)) expect(rules.verdict(page)).toEqual(refused)
    expect(site.fetches).toBe(1)
  })

  test('one that goes away does not fail those who wait with it', async () => {
    const site = held()
    const first = rulesFor(origin, site)
    const { asked, fetch } = scripted(rulesFile)
    const others = [rulesFor(origin, { fetch }), rulesFor(origin, { fetch })]
    await site.called
    site.reject(new EgressRefused('aborted', 'caller'))
    await expect(first).rejects.toMatchObject({ reason: 'aborted' })
    for (const rules of await Promise.all(others)) expect(rules.verdict(page)).toEqual(refused)
    expect(asked).toHaveLength(1)
  })

  test('an unreachable file forbids the site and says why, for a minute and not in the database', async () => {
    const { asked, fetch } = scripted({ state: 'unreachable', reason: 'timeout' }, rulesFile)
    const told = { name: 'RobotsUnreachable', origin: 'https://foo.bar', reason: 'timeout' }
    for (let time = 0; time < 3; time += 1) {
      await expect(rulesFor(origin, { fetch })).rejects.toMatchObject(told)
    }
    clock += 59_999
    await expect(rulesFor(origin, { fetch })).rejects.toBeInstanceOf(RobotsUnreachable)
    expect(asked).toHaveLength(1)
    expect(await keptOrigins()).toEqual([])
    clock += 2
    expect((await rulesFor(origin, { fetch })).verdict(page)).toEqual(refused)
  })

  test('an unreachable file is tried again at once for a caller who requests it fresh', async () => {
    const { fetch } = scripted({ state: 'unreachable', reason: 'http_status' }, rulesFile)
    await expect(rulesFor(origin, { fetch })).rejects.toBeInstanceOf(RobotsUnreachable)
    expect((await rulesFor(origin, { fetch, fresh: true })).state).toBe('rules')
    expect((await rulesFor(origin, { fetch })).state).toBe('rules')
  })

  test('one that was unreachable after a day forbids, regardless of what was kept before', async () => {
    const { fetch } = scripted({ state: 'unavailable' }, { state: 'unreachable', reason: 'connect' })
    await rulesFor(origin, { fetch })
    clock += 24 * hourMs
    await expect(rulesFor(origin, { fetch })).rejects.toBeInstanceOf(RobotsUnreachable)
  })

  test.each(['not_allowed', 'aborted'] as const)(
    'a refusal %s comes through and is not kept',
    async (reason) => {
      const { asked, fetch } = scripted(new EgressRefused(reason, 'rule'), rulesFile)
      const failed = rulesFor(origin, { fetch })
      await expect(failed).rejects.toBeInstanceOf(EgressRefused)
      await expect(failed).rejects.toMatchObject({ reason })
      expect((await rulesFor(origin, { fetch })).state).toBe('rules')
      expect(asked).toHaveLength(2)
    },
  )

  test('a refusal by policy is given to all who wait, after one fetch', async () => {
    const site = held()
    const asking = Array.from({ length: 5 }, () => rulesFor(origin, site))
    await site.called
    site.reject(new EgressRefused('not_allowed', 'private'))
    for (const outcome of await Promise.allSettled(asking)) expect(outcome.status).toBe('rejected')
    expect(site.fetches).toBe(1)
  })

  test('the largest and the oddest file that is kept comes back as it was', async () => {
    const line = 'disallow: /\0\u{1f600}"\\\'; drop table notes;--\u2028\n'
    const odd = (lines: number) => found(`user-agent: CairnBot\n${line.repeat(lines)}`)
    const lines = Math.floor((storedBytesMax - 30) / Buffer.byteLength(line.replace('\0', '\ufffd')))
    const { fetch } = scripted(odd(lines))
    const asked = new URL(
      'https://foo.bar/%EF%BF%BD%F0%9F%98%80%22%5C%27;%20drop%20table%20notes;--%E2%80%A8',
    )
    const before = (await rulesFor(origin, { fetch })).verdict(asked)
    expect(before).toMatchObject({ allowed: false, lineNumber: 2 })
    expect((await rulesFor(origin, { fetch })).verdict(asked)).toEqual(before)
  })

  test('a file above the largest is neither kept nor compiled on the event loop', async () => {
    const large = found(`user-agent: *\ndisallow: /private\n${'disallow: /a\n'.repeat(storedBytesMax / 13)}`)
    const { asked, fetch } = scripted(large, large)
    for (let time = 0; time < 2; time += 1) {
      expect((await robots.rulesFor(origin, { fetch })).compiled).toBeUndefined()
    }
    expect(asked).toHaveLength(2)
    expect(await keptOrigins()).toEqual([])
  })

  test('rules that are not to be kept leave no row', async () => {
    const { asked, fetch } = scripted(rulesFile, rulesFile)
    expect((await rulesFor(origin, { fetch, keep: false })).verdict(page)).toEqual(refused)
    expect(await keptOrigins()).toEqual([])
    await rulesFor(origin, { fetch })
    expect(await keptOrigins()).toEqual(['https://foo.bar'])
    expect(asked).toHaveLength(2)
  })

  test('however many origins are asked for, only the newest are kept', async () => {
    const small = createRobotsStore({ db: database.db, now, originsMax: 3 })
    for (const host of ['a', 'b', 'c', 'd', 'e']) {
      await small.save(`https://${host}`, { state: 'unavailable', group: '', sitemaps: [] })
      clock += 1
    }
    expect(await keptOrigins()).toEqual(['https://c', 'https://d', 'https://e'])
  })

  test('what is a day old is swept when something is kept, at most once a minute', async () => {
    const keep = (host: string) =>
      store.save(`https://${host}`, { state: 'unavailable', group: '', sitemaps: [] })
    await keep('a')
    clock += 12 * hourMs
    await keep('b')
    clock += 12 * hourMs
    await keep('c')
    expect(await keptOrigins()).toEqual(['https://b', 'https://c'])
    clock += 12 * hourMs - 30_000
    await keep('d')
    clock += 30_000
    await keep('e')
    expect(await keptOrigins()).toEqual(['https://b', 'https://c', 'https://d', 'https://e'])
    await store.sweep()
    expect(await keptOrigins()).toEqual(['https://c', 'https://d', 'https://e'])
  })
})
