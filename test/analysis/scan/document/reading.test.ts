import { expect, test } from 'bun:test'
import { buildPage } from '../../../../src/analysis/scan/document/build-page.ts'
import { lineEvidence, spanEvidence } from '../../../../src/analysis/scan/document/evidence.ts'
import { linesOf } from '../../../../src/analysis/scan/document/lines.ts'
import { organisationsOf, stringOf } from '../../../../src/analysis/scan/document/organisation.ts'
import { pageKind } from '../../../../src/analysis/scan/document/page-kind.ts'
import { hasPhrase, phraseAt, phraseLine, phraseList } from '../../../../src/analysis/text/phrases.ts'

const pageOf = (body: string, url = 'https://www.nordlicht-segel.de/') =>
  buildPage({ url, body, headers: [], viaBrowser: false })

test('a block’s lines end at its breaks, and tags inside a line make no space', () => {
  const page = pageOf('<p>Hafen<b>straße</b> 12<br />24103 <i>Kiel</i></p><p>Tel. 1</p>')
  expect(linesOf(page).map(({ text }) => text)).toEqual(['Hafenstraße 12', '24103 Kiel', 'Tel. 1'])
})

test('a part of a line is quoted from its own tags and entities', () => {
  const page = pageOf('<p>Mail: <b>info</b>&#64;<i>nordlicht.de</i>!</p>')
  const [line] = linesOf(page)
  const from = line?.text.indexOf('info') ?? -1
  expect(line && lineEvidence(page, line, from, from + 'info@nordlicht.de'.length)?.quote).toBe(
    'info</b>&#64;<i>nordlicht.de',
  )
})

test('a quote never ends in half of a character', () => {
  const page = pageOf(`<p>${'a'.repeat(299)}😀</p>`)
  const evidence = spanEvidence(page, 'text', { start: 3, end: 304 })
  expect(evidence?.quote).toHaveLength(299)
  expect(spanEvidence(page, 'text', { start: 3, end: 3 })).toBeUndefined()
})

const article =
  '<meta property="og:type" content="article"><meta property="article:published_time" content="2024-05-01">'

test.each([
  ['https://a.de/', '', 'home'],
  ['https://a.de/en-US/index.html', '', 'home'],
  ['https://a.de/impressum.html', '', 'imprint'],
  ['https://a.fr/mentions-legales', '', 'imprint'],
  ['https://a.de/ueber-uns/', '', 'about'],
  ['https://a.pt/politica-de-privacidade', '', 'privacy'],
  ['https://a.com/legal/privacy', '', 'privacy'],
  ['https://a.es/politica-devoluciones', '', 'terms'],
  ['https://a.com/services/tax-returns', '<h1>Tax returns</h1>', 'other'],
  ['https://a.com/contact-us', '', 'contact'],
  ['https://a.com/meet-the-team/', '', 'team'],
  ['https://a.com/jobs', '', 'careers'],
  ['https://a.com/2024/05/sails', '', 'article'],
  ['https://a.com/x', '<h1>Kontakt</h1>', 'contact'],
  ['https://a.com/x', `${article}<h1>Sails</h1>`, 'article'],
  ['https://a.com/x', `${article}<h1>Unser Team</h1>`, 'team'],
  ['https://a.com/x', `${article}<body class="page page-id-2"><h1>Sails</h1>`, 'other'],
  ['https://a.com/x', '<meta property="og:type" content="article"><h1>Sails</h1>', 'other'],
  ['https://a.com/?page_id=2', '<h1>Kontakt</h1>', 'contact'],
  ['https://a.com/?lang=de&utm_source=x', '<h1>Kontakt</h1>', 'home'],
  ['https://a.com/sails', '<h1>Sails</h1>', 'other'],
])('%s is for %s%s', (url, html, kind) => {
  expect<string>(pageKind(pageOf(html, url))).toBe(kind)
})

test('phrases are found as whole words, in every place', () => {
  const phrases = phraseList('webdesign by|umsetzung|site réalisé')
  expect(hasPhrase(phraseLine('Ein Webdesign by Pixel'), phrases)).toBe(true)
  expect(hasPhrase(phraseLine('Umsetzungen'), phrases)).toBe(false)
  expect(phraseAt('Umsetzung: site réalisé', phraseLine('Umsetzung: site réalisé'), phrases)).toBe(0)
  const text = '© Nordlicht. Umsetzung: Pixel'
  expect(phraseAt(text, phraseLine(text), phrases)).toBe(text.indexOf('Umsetzung'))
  expect(phraseAt('Segel', phraseLine('Segel'), phrases)).toBe(-1)
})

test('others’ organisations are not the site’s own', () => {
  const graph = (items: string) => `<script type="application/ld+json">[${items}]</script>`
  const names = (html: string) => organisationsOf(pageOf(html)).map(({ value }) => stringOf(value['name']))
  expect(names(graph('{"@type":"Organization","name":"Voss","url":"https://voss.de"}'))).toEqual([])
  expect(
    names(
      graph(
        '{"@type":"Article","author":{"@type":"Organization","name":"Voss"},"publisher":{"@type":"Organization","name":"Nordlicht"}}',
      ),
    ),
  ).toEqual(['Nordlicht'])
  expect(names(graph('{"@type":"Review","publisher":{"@type":"Organization","name":"Prüfer"}}'))).toEqual([])
  expect(
    names(graph('{"@type":"Organization","name":"Kutter"},{"@type":"Organization","name":"Boje"}')),
  ).toEqual(['Kutter'])
})
