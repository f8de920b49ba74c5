import { jsonEvidence } from '../../document/evidence.ts'
import { type JsonObject, objectsOf, stringOf, typesOf } from '../../document/organisation.ts'
import type { JsonLdItem, Page } from '../../document/page.ts'
import { offerProperties } from '../shared/offer-properties.ts'
import { isFor } from '../wording/page-purpose.ts'
import { productName } from './names.ts'
import type { NamedProduct } from './product-fact.ts'

const nodesMax = 2_000
const productsMax = 40
const productTypes = new Set(
  'Product IndividualProduct ProductGroup ProductModel SoftwareApplication WebApplication MobileApplication Service FinancialProduct LoanOrCredit BankAccount Course MenuItem MedicalProcedure FoodService'.split(
    ' ',
  ),
)
const leading = [...offerProperties, 'availableService']

/** Things that the structured data offers by name. Variants and parts of a product are not listed one by one. */
export function structuredProducts(page: Page): NamedProduct[] {
  if (isFor(page, 'article', 'comparison', 'customers', 'careers')) return []
  return page.jsonLd.flatMap((item) => [...productsIn(page, item)]).slice(0, productsMax)
}

function* productsIn(page: Page, item: JsonLdItem): Generator<NamedProduct> {
  const open: JsonObject[] = [item.value]
  for (let count = 0; count < nodesMax; count++) {
    const value = open.shift()
    if (value === undefined) return
    if (typesOf(value).some((type) => productTypes.has(type))) {
      const written = stringOf(value['name'])
      const name = productName(written)
      const evidence = name === undefined ? undefined : jsonEvidence(page, item, written)
      if (name !== undefined && evidence !== undefined) yield { name, strength: 'structured', evidence }
    }
    for (const property of leading) open.push(...objectsOf(value[property]))
  }
}
