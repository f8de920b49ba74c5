import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { selectGroup } from '../../../../src/analysis/scan/robots/own-group.ts'
import { compileRules } from '../../../../src/analysis/scan/robots/rules.ts'
import { testSeed } from '../../../support/seed.ts'
import { allows, forFooBot, urlOf, verdictOf } from './ask.ts'
import rows from './rules.rows.json'

const seed = testSeed('rules.test.ts')

describe('what a path matches', () => {
  const matches = rows.matches as [rule: string, matched: string[], unmatched: string[]][]
  test.each(matches)('the rule "%s" matches what it means', (rule, matched, unmatched) => {
    const file = forFooBot(`disallow: ${rule}`)
    // The URL parser drops an empty query.
    expect(matched.filter((path) => path !== '/a?' && allows(file, path))).toEqual([])
    expect(unmatched.filter((path) => !allows(file, path))).toEqual([])
  })
})

describe('octets are equal however they are written', () => {
  test.each(rows.covered as [string, string][])('the rule %s covers %s', (rule, path) => {
    expect(allows(forFooBot(`disallow: ${rule}`), path)).toBe(false)
  })

  test.each(rows.uncovered as [string, string][])('the rule %s does not cover %s', (rule, path) => {
    expect(allows(forFooBot(`disallow: ${rule}`), path)).toBe(true)
  })
})

describe('which rule decides', () => {
  test.each(rows.decisions as [string, string[], boolean, number][])(
    'for %s of %j',
    (path, rules, allowed, lineNumber) => {
      const verdict = verdictOf(forFooBot(...rules), path)
      expect(verdict).toEqual({ allowed, line: rules[lineNumber - 2] ?? '', lineNumber })
    },
  )

  test.each([['disallow:'], ['disallow: ', 'allow:'], ['disallow: /y'], ['allow: /y'], []])(
    'none of %j, so the page is allowed',
    (...rules) => {
      expect(verdictOf(forFooBot(...rules), '/x')).toEqual({ allowed: true })
    },
  )

  test('an empty rule does not outweigh another', () => {
    expect(allows(forFooBot('disallow: /', 'allow:'), '/x')).toBe(false)
    expect(allows(forFooBot('disallow:', 'disallow: /x'), '/x')).toBe(false)
  })

  test('robots.txt itself is always allowed, and only that', () => {
    const file = forFooBot('disallow: /', 'disallow: /robots.txt')
    expect(verdictOf(file, '/robots.txt')).toEqual({ allowed: true })
    expect(allows(file, '/robots.txt?a')).toBe(true)
    for (const path of ['/Robots.txt', '/robots.txts', '/a/robots.txt'])
      expect(allows(file, path)).toBe(false)
  })

  test('credentials, fragment and host of a URL do not matter', () => {
    const { text } = selectGroup(forFooBot('disallow: /a'), 'FooBot')
    expect(compileRules(text, []).verdict(new URL('https://u:p@elsewhere.example:8080/a#/b')).allowed).toBe(
      false,
    )
  })
})

describe('the deciding line', () => {
  test('is cited as written, without what cannot be seen', () => {
    const line = '\t DISALLOW :\u202e /x\u200b   # \u0007keep  out\u{e0041}'
    expect(verdictOf(forFooBot('', '# a', line), '/x')).toEqual({ allowed: true })
    expect(verdictOf(forFooBot('', '# a', line), '/%E2%80%AE')).toEqual({ allowed: true })
    const shown = 'Disallow: /x # \u202ekeep\u0007  out\u200b\u{e0041}'
    expect(verdictOf(forFooBot('', '# a', shown), '/x')).toEqual({
      allowed: false,
      line: 'Disallow: /x # keep out',
      lineNumber: 4,
    })
  })

  test('has at most 200 characters', () => {
    const { line = '' } = verdictOf(forFooBot(`disallow: /${'😀'.repeat(150)}`), `/${'😀'.repeat(150)}`)
    expect(line).toStartWith('disallow: /😀')
    expect(line).toEndWith('😀…')
    expect(line.length).toBeLessThanOrEqual(200)
    expect(line.isWellFormed()).toBe(true)
  })
})

describe('the crawl delay', () => {
  const delay = (...lines: string[]) => {
    const { text, sitemaps } = selectGroup(lines.join('\n'), 'FooBot')
    return compileRules(text, sitemaps).crawlDelayMs
  }
  test.each(rows.delays as [string, number][])('"%s" is %p ms', (value, ms) => {
    expect(delay('user-agent: FooBot', `crawl-delay: ${value}`)).toBe(ms)
  })

  test('is that of our group, and the longest of several', () => {
    expect(delay('user-agent: *', 'crawl-delay: 2', 'disallow:', 'user-agent: FooBot', 'disallow:')).toBe(0)
    expect(
      delay('user-agent: *', 'crawl-delay: 1', 'disallow:', 'user-agent: BarBot', 'crawl-delay: 2'),
    ).toBe(1_000)
    expect(delay('user-agent: FooBot', 'crawl-delay: 1', 'crawl-delay: 0.25')).toBe(1_000)
  })
})

