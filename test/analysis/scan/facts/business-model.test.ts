import { describe, expect, test } from 'bun:test'
import { findBusinessModel } from '../../../../src/analysis/scan/facts/business-model.ts'
import { main, misquoted, pageWith } from './facts-kit.ts'

function models(options: {
  title?: string
  description?: string
  body?: string
  url?: string
  data?: unknown
}): string[] {
  const { title = 'Acme', description, body = '', url = 'https://www.acme-widgets.com/', data } = options
  const head = [
    description === undefined ? '' : `<meta name="description" content="${description}">`,
    data === undefined ? '' : `<script type="application/ld+json">${JSON.stringify(data)}</script>`,
  ].join('')
  const page = pageWith(main(body), { title, head, url })
  const facts = findBusinessModel(page)
  expect(misquoted(page, facts)).toEqual([])
  return facts.map(({ value, strength }) => `${value} ${strength}`)
}

describe('business model', () => {
  const called: ReadonlyArray<readonly [title: string, description: string, model: string]> = [
    ['Acme | Invoicing software', 'Cloud software for plumbers.', 'saas'],
    ['Booking software for restaurants and hotels', 'The booking software that restaurants love.', 'saas'],
    ['Larkfield', 'Workshop software for bicycle shops.', 'saas'],
    ['Acme', 'Die App für Vereine.', 'saas'],
    ['Hotel management software', 'The hotel software.', 'saas'],
    ['Restaurant marketing agency Piper', 'A marketing agency.', 'agency'],
    ['Custom software from Oslo', 'Custom software for banks.', 'agency'],
    ['Osteria Verde', 'An Italian restaurant by the canal.', 'restaurant'],
    ['Hotel Seeblick', 'Familiengeführtes Hotel am See.', 'hospitality'],
    ['Kanzlei Brandt', 'Rechtsanwälte in Kiel.', 'professional-services'],
    ['Steuerbüro Oehlen', 'Steuerberater für kleine Betriebe.', 'professional-services'],
    ['Northkite', 'A digital agency that builds software for shops.', 'agency'],
    ['Helping Hands', 'A registered charity for rivers.', 'nonprofit'],
    ['Zahnarztpraxis am Kanal', 'Ihr Zahnarzt in Münster.', 'healthcare'],
    ['Teehaus', 'Onlineshop für losen Tee.', 'e-commerce'],
    ['Dachdecker Kruse', 'Dachdecker aus Bremen.', 'construction'],
    ['Boulangerie Marchal', 'Boulangerie à Lyon.', 'retail'],
    ['Präzitek', 'Hersteller von Drehteilen.', 'manufacturer'],
    ['Vandermolen', 'Transportbedrijf in Breda.', 'logistics'],
  ]
  test.each(called)('“%s: %s” is %s', (title, description, model) => {
    expect(models({ title, description })).toEqual([`${model} explicit`])
  })

  test('one word in running text is only a guess', () => {
    expect(
      models({ body: '<p>After ten years at sea, she opened a restaurant in the old mill.</p>' }),
    ).toEqual(['restaurant wording'])
  })

  test('a word that others use as well is only a guess in one place', () => {
    expect(models({ title: 'Acme', description: 'Photographs, lent to schools and museums.' })).toEqual([])
    expect(models({ description: 'Pension advice you can follow.' })).toEqual(['hospitality wording'])
    expect(models({ body: '<p>We are a nonprofit and have scanned photographs since 1999.</p>' })).toEqual([
      'nonprofit explicit',
    ])
  })

  test('what somebody builds for others is no software of its own', () => {
    expect(models({ description: 'We build software for banks.' })).toEqual([])
    expect(models({ description: 'Wir entwickeln Software für Kliniken.' })).toEqual([])
  })

  test('whom a company works for is not what it is', () => {
    expect(
      models({ title: 'Acme', description: 'Point of sale for restaurants, hotels and law firms.' }),
    ).toEqual([])
  })

  const structured: ReadonlyArray<readonly [type: string, model: string]> = [
    ['Restaurant', 'restaurant'],
    ['LegalService', 'professional-services'],
    ['Hotel', 'hospitality'],
    ['NGO', 'nonprofit'],
    ['Dentist', 'healthcare'],
    ['OnlineStore', 'e-commerce'],
    ['RealEstateAgent', 'real-estate'],
    ['Plumber', 'construction'],
    ['InsuranceAgency', 'finance'],
  ]
  test.each(structured)('the type %s is structured: %s', (type, model) => {
    expect(models({ data: { '@context': 'https://schema.org', '@type': type, name: 'Acme' } })).toEqual([
      `${model} structured`,
    ])
  })

  test('a type that may be anything says nothing', () => {
    for (const type of ['Organization', 'LocalBusiness', 'Corporation', 'WebSite'])
      expect(models({ data: { '@type': type, name: 'Acme' } })).toEqual([])
  })

  test('somebody else’s type says nothing', () => {
    const review = { '@type': 'Review', itemReviewed: { '@type': 'Restaurant', name: 'Elsewhere' } }
    expect(models({ data: review })).toEqual([])
  })

  test('a cart makes a shop', () => {
    const body = '<a href="/cart">Cart</a><h3>Throw</h3><p>$20</p><button>Add to cart</button>'
    expect(models({ body })).toEqual(['e-commerce explicit'])
    expect(models({ body: '<a href="/cart">Cart</a>' })).toEqual(['e-commerce wording'])
    expect(models({ body: '<p>How to add to cart in our demo: press the button and wait.</p>' })).toEqual([])
  })

  test('articles, customers’ stories and jobs describe others', () => {
    for (const path of ['/blog/restaurant', '/customers/hotel', '/careers/hotel'])
      expect(
        models({
          url: `https://www.acme-widgets.com${path}`,
          title: 'Hotel Seeblick',
          description: 'A hotel.',
        }),
      ).toEqual([])
  })
})
