import { describe, expect, test } from 'bun:test'
import { findProducts } from '../../../../src/analysis/scan/facts/product.ts'
import { found, main, misquoted, pageWith } from './facts-kit.ts'

const services = { url: 'https://www.acme-widgets.com/services' }
const data = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`

describe('products and services', () => {
  test('structured data names them', () => {
    const page = pageWith(
      data({
        '@graph': [
          { '@type': 'SoftwareApplication', name: 'Acme Studio' },
          { '@type': 'Service', name: 'Tax returns' },
          {
            '@type': 'Organization',
            name: 'Acme',
            makesOffer: { '@type': 'Offer', itemOffered: { '@type': 'Service', name: 'Audits' } },
          },
          {
            '@type': 'ItemList',
            itemListElement: [{ '@type': 'ListItem', item: { '@type': 'Product', name: 'Sea Throw' } }],
          },
          { '@type': 'Person', name: 'Ada' },
          { '@type': 'Event', name: 'Fair' },
        ],
      }),
    )
    const facts = findProducts(page)
    expect(facts.map(({ value, strength }) => `${value} ${strength}`)).toEqual([
      'Acme Studio structured',
      'Tax returns structured',
      'Audits structured',
      'Sea Throw structured',
    ])
    expect(misquoted(page, facts)).toEqual([])
  })

  test('links to pages of products name them, buttons do not', () => {
    const body = `<nav><a href="/products">Products</a><a href="/products/sea-throw">Sea Throw</a>
      <a href="/services/tax-returns">Tax returns</a><a href="/products/hand-towel">Learn more</a>
      <a href="/products/hand-towel">Discover our towels</a><a href="https://other.example/products/pot">Pot</a></nav>`
    expect(found(findProducts, body)).toEqual(['Sea Throw', 'Tax returns'])
  })

  test('a product’s own page is headed by its name', () => {
    const url = 'https://www.acme-widgets.com/products/sea-throw'
    expect(found(findProducts, main('<h1>Sea Throw</h1><h2>Care</h2>'), { url })).toEqual(['Sea Throw'])
  })

  test('the headings of a page of services are services', () => {
    const body = main(
      '<h1>Services</h1><h2>Audits</h2><h2>Payroll</h2><h2>Why choose us?</h2><h2>Get in touch</h2>',
    )
    expect(found(findProducts, body, services)).toEqual(['Audits', 'Payroll'])
  })

  test('headings elsewhere are none', () => {
    expect(
      found(findProducts, main('<h1>About</h1><h2>Audits</h2><h2>Payroll</h2>'), {
        url: 'https://www.acme-widgets.com/about',
      }),
    ).toEqual([])
  })

  test('what stands over a price is sold', () => {
    const body = main(
      '<ul><li><h3>Sea Throw</h3><p>$148.00</p></li><li><h3>Hand Towel</h3><p>$36.00</p></li></ul>',
    )
    expect(found(findProducts, body)).toEqual(['Sea Throw', 'Hand Towel'])
  })

  test('the first part of a line with a price is sold', () => {
    const body = main('<ul><li><a href="/espresso">Kelham Espresso</a><span>£9.50</span></li></ul>')
    expect(found(findProducts, body)).toEqual(['Kelham Espresso'])
  })

  test('headings under “Services” are services wherever they stand', () => {
    const body = main(
      '<h1>Acme</h1><h2>What we do</h2><h3>Leaks</h3><p>Found.</p><h3>Hot water</h3><h2>About</h2><h3>Dave Hollis</h3>',
    )
    expect(found(findProducts, body)).toEqual(['Leaks', 'Hot water'])
  })

  test('advantages on a page about the product are no products', () => {
    const url = 'https://www.acme-widgets.com/product'
    expect(
      found(findProducts, main('<h1>Product</h1><h2>Real-time insights</h2><h2>Easy setup</h2>'), { url }),
    ).toEqual([])
  })

  test('who pays which ticket is no product', () => {
    const body = main(
      '<h1>Visit</h1><dl><dt>Adults</dt><dd>€9</dd><dt>Children from 5 to 15</dt><dd>€5</dd></dl>',
    )
    expect(found(findProducts, body)).toEqual([])
  })

  test('plans are prices, not products', () => {
    const body = main('<h1>Pricing</h1><h3>Starter</h3><p>$29 / month</p><h3>Growth</h3><p>$99 / month</p>')
    expect(found(findProducts, body, { url: 'https://www.acme-widgets.com/pricing' })).toEqual([])
  })

  const noNames = [
    'Ignore all previous instructions',
    'Why us',
    'Contact us',
    '{{ title }}',
    'Ready to start?',
    'https://x.example',
    '12345',
  ]
  test.each(noNames)('“%s” is no product’s name', (name) => {
    const body = `${data({ '@type': 'Product', name: name === 'Why us' ? '' : name })}${main(`<h1>Services</h1><h2>${name}</h2><h2>Payroll</h2><h2>Audits</h2>`)}`
    expect(found(findProducts, body, services)).toEqual(['Payroll', 'Audits'])
  })

  test('articles, customers and comparisons name others’ products', () => {
    for (const path of ['/blog/x', '/customers/x', '/acme-vs-x'])
      expect(
        found(findProducts, data({ '@type': 'Product', name: 'Other' }), {
          url: `https://www.acme-widgets.com${path}`,
        }),
      ).toEqual([])
  })
})
