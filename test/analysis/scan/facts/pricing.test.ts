import { describe, expect, test } from 'bun:test'
import { findPricing } from '../../../../src/analysis/scan/facts/pricing.ts'
import { found, main, misquoted, type PageOptions, pageWith } from './facts-kit.ts'

const pricing: PageOptions = { url: 'https://www.acme-widgets.com/pricing' }

describe('prices that stand on a page', () => {
  const listed: ReadonlyArray<readonly [html: string, values: readonly string[]]> = [
    ['<h3>Starter</h3><p>$29 / month</p>', ['USD 29/month']],
    ['<h3>Starter</h3><p><span>$</span><span>29</span><span>/mo</span></p>', ['USD 29/month']],
    ['<h3>Starter</h3><p>$29</p><p>per user per month, billed yearly</p>', ['USD 29/user/month']],
    ['<h3>Start</h3><p>ab 1.299,00 € im Monat</p>', ['EUR 1299/month']],
    ['<h3>Pro</h3><p>29 € HT par mois</p>', ['EUR 29/month']],
    ['<h3>Lifetime</h3><p>€199 one-time</p>', ['EUR 199/one-time']],
    ['<p>Consulting costs £120 per hour.</p>', ['GBP 120/hour']],
    ['<p>A spot illustration is €650.</p>', ['EUR 650']],
    ['<h3>Year</h3><p>CHF 490 / year</p>', ['CHF 490/year']],
    ['<p>Plans start at $12 per seat per month.</p>', ['USD 12/user/month']],
    ['<table><tr><td>Double room</td><td>98 € pro Nacht</td></tr></table>', ['EUR 98/night']],
    ['<p>Was <s>$49</s> now $29 per month</p>', ['USD 29/month']],
    ['<p><del>€49</del> <ins>€29</ins> per month</p>', ['EUR 29/month']],
    ['<p><span style="text-decoration: line-through">€49</span> €29 per month</p>', ['EUR 29/month']],
    ['<p><span class="price-old">€49</span> <span class="price-new">€29</span></p>', ['EUR 29']],
    ['<li><strong><a href="/espresso">Kelham Espresso</a></strong><span>£9.50</span></li>', ['GBP 9.50']],
    ['<h3>Print</h3><p>$75 per image</p>', ['USD 75']],
    ['<p>Pro Nacht ab 98 €</p>', ['EUR 98/night']],
    ['<h3>和室十畳</h3><p>お一人様一泊二食付 22,000円～（税込）</p>', ['JPY 22000/night']],
    ['<p>Set menu £45 per person, with a deposit of £10 per person.</p>', ['GBP 45']],
  ]
  test.each(listed)('%s costs %p', (html, values) => {
    const page = pageWith(main(`<h1>Pricing</h1>${html}`), pricing)
    const facts = findPricing(page)
    expect(facts.map(({ value = '' }) => value)).toEqual([...values])
    expect(misquoted(page, facts)).toEqual([])
  })

  const noPrices = [
    '<p>Save $20 when you pay yearly.</p>',
    '<p>$10 off your first month</p>',
    '<p>Free shipping on orders over $50</p>',
    '<p>Shipping: $6.90</p>',
    '<p>Mindestbestellwert 25 €</p>',
    '<p>Versandkosten 4,90 €</p>',
    '<p>Our customers recovered $2,400 in a month.</p>',
    '<p>We raised $5M in 2023.</p>',
    '<p>For example, an invoice of €1,000 costs nothing to send.</p>',
    '<p>z. B. 500 € Umsatz</p>',
    '<p>$0.02 per request</p>',
    '<p>79,00 € / kg</p>',
    '<p>Old price: $49</p>',
    '<p><s>$49</s></p>',
    '<p>Kaution: 200 €</p>',
    '<p>Stammkapital 25.000 €</p>',
    '<p>Call +1 555 0100 now</p>',
    '<p>Gifts under $50</p>',
    '<p>Insured up to €1,000,000</p>',
    '<p>Representative example: a loan of £225,000 at £1,264 a month.</p>',
    '<p>Donate €10 per month</p>',
    '<p>Ortstaxe 2,40 € pro Person und Nacht</p>',
    '<h2>Shipping</h2><p>€4.90</p>',
    '<blockquote>It saves us $400 per month.</blockquote>',
    '<div hidden><p>$1 per month</p></div>',
  ]
  test.each(noPrices)('%s is no price', (html) => {
    expect(found(findPricing, main(`<h1>Pricing</h1>${html}`), pricing)).toEqual([])
  })

  test('a range is a guess at its lower end', () => {
    const [fact, ...rest] = findPricing(
      pageWith(main('<h1>Pricing</h1><p>€80 – €120 per night</p>'), pricing),
    )
    expect([fact?.value, fact?.strength, fact?.text]).toEqual(['EUR 80', 'wording', 'From EUR 80'])
    expect(rest).toEqual([])
  })

  test('“from” stands in the text', () => {
    const [fact] = findPricing(pageWith(main('<h1>Pricing</h1><p>From $29 per month</p>'), pricing))
    expect(fact?.text).toBe('From USD 29 per month')
  })

  test('goods on a shop’s page cost what stands beside them', () => {
    const card = '<li><h3><a href="/products/throw">Tidal Throw</a></h3><span>$148.00 USD</span></li>'
    expect(found(findPricing, main(`<h1>Shop all</h1><ul>${card}</ul>`))).toEqual(['USD 148'])
  })

  test('sums in running text are prices only for a time, and then only a guess', () => {
    expect(
      found(findPricing, main('<p>In those days the founder bought a lathe for €500 and began to work.</p>')),
    ).toEqual([])
    const [fact] = findPricing(
      pageWith(main('<p>Plans start at $12 per month, whatever you do with them.</p>')),
    )
    expect([fact?.value, fact?.strength]).toEqual(['USD 12/month', 'wording'])
  })

  const elsewhere = [
    '/blog/what-we-paid',
    '/acme-vs-other',
    '/customers/big',
    '/careers/clerk',
    '/terms',
    '/shipping',
    '/docs/billing',
  ]
  test.each(elsewhere)('the page %s names no prices of the company', (path) => {
    const url = `https://www.acme-widgets.com${path}`
    expect(found(findPricing, main('<p>$29 / month</p>'), { url })).toEqual([])
  })

  test('a dollar is the country’s own', () => {
    const url = 'https://www.acme-widgets.com.au/pricing'
    expect(found(findPricing, main('<p>$29 / month</p>'), { url, lang: 'en-AU' })).toEqual(['AUD 29/month'])
  })
})

