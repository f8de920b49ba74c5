import { Type as t } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { ProductPages } from './product-pages.ts'

const Html = t.String({ contentMediaType: 'text/html', description: 'A page for people' })

/** Pages about products of the catalog. */
export function productRoutes(pages: ProductPages) {
  return new Elysia({ name: 'analysis.products', tags: ['analysis'], normalize: false }).get(
    '/products/:key',
    // The router gives no key for what cannot be decoded.
    ({ params }: { params: { key?: string } }) => pages.show(params.key ?? ''),
    {
      response: { 200: Html, 404: Html },
      detail: {
        summary: 'A product of the catalog as a page',
        operationId: 'showProduct',
        parameters: [
          { name: 'key', in: 'path', required: true, schema: { type: 'string', examples: ['receivables'] } },
        ],
      },
    },
  )
}
