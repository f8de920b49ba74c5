import { expect, test } from 'bun:test'
import { buildPage } from '../../../../../src/analysis/scan/document/build-page.ts'
import { absences, type SearchedPage } from '../../../../../src/analysis/scan/facts/merge/absences.ts'
import type { AbsenceTopic } from '../../../../../src/analysis/scan/site/traces.ts'
import { tracesOf } from '../../../../../src/analysis/scan/site/traces.ts'

const home: SearchedPage = {
  url: 'https://larkfield.example/',
  whole: true,
  chars: 1_000,
  links: [
    { url: 'https://larkfield.example/contact', text: 'Contact' },
    { url: 'https://larkfield.example/frames', text: 'Frames' },
    { url: 'https://elsewhere.example/contact', text: 'Contact' },
  ],
  traces: [],
}
const contact: SearchedPage = { ...home, url: 'https://www.larkfield.example/contact/' }
const absent = (...pages: SearchedPage[]) => absences([], pages).map(({ value }) => value)

test('what no page of a whole site states is absent, without a source', () => {
  expect(absences([], [home, contact])[0]).toEqual({
    id: expect.stringMatching(/^f_[0-9a-f]{12}$/),
    kind: 'unknown',
    topic: 'absence',
    text: 'No prices were found on the 2 pages that were read.',
    value: 'pricing',
    confidence: 'low',
    sources: [],
  })
  expect(absent(home, { ...contact, traces: ['contact-email'] })).toEqual(['pricing', 'contact-phone'])
})

test('prices are not absent where a page of prices was read, which may get them from a script', () => {
  expect(absent(home, contact, { ...home, url: 'https://larkfield.example/prices.html' })).toEqual([
    'contact-email',
    'contact-phone',
  ])
})

test('nothing is absent while a page is unread, cut or promised', () => {
  expect(absent()).toEqual([])
  expect(absent(home)).toEqual([])
  expect(absent(home, { ...contact, whole: false })).toEqual([])
  const link = { url: 'https://larkfield.example/x', text: 'Unser Team' }
  expect(absent(home, { ...contact, links: [link] })).toEqual([])
})

test.each<[html: string, traces: AbsenceTopic[]]>([
  ['<p>We have built frames since 1998, 12 a year.</p>', []],
  ['<p>Frames for 900 kr, forks for €90</p>', ['pricing']],
  ['<h1>Unsere Preise</h1><div id="table"></div>', ['pricing']],
  ['<h3>Prijzen</h3><table><tr><td>Uurtarief</td><td>57,50</td></tr></table>', ['pricing']],
  ['<h3>Prijzen</h3><p>Wij rekenen eerlijk.</p>', []],
  ['<p>0171 123 4567</p>', ['contact-phone']],
  ['<p>〒113-8485 東京都文京区本郷7-3-1</p>', []],
  ['<form><textarea name="message"></textarea></form>', ['contact-email']],
  ['<script>location = "mailto:" + name</script>', ['contact-email']],
  ['<img src="/mail.png" alt=""><img alt="Telefon" src="/1.png">', ['contact-email', 'contact-phone']],
])('%s has traces of %p', (html, traces) => {
  const page = buildPage({ url: home.url, body: html, headers: [], viaBrowser: false })
  expect(tracesOf(page)).toEqual(traces)
})

test('nothing is absent from a site without text, which scripts fill', () => {
  expect(absent({ ...home, chars: 40 })).toEqual([])
})
