/** What a robots.txt made to stop the server can cost. */
import { describe, test } from 'bun:test'
import { decodeRobots, robotsBytesMax } from '../../../../src/analysis/scan/robots/decode-robots.ts'
import { selectGroup } from '../../../../src/analysis/scan/robots/own-group.ts'
import { compileRules } from '../../../../src/analysis/scan/robots/rules.ts'
import { expectLinearGrowth } from '../../linear-growth.ts'

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

/** The budget of one scan. */
const workMax = 200_000_000
const firstBytes = robotsBytesMax / 16
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

describe('a file is read and asked in linear time, however long it may be:', () => {
  test.each(files)('%s', (name, line, path = longest) => {
    const url = new URL(`http://foo.bar${path}`)
    const select = (file: Uint8Array) => selectGroup(decodeRobots(file, file.length), 'CairnBot')
    const compile = (file: Uint8Array) => {
      const { text, sitemaps } = select(file)
      return compileRules(text, sitemaps)
    }
    expectLinearGrowth(`selecting from ${name}`, {
      size: firstBytes,
      workOn: (bytes) => {
        const file = fileOf(bytes, line)
        return () => select(file)
      },
    })
    expectLinearGrowth(`compiling ${name}`, {
      size: firstBytes,
      workOn: (bytes) => {
        const { text, sitemaps } = select(fileOf(bytes, line))
        return () => compileRules(text, sitemaps)
      },
    })
    expectLinearGrowth(`asking ${name}`, {
      size: firstBytes,
      workOn: (bytes) => {
        const rules = compile(fileOf(bytes, line))
        return () => (rules.workFor(url) > workMax ? undefined : rules.verdict(url))
      },
    })
  })
})
