import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { decodeRobots, robotsBytesMax } from '../../../../src/analysis/scan/robots/decode-robots.ts'
import { selectGroup } from '../../../../src/analysis/scan/robots/own-group.ts'
import { compileRules } from '../../../../src/analysis/scan/robots/rules.ts'
import { testSeed } from '../../../support/seed.ts'
import { allows, forFooBot } from './ask.ts'

const seed = testSeed('group.test.ts')
const bytesOf = (...parts: (string | number[])[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...Buffer.from(part)] : part)))

describe('which group', () => {
  const example =
    'User-Agent: *\nDisallow: *.gif$\nDisallow: /example/\nAllow: /publications/\n\nUser-Agent: foobot\nDisallow:/\nAllow:/example/page.html\nAllow:/example/allowed.gif\n\nUser-Agent: barbot\nUser-Agent: bazbot\nDisallow: /example/page.html\n\nUser-Agent: quxbot\n'
  test.each([
    ['anybot', '/publications/a', true],
    ['anybot', '/example/a', false],
    ['anybot', '/a.gif', false],
    ['anybot', '/a.gif?b', true],
    ['foobot', '/publications/', false],
    ['foobot', '/example/page.html', true],
    ['foobot', '/example/allowed.gif', true],
    ['foobot', '/example/other.gif', false],
    ['barbot', '/example/page.html', false],
    ['bazbot', '/example/page.html', false],
    ['bazbot', '/a.gif', true],
    ['quxbot', '/example/page.html', true],
  ])('the example of RFC 9309, section 5.1: for %s %s is %p', (token, path, allowed) => {
    expect(allows(example, path, token)).toBe(allowed)
  })

  test('rules for everyone do not bind who has a group of its own, even an empty one', () => {
    expect(allows('user-agent: *\ndisallow: /\nuser-agent: FooBot\ndisallow: /y/\n', '/x')).toBe(true)
    expect(allows('user-agent: *\ndisallow: /\nuser-agent: FooBot\n', '/x')).toBe(true)
    expect(allows('user-agent: FooBot\nuser-agent: *\ndisallow: /\n', '/x')).toBe(false)
  })

  test.each([
    ...['', '\n\n', '# comment\n', 'sitemap: /a\n', 'crawl-delay: 1\n', 'host: foo.bar\n'],
    ...['nonsense\n'],
  ])('a list of agents is not ended by %j', (between) => {
    expect(allows(`user-agent: FooBot\n${between}user-agent: BarBot\ndisallow: /\n`, '/x')).toBe(false)
    expect(allows(`user-agent: FooBot\n${between}disallow: /\n`, '/x')).toBe(false)
  })

  test.each([
    ...['FooBot', 'foobot', 'FOOBOT', 'FooBot/1.2', 'FooBot*', 'FooBot bar', 'FooBot, BarBot'],
    ...['FooBot:', '  FooBot\t', 'FooBot # ours', 'FooBot;q=1', 'FooBot(+http://foo.bar)'],
  ])('a user-agent line "%s" names FooBot', (value) => {
    expect(allows(`user-agent: *\nallow: /\nuser-agent:${value}\ndisallow: /\n`, '/x')).toBe(false)
  })
  test.each([
    ...['Foo Bot', 'FooBotNews', 'Foo', 'MyFooBot', 'FooBot-News', 'FooBot_2', '"FooBot"', ''],
    ...['*FooBot', '**', '# FooBot', 'Mozilla/5.0 (compatible; FooBot/1.0)', 'ＦooBot', 'FooBöt'],
  ])('a user-agent line "%s" does not name FooBot', (value) => {
    expect(allows(`user-agent:${value}\ndisallow: /\n`, '/x')).toBe(true)
  })
  test.each(['*', ' * ', '* # all', '* all'])('a user-agent line "%s" names everyone', (value) => {
    expect(allows(`user-agent:${value}\ndisallow: /\n`, '/x')).toBe(false)
  })
})

describe('which lines', () => {
  test.each(['\n', '\r\n', '\r'])('lines may end with %j', (end) => {
    const { text } = selectGroup(['# a', 'user-agent: FooBot', '', 'disallow: /x'].join(end), 'FooBot')
    expect(compileRules(text, []).verdict(new URL('http://foo.bar/x'))).toEqual({
      allowed: false,
      line: 'disallow: /x',
      lineNumber: 4,
    })
  })

  test.each([
    ...['disallow:/x', 'Disallow: /x', 'DISALLOW : /x', '\t disallow\t:\t/x \t', 'disallow: /x # why'],
    ...['disallow: /x#why', 'disallow /x', 'disallow\t/x', 'dissallow: /x', 'disalow: /x'],
    ...['disallow: x'],
  ])('"%s" is a rule', (rule) => {
    expect(allows(forFooBot(rule), '/x')).toBe(false)
  })
  test.each([
    ...['disallow', 'disallow:', 'disallow: # /x', '# disallow: /x', 'disallow /x for everyone'],
    ...['no disallow: /x', 'disallow-not: /x', '\u00a0disallow: /x', '\ufeffdisallow: /x'],
    ...['disallow： /x', `disallow${' '.repeat(1_000)}`],
  ])('"%s" is none', (rule) => {
    expect(allows(forFooBot(rule), '/x')).toBe(true)
  })

  test('an HTML page served as robots.txt holds no rules', () => {
    const page =
      '<!doctype html>\n<html><head><title>Not found</title>\n<style>a:hover { color: red }</style></head>'
    expect(allows(page, '/x')).toBe(true)
  })

  test('sitemaps belong to no group and end none; ten are kept as written', () => {
    const lines = Array.from({ length: 12 }, (_, index) => `Sitemap: https://foo.bar/s${index}.xml`)
    const { sitemaps } = selectGroup(['user-agent: BarBot', ...lines, 'disallow: /'].join('\n'), 'FooBot')
    expect(sitemaps).toEqual(Array.from({ length: 10 }, (_, index) => `https://foo.bar/s${index}.xml`))
    expect(selectGroup(`sitemap:\nsitemap: ${'a'.repeat(3_000)}\n`, 'FooBot').sitemaps).toEqual([])
  })

  test('what is kept is our group alone, on the lines where it stood', () => {
    const file =
      '# a\nuser-agent: BarBot\nuser-agent: FooBot\ndisallow: /a # why\nuser-agent: *\ndisallow: /b\nsitemap: /s\n'
    expect(selectGroup(file, 'FooBot').text).toBe('\n\nuser-agent: FooBot\ndisallow: /a # why')
    expect(selectGroup(file, 'QuxBot').text).toBe('\n\n\n\nuser-agent: *\ndisallow: /b')
  })
})

