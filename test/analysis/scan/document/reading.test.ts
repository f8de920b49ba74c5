import { expect, test } from 'bun:test'
import { buildPage } from '../../../../src/analysis/scan/document/build-page.ts'
import { lineEvidence, spanEvidence } from '../../../../src/analysis/scan/document/evidence.ts'
import { linesOf } from '../../../../src/analysis/scan/document/lines.ts'
import { organisationsOf, stringOf } from '../../../../src/analysis/scan/document/organisation.ts'
import { pageKind } from '../../../../src/analysis/scan/document/page-kind.ts'
import { mailAddress } from '../../../../src/analysis/scan/facts/contact/mail-address.ts'
import { mailsIn } from '../../../../src/analysis/scan/facts/contact/mail-text.ts'
import { labelBefore } from '../../../../src/analysis/scan/facts/contact/phone-labels.ts'
import { numbersIn, readPhone } from '../../../../src/analysis/scan/facts/contact/phone-numbers.ts'
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

test('phrases are found as whole words, wherever they stand', () => {
  const phrases = phraseList('webdesign by|umsetzung|site réalisé')
  expect(hasPhrase(phraseLine('Ein Webdesign by Pixel'), phrases)).toBe(true)
  expect(hasPhrase(phraseLine('Umsetzungen'), phrases)).toBe(false)
  expect(phraseAt('Umsetzung: site réalisé', phraseLine('Umsetzung: site réalisé'), phrases)).toBe(0)
  const text = '© Nordlicht. Umsetzung: Pixel'
  expect(phraseAt(text, phraseLine(text), phrases)).toBe(text.indexOf('Umsetzung'))
  expect(phraseAt('Segel', phraseLine('Segel'), phrases)).toBe(-1)
})

test.each([
  ['info@acme.de', 'info@acme.de'],
  ['Max.Muster+x@sub.acme.co.uk', 'max.muster+x@sub.acme.co.uk'],
  ['a@b', undefined],
  ['.a@acme.de', undefined],
  ['a..b@acme.de', undefined],
  ['a@acme..de', undefined],
  ['a@-acme.de', undefined],
  ['a@@acme.de', undefined],
  ['logo@2x.png', undefined],
  ['a@acme.test', undefined],
  ['name@domain.com', undefined],
  ['info@example.org', undefined],
  [`${'a'.repeat(65)}@acme.de`, undefined],
])('%s is the address %p', (text, address) => {
  expect(mailAddress(text)).toBe(address)
})

test('mails are found where they stand', () => {
  const text = 'Mail: a@acme.de, b [at] acme [dot] de; not c at home.'
  expect(mailsIn(text).map(({ address, from, to }) => [address, text.slice(from, to)])).toEqual([
    ['a@acme.de', 'a@acme.de'],
    ['b@acme.de', 'b [at] acme [dot] de'],
  ])
})

test.each([
  ['Tel. 0431 12 34 56, Fax 0431 12 34 57', ['0431 12 34 56', '0431 12 34 57']],
  ['+49 (0)431 / 12-34 56', ['+49 (0)431 / 12-34 56']],
  ['(415) 555-0134', ['(415) 555-0134']],
  ['A1234567', []],
  ['€1234567', []],
  ['1234567890123456789', []],
  ['v1.2.345678', []],
])('the numbers in %s are %p', (text, numbers) => {
  expect(numbersIn(text).map((number) => number.text)).toEqual(numbers)
})

test.each([
  ['+49 (0)431 123456', undefined, '+49431123456'],
  ['(+49) 431 123456', undefined, '+49431123456'],
  ['0049 431 123456', undefined, '+49431123456'],
  ['0431 123456', 'DE', '+49431123456'],
  ['0431 123456', undefined, undefined],
  ['0251 116117', 'DE', undefined],
  ['12', 'DE', undefined],
])('%s called from %p is %p', (text, country, value) => {
  expect(readPhone(text, country)?.value).toBe(value)
})

test.each([
  ['Tel. ', 'phone'],
  ['Telefax: ', 'fax'],
  ['Tel./Fax: ', 'phone'],
  ['Telefon und Telefax ', 'phone'],
  ['F: ', 'fax'],
  ['USt-IdNr. ', 'other'],
  ['Call us: ', 'phone'],
  ['Brand: ring 110. Wasser ', undefined],
  ['', undefined],
])('“%s” before a number says %p', (text, label) => {
  expect<string | undefined>(labelBefore(text, text.length, 0)).toBe(label)
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
