import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parseFragment } from 'parse5'
import { buildPage } from '../../../../src/analysis/scan/document/build-page.ts'
import { isHtml } from '../../../../src/analysis/scan/document/dom-tree.ts'
import { plainText } from '../../../../src/analysis/text/clean-text.ts'
import { testSeed } from '../../../support/seed.ts'

const seed = testSeed('spans.test.ts')

const pageOf = (body: string) =>
  buildPage({ url: 'https://acme.example/', body, headers: [], viaBrowser: false })

const textPieces = [
  ...[
    'a',
    'Zoë',
    ' ',
    '\n',
    '\r\n',
    '\t',
    '&amp;',
    '&lt;b&gt;',
    '&nbsp;',
    '&eacute',
    '&#x20AC;',
    '&',
    '<',
    '> ',
  ],
  ...['\u200b', '😀', '1 < 2', '"', '\0', 'info@acme.example', '&copy;2024', '\u00ad'],
]
const text = fc.array(fc.constantFrom(...textPieces), { maxLength: 6 }).map((parts) => parts.join(''))
const attributeValue = fc
  .array(fc.constantFrom('x', ' ', '&amp;', '&quot;', '/', '?a=1&b=2', 'é', '\n', '&#39;', '=', '😀'), {
    maxLength: 5,
  })
  .map((parts) => parts.join(''))
