import { Value } from '@sinclair/typebox/value'
import { Catalog } from './catalog.ts'
import document from './default-catalog.json' with { type: 'json' }

/** The catalog in use unless `CATALOG_FILE` is set. */
export const defaultCatalog = ofSchema(document)

/** The rules beyond the schema are left to the tests, as the built-in document does not change. */
function ofSchema(value: unknown): Catalog {
  Value.Assert(Catalog, value)
  return value
}
