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
    name: 'structured data without the company after it',
    html: data({ '@type': 'Service', name: 'Glasbewassing | Nordlicht Segel' }),
    values: ['Glasbewassing'],
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
      <a href="/products/hand-towel">Learn more</a><a href="/productos/toalla">Ver toalla</a><a href="https://other.example/products/pot">Pot</a></nav>`,
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
      '<h2>Våra tjänster</h2><ul><li>Expressbud: Snabba leveranser.</li><li>Flytt: Hela hem.</li><li>Lager: Allt.</li></ul><h2>Tjänster</h2><h3>Expressbud</h3><h3>Flytt</h3><h3>Lager</h3>',
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
    name: 'headings beside rates and names that go on elsewhere',
    html: main(
      '<h1>Services</h1><h2>Audits</h2><h2>Hourly rate</h2><h2>Payroll</h2><h2>Course of 3</h2><h2>Tax</h2>',
    ),
    url: at('services'),
    values: ['Audits', 'Payroll', 'Tax'],
  },
  {
    name: 'the headings of a page of services',
    html: main('<h1>Services</h1><h2>Audits</h2><h2>Payroll</h2><h2>Tax</h2><h2>Why choose us?</h2>'),
    url: at('services'),
    values: ['Audits', 'Payroll', 'Tax'],
  },
  {
    name: 'two headings under a label',
    html: main('<h2>Services</h2><h3>Audits</h3><p>Yearly.</p><h3>Payroll</h3><p>Monthly.</p>'),
    values: ['Audits', 'Payroll'],
  },
  {
    name: 'more headings of a lower level instead of two of a higher one',
    html: main('<h1>Services</h1><h2>Hands</h2><h3>Gel</h3><h3>Polish</h3><h2>Feet</h2><h3>Spa</h3>'),
    url: at('services'),
    values: ['Gel', 'Polish', 'Spa'],
  },
  {
    name: 'headings before others of a higher level',
    html: main(
      '<h1>Services</h1><h3>Glass</h3><h3>Floors</h3><h3>Roofs</h3><h2>Offices</h2><h2>Shops</h2><h2>Stairs</h2>',
    ),
    url: at('services'),
    values: ['Glass', 'Floors', 'Roofs', 'Offices', 'Shops', 'Stairs'],
  },
  {
    name: 'titles of cards without headings',
    html: main(
      `<h1>Services</h1>${['Rimessaggio', 'Collaudi', 'Carena'].map((name) => `<div><div class="card-title">${name}</div><p>Tutto compreso.</p></div>`).join('')}`,
    ),
    url: at('services'),
    values: ['Rimessaggio', 'Collaudi', 'Carena'],
  },
  {
    name: 'a heading before the dash where the rest is a sentence',
    html: main('<h1>Produkte</h1><h2>Honig – Der Liebling unserer Kunden</h2><h2>Met – Unser Wein</h2>'),
    url: at('produkte'),
    values: ['Honig', 'Met'],
  },
  {
    name: 'the entries of a menu, without extras',
    html: main(
      '<h1>Menu</h1><p>Espresso 2 €</p><p>Latte 3 €</p><h2>Cakes</h2><h3>Carrot cake</h3><p>4 €</p><p>Cookie … 2 €</p><p>Tiramisu 5 €</p><p>Oat milk + 1 €</p>',
    ),
    url: at('menu'),
    values: ['Espresso', 'Latte', 'Carrot cake', 'Cookie', 'Tiramisu'],
  },
  {
    name: 'an entry of two parts inside of one element',
    html: `<nav><a href="#">Leistungen</a><div><a href="/a"><svg></svg><span><b>Takelage</b><span>Vom Mast bis zum Schot</span></span></a>
      <a href="/b"><span><b>Persenninge</b><span>Nach Maß</span></span></a></div></nav>`,
    values: ['Takelage', 'Persenninge'],
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
  [
    'customers, reasons and the end of a page',
    '<h2>Services</h2><h3>Klant (België)</h3><h3>Klant (Nederland)</h3><h3>Alles aus einer Hand</h3><h3>Enlaces rápidos</h3>',
    at(''),
  ],
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
  [
    'steps and crops',
    '<h1>Serviços</h1><h2>Como funciona o serviço</h2><ol><li>Visita: olhamos</li><li>Aplicação: voamos</li><li>Relatório: entregamos</li></ol><h2>Culturas atendidas</h2><ul><li>Algodão</li><li>Milho</li><li>Café</li></ul>',
    at('servicos'),
  ],
  ['two items of a list', '<h2>Services</h2><ul><li>Audits</li><li>Payroll</li></ul>', at('')],
  [
    'what comes with one of them',
    '<h1>Services</h1><h2>What is included</h2><ul><li>Lunch box</li><li>Boat</li><li>Fuel</li></ul>',
    at('services'),
  ],
  [
    'properties of one of them',
    '<h1>Prestations</h1><ul><li>Durée : 8 heures</li><li>Public : adultes</li><li>Lieu : le lac</li></ul>',
    at('prestations'),
  ],
  [
    'the sectors of customers',
    '<h1>Diensten</h1><h2>Voor elke sector</h2><h3>Horeca</h3><h3>Bouw</h3><h3>Zorg</h3>',
    at('diensten'),
  ],
  [
    'links of a page without headings',
    '<ul><li><a href="/a">Rail</a></li><li><a href="/b">Water</a></li><li><a href="/c">Oil</a></li></ul>',
    at('services'),
  ],
  ['a truncated name', '<h2>Services</h2><h3>Wax (hot</h3><h3>Tint (dark</h3><h3>Cut (short</h3>', at('')],
  [
    'cards that a template calls services on a page about the company',
    '<h1>Kontakt</h1><div class="service-card"><h3>Filiale</h3></div><div class="service-card"><h3>Zentrale</h3></div>',
    at('kontakt'),
  ],
  [
    'the countries of customers',
    '<h2>Nuestros productos</h2><ul><li>Canada</li><li>Estados Unidos</li><li>Cuba</li><li>Francia</li></ul>',
    at(''),
  ],
  [
    'whom they are for',
    '<h2>A chi si rivolgono i servizi</h2><ul><li>Privati</li><li>Studi</li><li>Eredi</li></ul>',
    at(''),
  ],
  [
    'sentences and projects',
    '<h2>Services</h2><h3>Skilled trades, under one roof.</h3><h3>Care for your whole property.</h3><h2>Projects we are proud of.</h2><h3>The Calton</h3><h3>Belwood Oaks</h3>',
    at(''),
  ],
  [
    'a template',
    '<h2>Services</h2><h3>Service One</h3><h3>Service Two</h3><h3>Service Three</h3><h3>Awards</h3>',
    at(''),
  ],
  ['few prices', '<h1>Prices</h1><p>Basic €9</p><p>Premium €19</p><p>Family €29</p>', at('prices')],
  ['posts', '<h2>Services</h2><h3>Audits</h3><h3>Payroll</h3><h3>Tax</h3>', at('blog/2024/01/services')],
] as const

describe('products and services', () => {
  test.each(named)('are named by $name', ({ html, values, url }) => {
    expect(valuesOf(product, { html, ...(url !== undefined && { url }) })).toEqual(values)
  })

  test.each(unnamed)('are not named by %s', (_, html, url) => {
    expect(valuesOf(product, { html: main(html), url })).toEqual([])
  })

  test('the links of the page under a menu are not entries of its `Services`', () => {
    const menu =
      '<header><div><a href="/cad">CAD</a><a href="/services">Services</a></div></header><nav><a href="/s">Services</a></nav>'
    const html = `${menu}<div><p>We know</p><ul><li><a href="/rail">Rail</a></li><li><a href="/water">Water</a></li></ul></div>`
    expect(valuesOf(product, { html })).toEqual([])
  })

  test('the next entry of a menu, which opens a panel of its own, is not the panel of `Services`', () => {
    const panel = '<div><a href="/care">Care</a><a href="/schools">Schools</a></div>'
    const entry = (href: string) =>
      `<nav><a href="/#services">Services</a><div><a href="${href}">For whom</a>${panel}</div></nav>`
    expect(valuesOf(product, { html: entry('javascript:void(0)') })).toEqual([])
    expect(valuesOf(product, { html: entry('/all') })).toContain('Schools')
  })

  test('the links of a shop to one category have the most frequent name', () => {
    const links = ['First aid kits', 'First aid kits', 'First aid kit', 'Plasters'].map(
      (name) => `<a href="/category/${name.startsWith('F') ? 'first-aid-kits' : 'plasters'}">${name}</a>`,
    )
    const shop = `<main>${links.join(' ')}</main>`
    expect(valuesOf(product, { html: `<a href="/cart">Cart</a>${shop}` })).toEqual([
      'First aid kits',
      'Plasters',
    ])
    expect(valuesOf(product, { html: shop })).toEqual([])
  })

  test('the headings of three cards with a price are offers, unless they name a price', () => {
    const card = (name: string, price: string) =>
      `<div><h3>${name}</h3><p>1 000 kg</p><p>From ${price}</p></div>`
    const cards = [card('Digger R10+', '€5,650'), card('Digger R13', '€9,875'), card('Loader L2', '€2,500')]
    expect(valuesOf(product, { html: main(cards.join('')) })).toEqual([
      'Digger R10+',
      'Digger R13',
      'Loader L2',
    ])
    expect(valuesOf(product, { html: main(cards.slice(1).join('')) })).toEqual([])
    const labels = ['Kilometerpreis', 'Preis pro Stunde', 'Grundgebühr'].map((name) => card(name, '€2'))
    expect(valuesOf(product, { html: main(labels.join('')) })).toEqual([])
  })

  test('a badge beside the name in a heading is not a part of it', () => {
    const card = (name: string) =>
      `<div><h3>${name} <span class="boat__tag">Vendu</span></h3><p>€5,650</p></div>`
    const html = main(['Marlin 24 SR', 'Airon 277', 'Selva 540'].map(card).join(''))
    expect(valuesOf(product, { html })).toEqual(['Marlin 24 SR', 'Airon 277', 'Selva 540'])
  })

  test('the lines of a heading are one name, those of other elements in it not', () => {
    const cards = ['Automated<br>Sail<br>Lofts', 'Custom<br>Covers', 'Rigging<br><small>from 2 days</small>']
    const html = main(`<h2>Our services</h2>${cards.map((card) => `<h3>${card}</h3>`).join('')}`)
    expect(valuesOf(product, { html })).toEqual(['Automated Sail Lofts', 'Custom Covers', 'Rigging'])
  })

  test('a list of services ends with the element named for it', () => {
    const cards = '<h2>Six skills, one number</h2><h3>Sails</h3><h3>Covers</h3><h3>Awnings</h3>'
    const html = main(
      `<section id="services">${cards}</section><section><h2>Six places, each its own</h2></section>`,
    )
    expect(valuesOf(product, { html })).toEqual(['Sails', 'Covers', 'Awnings'])
  })

  test('a section with the heading alone does not end the list below it', () => {
    const hero = '<section><h1>Unsere Leistungen</h1><p>Klicken Sie auf eine Leistung.</p></section>'
    const cards = '<div><h3>Glasreinigung</h3></div><div><h3>Baureinigung</h3></div>'
    expect(valuesOf(product, { html: main(hero + cards), url: at('leistungen') })).toEqual([
      'Glasreinigung',
      'Baureinigung',
    ])
  })

  test('a list of titles without headings in the next section belongs to the heading above', () => {
    const card = (name: string) => `<div><div class="service-title">${name}</div><p>Jede Woche neu.</p></div>`
    const cards = ['Glasreinigung', 'Baureinigung', 'Gartenpflege']
    const hero = '<section><h2>Leistungen</h2><p>Ein Überblick.</p></section>'
    const html = main(`${hero}<section>${cards.map(card).join('')}</section>`)
    expect(valuesOf(product, { html, url: at('leistungen') })).toEqual(cards)
  })

  test('the headers of an accordion are titles, and one that repeats names none', () => {
    const cards = ['Reparatur', 'Netzwerke', 'Software'].map(
      (name) =>
        `<div><button class="acc-header">${name}</button><div><h4>Im Einzelnen</h4><p>Schnell.</p></div></div>`,
    )
    const html = main(`<h1>Unsere Leistungen</h1>${cards.join('')}`)
    expect(valuesOf(product, { html, url: at('leistungen') })).toEqual(['Reparatur', 'Netzwerke', 'Software'])
  })

  test('links of cards of categories, with a picture each, are offers', () => {
    const card = (name: string, at: number) =>
      `<a href="/c${at}.html" class="category-card"><i></i><span>${name}</span></a>`
    const html = main(
      `<div>${['Bilar', 'Mopeder', 'Släpvagnar', 'Toutes les prestations'].map(card).join('')}</div>`,
    )
    expect(valuesOf(product, { html, url: at('') })).toEqual(['Bilar', 'Mopeder', 'Släpvagnar'])
  })

  test('the titles of rooms are offers, what is in a room is none', () => {
    const room = (name: string) => `<div class="room-info"><h3 class="room-title">${name}</h3></div>`
    const rooms = main(['Deluxe Room', 'Camera Doppia'].map(room).join(''))
    expect(valuesOf(product, { html: rooms, url: at('') })).toEqual(['Deluxe Room', 'Camera Doppia'])
    const services = main('<h2>Servizi</h2><h4>Navetta</h4><h4>Escursioni</h4><h4>Frigobar in camera</h4>')
    expect(valuesOf(product, { html: services, url: at('') })).toEqual(['Navetta', 'Escursioni'])
  })

  test('a page that calculates, and places where a company works, name none', () => {
    const cards =
      '<h2>Services</h2><h3>Sails</h3><h3>Covers</h3><h3>Highlights</h3><h3>Villes desservies</h3>'
    expect(valuesOf(product, { html: main(cards), url: at('') })).toEqual(['Sails', 'Covers'])
    expect(valuesOf(product, { html: main(cards), url: at('cost-calculator') })).toEqual([])
  })

  test('what holds for a price is not a product', () => {
    const rows = [
      'Padel · 12 paires max',
      'Heures creuses',
      'Raquette',
      'Balles',
      'Chaussures',
      'Maillot',
      'Casque',
    ]
    const items = rows.map((name) => `<div><span>${name}</span> <span>9 €</span></div>`)
    const html = main(`<h1>Tarifs</h1>${items.join('')}`)
    expect(valuesOf(product, { html, url: at('tarifs') })).toEqual(rows.slice(2))
  })

  test('a row of a price list has its name in its first cell', () => {
    const names = ['WC', 'Hydrocurage', 'Caméra', 'Chasse', 'Robinet']
    const rows = names.map((name) => `<tr><td>${name}</td><td>Pose comprise, ${name}</td><td>99 €</td></tr>`)
    const html = main(`<h1>Tarifs</h1><table>${rows.join('')}</table>`)
    expect(valuesOf(product, { html, url: at('tarifs') })).toEqual(names)
  })

  test('a duration beside its name is not a part of it', () => {
    const names = ['Sauna', 'Massage (duo)', 'Peeling', 'Manucure', 'Visage']
    const rows = names.map(
      (name, at) => `<li><span>${name}</span><span>${at + 1}5 min</span> <b>4${at} €</b></li>`,
    )
    const html = main(`<h1>Tarifs</h1><ul>${rows.join('')}</ul>`)
    expect(valuesOf(product, { html, url: at('tarifs') })).toEqual(names)
  })

  test('names with and without the place of several offers are one', () => {
    const menu = ['Glasreinigung', 'Büroreinigung']
      .map((name) => `<li><a href="/${name}">${name}</a></li>`)
      .join('')
    const nav = `<nav><ul><li><a href="/s">Leistungen</a><ul>${menu}</ul></li></ul></nav>`
    const cards =
      '<h2>Leistungen</h2><h3>Glasreinigung Berlin</h3><h3>Büroreinigung Berlin</h3><h3>Grundreinigung Plus</h3>'
    expect(valuesOf(product, { html: nav + main(cards) })).toEqual([
      'Glasreinigung',
      'Büroreinigung',
      'Grundreinigung Plus',
    ])
  })

  test('alone, an item of a list is left out, and a title in one is low but on the start page', () => {
    const list = '<h2>Leistungen</h2><ul><li>Büros</li><li>Fenster</li><li>Treppen</li></ul>'
    expect(valuesOf(product, { html: main(list) })).toEqual([])
    const leads =
      '<h2>What it does</h2><ul><li><b>Bench</b> plans days.</li><li><b>Ledger</b> writes.</li><li><b>Stock</b> counts.</li></ul>'
    expect(valuesOf(product, { html: main(leads) })).toEqual(['Bench', 'Ledger', 'Stock'])
    expect(valuesOf(product, { html: main(leads), url: at('angebot') })).toEqual([])
    const footer =
      '<footer><h4>Leistungen</h4><ul><li><a href="/leistungen/fenster">Fenster</a></li></ul></footer>'
    expect(valuesOf(product, { html: main(list) + footer })).toEqual(['Fenster'])
    const titles = '<h2>Leistungen</h2><h3>Büros</h3><h3>Fenster</h3><h3>Treppen</h3>'
    const facts = factsOf(product, { html: main(titles) + footer, url: at('angebot') })
    expect(facts.map(({ value, confidence }) => [value, confidence])).toEqual([
      ['Fenster', 'medium'],
      ['Büros', 'low'],
      ['Treppen', 'low'],
    ])
    expect(factsOf(product, { html: main(titles) }).map(({ confidence }) => confidence)).toEqual([
      'medium',
      'medium',
      'medium',
    ])
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