const attribute = fc
  .tuple(
    fc.constantFrom('id', 'href', 'title', 'data-x', 'CONTENT', 'alt', '=odd', 'class'),
    fc.constantFrom('"', "'", '', 'none'),
    attributeValue,
    fc.constantFrom('=', ' = ', '=\n'),
  )
  .map(([name, quote, value, equals]) => {
    if (quote === 'none') return name
    const plain = value.replaceAll(/[\s"'=<>`]/g, '') || 'v'
    return `${name}${equals}${quote === '' ? plain : `${quote}${value}${quote}`}`
  })
const tag = fc.constantFrom(
  ...['p', 'div', 'b', 'i', 'a', 'span', 'ul', 'li', 'table', 'tr', 'td', 'h1', 'section', 'svg', 'textarea'],
  ...['title', 'br', 'footer', 'select', 'option', 'button'],
)
const open = fc
  .tuple(tag, fc.array(attribute, { maxLength: 4 }))
  .map(([name, list]) => `<${[name, ...list].join(' ')}>`)
const part = fc.oneof(
  { weight: 4, arbitrary: text },
  { weight: 4, arbitrary: open },
  { weight: 3, arbitrary: tag.map((name) => `</${name}>`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('<!-- c -->', '<!doctype html>', '<script>1 < 2</script>', '<', '</', '<!'),
  },
)
const html = fc.array(part, { maxLength: 40 }).map((parts) => parts.join(''))

const withoutNul = (text: string) => plainText(text.replaceAll('\ufffd', ''))

/** What a piece of the source says to a browser. */
function decoded(source: string): string {
  const texts: string[] = []
  const waiting: DefaultTreeAdapterTypes.ChildNode[] = [...parseFragment(source).childNodes].reverse()
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (defaultTreeAdapter.isTextNode(node)) texts.push(node.value)
    else if (defaultTreeAdapter.isElementNode(node)) waiting.push(...[...node.childNodes].reverse())
  }
  return plainText(texts.join(''))
}

function decodedValue(written: string): string {
  const quote = written.includes('"') ? "'" : '"'
  const [element] = parseFragment(`<a x=${quote}${written}${quote}>`).childNodes
  return element !== undefined && defaultTreeAdapter.isElementNode(element)
    ? (element.attrs[0]?.value ?? '')
    : ''
}

describe('source positions', () => {
  test('every run of text and every attribute value stands in the source where it says', () => {
    let runs = 0
    let values = 0
    fc.assert(
      fc.property(html, (body) => {
        const page = pageOf(body)
        for (const block of page.blocks) {
          for (const run of block.runs) {
            const source = body.slice(run.span.start, run.span.end)
            // In these, tags are text, but not in the elements of SVG and MathML with their names.
            const raw = ['textarea', 'title'].includes(run.element.localName) && isHtml(run.element)
            const text = decoded(raw ? `<textarea>\n${source}</textarea>` : source)
            // A NUL is dropped in HTML and replaced elsewhere.
            expect(withoutNul(text)).toBe(withoutNul(run.text))
            runs++
          }
          expect(block.span.start).toBeLessThan(block.span.end)
        }
        for (const element of page.document.querySelectorAll('*')) {
          const tagSpan = page.startTagSpan(element)
          const whole = page.elementSpan(element)
          if (tagSpan === undefined || whole === undefined) continue
          const written = body.slice(tagSpan.start, tagSpan.end)
          expect(written.toLowerCase().replaceAll('\0', '\ufffd')).toStartWith(
            `<${element.localName.toLowerCase()}`,
          )
          expect(written).toEndWith('>')
          expect(whole.start).toBe(tagSpan.start)
          expect(whole.end).toBeGreaterThanOrEqual(tagSpan.end)
          for (const { name, value } of [...element.attributes]) {
            const span = page.attributeSpan(element, name)
            if (span === undefined) {
              expect(value).toBe('')
              continue
            }
            const found = decodedValue(body.slice(span.start, span.end))
            if (name === 'class')
              expect(new Set(found.split(/\s+/).filter(Boolean))).toEqual(
                new Set(value.split(' ').filter(Boolean)),
              )
            else expect(found).toBe(value)
            expect(body.slice(span.start, span.end)).not.toMatch(/^["'].*["']$/)
            values++
          }
        }
      }),
      { numRuns: 2_000, seed, examples: [['<svg><textarea></> a']] },
    )
    console.log(`checked ${runs} runs and ${values} attribute values`)
    expect(runs).toBeGreaterThan(1_000)
    expect(values).toBeGreaterThan(1_000)
  })

  test('a text that has tags inside is quoted with them, one that was moved apart piece by piece', () => {
    const body = '<p>Tel. <b>+49&nbsp;30</b> 123</p><table>left<tr><td>cell</td></tr>right</table>'
    const page = pageOf(body)
    const sources = page.blocks.map(({ span }) => body.slice(span.start, span.end))
    expect(page.blocks.map((block) => block.text)).toEqual(['Tel. +49 30 123', 'leftright', 'cell'])
    expect(sources[0]).toBe('Tel. <b>+49&nbsp;30</b> 123')
    expect(page.blocks[1]?.runs.map(({ span }) => body.slice(span.start, span.end))).toEqual([
      'left',
      'right',
    ])
  })
})

describe('a quote', () => {
  const table: ReadonlyArray<
    readonly [name: string, body: string, needle: string, found: string | undefined]
  > = [
    ['as it stands', '<p>Call Acme now', 'Acme', 'Acme'],
    ['with entities', '<p>R&amp;D &uuml;ber alles', 'R&D über', 'R&amp;D &uuml;ber'],
    ['with numeric entities', '<p>info&#64;acme&#x2e;de', 'info@acme.de', 'info&#64;acme&#x2e;de'],
    [
      'with tags inside',
      '<p><b>+49</b>&nbsp;30 <i title="a>b">12</i>3',
      '+49 30 123',
      '+49</b>&nbsp;30 <i title="a>b">12</i>3',
    ],
    ['with other white space', '<p>Acme\n   GmbH', 'Acme GmbH', 'Acme\n   GmbH'],
    ['with unseen characters', '<p>Ac\u200bme Gm\u00adbH', 'Acme GmbH', 'Ac\u200bme Gm\u00adbH'],
    ['escaped as JSON', '{"name":"M\\u00fcller \\/ S\\"o\\""}', 'Müller / S"o"', 'M\\u00fcller \\/ S\\"o\\"'],
    ['as a pair of escapes', '{"name":"A \\ud83d\\ude00 B"}', 'A 😀 B', 'A \\ud83d\\ude00 B'],
    ['as JSON with entities', '{"name":"M&uuml;ller\\u0020AG"}', 'Müller AG', 'M&uuml;ller\\u0020AG'],
    ['only if it is there', '<p>Acme', 'Umbrella', undefined],
    ['only if it is something', '<p>Acme', '\u200b ', undefined],
  ]
  test.each(table)('is found %s', (_, body, needle, found) => {
    const span = pageOf(body).quoteIn({ start: 0, end: body.length }, needle)
    expect(span && body.slice(span.start, span.end)).toBe(found)
  })

  test('is looked for inside its span only', () => {
    const body = '<p>Acme</p><p>Acme</p>'
    expect(pageOf(body).quoteIn({ start: 8, end: body.length }, 'Acme')).toEqual({ start: 14, end: 18 })
    expect(pageOf(body).quoteIn({ start: 8, end: 16 }, 'Acme')).toBeUndefined()
  })
})
