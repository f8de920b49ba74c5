import { describe, expect, test } from 'bun:test'
import { product } from '../../../../../src/analysis/scan/facts/offer/product.ts'
import { factsOf, valuesOf } from '../topic-kit.ts'
import rows from './product.rows.json'

const data = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`
const main = (html: string) => `<main>${html}</main>`
const at = (path: string) => `https://www.nordlicht-segel.de/${path}`

const named = rows.named

const unnamed = rows.unnamed as [string, string, string][]

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

  test('the links of a shop to its categories are offers', () => {
    const links = ['First aid kits', 'First aid kits', 'Plasters'].map(
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

  test('a list on the page of one service has its parts, which are not offers', () => {
    const card = (name: string, path: string) =>
      `<article><h3>${name}</h3><p>Repaired well, cleanly and with care.</p><a href="/${path}">More</a></article>`
    const start = main(
      card('Sail Repair', 'sail-repair') +
        card('Rope Work', 'rope-work') +
        card('Boat Covers', 'boat-covers'),
    )
    const parts = main(
      '<h1>Sail Repair</h1><h2>Our services</h2><h3>Patches</h3><h3>Seams</h3><h3>Zippers</h3>',
    )
    const further = { html: parts, url: at('sail-repair') }
    expect(valuesOf(product, { html: start, url: at('') }, further)).toEqual([
      'Sail Repair',
      'Rope Work',
      'Boat Covers',
    ])
  })

  test('links of cards of categories, with a picture each, are offers', () => {
    const card = (name: string, at: number) =>
      `<a href="/c${at}.html" class="category-card"><i></i><span>${name}</span></a>`
    const html = main(
      `<div>${['Bilar', 'Mopeder', 'Släpvagnar', 'Toutes les prestations'].map(card).join('')}</div>`,
    )
    expect(valuesOf(product, { html, url: at('') })).toEqual(['Bilar', 'Mopeder', 'Släpvagnar'])
  })

  test('two headings above their prices are offers of a price list', () => {
    const course = (name: string) => `<h4>${name}:</h4><h5>Cena: <b>1450 zł</b> zamiast 1600 zł</h5>`
    const html = main(
      `<h1>Cennik kursów</h1>${['Kurs podstawowy', 'Kurs przyspieszony'].map(course).join('')}`,
    )
    const url = at('cennik.html')
    expect(valuesOf(product, { html, url })).toEqual(['Kurs podstawowy', 'Kurs przyspieszony'])
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

  test('what the structured data of one page alone names is medium', () => {
    const service = data({ '@type': 'Service', name: 'Audits' })
    const confidences = (...pages: string[]) =>
      factsOf(product, ...pages.map((path) => ({ html: service, url: at(path) }))).map(
        ({ confidence }) => confidence,
      )
    expect([confidences(''), confidences('', 'about')]).toEqual([['medium'], ['high']])
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