describe('beyond the limits a file is read strictly', () => {
  const long = 'a'.repeat(3_000)
  test('a rule that is too long forbids by its beginning and allows nothing', () => {
    expect(allows(forFooBot(`disallow: /${long}/b$`), `/${long}/c`)).toBe(false)
    expect(allows(forFooBot(`disallow: /${long}/b$`), `/${long.slice(0, 2_000)}`)).toBe(true)
    expect(allows(forFooBot('disallow: /', `allow: /${long}`), `/${long}`)).toBe(false)
  })

  test('of more than 1,000 rules with wildcards the rest forbids by what stands before the wildcard', () => {
    const rules = Array.from({ length: 1_000 }, (_, index) => `allow: /x${index}*z`)
    expect(allows(forFooBot(...rules, 'disallow: /y'), '/x1/z')).toBe(true)
    const more = forFooBot(
      ...rules,
      'disallow: /private/*/secret',
      'allow: /private/*/open',
      'allow: /private',
    )
    expect(verdictOf(more, '/private/a')).toEqual({
      allowed: false,
      line: 'disallow: /private/*/secret',
      lineNumber: 1_002,
    })
    expect(allows(more, '/elsewhere/a/secret')).toBe(true)
  })

  test('rules that end in a wildcard are not rules with wildcards, and equal rules count once', () => {
    const rules = Array.from({ length: 2_000 }, (_, index) => `allow: /x${index}*`)
    const same = Array.from({ length: 2_000 }, () => 'disallow: /*a')
    expect(allows(forFooBot(...rules, ...same, 'allow: /*/open', 'disallow: /b'), '/b/open')).toBe(true)
  })

  test('a path of more than 8 KiB is forbidden where there are rules', () => {
    const path = `/${'b'.repeat(8_192)}`
    expect(verdictOf(forFooBot('disallow: /a'), path)).toEqual({ allowed: false })
    expect(verdictOf(forFooBot('disallow:'), path)).toEqual({ allowed: true })
    expect(verdictOf(forFooBot('disallow: /a'), path.slice(0, -1))).toEqual({ allowed: true })
  })
})

const character = fc.constantFrom('a', 'b', '/', '*', '$', '.', '?', '=')
const ruleParts = fc.record({
  allow: fc.boolean(),
  pattern: fc.array(character, { maxLength: 10 }).map((signs) => `/${signs.join('')}`),
})
const written = ({ allow, pattern }: RuleParts) => `${allow ? 'allow' : 'disallow'}: ${pattern}`
const anyRule = ruleParts.map(written)
const anyPath = fc
  .array(fc.constantFrom('a', 'b', '/', '.', '?', '='), { maxLength: 14 })
  .map((path) => `/${path.join('')}`)

interface RuleParts {
  allow: boolean
  pattern: string
}

/** By regular expressions, without the library: the longest matching rule decides, and `allow` wins a tie. */
function allowsByRegExp(rules: readonly RuleParts[], path: string): boolean {
  const matching = rules.filter(({ pattern }) => {
    const source = pattern.replace(/\$$/, '').replace(/[.?$]/g, '\\$&').replaceAll('*', '.*')
    return new RegExp(`^${source}${pattern.endsWith('$') ? '$' : ''}`).test(path)
  })
  const length = Math.max(...matching.map(({ pattern }) => pattern.length))
  const longest = matching.filter(({ pattern }) => pattern.length === length)
  return longest.length === 0 || longest.some(({ allow }) => allow)
}

test('ordinary rules give the verdicts of regular expressions of the same meaning', () => {
  fc.assert(
    fc.property(fc.array(ruleParts, { minLength: 1, maxLength: 6 }), anyPath, (rules, path) => {
      const { pathname, search } = urlOf(path)
      expect(allows(forFooBot(...rules.map(written)), path)).toBe(allowsByRegExp(rules, pathname + search))
    }),
    { seed, numRuns: 5_000 },
  )
})

test('any file, any path: a verdict, and the cited line is one of the file', () => {
  const anyLine = fc.oneof(
    anyRule,
    fc.string({ unit: 'binary' }).map((text) => `disallow: ${text}`),
    fc.string(),
  )
  const url = fc
    .oneof(anyPath, fc.string({ unit: 'binary' }))
    .map((path) => URL.parse(path, 'http://foo.bar/'))
  fc.assert(
    fc.property(fc.array(anyLine, { maxLength: 20 }), url, (lines, page) => {
      if (page === null) return
      const file = forFooBot(...lines)
      const { text, sitemaps } = selectGroup(file, 'FooBot')
      const { line, lineNumber } = compileRules(text, sitemaps).verdict(page)
      if (lineNumber === undefined) expect(line).toBeUndefined()
      else expect(file.split(/\r\n|\r|\n/)[lineNumber - 1]).toMatch(/allow/i)
    }),
    { seed, numRuns: 2_000 },
  )
})
