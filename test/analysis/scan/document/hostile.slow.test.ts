import { describe, expect, test } from 'bun:test'
import { buildPage } from '../../../../src/analysis/scan/document/build-page.ts'
import { defaultPageLimits } from '../../../../src/analysis/scan/document/limits.ts'
import { looksLikeShell } from '../../../../src/analysis/scan/document/shell.ts'
import { expectLinear } from '../../../support/linear.ts'
import { isSoak } from '../../../support/soak.ts'
import { expectLinearGrowth } from '../../linear-growth.ts'

const numbered = (count: number, of: (index: number) => string, between = '') =>
  Array.from({ length: count }, (_, index) => of(index)).join(between)
const jsonLdOf = (text: string) => `<script type="application/ld+json">${text}</script>`

/** Each at its full size for a scale of 1. */
const pages: ReadonlyArray<readonly [name: string, body: (scale: number) => string]> = [
  ['100,000 elements', (scale) => '<p>x</p>'.repeat(100_000 * scale)],
  ['50,000 nested tags', (scale) => `${'<div>'.repeat(50_000 * scale)}x`],
  ['50,000 nested formatting tags', (scale) => `${'<b>'.repeat(50_000 * scale)}x`],
  [
    '20,000 formatting tags that differ',
    (scale) => `${numbered(20_000 * scale, (index) => `<font a=${index}>`)}${'<p>x'.repeat(50)}`,
  ],
  ['<a><b> 10,000 times', (scale) => '<a><b>'.repeat(10_000 * scale)],
  [
    '<a><div> and 100,000 </a>',
    (scale) => `${'<a><div>'.repeat(5_000 * scale)}${'</a>'.repeat(100_000 * scale)}`,
  ],
  ['nested tables', (scale) => '<table>'.repeat(20_000 * scale)],
  ['nested tables with cells', (scale) => '<table><tr><td>x'.repeat(20_000 * scale)],
  ['text fostered before a table', (scale) => `<table>${'<b>x'.repeat(10_000 * scale)}`],
  ['text and cells in turn', (scale) => `<table>${'x<tr><td>y</td></tr>'.repeat(5_000 * scale)}`],
  ['nested lists', (scale) => '<ul><li>x'.repeat(20_000 * scale)],
  ['nested buttons and paragraphs', (scale) => '<p><button>'.repeat(10_000 * scale)],
  ['nested drawings', (scale) => '<svg><g>'.repeat(20_000 * scale)],
  ['nested templates', (scale) => '<template>'.repeat(50_000 * scale)],
  ['nested selects', (scale) => '<select><option>'.repeat(50_000 * scale)],
  ['end tags of nothing', (scale) => `${'<div>'.repeat(5_000 * scale)}${'</x>'.repeat(500_000 * scale)}`],
  [
    '100,000 attributes on one element',
    (scale) => `<div ${numbered(100_000 * scale, (index) => `a${index}=b`, ' ')}>x`,
  ],
  ['100,000 attributes of one name', (scale) => `<div ${'a=b '.repeat(100_000 * scale)}>x`],
  [
    '50,000 body tags with an attribute each',
    (scale) => numbered(50_000 * scale, (index) => `<body a${index}=b>`),
  ],
  [
    'an attribute of 1 MB',
    (scale) => `<a href="${'x'.repeat(1_000_000 * scale)}" title='${'&amp;'.repeat(100_000 * scale)}'>x</a>`,
  ],
  ['a class of 1 MB', (scale) => `<p class="${'c '.repeat(500_000 * scale)}">x`],
  ['a style of 1 MB', (scale) => `<p style="${'color:red;'.repeat(100_000 * scale)}">x`],
  ['a style without end', (scale) => `<p style="${'a'.repeat(500_000 * scale)}:">x`],
  ['an unclosed comment of 4 MB', (scale) => `x<!--${'-'.repeat(4_000_000 * scale)}`],
  ['500,000 comments', (scale) => '<!---->x'.repeat(500_000 * scale)],
  ['500,000 noscripts', (scale) => '<noscript>x'.repeat(100_000 * scale)],
  ['an unclosed script of 4 MB', (scale) => `x<script>${'<!--<script>'.repeat(330_000 * scale)}`],
  ['an unclosed tag of 4 MB', (scale) => `x<div ${'"'.repeat(4_000_000 * scale)}`],
  ['4 MB of NUL', (scale) => '\0'.repeat(4_000_000 * scale)],
  ['NULs between words', (scale) => `<p>${'a\0'.repeat(500_000 * scale)}`],
  ['4 MB of text', (scale) => `<p>${'word '.repeat(800_000 * scale)}`],
  ['4 MB of spaces', (scale) => `<p>${' '.repeat(4_000_000 * scale)}x`],
  ['4 MB of line ends', (scale) => `<p>${'\r\n'.repeat(2_000_000 * scale)}x`],
  ['4 MB of zero-width spaces', (scale) => `<p>${' \u200b'.repeat(1_500_000 * scale)}x`],
  ['4 MB of entities', (scale) => `<p>${'&amp;'.repeat(800_000 * scale)}`],
  ['4 MB of entities that are none', (scale) => `<p>${'&xyzzy'.repeat(600_000 * scale)}`],
  ['20,000 links', (scale) => numbered(20_000 * scale, (index) => `<a href="/${index}?x#y">l</a>`)],
  [
    '20,000 links with base',
    (scale) =>
      `<base href="//x.example/${'y/'.repeat(500)}">${'<a href="../../z">l</a>'.repeat(20_000 * scale)}`,
  ],
  ['long links', (scale) => `<a href="/${'x'.repeat(50_000 * scale)}">l</a>`.repeat(80)],
  ['a stylesheet of open braces', (scale) => `<style>${'{'.repeat(500_000 * scale)}</style><p>x`],
  [
    'a stylesheet of rules',
    (scale) =>
      `<style>${numbered(40_000 * scale, (index) => `.c${index}{display:none}`)}</style>${'<p class="a b c">x'.repeat(15_000 * scale)}`,
  ],
  [
    'a stylesheet of selectors',
    (scale) => `<style>${'.a,'.repeat(150_000 * scale)}{display:none}</style><p>x`,
  ],
  ['a stylesheet of open comments', (scale) => `<style>${'/*'.repeat(250_000 * scale)}</style><p>x`],
  ['a stylesheet of open quotes', (scale) => `<style>${'a{"\n'.repeat(125_000 * scale)}</style><p>x`],
  ['a stylesheet of at-rules', (scale) => `<style>${'@media x{'.repeat(55_000 * scale)}</style><p>x`],
  ['JSON-LD of 5 MB', (scale) => jsonLdOf(`{"@type":"A","x":"${'x'.repeat(5_000_000 * scale)}"}`)],
  [
    'JSON-LD of 500 KB that is broken',
    (scale) => jsonLdOf(`[${'{"@type":"A","x":"\n"},'.repeat(22_000 * scale)}`),
  ],
  ['JSON-LD of nested brackets', (scale) => jsonLdOf('['.repeat(500_000 * scale))],
  ['JSON-LD of commas', (scale) => jsonLdOf(`[${','.repeat(500_000 * scale)}`)],
  [
    'JSON-LD of comment starts',
    (scale) => jsonLdOf('//'.repeat(250_000 * scale) + '/*'.repeat(5_000 * scale)),
  ],
  ['JSON-LD of backslashes', (scale) => jsonLdOf(`["${'\\'.repeat(499_999 * scale)}x"]`)],
  ['JSON-LD of many items', (scale) => jsonLdOf(`[${numbered(20_000 * scale, () => '{"@type":"A"}', ',')}]`)],
  ['1,000 JSON-LD scripts', (scale) => jsonLdOf('{"@graph":[{"@type":"A"}]}').repeat(5_000 * scale)],
  ['many empty roots', (scale) => `<script></script>${'<div id=root>'.repeat(15_000 * scale)}`],
  [
    'titles and metas',
    (scale) => '<title>x</title><meta name=description content="">'.repeat(10_000 * scale),
  ],
]

