import { afterAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { createParser, ParseFailed, type Parser } from '../../../../src/analysis/scan/parser/parser.ts'
import { createRobotsReader } from '../../../../src/analysis/scan/robots/robots-reader.ts'
import { type RulesOfScanOptions, rulesOfScan } from '../../../../src/analysis/scan/robots/rules-of-scan.ts'
import { createRobots, RobotsUnreachable } from '../../../../src/analysis/scan/robots.ts'
import { silentLog } from '../../../../src/kernel/runtime/log.ts'

const start = new URL('http://foo.bar/')
const page = new URL('http://foo.bar/private')
const parsers = createParser({
  command: [process.execPath, join(import.meta.dir, '../../../support/parse-child.ts')],
  log: silentLog,
  size: 1,
  deadlineMs: 40_000,
})
const parser = parsers.forScan({ caller: 'test' })
afterAll(() => parsers.close())

const lines = (rules: readonly string[]) => `user-agent: CairnBot\n${rules.join('\n')}\n`
const wildcards = (count: number) =>
  lines(Array.from({ length: count }, (_, index) => `disallow: /*${'%2C'.repeat(150)}b${index}`))

/** The rules of a scan whose every origin has this file, and which origins were fetched and kept. */
function scanOf(file: string | undefined, options: Partial<RulesOfScanOptions> = {}) {
  const fetched: string[] = []
  const kept: string[] = []
  const store = {
    read: async () => undefined,
    save: async (origin: string) => {
      kept.push(origin)
    },
    sweep: async () => {},
  }
  const rulesFor = rulesOfScan(createRobots({ store, token: 'CairnBot', now: () => 0 }), {
    start,
    fetch: async ({ origin }) => {
      fetched.push(origin)
      return file === undefined
        ? { state: 'unreachable', reason: 'connect' }
        : { state: 'found', body: new TextEncoder().encode(file) }
    },
    parser,
    token: 'CairnBot',
    signal: new AbortController().signal,
    ...options,
  })
  return { fetched, kept, rulesFor }
}

/** Answers as the child does, and counts. */
function countingParser() {
  const read = createRobotsReader()
  const asked: (string | undefined)[] = []
  const robots: Parser['robots'] = async ({ body, ...question }) => {
    asked.push(question.url)
    return read(body, question)
  }
  return { asked, parser: { robots } }
}

test('one scan asks once for each origin, for any answer and any required freshness', async () => {
  const there = scanOf('user-agent: *\ndisallow: /private\ncrawl-delay: 1\nsitemap: /s.xml\n', {
    fresh: true,
  })
  const gone = scanOf(undefined, { fresh: true })
  for (let time = 0; time < 3; time += 1) {
    const rules = await there.rulesFor(page)
    expect(rules).toMatchObject({ crawlDelayMs: 1_000, sitemaps: ['/s.xml'] })
    expect(await rules.verdict(page)).toEqual({ allowed: false, line: 'disallow: /private', lineNumber: 2 })
    await expect(gone.rulesFor(page)).rejects.toBeInstanceOf(RobotsUnreachable)
  }
  expect([there.fetched, gone.fetched]).toEqual([['http://foo.bar'], ['http://foo.bar']])
})

test('only the origin that was asked for is kept, not those that redirects lead to', async () => {
  const { fetched, kept, rulesFor } = scanOf('user-agent: *\ndisallow: /a\n')
  for (const host of ['foo.bar', 'one.foo.bar', 'two.foo.bar']) await rulesFor(new URL(`http://${host}/x`))
  expect(fetched).toHaveLength(3)
  expect(kept).toEqual(['http://foo.bar'])
})

test('a file of 500 KB is read in a parse child, with the verdicts it has anywhere', async () => {
  const { rulesFor } = scanOf(
    `${lines(['crawl-delay: 2', 'disallow: /private'])}sitemap: http://foo.bar/s.xml\n${'disallow: /a\n'.repeat(38_000)}`,
  )
  const rules = await rulesFor(page)
  expect(rules).toMatchObject({ crawlDelayMs: 2_000, sitemaps: ['http://foo.bar/s.xml'] })
  expect(await rules.verdict(page)).toEqual({ allowed: false, line: 'disallow: /private', lineNumber: 3 })
  expect(await rules.verdict(start)).toEqual({ allowed: true })
})

test('verdicts of an ordinary file take no message to a child, those of a costly path do', async () => {
  const { asked, parser } = countingParser()
  const { rulesFor } = scanOf(lines(Array.from({ length: 200 }, (_, index) => `disallow: /*b${index}`)), {
    parser,
  })
  const rules = await rulesFor(page)
  for (let index = 0; index < 100; index += 1) {
    expect(await rules.verdict(new URL(`/products/${index}`, start))).toEqual({ allowed: true })
  }
  expect(asked).toEqual([])
  const long = new URL(`/${'%2C'.repeat(2_700)}`, start)
  expect(await rules.verdict(long)).toEqual({ allowed: true })
  expect(await rules.verdict(long)).toEqual({ allowed: true })
  expect(asked).toEqual([long.href])
})

test('a scan that has used up its work gets nothing more allowed, however it asks', async () => {
  const { asked, parser } = countingParser()
  const { rulesFor } = scanOf(wildcards(40), { parser })
  const rules = await rulesFor(page)
  const paths = Array.from({ length: 120 }, (_, index) => new URL(`/${'%2C'.repeat(1_000)}${index}`, start))
  const verdicts = await Promise.all(paths.map((url) => rules.verdict(url)))
  const allowed = verdicts.filter((verdict) => verdict.allowed).length
  // 200 million steps, of which each of these takes the length of the path for each sign of a rule.
  const signs = Array.from({ length: 40 }, (_, index) => 1 + `/*${'%2C'.repeat(150)}b${index}`.length)
  const steps = 3_002 * signs.reduce((sum, count) => sum + count, 0)
  expect(allowed).toBe(Math.floor(200_000_000 / steps))
  expect(asked).toHaveLength(121)
})

test.each([
  ['timeout', 'timeout'],
  ['memory', 'too_large'],
  ['crashed', 'too_large'],
] as const)('a file whose parse ends with %s cannot be read', async (reason, told) => {
  const robots = () => Promise.reject(new ParseFailed(reason, 'x'))
  const { rulesFor } = scanOf(wildcards(900), { parser: { robots } })
  await expect(rulesFor(page)).rejects.toMatchObject({ name: 'RobotsUnreachable', reason: told })
})

test('a parser that is too busy says nothing about the site', async () => {
  const robots = () => Promise.reject(new ParseFailed('busy', 'x'))
  const { rulesFor } = scanOf(wildcards(900), { parser: { robots } })
  await expect(rulesFor(page)).rejects.toMatchObject({ name: 'ParseFailed', reason: 'busy' })
})
