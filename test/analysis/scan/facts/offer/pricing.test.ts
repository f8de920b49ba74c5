import { describe, expect, test } from 'bun:test'
import { pricing } from '../../../../../src/analysis/scan/facts/offer/pricing.ts'
import { factsOf, type SitePage, valuesOf } from '../topic-kit.ts'
import rows from './pricing.rows.json'

const at = (path: string) => `https://www.nordlicht-segel.de/${path}`
const listed = (html: string): SitePage => ({
  url: at('pricing'),
  html: `<main><h1>Pricing</h1>${html}</main>`,
})
const data = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`
const offer = (price: string | number, more = {}) => ({
  '@type': 'Offer',
  price,
  priceCurrency: 'EUR',
  ...more,
})

describe('a price has its product’s name and its unit', () => {
  test.each(rows.named as [string, string, string][])('%s', (html, value, text) => {
    const [fact, ...rest] = factsOf(pricing, listed(html))
    expect([fact?.value, fact?.text, fact?.confidence, rest.length]).toEqual([value, text, 'medium', 0])
  })

  test.each(rows.unpriced)('%s states no price', (html) => {
    expect(valuesOf(pricing, listed(html))).toEqual([])
  })

  test('periods above the prices of a plan are their units, and the heading above all is their name', () => {
    const columns = ['Monthly €50', 'Quarterly €135', 'HALF - YEARLY €250', 'Yearly €450'].map((column) => {
      const [price = '', ...period] = column.split(' ').reverse()
      return `<div><h3>${period.reverse().join(' ')}</h3><h5>${price}</h5><button>Order now</button></div>`
    })
    const plan = (name: string, factor: string) =>
      `<h3>${name}</h3>${columns.join('').replaceAll('€', `€${factor}`)}`
    expect(factsOf(pricing, listed(plan('Futures', ''))).map(({ text, value }) => [text, value])).toEqual([
      ['Futures: EUR 50 per month', 'EUR 50/month'],
      ['Futures: EUR 135 per quarter', 'EUR 135/quarter'],
      ['Futures: EUR 250 per half-year', 'EUR 250/half-year'],
      ['Futures: EUR 450 per year', 'EUR 450/year'],
    ])
    const two = factsOf(pricing, listed(plan('Futures', '') + plan('Options', '1')))
    expect(two.map(({ text }) => text)).toContain('Options: EUR 1135 per quarter')
  })

  test('sums below a label of results are not prices', () => {
    const cases = '<div>Truck accident $3,600,000</div><div>Wrongful death $550,000</div>'
    expect(valuesOf(pricing, { html: `<main><div>See more results</div>${cases}</main>` })).toEqual([])
  })

  test('sums in running text are prices only for a time, and then only low', () => {
    const html =
      '<main><p>The founder bought a lathe for €500 and began to work, long before anybody else did, in a shed near the harbour that he rented from a friend.</p><p>Plans start at $12 per month, whatever you do with them and however many people of yours use them, and they may end at any time.</p></main>'
    expect(factsOf(pricing, { html }).map(({ value, confidence }) => [value, confidence])).toEqual([
      ['USD 12/month', 'low'],
    ])
  })

  test.each(rows.otherPages)('the page %s states no prices of the company', (path) => {
    expect(
      valuesOf(pricing, { url: at(path), html: '<main><h3>Starter</h3><p>$29 / month</p></main>' }),
    ).toEqual([])
  })
})

describe('prices in structured data', () => {
  test('are high, named, and quoted with their property', () => {
    const html = data({ '@type': 'Product', name: 'Throw', offers: offer(49.9) })
    expect(factsOf(pricing, { html })).toMatchObject([
      {
        value: 'EUR 49.90',
        text: 'Throw: EUR 49.90',
        confidence: 'high',
        sources: [{ method: 'json-ld', quote: '"price":49.9' }],
      },
    ])
  })

  test('get their unit from the specification, or from the text that states the same amount', () => {
    const priceSpecification = {
      '@type': 'UnitPriceSpecification',
      price: 29,
      priceCurrency: 'EUR',
      unitCode: 'MON',
    }
    const specified = {
      '@type': 'SoftwareApplication',
      name: 'Acme',
      offers: { '@type': 'Offer', priceSpecification },
    }
    expect(valuesOf(pricing, { html: data(specified) })).toEqual(['EUR 29/month'])
    const bare = data({ '@type': 'SoftwareApplication', name: 'Acme', offers: offer('29') })
    const facts = factsOf(pricing, { html: bare }, listed('<h3>Starter</h3><p>€29 / month</p>'))
    expect(facts.map(({ text, confidence }) => [text, confidence])).toEqual([
      ['Acme: EUR 29 per month', 'high'],
    ])
  })

  test('list prices, free goods, shipping, wages, tickets and points are left out', () => {
    const priceSpecification = { price: 99, priceCurrency: 'EUR', priceType: 'https://schema.org/ListPrice' }
    const shippingRate = { '@type': 'MonetaryAmount', value: 5, currency: 'EUR' }
    const values = [
      {
        '@type': 'Product',
        name: 'A',
        offers: { '@type': 'Offer', priceSpecification: [priceSpecification] },
      },
      { '@type': 'Product', name: 'B', offers: offer('0') },
      { '@type': 'Product', name: 'C', offers: { '@type': 'Offer', shippingDetails: { shippingRate } } },
      {
        '@type': 'JobPosting',
        title: 'Clerk',
        baseSalary: { '@type': 'MonetaryAmount', currency: 'EUR', value: 3000 },
      },
      { '@type': 'Product', name: 'D', offers: { '@type': 'Offer', price: '5', priceCurrency: 'points' } },
      { '@type': 'Event', name: 'E', offers: offer('12') },
    ]
    expect(valuesOf(pricing, { html: values.map(data).join('') })).toEqual([])
  })

  test('a product page’s metas count', () => {
    const html =
      '<meta property="og:title" content="Mug | Acme"><meta property="product:price:amount" content="24,00"><meta property="product:price:currency" content="EUR">'
    expect(factsOf(pricing, { html }).map(({ text }) => text)).toEqual(['Mug: EUR 24'])
  })
})

describe('over the whole site', () => {
  test('many prices are a range first and the ten best examples', () => {
    const amounts = [19, 2, 22, 12, 15, 18, 21, 16, 14, 17, 20, 13]
    const items = amounts.map((price) => `<li>Dish of ${price} € ${price} €</li>`)
    const facts = factsOf(
      pricing,
      listed(`<ul>${items.map((item) => item.replace(' € ', ' days ')).join('')}</ul>`),
    )
    expect(facts.map(({ value }) => value)).toEqual([
      'EUR 2-22',
      ...amounts.filter((price) => price !== 2 && price !== 13).map((price) => `EUR ${price}`),
    ])
    expect(facts[0]?.sources.map(({ quote }) => quote)).toEqual(['2 €', '22 €'])
  })

  test('rates for a day and prices of sale are two ranges', () => {
    const boats = [290, 300, 310, 320, 330, 340, 350].map(
      (rate) => `<h3>Boat ${rate}</h3><p>€${rate} / day</p>`,
    )
    const sales = [21, 22, 23, 24, 25, 26, 27].map((sum) => `<h3>Used ${sum}</h3><p>€${sum}000</p>`)
    const values = valuesOf(pricing, listed(boats.join('') + sales.join('')))
    expect(values).toContain('EUR 290-350/day')
    expect(values).toContain('EUR 21000-27000')
    expect(values).toContain('EUR 290/day')
  })

  test('the range ends with the least and the greatest price of a long list', () => {
    const items = Array.from(
      { length: 90 },
      (_, index) => `<li>Dish ${index}: ${index === 80 ? 3 : 20 + index} €</li>`,
    )
    expect(factsOf(pricing, listed(`<ul>${items.join('')}</ul>`))[0]?.value).toBe('EUR 3-109')
  })

  test('a dollar is the one of the company’s country', () => {
    const imprint =
      '<footer>Nordlicht Segel Pty Ltd, 1 Wharf Street, Sydney NSW 2000, Australia, +61 2 5550 1234</footer>'
    const { html } = listed(`<h3>Starter</h3><p>$29 / month</p>`)
    const url = 'https://www.nordlicht-segel.com.au/pricing'
    expect(valuesOf(pricing, { url, html: `${html}${imprint}` })).toEqual(['AUD 29/month'])
    const phone = '<footer>12000 chemin Saint-Roch, Sorel-Tracy, (450) 743-7922</footer>'
    expect(valuesOf(pricing, { url: 'https://golf.example/pricing', html: `${html}${phone}` })).toEqual([
      'CAD 29/month',
    ])
  })

  test('a request to call on a page of services does not mean prices on request', () => {
    const html = '<main><h1>Diensten</h1><p>Neem contact op</p></main>'
    expect(valuesOf(pricing, { html, url: 'https://www.nordlicht-segel.de/diensten' })).toEqual([])
  })

  test('a sum named as capital is not a price', () => {
    expect(valuesOf(pricing, listed('<h3>Capitale sociale</h3><p>€ 28.000</p>'))).toEqual([])
  })

  test('prices are on request only where no amount stands on any page', () => {
    const request = { html: '<main><p>Preise auf Anfrage</p></main>' }
    expect(valuesOf(pricing, request)).toEqual(['on-request'])
    expect(valuesOf(pricing, request, listed('<h3>Starter</h3><p>€29 / month</p>'))).toEqual(['EUR 29/month'])
  })
})

test.each(rows.offers as [string, string[]][])('%s offers %p', (html, values) => {
  expect(valuesOf(pricing, listed(html))).toEqual([...values])
})
