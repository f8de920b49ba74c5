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
    documents: readonly ApiDocument[]
    texts?: ApiTexts
    swaggerUi: (file: string) => Promise<Blob | undefined>
  },
) {
  const built = new Map<string, CachedResponse>()
  let building = Promise.resolve()
  let whole: ApiDescription | undefined
  const publish = (descriptions: ReadonlyMap<string, ApiDescription>) => {
    for (const [path, description] of descriptions) {
      if (texts !== undefined) addOperationTexts(description, texts.operations())
      built.set(path, cachedResponse(path, description))
    }
  }
  const build = async (app: AnyElysia) => {
    const descriptions = await Promise.all(
      documents.map(
        async (document) => [document.path, await describeApi(app, document, texts?.tags)] as const,
      ),
    )
    const byPath = new Map(descriptions)
    whole = descriptions[0]?.[1]
    publish(byPath)
    // A server that cannot read its chain is described without examples of it.
    texts?.ready?.then(
      () => publish(byPath),
      () => {},
    )
  }
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
    .get('/swagger', () => swaggerPage(documents), options)
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
    async description(): Promise<ApiDescription> {
      await building
      if (whole === undefined) throw new Error('the API documents have not been described')
      return whole
    },
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

function swaggerPage(documents: readonly ApiDocument[]): Response {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${documents[0]?.title ?? 'API'}</title>
<link rel="stylesheet" href="/swagger/swagger-ui.css">
<link rel="icon" type="image/png" href="/swagger/favicon-32x32.png">
<style>nav { max-width: 1420px; margin: auto; padding: 1rem 20px 0; font: 15px/1.6 system-ui, sans-serif } nav a { margin-right: 1.2rem; color: #0a6a5b }</style>
<script src="/swagger/swagger-ui-bundle.js" defer></script>
<script src="/swagger/start.js" type="module"></script>
</head>
<body>
<nav aria-label="Descriptions"><a href="/">Home</a><a href="/docs">Docs</a>${documents
    .map(({ path, title }) => `<a href="/swagger?of=${path}">${title}</a>`)
    .join('')}</nav>
<div id="swagger-ui" data-documents='${JSON.stringify(documents.map(({ path }) => path))}'></div>
</body>
</html>
`
  return new Response(html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'",
    },
  })
}
