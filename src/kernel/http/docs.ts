import { type AnyElysia, Elysia } from 'elysia'
import { kernelError } from '../runtime/errors.ts'
import { browserScript } from '../web/browser-script.ts'
import { type CachedResponse, cachedResponse } from './cached-responses.ts'
import {
  type ApiDescription,
  type ApiDocument,
  type ApiTags,
  addOperationTexts,
  describeApi,
  type OperationTexts,
} from './describe-api.ts'
import type { House } from './house.ts'
import { swaggerPage } from './swagger-page.ts'

/** What is said of the routes beside them. */
export interface ApiTexts {
  tags: ApiTags
  /** By operation id. */
  operations: () => Readonly<Record<string, OperationTexts>>
  /** Resolves when `operations` has more than at the start; the documents are then published again. */
  ready: Promise<unknown> | undefined
}

const options = { access: 'public', cors: 'any', detail: { hide: true } } as const

/**
 * Serves the OpenAPI documents, and Swagger UI from this server's own files.
 * `describe` builds the documents of an application that has these routes; it is called before the first request.
 */
export function docsRoutes(
  house: House,
  {
    documents,
    texts,
    swaggerUi,
  }: {
    documents: readonly [ApiDocument, ...ApiDocument[]]
    texts?: ApiTexts
    swaggerUi: (file: string) => Promise<Blob | undefined>
  },
) {
  const built = new Map<string, CachedResponse>()
  let building = Promise.resolve()
  let descriptions: ReadonlyMap<string, ApiDescription> = new Map()
  const publish = () => {
    for (const [path, description] of descriptions) {
      if (texts !== undefined) addOperationTexts(description, texts.operations())
      built.set(path, cachedResponse(path, description))
    }
  }
  const build = async (app: AnyElysia) => {
    descriptions = new Map(
      await Promise.all(
        documents.map(
          async (document) => [document.path, await describeApi(app, document, texts?.tags)] as const,
        ),
      ),
    )
    publish()
    // A server that cannot read its chain is described without examples of it.
    texts?.ready?.then(publish, () => {})
  }
  const descriptionOf = async ({ path }: ApiDocument) => {
    await building
    const description = descriptions.get(path)
    if (description === undefined) throw new Error('the API documents have not been described')
    return description
  }
  const [first] = documents
  const routes = new Elysia({ name: 'kernel.docs', normalize: false }).use(house)
  for (const { path } of documents) {
    routes.get(
      path,
      async () => {
        await building
        const document = built.get(path)
        if (document === undefined) throw new Error('the API documents have not been described')
        return document.full.clone()
      },
      options,
    )
  }
  routes
    .get(
      '/swagger',
      async ({ query }) => {
        const shown = documents.find(({ path }) => path === query['of']) ?? first
        return swaggerPage(documents, shown, await descriptionOf(shown))
      },
      options,
    )
    .get(
      '/swagger/start.js',
      async () =>
        new Response(await browserScript('kernel/http/swagger.client.ts'), {
          headers: { 'content-type': 'text/javascript; charset=utf-8' },
        }),
      options,
    )
    .get(
      '/swagger/:file',
      async ({ params }) => {
        const type = swaggerUiFiles.get(params.file)
        const file = type === undefined ? undefined : await swaggerUi(params.file)
        if (type === undefined || file === undefined) throw kernelError('swagger_file_not_found')
        return new Response(file, {
          headers: { 'content-type': type, 'cache-control': 'public, max-age=3600' },
        })
      },
      options,
    )
  return {
    routes,
    describe(app: AnyElysia) {
      building = build(app)
      return building
    },
    /** The first document, once it is built. */
    description: () => descriptionOf(first),
    /** The document at a path, once it is built. */
    findCached: (path: string) => built.get(path),
  }
}

/** Served file to media type; a map, as requests may name `constructor` and the like. */
const swaggerUiFiles: ReadonlyMap<string, string> = new Map([
  ['swagger-ui.css', 'text/css; charset=utf-8'],
  ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
  ['favicon-32x32.png', 'image/png'],
])