describe('which text', () => {
  const rules = 'user-agent: FooBot\ndisallow: /é\n'
  test.each([
    ['none', bytesOf(rules)],
    ['that of UTF-8', bytesOf([0xef, 0xbb, 0xbf], rules)],
    ['two thirds of it', bytesOf([0xef, 0xbb], rules)],
    ['a third of it', bytesOf([0xef], rules)],
    ['that of UTF-16, little end first', Uint8Array.from([0xff, 0xfe, ...Buffer.from(rules, 'utf16le')])],
    [
      'that of UTF-16, big end first',
      Uint8Array.from([0xfe, 0xff, ...Buffer.from(rules, 'utf16le').swap16()]),
    ],
  ])('the byte order mark may be %s', (_which, bytes) => {
    expect(decodeRobots(bytes)).toBe(rules)
  })

  test('a broken mark spoils its line alone', () => {
    const file = decodeRobots(bytesOf([0xef, 0x11, 0xbf], 'user-agent: FooBot\ndisallow: /\n'))
    expect(allows(file, '/x')).toBe(true)
  })

  test('nothing that a database cannot keep is left', () => {
    expect(decodeRobots(bytesOf('disallow: /\0', [0xff, 0xed, 0xa0, 0x80], 'x'))).toBe(
      'disallow: /\ufffd\ufffd\ufffd\ufffd\ufffdx',
    )
  })

  test('a file of 500 KiB is read to its last line', () => {
    const end = '\ndisallow: /x'
    const file = `user-agent: FooBot\n#${' '.repeat(robotsBytesMax - 20 - end.length)}${end}`
    expect(file.length).toBe(robotsBytesMax)
    expect(allows(decodeRobots(bytesOf(file)), '/x')).toBe(false)
  })

  test('a longer one is read up to there, but not the half of a line', () => {
    const allow = 'user-agent: FooBot\ndisallow: /\n'
    const file = `${allow}#${' '.repeat(robotsBytesMax - allow.length - 10)}\nallow: /private-no-more\n`
    const text = decodeRobots(bytesOf(file))
    expect(text).toEndWith(' \n')
    expect(allows(text, '/private')).toBe(false)
    expect(decodeRobots(bytesOf('a'.repeat(robotsBytesMax + 1)))).toBe('')
  })
})

const anyLine = fc.oneof(
  fc.constantFrom(
    'user-agent: FooBot',
    'User-agent: *',
    'user-agent: BarBot',
    'disallow: /',
    'allow: /a',
    '',
  ),
  fc.constantFrom('crawl-delay: 1', 'sitemap: http://a/', 'disallow:', '# a', 'disallow /b'),
  fc.string({ unit: 'binary' }),
)
const anyFile = fc
  .array(fc.tuple(anyLine, fc.constantFrom('\n', '\r', '\r\n')), { maxLength: 40 })
  .map((lines) => lines.flat().join(''))

test('selecting from what was selected changes nothing', () => {
  fc.assert(
    fc.property(anyFile, (file) => {
      const { text } = selectGroup(file, 'FooBot')
      expect(selectGroup(text, 'FooBot').text).toBe(text)
    }),
    { seed, numRuns: 2_000 },
  )
})

test('the selected group says the same as the groups of the file, read as RFC 9309 states it', () => {
  fc.assert(
    fc.property(anyFile, (file) => {
      const mine = selectGroup(file, 'FooBot')
        .text.split('\n')
        .filter((line) => /^(dis)?allow/.test(line))
      expect(mine).toEqual(rulesByGroups(file))
    }),
    { seed, numRuns: 2_000 },
  )
})

/** The plain reading: make all groups first, then take those that name us. */
function rulesByGroups(file: string): string[] {
  const groups: { agents: string[]; rules: string[] }[] = []
  for (const line of file.split(/\r\n|\r|\n/)) {
    const agent = /^user-agent: (FooBot|BarBot|\*)$/i.exec(line)?.[1]
    const last = groups.at(-1)
    if (agent !== undefined) {
      if (last === undefined || last.rules.length > 0) groups.push({ agents: [agent], rules: [] })
      else last.agents.push(agent)
    } else if (/^(dis)?allow/.test(line)) last?.rules.push(line)
  }
  const named = groups.filter(({ agents }) => agents.includes('FooBot'))
  const chosen = named.length > 0 ? named : groups.filter(({ agents }) => agents.includes('*'))
  return chosen.flatMap(({ rules }) => rules)
}
