/** What a robots.txt that wants to stop the server can cost: growth with size, and the whole at the limits. */
import { describe, expect, test } from 'bun:test'
import { decodeRobots, robotsBytesMax, selectGroup } from '../../../../src/analysis/scan/robots/group.ts'
import { compileRules } from '../../../../src/analysis/scan/robots/rules.ts'
import { matchesPath } from '../../../../src/analysis/scan/robots/wildcard.ts'
import { bestMs } from './ask.ts'

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

describe('a file of 500 KiB', () => {
  test.each(files)(
    'with %s is read and asked in bounded time, about twice that of half the file',
    (name, line, path = longest) => {
      const url = new URL(`http://foo.bar${path}`)
      const parts = (bytes: number) => {
        const file = fileOf(bytes, line)
        const select = () => selectGroup(decodeRobots(file), 'CairnBot')
        const { text, sitemaps } = select()
        const rules = compileRules(text, sitemaps)
        const read = bestMs(select) + bestMs(() => compileRules(text, sitemaps))
        return { read, verdict: bestMs(() => rules.verdict(url)) }
      }
      parts(50_000)
      const half = parts(robotsBytesMax / 2)
      const whole = parts(robotsBytesMax)
      const ms = (value: number) => value.toFixed(1)
      console.log(
        `${name}: reading ${ms(half.read)} then ${ms(whole.read)} ms; one verdict ${ms(half.verdict)} then ${ms(whole.verdict)} ms`,
      )
      expect(whole.read).toBeLessThan(2.6 * half.read + 20)
      expect(whole.verdict).toBeLessThan(2.6 * half.verdict + 20)
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
] as const)('twice the pattern on twice the path takes twice the time: %s', (name, literalsFor) => {
  const timed = (size: number) => {
    const pattern = { literals: literalsFor(size), anchored: false }
    const path = `/${'a'.repeat(2 * size)}`
    return bestMs(() => expect(matchesPath(pattern, path)).toBe(false), 8)
  }
  timed(1_000)
  const [half, whole] = [timed(16_000), timed(32_000)]
  console.log(`${name}: ${half.toFixed(2)} ms, then ${whole.toFixed(2)} ms`)
  expect(whole).toBeLessThan(2.6 * half + 1)
})
