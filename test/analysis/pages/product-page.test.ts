import { describe, expect, test } from 'bun:test'
import { defaultCatalog } from '../../../src/analysis/catalog/default-catalog.ts'
import { withAddresses } from '../../../src/analysis/catalog/publish-catalog.ts'
import {
  createProductPages,
  productPath,
  renderProductPage,
} from '../../../src/analysis/pages/product-pages.ts'
import { pageHeadersOf } from '../../kernel/web/page-headers.ts'
import { attribute, parsePage, textOf } from './parsed-page.ts'

const base = 'https://cairn.example'
const catalog = withAddresses(defaultCatalog, { base, agent: base, studio: base, status: base })
const pages = createProductPages({ catalog })

describe.each(catalog.products.map((product) => [product.key, product] as const))(
  'the page of %s',
  (key, product) => {
    test('shows all texts of the catalog, and has the headers of pages', async () => {
      const answer = pages.show(key)
      expect(answer.status).toBe(200)
      const page = await answer.text()
      expect(Object.fromEntries(answer.headers)).toEqual(pageHeadersOf(page))
      const { text, find } = parsePage(page)
      expect(find('h1').map(textOf)).toEqual([product.name])
      expect(find('script')).toEqual([])
      for (const words of [
        product.tagline,
        product.summary,
        ...product.boundaries,
        ...product.faq.flatMap(({ question, answer }) => [question, answer]),
        catalog.contact.email ?? '',
      ])
        expect(text).toContain(words)
      expect(text).not.toMatch(/undefined|\[object/)
    })

    test('links only to another address that the catalog names', async () => {
      const links = parsePage(await pages.show(key).text())
        .find('a')
        .map((link) => attribute(link, 'href'))
      const isOwn = product.url === base + productPath(key)
      expect(links).toEqual(isOwn ? [] : [product.url])
    })
  },
)

test('products that only this server describes have the address of their page here', () => {
  const here = defaultCatalog.products.filter(({ url }) => url.startsWith('{BASE_URL}'))
  expect(here.length).toBe(4)
  for (const { key, url } of here) expect(url).toBe(`{BASE_URL}${productPath(key)}`)
})

test('an unknown product gets a page of its own with 404', async () => {
  for (const key of ['nothing', '', 'constructor', '__proto__']) {
    const answer = pages.show(key)
    expect([answer.status, (await answer.text()).includes('This agent does not exist')]).toEqual([404, true])
  }
})

test('text of the catalog is not markup', () => {
  const [product] = catalog.products
  if (product === undefined) throw new Error('Cannot test without a product')
  const saying = (text: string) =>
    parsePage(
      renderProductPage(
        {
          ...product,
          name: text,
          tagline: text,
          summary: text,
          boundaries: [text],
          faq: [{ question: text, answer: text }],
        },
        { text, email: text, askedBy: [] },
      ).document,
    )
  expect(saying('x</p></main><script>alert(1)</script>').skeleton).toBe(saying('x').skeleton)
})
