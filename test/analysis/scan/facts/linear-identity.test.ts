import { describe, test } from 'bun:test'
import { buildPage } from '../../../../src/analysis/scan/document/build-page.ts'
import { allTopics } from '../../../../src/analysis/scan/facts/topics.ts'
import { readClues } from '../../../../src/analysis/scan/site/clues.ts'
import { expectLinearGrowth } from '../../linear-growth.ts'
import { unlimited } from './facts-kit.ts'

// The first larger input is eight times the first.
const firstChars = 4_000

const fill = (piece: string) => (chars: number) => piece.repeat(Math.ceil(chars / piece.length))
const within =
  (start: string, piece: string, end = '') =>
  (chars: number) =>
    `${start}${fill(piece)(chars)}${end}`
const numbered =
  (start: string, piece: (index: number) => string, end = '') =>
  (chars: number) =>
    `${start}${Array.from({ length: Math.ceil(chars / piece(1000).length) }, (_, index) => piece(index)).join('')}${end}`

const ofContacts = 'https://www.nordlicht-segel.de/impressum'
const ofPeople = 'https://www.nordlicht-segel.de/team'
const ofJobs = 'https://www.nordlicht-segel.de/karriere'
const hostile: ReadonlyArray<readonly [what: string, body: (chars: number) => string, url?: string]> = [
  ['one endless line of signs', within('<p>', 'a@')],
  ['words around at and dot', within('<p>', 'a at b dot ')],
  ['brackets around at', within('<p>', 'a [at] b ')],
  ['ever new addresses', numbered('', (i) => `<li>a${i}@trade-${i}-x.net</li>`)],
  ['ever new mailto links', numbered('', (i) => `<a href="mailto:d${i}@trade-${i}.net">m</a>`)],
  ['ever new numbers', numbered('<footer>', (i) => `<p>Tel. 0431 ${100_000 + i}</p>`)],
  ['numbers in one line', within('<p>', 'Tel. 0431 123456 ')],
  [
    'ever new postal addresses',
    numbered('<footer>', (i) => `<p>Hafenstraße ${i % 999}<br>${10_000 + (i % 80_000)} Kiel</p>`),
    ofContacts,
  ],
  ['streets without a town', within('<p>', 'Am Kai 7<br>'), ofContacts],
  ['towns without a street', within('<p>', '24103 Kiel<br>'), ofContacts],
  ['commas in one line', within('<p>', 'Anna Weber, founder and owner, '), ofPeople],
  ['people', within('<h1>Team</h1>', '<h3>Anna Weber</h3><p>Founder</p>'), ofPeople],
  ['positions', within('<h1>Offene Stellen</h1><ul>', '<li><a href="/j">Koch</a></li>'), ofJobs],
  ['announcements', within('', '<h2>Open roles</h2><h3>Cook</h3>'), ofJobs],
  ['figures', within('<p>', 'we are a team of 12 people since 1998 '), ofPeople],
  ['tags in one line', within('<p>', '<b>x</b> ')],
  ['articles', within('', '<article><p>a@nordlicht.de</p></article>')],
  ['deep nests', (chars) => `${fill('<div>')(chars)}a@nordlicht.de Tel. 0431 123456`],
  ['cards in cards', (chars) => `${fill('<div class="vcard"><b class="tel">')(chars)}0431 123456`],
  [
    'marked properties',
    within(
      '<div itemscope itemtype="http://schema.org/Store">',
      '<span itemprop="email">a@nordlicht.de</span>',
    ),
  ],
  [
    'properties in properties',
    within('<div itemscope itemtype="http://schema.org/Store">', '<b itemprop="name">'),
  ],
  [
    'descriptions',
    within('', '<meta name="description" content="We build boats for people who sail around">'),
  ],
  ['copyrights', within('<footer>', '<p>© 2024 Acme GmbH</p>')],
  ['a title of titles', within('<title>', 'a | ', '</title>')],
  ['profiles', numbered('<footer>', (i) => `<a href="https://x.com/nordlicht${i}">x</a>`)],
  ['editions', within('', '<link rel="alternate" hreflang="de-AT" href="/at">')],
  ['logos', within('', '<a href="/"><img alt="Acme logo" src="l"></a>')],
  ['quotations in quotations', (chars) => `${fill('<blockquote class="a">')(chars)}<p>a@nordlicht.de`],
  [
    'organisations',
    numbered(
      '<script type="application/ld+json">[',
      (i) =>
        `{"@type":"Organization","name":"Nordlicht ${i}","email":"a${i}@x.de","telephone":"+49 431 ${100_000 + i}"},`,
      '{}]</script>',
    ),
  ],
  [
    'an organisation of many mailboxes',
    numbered(
      '<script type="application/ld+json">{"@type":"Organization","name":"A","email":[',
      (i) => `"a${i}@nordlicht.de",`,
      '""]}</script>',
    ),
  ],
]

describe('a page that is made to be slow is read in linear time:', () => {
  test.each(hostile)('%s', (what, body, url = 'https://www.nordlicht-segel.de/') => {
    const readAll = (text: string) => {
      const page = buildPage({ url, body: text, headers: [], viaBrowser: false }, unlimited)
      readClues(page)
      for (const topic of allTopics) topic.read(page)
    }
    expectLinearGrowth(what, {
      size: firstChars,
      workOn: (chars) => {
        const text = body(chars)
        return () => readAll(text)
      },
    })
  })
})
