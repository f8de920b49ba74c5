import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { selectGroup } from '../../../../src/analysis/scan/robots/own-group.ts'
import { compileRules } from '../../../../src/analysis/scan/robots/rules.ts'
import { testSeed } from '../../../support/seed.ts'
import { urlOf } from './ask.ts'
import { selectGroup as selectByOracle } from './oracle/group.ts'
import { compileRules as compileByOracle } from './oracle/rules.ts'

const seed = testSeed('oracle.test.ts')

const sign = fc.constantFrom(
  ...['a', 'b', '/', '*', '$', '.', '?', '=', '&', ':', '%2F', '%3a', '%41', '%25', '%', 'é', ' ', '-'],
)
const path = fc.array(sign, { maxLength: 10 }).map((signs) => signs.join(''))
const blank = fc.constantFrom('', ' ', '\t')
const field = fc.constantFrom('allow', 'Disallow', 'dissallow', 'disallow', 'noindex', 'host')
const agent = fc.constantFrom('FooBot', '*', 'foobot/1.2', 'FooBot News', 'BarBot', '*Bot', 'FooBot*', '')
const line = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(blank, field, blank, path).map(([a, name, b, to]) => `${a}${name}${b}: ${to}`),
  },
  { weight: 2, arbitrary: agent.map((name) => `User-agent: ${name}`) },
  fc.constantFrom(
    '',
    '# note',
    'crawl-delay: 1',
    'Crawl-delay: -1',
    'sitemap: /s',
    'useragent: FooBot',
    'disallow /b',
  ),
  fc.string(),
)

test('files, paths and agents of all kinds get the verdicts of a matcher that was written without the library', () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), path, (lines, to) => {
      const file = `user-agent: *\n${lines.join('\n')}`
      const url = urlOf(`/${to}`)
      const mine = selectGroup(file, 'FooBot')
      const oracle = selectByOracle(file, 'FooBot')
      expect(mine).toEqual(oracle)
      const { crawlDelayMs, ...rules } = compileRules(mine.text, [])
      const expected = compileByOracle(oracle.text, [])
      expect(crawlDelayMs).toBe(expected.crawlDelayMs)
      expect(rules.verdict(url)).toEqual(expected.verdict(url))
    }),
    { seed, numRuns: 4_000 },
  )
})
