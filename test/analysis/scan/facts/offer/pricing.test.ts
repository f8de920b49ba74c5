import { describe, expect, test } from 'bun:test'
import { pricing } from '../../../../../src/analysis/scan/facts/offer/pricing.ts'
import { factsOf, type SitePage, valuesOf } from '../topic-kit.ts'

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
  test.each([
    ['<h3>Starter</h3><p>$29 / month</p>', 'USD 29/month', 'Starter: USD 29 per month'],
    [
      '<h3>Starter</h3><p><span>$</span><span>29</span><span>/mo</span></p>',
      'USD 29/month',
      'Starter: USD 29 per month',
    ],
    [
      '<h3>Pro</h3><p>$29</p><p>per user per month, billed yearly</p>',
      'USD 29/user/month',
      'Pro: USD 29 per user and month',
    ],
    ['<h3>Basis</h3><p>ab 1.299,00 € im Monat</p>', 'EUR 1299/month', 'Basis: from EUR 1299 per month'],
    ['<p>Consulting costs £120 per hour.</p>', 'GBP 120/hour', 'Consulting: GBP 120 per hour'],
    ['<p>A spot illustration is €650.</p>', 'EUR 650', 'A spot illustration: EUR 650'],
    [
      '<table><tr><td>Double room</td><td>98 € pro Nacht</td></tr></table>',
      'EUR 98/night',
      'Double room: EUR 98 per night',
    ],
    [
      '<table><tr><th></th><th>Hobby</th></tr><tr><th>Price</th><td>$9 a month</td></tr></table>',
      'USD 9/month',
      'Hobby: USD 9 per month',
    ],
    ['<p><b>Wax</b> .........Starts at $50</p>', 'USD 50', 'Wax: from USD 50'],
    ['<ul><li>Haarschnitt ........ 25 €</li></ul>', 'EUR 25', 'Haarschnitt: EUR 25'],
    ['<h3>Sail</h3><p>Was <s>$49</s> now $29 each</p>', 'USD 29/item', 'Sail: USD 29 each'],
    ['<h3>Sail</h3><p><span class="price-old">€49</span> <span>€29</span></p>', 'EUR 29', 'Sail: EUR 29'],
    [
      '<li><a href="/espresso">Kelham Espresso</a><span>£9.50</span></li>',
      'GBP 9.50',
      'Kelham Espresso: GBP 9.50',
    ],
    [
      '<h3>Basic</h3><p><sup>$</sup>19<sup>99</sup> per month</p>',
      'USD 19.99/month',
      'Basic: USD 19.99 per month',
    ],
    ['<h3>Plus</h3><p>$29</p><p>100 credits, with insurance</p>', 'USD 29', 'Plus: USD 29'],
    ['<h3>Print</h3><p>$75 per image</p>', 'USD 75', 'Print: USD 75 per image'],
    [
      '<h3>和室十畳</h3><p>お一人様一泊二食付 22,000円～（税込）</p>',
      'JPY 22000/night',
      '和室十畳: from JPY 22000 per night',
    ],
    [
      '<p>Set menu £45 per person, with a deposit of £10 per person.</p>',
      'GBP 45',
      'Set menu: GBP 45 per person',
    ],
    ['<h3>Cabin</h3><p>€80 – €120 per night</p>', 'EUR 80-120/night', 'Cabin: EUR 80 to 120 per night'],
    ['<h3>Gîte</h3><p>60 à 90 € la nuit</p>', 'EUR 60-90/night', 'Gîte: EUR 60 to 90 per night'],
    ['<h3>Mediation</h3><p>1 500–4 000 €</p>', 'EUR 1500-4000', 'Mediation: EUR 1500 to 4000'],
    ['<h3>Sails</h3><p>20–30 € per hour</p>', 'EUR 20-30/hour', 'Sails: EUR 20 to 30 per hour'],
    ['<ul><li><b>Kebap<span>2</span></b><span>26,00 €</span></li></ul>', 'EUR 26', 'Kebap2: EUR 26'],
    ['<ul><li><b>Wein</b><b>ab 4,50 €</b></li></ul>', 'EUR 4.50', 'Wein: from EUR 4.50'],
    ['<h3>Tuition</h3><p>$90/student</p>', 'USD 90', 'Tuition: USD 90 per person'],
    ['<p>220 € HT de l’heure</p>', 'EUR 220/hour', 'EUR 220 per hour'],
  ])('%s', (html, value, text) => {
    const [fact, ...rest] = factsOf(pricing, listed(html))
    expect([fact?.value, fact?.text, fact?.confidence, rest.length]).toEqual([value, text, 'medium', 0])
  })

  test.each([
    '<p>€650</p>',
    '<p>Save $20 when you pay yearly.</p>',
    '<p>Free shipping on orders over $50</p>',
    '<p>Mindestbestellwert 25 €</p>',
    '<p>Tarief: € 125</p>',
    '<p>Kostenzuschuss der Kasse: 33,70 €</p>',
    '<p>Uit voorraad, gratis vanaf € 100</p>',
    '<p>Versandkosten 4,90 €</p>',
    '<p>Our customers recovered $2,400 in a month.</p>',
    '<p>We raised $5M in 2023.</p>',
    '<p>For example, an invoice of €1,000 costs nothing to send.</p>',
    '<p>Storage $0.02 per request</p>',
    '<p>Apples 79,00 € / kg</p>',
    '<p>Old price: $49</p>',
    '<p>Widget <s>$49</s></p>',
    '<p>Kaution: 200 €</p>',
    '<table><tr><td>Endreinigung (einmalig)</td><td>50 €</td></tr></table>',
    '<p>Frais de ménage de 20 €</p>',
    '<h4>Pflegesachleistungen</h4><table><tr><th>Pflegegrad</th><th>Euro / Monatlich</th></tr><tr><td>2</td><td>796 €</td></tr></table>',
    '<p>Stammkapital 25.000 €</p>',
    '<p>Gifts under $50</p>',
    '<p>Representative example: a loan of £225,000 at £1,264 a month.</p>',
    '<p>Ortstaxe 2,40 € pro Person und Nacht</p>',
    '<h3>Pflegegeld (§ 37)</h3><p>347 € / Monat</p>',
    '<h2>Shipping</h2><p>Parcel €4.90</p>',
    '<h2>Fitter (m/w/d)</h2><ul><li>Lohn 3.200 €</li></ul>',
    '<ul><li>Leeds · £48–56k</li></ul>',
    '<dl><dt>Which cards do you take?</dt><dd>From £229 we invoice.</dd></dl>',
    '<blockquote>It saves us $400 per month.</blockquote>',
    '<h3>The figures speak</h3><p>3,50 $</p><p>Rendite pro investiertem Dollar</p>',
    '<p>You pay in full, and the portion of $61.80 per visit is refunded.</p>',
    '<div hidden><p>Basic $1 per month</p></div>',
    '<h3>Bar à vins</h3><p>+180 €</p>',
    '<h3>Votre soirée</h3><div class="js-sim price-calculator"><p>550 €</p></div>',
  ])('%s states no price', (html) => {
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

  test('sums in running text are prices only for a time, and then only low', () => {
    const html =
      '<main><p>The founder bought a lathe for €500 and began to work, long before anybody else did, in a shed near the harbour that he rented from a friend.</p><p>Plans start at $12 per month, whatever you do with them and however many people of yours use them, and they may end at any time.</p></main>'
    expect(factsOf(pricing, { html }).map(({ value, confidence }) => [value, confidence])).toEqual([
      ['USD 12/month', 'low'],
    ])
  })

  test.each([
    'blog/what-we-paid',
    'acme-vs-other',
    'customers/big',
    'careers/clerk',
    'terms',
    'shipping',
    'docs/billing',
    'savings-calculator',
    'preis-rechner',
  ])('the page %s states no prices of the company', (path) => {
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

test.each([
  ['<a href="/signup">Start your 14-day free trial</a>', ['free-trial']],
  ['<p>30 Tage kostenlos testen</p>', ['free-trial']],
  ['<h3>Free</h3><p>For two people</p>', ['free-plan']],
  ['<p><span>£0</span><span>forever</span></p>', ['free-plan']],
  ['<p>The free plan never ends.</p>', []],
  ['<p>Our free plan holds 100 widgets.</p>', ['free-plan']],
  ['<h3>Enterprise</h3><p>Talk to sales</p>', ['on-request']],
  ['<h3>Grand</h3><p>Sur devis</p>', ['on-request']],
  ['<p>Pris efter aftale</p>', ['on-request']],
  ['<p>Preventivo gratuito</p>', []],
  ['<p>There is no free plan.</p>', []],
  ['<summary>Is there a free trial?</summary>', []],
  ['<p>Free shipping, free returns</p>', []],
  ['<p>Free consultation</p>', []],
  ['<p>Feel free to call.</p>', []],
])('%s offers %p', (html, values) => {
  expect(valuesOf(pricing, listed(html))).toEqual([...values])
})
