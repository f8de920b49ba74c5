import { describe, expect, test } from 'bun:test'
import { business } from '../../../../../src/analysis/scan/facts/business/business.ts'
import { industryOfName } from '../../../../../src/analysis/scan/facts/business/industries.ts'
import modelTexts from '../../../../../src/analysis/scan/facts/business/models.json'
import { factsOf, valuesOf } from '../topic-kit.ts'
import rows from './business.rows.json'

const page = (title: string, description: string, body = '') => ({
  html: `<title>${title}</title><meta name="description" content="${description}"><main>${body}</main>`,
})
const data = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`
const said = (topic: string, ...pages: Array<{ html: string; url?: string }>) =>
  factsOf(business, ...pages).flatMap((fact) => (fact.topic === topic ? [fact.value] : []))

const called = rows.called as [string, string, string, string][]

describe('the industry and the business model', () => {
  test.each(called)('of “%s: %s” are %s and %s', (title, description, industry, model) => {
    expect(said('industry', page(title, description))).toEqual([industry])
    expect(said('business-model', page(title, description))).toEqual([model])
  })

  test('a tool that a carrier offers does not hide its own trade', () => {
    const services = ['Freight forwarding', 'Customs clearance', 'Warehousing', 'Trucking']
    const body = `${services.map((name) => `<h3>${name}</h3>`).join('')}<h3>Our tracking software</h3><p>A mobile app and software for parcels.</p>`
    expect(said('industry', page('Nordlicht', 'Freight and logistics.', body))).toEqual(['Logistics'])
  })

  test.each(rows.leftOut as [string, { html: string; url?: string }][])('are left out for %s', (_, html) => {
    expect([...said('industry', html), ...said('business-model', html)]).toEqual([])
  })

  const ownTrades = rows.ownTrades as [string, string, string, string][]
  test.each(ownTrades)('follow %s', (_, statement, text, industry) => {
    const html = `<title>Nordlicht</title><main><h1>Welcome</h1><p>${statement}</p><h2>Industry</h2><p>${text}</p></main>`
    expect(said('industry', { html })).toEqual([industry])
  })

  test('come from the type of structured data together with the text', () => {
    const html = `${data({ '@type': 'Dentist', name: 'Nordlicht Segel' })}<h1>Dental clinic</h1>`
    const [fact] = factsOf(business, { html })
    expect([fact?.value, fact?.confidence]).toEqual(['Dentist', 'high'])
    const review = { '@type': 'Review', itemReviewed: { '@type': 'Restaurant', name: 'Elsewhere' } }
    expect(valuesOf(business, { html: data(review) })).toEqual([])
  })

  test('add up over the pages', () => {
    const start = { html: '<h1>Kunst in Eis</h1><h2>Gelateria</h2>' }
    const menu = {
      html: '<h1>Sabores</h1><p>Gelato, sorbet</p>',
      url: 'https://www.nordlicht-segel.de/sabores',
    }
    expect(said('industry', start)).toEqual([])
    const other = { html: '<title>Gelateria</title>', url: 'https://www.nordlicht-segel.de/gelato' }
    expect(said('industry', start, menu, other)).toEqual(['Ice cream'])
  })

  test('of goods in a cart are sold online, but not of a cart in an article', () => {
    const html =
      '<title>Toy shop</title><p>Toys and gifts</p><a href="/cart">Cart</a><button>Add to cart</button>'
    expect(said('business-model', { html })).toEqual(['e-commerce'])
    const sent = '<a href="/winkelwagen.html">Winkelwagen</a><p>Gratis verzending vanaf € 100</p>'
    expect(said('business-model', { html: sent })).toEqual(['e-commerce'])
    const url = 'https://www.nordlicht-segel.de/blog/carts'
    expect(said('business-model', { html, url })).toEqual([])
  })

  test('of a company with a label of services are services where no industry is known, and are then not sure', () => {
    const menu = '<nav><a href="/">Home</a><a href="/diensten">Onze diensten</a></nav>'
    const [fact, ...others] = factsOf(business, { html: menu })
    expect([fact?.topic, fact?.value, fact?.confidence]).toEqual([
      'business-model',
      'professional-services',
      'low',
    ])
    expect(others).toEqual([])
    expect(said('business-model', { html: '<p>Onze diensten</p>' })).toEqual([])
    const { html } = page('Osteria Verde', 'An Italian restaurant.')
    expect(said('business-model', { html: `${menu}${html}` })).toEqual(['restaurant'])
  })

  test('are not read from an address of e-mail', () => {
    const html = `<title>Nordlicht</title><h1>Nordlicht</h1><p>info@hotel-nordlicht.de</p><p>Zimmer, Gäste</p>`
    expect(factsOf(business, { html })).toEqual([])
  })

  test('of a marketplace are the trade of its sellers and a marketplace', () => {
    const html = page(
      'Nail salon at home',
      'Verified professionals: manicure, nail salon.',
      '<h2>Become a pro</h2>',
    )
    expect(said('industry', html)).toEqual(['Beauty salon'])
    expect(said('business-model', html)).toEqual(['marketplace'])
  })

  test('are rows of closed lists', () => {
    const models = new Set(Object.keys(modelTexts))
    const unknown = [...industryOfName.values()].flatMap(({ model }) => (model === undefined ? [] : [model]))
    expect(unknown.filter((model) => !models.has(model))).toEqual([])
    expect(industryOfName.size).toBeGreaterThanOrEqual(60)
  })
})

describe('the audience', () => {
  test('is read from the audience of structured data', () => {
    const item = { '@type': 'WebPage', audience: { '@type': 'Audience', audienceType: 'Small businesses' } }
    const html = `<script type="application/ld+json">${JSON.stringify(item)}</script><h1>Sails</h1>`
    expect(said('audience', { html })).toEqual(['small-businesses', 'businesses'])
  })

  test('is read from a line that names several groups, and from the line below the first heading', () => {
    const html = (line: string) =>
      `<main><h1>Nordlicht</h1><p>${line}</p><h2>Trips</h2><p>For families.</p></main>`
    expect(said('audience', { html: html('Trasporti per aziende e privati.') })).toEqual([
      'businesses',
      'consumers',
    ])
    expect(said('audience', { html: html('Sails of all kinds.') })).toEqual([])
  })

  test.each(rows.audiences as [string, string][])('of “%s” is %s', (heading, audience) => {
    expect(said('audience', { html: `<h1>${heading}</h1>` })).toEqual([audience])
  })

  test.each([
    'We are looking for developers',
    'Not for enterprises',
    'Free for students',
    'A letter to small businesses everywhere',
    'Enterprises have failed us',
  ])('is not named by “%s”', (heading) => {
    expect(said('audience', { html: `<h1>${heading}</h1>` })).toEqual([])
  })

  test.each([
    [
      'a line of what the company does',
      '<p>We work with speed.</p><p>Our crew helps families.</p>',
      ['families'],
    ],
    ['a line about one product', '<p>Speed for all.</p><p>The small model is made for families.</p>', []],
    ['a link', '<p>Speed for all.</p><a href="/b">For Businesses</a><a href="/c">Boats</a>', ['businesses']],
    [
      'a testimonial',
      '<h2>Testimonials</h2><p>They helped our small family with speed for teachers.</p>',
      [],
    ],
    ['a long line', `<p>Speed for all.</p><p>We ${'sail '.repeat(100)}for schools.</p>`, ['schools']],
  ])('is read from %s', (_, body, audiences) => {
    expect(said('audience', { html: `<h1>Nordlicht</h1>${body}` })).toEqual(audiences)
  })

  test('follows from two things that only one group buys, where nothing else says it', () => {
    const facts = (body: string) =>
      factsOf(business, { html: `<h1>Nordlicht</h1>${body}` }).map(({ value, confidence }) => [
        value,
        confidence,
      ])
    expect(facts('<h2>Office cleaning</h2><h2>Payroll</h2>')).toEqual([['businesses', 'low']])
    expect(facts('<h2>Office cleaning</h2>')).toEqual([])
    expect(facts('<p>Office cleaning</p><p>Payroll</p>')).toEqual([])
    expect(facts('<p>We help teachers</p><h2>Office cleaning</h2><h2>Payroll</h2>')).toEqual([
      ['schools', 'medium'],
    ])
  })

  test('follows from the industry where it is not named, and is then not sure', () => {
    const [fact] = factsOf(business, page('Osteria Verde', 'An Italian restaurant.')).filter(
      ({ topic }) => topic === 'audience',
    )
    expect([fact?.value, fact?.kind, fact?.confidence]).toEqual(['consumers', 'inferred', 'low'])
    // Engineers work for companies and for owners of houses.
    expect(said('audience', page('Ingenieurbüro Nordlicht', 'Statik und Tragwerksplanung.'))).toEqual([])
    expect(said('audience', page('Seniorenbetreuung Nordlicht', 'Seniorenbetreuung in Kiel.'))).toEqual([
      'consumers',
    ])
  })
})
