import { Type as t } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { RouteBase } from '../../kernel/http/route-base.ts'
import { DescribedText } from '../../kernel/http/text-schemas.ts'
import type { ProductPages } from './product-pages.ts'

export const Html = t.String({ contentMediaType: 'text/html', description: 'A page for people' })

/** Pages about products of the catalog. */
export function productRoutes(routeBase: RouteBase, pages: ProductPages) {
  return new Elysia({ name: 'analysis.products', tags: ['analysis'], normalize: false })
    .use(routeBase)
    .get('/products/:key', ({ params }) => pages.show(params.key), {
      access: 'public',
      params: t.Object({ key: DescribedText({ examples: ['receivables'] }) }),
      response: { 200: Html, 404: Html },
      detail: { summary: 'A product of the catalog as a page', operationId: 'showProduct' },
    })
}
