/** What a robots.txt that wants to stop the server can cost: growth with size, and the whole at the limits. */
import { describe, expect, test } from 'bun:test'
import { decodeRobots, robotsBytesMax, selectGroup } from '../../../../src/analysis/scan/robots/group.ts'
import { compileRules } from '../../../../src/analysis/scan/robots/rules.ts'
import { matchesPath } from '../../../../src/analysis/scan/robots/wildcard.ts'
import { growth, growthMax } from '../growth.ts'

/** Lines until the file has so many bytes. */
function fileOf(bytes: number, line: (index: number) => string): Uint8Array {
  const lines = ['user-agent: CairnBot']
  for (let length = 0, index = 0; length < bytes; index += 1) {
    const text = line(index)
    lines.push(text)
    length += text.length + 1
  }
  return new TextEncoder().encode(lines.join('\n'))
}

const longest = `/${'a'.repeat(8_191)}`
const files: [name: string, line: (index: number) => string, path?: string][] = [
  ['20,000 groups', (index) => `user-agent: bot${index}\ndisallow: /`],
  ['groups that are all ours', () => 'user-agent: CairnBot\ndisallow: /b'],
  ['empty lines', () => ''],
  ['blanks without end', () => ' '.repeat(65_536)],
  ['user agents without end', () => `user-agent:${'a'.repeat(65_536)}`],
  ['plain rules', (index) => `disallow: /a${index}`],
  ['plain rules that nearly match', (index) => `disallow: /${'a'.repeat(60)}${index}`],
  ['one rule', () => `disallow: /${'*a'.repeat(robotsBytesMax / 2)}`],
  ['wildcards before everything', (index) => `disallow: /*${index}`],
  ['wildcards that match everywhere', (index) => `disallow: /*a*a*a*a*${index}z`],
  ['1,000 wildcards in each rule', (index) => `disallow: /${'*a'.repeat(1_000)}${index}`],
  ['literals that nearly match everywhere', (index) => `disallow: /*${'a'.repeat(400)}b${index}*`],
  ['anchored rules', (index) => `disallow: /*a*${index}$`],
  ['percent signs', (index) => `disallow: /%${'%61%zz'.repeat(20)}${index}`],
  ['letters beyond ASCII', (index) => `disallow: /${'ツ'.repeat(20)}${index}`],
  ['query rules', (index) => `disallow: /*?a=%2F*${index}`, `/?${'a=%2F&'.repeat(1_300)}`],
  ['sitemaps', (index) => `sitemap: https://a.example/${index}`],
  ['comments', () => `#${'#'.repeat(2_000)}`],
  ['colons', () => ':'.repeat(2_000)],
]

const ms = ({ quarter, whole }: { quarter: number; whole: number }) =>
  `${quarter.toFixed(1)} then ${whole.toFixed(1)} ms`

describe('a file of 500 KiB', () => {
  test.each(files)(
    'with %s is read and asked in about four times the time of a quarter',
    (name, line, path = longest) => {
      const url = new URL(`http://foo.bar${path}`)
      const prepare = (bytes: number) => {
        const file = fileOf(bytes, line)
        const select = () => selectGroup(decodeRobots(file), 'CairnBot')
        const { text, sitemaps } = select()
        const compile = () => compileRules(text, sitemaps)
        const rules = compile()
        return { select, compile, ask: () => rules.verdict(url) }
      }
      const [quarter, whole] = [prepare(robotsBytesMax / 4), prepare(robotsBytesMax)]
      const selecting = growth(quarter.select, whole.select)
      const compiling = growth(quarter.compile, whole.compile)
      const asking = growth(quarter.ask, whole.ask)
      console.log(`${name}: selecting ${ms(selecting)}, compiling ${ms(compiling)}, asking ${ms(asking)}`)
      for (const part of [selecting, compiling, asking]) {
        expect(part.whole).toBeLessThan(growthMax * part.quarter + 1)
      }
    },
  )
})

test.each([
  ['wildcards', (size: number) => ['/', ...Array.from({ length: size }, () => 'a'), 'b']],
  ['a literal that nearly matches', (size: number) => ['/', `${'a'.repeat(size)}b`]],
  [
    'a literal of two halves',
    (size: number) => ['/', `${'a'.repeat(size / 2)}b${'a'.repeat(size / 2)}`, 'c'],
  ],
] as const)(
  'four times the pattern on four times the path takes about four times the time: %s',
  (name, literalsFor) => {
    const matching = (size: number) => {
      const pattern = { literals: literalsFor(size), anchored: false }
      const path = `/${'a'.repeat(2 * size)}`
      return () => expect(matchesPath(pattern, path)).toBe(false)
    }
    const part = growth(matching(16_000), matching(64_000))
    console.log(`${name}: ${ms(part)}`)
    expect(part.whole).toBeLessThan(growthMax * part.quarter + 0.5)
  },
)