describe('a hostile page stays within the limits, and is read in linear time:', () => {
  const read = (body: string) => {
    const page = buildPage({ url: 'https://acme.example/', body, headers: [], viaBrowser: false })
    looksLikeShell(page)
    return page
  }
  const readAndQuote = (body: string) => {
    const page = read(body)
    const span = { start: 0, end: body.length }
    for (let index = 0; index < 20; index++) page.quoteIn(span, `not there ${index}`)
  }

  test.each(pages)('%s', (name, bodyOf) => {
    const page = expectLinear(name, () => read(bodyOf(1)))
    expect(page.elements).toBeLessThanOrEqual(defaultPageLimits.elementsMax)
    expect(page.links.length).toBeLessThanOrEqual(defaultPageLimits.linksMax)
    expect(page.jsonLd.length).toBeLessThanOrEqual(defaultPageLimits.jsonLdItemsMax)
    expect(page.visibleTextLength).toBeLessThanOrEqual(defaultPageLimits.visibleCharsMax)
    // At full size quadratic work already takes longer than the limit above; the soak looks closer.
    if (!isSoak) return
    expectLinearGrowth(name, {
      size: 1,
      factorMax: 128,
      workOn: (parts) => {
        const body = bodyOf(parts / 64)
        return () => readAndQuote(body)
      },
    })
  })
})
