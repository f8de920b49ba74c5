import { describe, expect, test } from 'bun:test'
import { buildPage } from '../../../../src/analysis/scan/page/build-page.ts'
import { patterns as cleaning } from '../../../../src/analysis/scan/page/clean-text.ts'
import { patterns as colors } from '../../../../src/analysis/scan/page/color.ts'
import { patterns as hints } from '../../../../src/analysis/scan/page/hints.ts'
import { patterns as jsonLd } from '../../../../src/analysis/scan/page/json-ld.ts'
import { defaultPageLimits } from '../../../../src/analysis/scan/page/limits.ts'
import { patterns as quoting } from '../../../../src/analysis/scan/page/quote.ts'
import { looksLikeShell } from '../../../../src/analysis/scan/page/shell.ts'
import { patterns as styles } from '../../../../src/analysis/scan/page/style.ts'
import { patterns as rules } from '../../../../src/analysis/scan/page/style-rules.ts'
import { patterns as json } from '../../../../src/analysis/scan/page/tolerant-json.ts'
import { patterns as tree } from '../../../../src/analysis/scan/page/tree.ts'

const numbered = (count: number, of: (index: number) => string, between = '') =>
  Array.from({ length: count }, (_, index) => of(index)).join(between)
const jsonLdOf = (text: string) => `<script type="application/ld+json">${text}</script>`

const pages: ReadonlyArray<readonly [name: string, body: () => string]> = [
  ['100,000 elements', () => '<p>x</p>'.repeat(100_000)],
  ['50,000 nested tags', () => `${'<div>'.repeat(50_000)}x`],
  ['50,000 nested formatting tags', () => `${'<b>'.repeat(50_000)}x`],
  [
    '20,000 formatting tags that differ',
    () => `${numbered(20_000, (index) => `<font a=${index}>`)}${'<p>x'.repeat(50)}`,
  ],
  ['<a><b> 10,000 times', () => '<a><b>'.repeat(10_000)],
  ['<a><div> and 100,000 </a>', () => `${'<a><div>'.repeat(5_000)}${'</a>'.repeat(100_000)}`],
  ['nested tables', () => '<table>'.repeat(20_000)],
  ['nested tables with cells', () => '<table><tr><td>x'.repeat(20_000)],
  ['text fostered before a table', () => `<table>${'<b>x'.repeat(10_000)}`],
  ['text and cells in turn', () => `<table>${'x<tr><td>y</td></tr>'.repeat(5_000)}`],
  ['nested lists', () => '<ul><li>x'.repeat(20_000)],
  ['nested buttons and paragraphs', () => '<p><button>'.repeat(10_000)],
  ['nested drawings', () => '<svg><g>'.repeat(20_000)],
  ['nested templates', () => '<template>'.repeat(50_000)],
  ['nested selects', () => '<select><option>'.repeat(50_000)],
  ['end tags of nothing', () => `${'<div>'.repeat(5_000)}${'</x>'.repeat(500_000)}`],
  ['100,000 attributes on one element', () => `<div ${numbered(100_000, (index) => `a${index}=b`, ' ')}>x`],
  ['100,000 attributes of one name', () => `<div ${'a=b '.repeat(100_000)}>x`],
  ['50,000 body tags with an attribute each', () => numbered(50_000, (index) => `<body a${index}=b>`)],
  [
    'an attribute of 1 MB',
    () => `<a href="${'x'.repeat(1_000_000)}" title='${'&amp;'.repeat(100_000)}'>x</a>`,
  ],
  ['a class of 1 MB', () => `<p class="${'c '.repeat(500_000)}">x`],
  ['a style of 1 MB', () => `<p style="${'color:red;'.repeat(100_000)}">x`],
  ['a style without end', () => `<p style="${'a'.repeat(500_000)}:">x`],
  ['an unclosed comment of 4 MB', () => `x<!--${'-'.repeat(4_000_000)}`],
  ['500,000 comments', () => '<!---->x'.repeat(500_000)],
  ['500,000 noscripts', () => '<noscript>x'.repeat(100_000)],
  ['an unclosed script of 4 MB', () => `x<script>${'<!--<script>'.repeat(330_000)}`],
  ['an unclosed tag of 4 MB', () => `x<div ${'"'.repeat(4_000_000)}`],
  ['4 MB of NUL', () => '\0'.repeat(4_000_000)],
  ['NULs between words', () => `<p>${'a\0'.repeat(500_000)}`],
  ['4 MB of text', () => `<p>${'word '.repeat(800_000)}`],
  ['4 MB of spaces', () => `<p>${' '.repeat(4_000_000)}x`],
  ['4 MB of line ends', () => `<p>${'\r\n'.repeat(2_000_000)}x`],
  ['4 MB of zero-width spaces', () => `<p>${' \u200b'.repeat(1_500_000)}x`],
  ['4 MB of entities', () => `<p>${'&amp;'.repeat(800_000)}`],
  ['4 MB of entities that are none', () => `<p>${'&xyzzy'.repeat(600_000)}`],
  ['20,000 links', () => numbered(20_000, (index) => `<a href="/${index}?x#y">l</a>`)],
  [
    '20,000 links with base',
    () => `<base href="//x.example/${'y/'.repeat(500)}">${'<a href="../../z">l</a>'.repeat(20_000)}`,
  ],
  ['long links', () => `<a href="/${'x'.repeat(50_000)}">l</a>`.repeat(80)],
  ['a stylesheet of open braces', () => `<style>${'{'.repeat(500_000)}</style><p>x`],
  [
    'a stylesheet of rules',
    () =>
      `<style>${numbered(40_000, (index) => `.c${index}{display:none}`)}</style>${'<p class="a b c">x'.repeat(15_000)}`,
  ],
  ['a stylesheet of selectors', () => `<style>${'.a,'.repeat(150_000)}{display:none}</style><p>x`],
  ['a stylesheet of open comments', () => `<style>${'/*'.repeat(250_000)}</style><p>x`],
  ['a stylesheet of open quotes', () => `<style>${'a{"\n'.repeat(125_000)}</style><p>x`],
  ['a stylesheet of at-rules', () => `<style>${'@media x{'.repeat(55_000)}</style><p>x`],
  ['JSON-LD of 5 MB', () => jsonLdOf(`{"@type":"A","x":"${'x'.repeat(5_000_000)}"}`)],
  ['JSON-LD of 500 KB that is broken', () => jsonLdOf(`[${'{"@type":"A","x":"\n"},'.repeat(22_000)}`)],
  ['JSON-LD of nested brackets', () => jsonLdOf('['.repeat(500_000))],
  ['JSON-LD of commas', () => jsonLdOf(`[${','.repeat(500_000)}`)],
  ['JSON-LD of comment starts', () => jsonLdOf('//'.repeat(250_000) + '/*'.repeat(5_000))],
  ['JSON-LD of backslashes', () => jsonLdOf(`["${'\\'.repeat(499_999)}x"]`)],
  ['JSON-LD of many items', () => jsonLdOf(`[${numbered(20_000, () => '{"@type":"A"}', ',')}]`)],
  ['1,000 JSON-LD scripts', () => jsonLdOf('{"@graph":[{"@type":"A"}]}').repeat(5_000)],
  ['many empty roots', () => `<script></script>${'<div id=root>'.repeat(15_000)}`],
  ['titles and metas', () => '<title>x</title><meta name=description content="">'.repeat(10_000)],
]

