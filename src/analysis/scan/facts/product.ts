import type { Page } from '../document/page.ts'
import type { PageFact } from './fact.ts'
import { listedProducts } from './product/listed-products.ts'
import { productFact } from './product/product-fact.ts'
import { structuredProducts } from './product/structured-products.ts'

const factsMax = 40

/** Products and services by name: offered in structured data, with a page of their own, or listed with a price. */
export function findProducts(page: Page): PageFact[] {
  const facts = [...structuredProducts(page), ...listedProducts(page)].map(productFact)
  return facts
    .filter(
      (fact, at) =>
        at === facts.findIndex(({ key, strength }) => key === fact.key && strength === fact.strength),
    )
    .slice(0, factsMax)
}