describe('prices in structured data', () => {
  const data = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`
  const offer = (price: string, more = {}) => ({ '@type': 'Offer', price, priceCurrency: 'EUR', ...more })

  test('an offer of a product is structured and quotes the price', () => {
    const page = pageWith(data({ '@type': 'Product', name: 'Throw', offers: offer('49.90') }))
    expect(findPricing(page)).toMatchObject([
      {
        value: 'EUR 49.90',
        strength: 'structured',
        evidence: [{ method: 'json-ld', quote: '"price":"49.90"' }],
      },
    ])
    expect(misquoted(page, findPricing(page))).toEqual([])
  })

  test('the unit of a price specification counts', () => {
    const specification = {
      '@type': 'UnitPriceSpecification',
      price: 29,
      priceCurrency: 'EUR',
      unitCode: 'MON',
    }
    const offers = { '@type': 'Offer', priceSpecification: specification }
    expect(found(findPricing, data({ '@type': 'SoftwareApplication', name: 'Acme', offers }))).toEqual([
      'EUR 29/month',
    ])
  })

  test('software’s price without a time says too little alone, and confirms what the page shows', () => {
    const software = data({ '@type': 'SoftwareApplication', name: 'Acme', offers: offer('29') })
    expect(found(findPricing, software)).toEqual([])
    const [fact] = findPricing(pageWith(`${software}${main('<h1>Pricing</h1><p>€29 / month</p>')}`, pricing))
    expect([fact?.value, fact?.strength]).toEqual(['EUR 29/month', 'structured'])
    expect(fact?.evidence.map(({ method }) => method)).toEqual(['text', 'json-ld'])
  })

  test('list prices, free goods, shipping and salaries are no prices', () => {
    const old = {
      '@type': 'UnitPriceSpecification',
      price: 99,
      priceCurrency: 'EUR',
      priceType: 'https://schema.org/ListPrice',
    }
    const rate = {
      '@type': 'OfferShippingDetails',
      shippingRate: { '@type': 'MonetaryAmount', value: 5, currency: 'EUR' },
    }
    const values = [
      { '@type': 'Product', name: 'A', offers: { '@type': 'Offer', priceSpecification: [old] } },
      { '@type': 'Product', name: 'B', offers: offer('0') },
      { '@type': 'Product', name: 'C', offers: { '@type': 'Offer', shippingDetails: rate } },
      {
        '@type': 'JobPosting',
        title: 'Clerk',
        baseSalary: { '@type': 'MonetaryAmount', currency: 'EUR', value: 3000 },
      },
      { '@type': 'Product', name: 'D', offers: offer('soon') },
      { '@type': 'Product', name: 'E', offers: { '@type': 'Offer', price: '5', priceCurrency: 'points' } },
      { '@type': 'Event', name: 'F', offers: offer('12') },
    ]
    for (const value of values) expect(found(findPricing, data(value))).toEqual([])
  })

  test('a product page’s metas are structured', () => {
    const head =
      '<meta property="product:price:amount" content="24,00"><meta property="product:price:currency" content="EUR">'
    expect(found(findPricing, '', { head })).toEqual(['EUR 24'])
  })
})

describe('free plans, trials and prices on request', () => {
  const offers: ReadonlyArray<readonly [html: string, values: readonly string[]]> = [
    ['<a href="/signup">Start your 14-day free trial</a>', ['free-trial']],
    ['<p>30 Tage kostenlos testen</p>', ['free-trial']],
    ['<p>Essai gratuit de 14 jours</p>', ['free-trial']],
    ['<h3>Free</h3><p>For two people</p>', ['free-plan']],
    ['<p>The free plan never ends.</p>', []],
    ['<p>Our free plan holds 100 widgets.</p>', ['free-plan']],
    ['<h3>Enterprise</h3><p>Custom pricing</p>', ['on-request']],
    ['<h3>Enterprise</h3><p>Talk to sales</p>', ['on-request']],
    ['<h3>Groß</h3><p>Preis auf Anfrage</p>', ['on-request']],
    ['<h3>Grand</h3><p>Sur devis</p>', ['on-request']],
    ['<p>There is no free plan.</p>', []],
    ['<p>We do not offer a free trial.</p>', []],
    ['<summary>Is there a free trial?</summary>', []],
    ['<p>Free shipping, free returns</p>', []],
    ['<p>Free consultation</p>', []],
    ['<p>Feel free to call.</p>', []],
  ]
  test.each(offers)('%s offers %p', (html, values) => {
    expect(found(findPricing, main(`<h1>Pricing</h1>${html}`), pricing)).toEqual([...values])
  })
})