function cpuMsOf(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

describe('a hostile page', () => {
  let [worstMs, worstName] = [0, '']

  test.each(pages)('costs little and stays within the limits: %s', (name, make) => {
    const body = make()
    let chars = 0
    const ms = cpuMsOf(() => {
      const page = buildPage({ url: 'https://acme.example/', body, headers: [], viaBrowser: false })
      looksLikeShell(page)
      const span = { start: 0, end: body.length }
      for (let index = 0; index < 20; index++) page.quoteIn(span, `not there ${index}`)
      chars = page.visibleTextLength
      expect(page.elements).toBeLessThanOrEqual(defaultPageLimits.elementsMax)
      expect(page.links.length).toBeLessThanOrEqual(defaultPageLimits.linksMax)
      expect(page.jsonLd.length).toBeLessThanOrEqual(defaultPageLimits.jsonLdItemsMax)
    })
    if (ms > worstMs) [worstMs, worstName] = [ms, name]
    console.log(`${ms.toFixed(0).padStart(6)} ms  ${name}`)
    expect(chars).toBeLessThanOrEqual(defaultPageLimits.visibleCharsMax)
    // Far above what it takes, far below what anything that is not linear would.
    expect(ms).toBeLessThan(2_500)
  })

  test('the worst of them is known', () => {
    console.log(`the most expensive page: ${worstName}, ${worstMs.toFixed(0)} ms of processor time`)
    expect(worstMs).toBeGreaterThan(0)
  })
})

describe('the patterns of a page', () => {
  const patterns = [cleaning, colors, hints, jsonLd, quoting, styles, rules, json, tree].flat()
  const units = [
    ' ',
    '\t',
    'a',
    '0',
    '-',
    '#',
    '(',
    ',',
    '.',
    ':',
    '\\',
    '&a',
    '/',
    'a ',
    '0 ',
    ' ,',
    '\u200b',
    ' \u200b',
    'rgb(',
    'translate(-',
    '@layer ',
    '@media  ',
    'schema',
    '&#1',
  ]

  test('cost time linear in the length of the text', () => {
    for (const pattern of patterns) {
      for (const unit of units) {
        const text = `${unit.repeat(200_000 / unit.length)}\u0001`
        const ms = cpuMsOf(() => void text.replace(pattern, ''))
        if (ms > 200) throw new Error(`${pattern} takes ${ms} ms for ${JSON.stringify(unit)}`)
      }
    }
    expect(patterns.length).toBeGreaterThan(20)
  })
})
