import { pageResponse } from '../../kernel/web/page-response.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { renderNoProductPage, renderProductPage } from './product-page.ts'

/** Responses of `/products/{key}`. */
export interface ProductPages {
  show(key: string): Response
}

export function createProductPages({
  catalog,
}: {
  /** With this server's addresses. */
  catalog: Pick<Catalog, 'products' | 'contact'>
}): ProductPages {
  const pages = new Map(
    catalog.products.map((product) => [product.key, renderProductPage(product, catalog.contact)]),
  )
  return {
    show: (key) => {
      const page = pages.get(key)
      return page === undefined ? pageResponse(renderNoProductPage(), { status: 404 }) : pageResponse(page)
    },
  }
}
