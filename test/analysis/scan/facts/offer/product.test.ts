import { describe, expect, test } from 'bun:test'
import { product } from '../../../../../src/analysis/scan/facts/offer/product.ts'
import { factsOf, valuesOf } from '../topic-kit.ts'

const data = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`
const main = (html: string) => `<main>${html}</main>`
const at = (path: string) => `https://www.nordlicht-segel.de/${path}`

const named = [
  {
    name: 'structured data',
    html: data({
      '@graph': [
        { '@type': 'SoftwareApplication', name: 'Acme Studio' },
        {
          '@type': 'Organization',
          name: 'Nordlicht Segel',
          makesOffer: { '@type': 'Offer', itemOffered: { '@type': 'Service', name: 'Audits' } },
        },
        { '@type': 'Person', name: 'Ada' },
        { '@type': 'Event', name: 'Fair', offers: { '@type': 'Offer', name: 'Ticket' } },
      ],
    }),
    values: ['Acme Studio', 'Audits'],
  },
  {
    name: 'the submenu of a label',
    html: `<nav><ul><li><a href="/leistungen">Leistungen</a><ul><li><a href="/reparatur">Segelreparatur</a></li>
      <li><a href="/planen">Persenninge</a></li></ul></li><li><a href="/kontakt">Anfahrt</a></li></ul></nav>`,
    values: ['Segelreparatur', 'Persenninge'],
  },
  {
    name: 'the panel that a button opens',
    html: '<nav><div><button>Servicios</button><div class="panel"><a href="/a">Corte</a><a href="/b">Plegado</a></div></div></nav>',
    values: ['Corte', 'Plegado'],
  },
  {
    name: 'a footer’s column',
    html: '<footer><div><h4>Nos prestations</h4><ul><li><a href="/a">Audit fiscal</a></li><li><a href="/b">Contentieux</a></li></ul></div></footer>',
    values: ['Audit fiscal', 'Contentieux'],
  },
  {
    name: 'links to pages below products and services, without buttons',
    html: `<nav><a href="/products/sea-throw">Sea Throw</a><a href="/services/tax-returns">Tax returns</a>
      <a href="/products/hand-towel">Learn more</a><a href="https://other.example/products/pot">Pot</a></nav>`,
    values: ['Sea Throw', 'Tax returns'],
  },
  {
    name: 'a card that is one link, by its heading',
    html: main('<a href="/service/nt-golf.html"><div><h2>基幹システム</h2><p>ゴルフ場に必要な</p></div></a>'),
    values: ['基幹システム'],
  },
  {
    name: 'entries that share a word with the company, and by the first of several parts',
    html: `<nav><a href="#angebot">Leistungen</a><div><a href="/a">Segelmacherei</a><a href="/b">Segeltuch</a>
      <a href="/c"><b>Takelage</b><span>Vom Mast bis zum Schot</span></a><a href="/d">Nordlicht Segel</a></div></nav>`,
    values: ['Segelmacherei', 'Segeltuch', 'Takelage'],
  },
  {
    name: 'cards that their author calls so',
    html: main(
      ['Leaks', 'Drains', 'Boilers']
        .map((name) => `<div class="service-card"><h3>${name}</h3></div>`)
        .join(''),
    ),
    values: ['Leaks', 'Drains', 'Boilers'],
  },
  {
    name: 'equal items under a heading',
    html: main(
      '<h2>Våra tjänster</h2><ul><li>Expressbud: Snabba leveranser.</li><li>Flytt: Hela hem.</li><li>Lager: Allt.</li></ul>',
    ),
    values: ['Expressbud', 'Flytt', 'Lager'],
  },
  {
    name: 'equal headings in a part that its author calls services',
    html: main(
      '<section id="services"><h3>Leaks</h3><p>Found.</p><h3>Hot water</h3><h3>Drains</h3></section>',
    ),
    values: ['Leaks', 'Hot water', 'Drains'],
  },
  {
    name: 'headings under a label of their section, but not the reasons below them',
    html: main(
      '<p>Leistungen</p><h2>Alles aus einer Hand</h2><h3>Umzug</h3><h3>Montage</h3><h3>Entsorgung</h3><h2>Warum wir</h2><h3>Erfahrene Leute</h3>',
    ),
    values: ['Umzug', 'Montage', 'Entsorgung'],
  },
  {
    name: 'the headings of a page of services',
    html: main('<h1>Services</h1><h2>Audits</h2><h2>Payroll</h2><h2>Tax</h2><h2>Why choose us?</h2>'),
    url: at('services'),
    values: ['Audits', 'Payroll', 'Tax'],
  },
  {
    name: 'the heading of a product’s own page',
    html: main('<h1>Sea Throw</h1><h2>Care</h2>'),
    url: at('products/sea-throw'),
    values: ['Sea Throw'],
  },
]

const unnamed = [
  ['headings alone', '<h2>Audits</h2><h2>Payroll</h2><h2>Tax</h2>', at('')],
  ['a word next to a price', '<h2>Sea Throw</h2><p>$148.00</p>', at('')],
  [
    'reasons in a language without spaces',
    '<h2>サービス</h2><h3>導入メリット</h3><h3>サービス概要</h3><h3>導入の流れ</h3>',
    at(''),
  ],
  [
    'the slogan of a product’s page',
    '<h1>Endlich wieder trocken durch den Winter kommen</h1>',
    at('leistungen/winterlager'),
  ],
  [
    'the people who work there',
    `<h2>Services</h2>${['Ann Marsh', 'Tom Reed', 'Eva Holm'].map((name) => `<h3>${name}</h3><p>Sales Manager</p>`).join('')}`,
    at(''),
  ],
  [
    'complaints',
    '<h1>Leistungen</h1><h2>Beschwerden</h2><ul><li>Migräne</li><li>Schwindel</li><li>Tinnitus</li></ul>',
    at('leistungen'),
  ],
  ['two items', '<h2>Services</h2><h3>Audits</h3><h3>Payroll</h3>', at('')],
  ['posts', '<h2>Services</h2><h3>Audits</h3><h3>Payroll</h3><h3>Tax</h3>', at('blog/2024/01/services')],
] as const

describe('products and services', () => {
  test.each(named)('are named by $name', ({ html, values, url }) => {
    expect(valuesOf(product, { html, ...(url !== undefined && { url }) })).toEqual(values)
  })

  test.each(unnamed)('are not named by %s', (_, html, url) => {
    expect(valuesOf(product, { html: main(html), url })).toEqual([])
  })

  test('structured data makes them high, one menu or list medium', () => {
    const menu =
      '<nav><ul><li><a href="/s">Services</a><ul><li><a href="/a">Audits</a></li><li><a href="/b">Payroll</a></li></ul></li></ul></nav>'
    const html = `${data({ '@type': 'Service', name: 'Audits' })}${menu}`
    const facts = factsOf(product, { html })
    expect(facts.map(({ value, confidence }) => [value, confidence])).toEqual([
      ['Audits', 'high'],
      ['Payroll', 'medium'],
    ])
  })
})
