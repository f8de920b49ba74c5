import { type AnyElysia, Elysia } from 'elysia'
import { kernelError } from '../runtime/errors.ts'
import { browserScript } from '../web/browser-script.ts'
import { type Html, html } from '../web/html.ts'
import { type CachedResponse, cachedResponse } from './cached-responses.ts'
import {
  type ApiDescription,
  type ApiDocument,
  type ApiTags,
  addOperationTexts,
  describeApi,
  type OperationTexts,
  operationsOf,
} from './describe-api.ts'
import type { RouteBase } from './route-base.ts'

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
  routeBase: RouteBase,
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
  const routes = new Elysia({ name: 'kernel.docs', normalize: false }).use(routeBase)
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

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'"

/**
 * All operations of a document as markup in the classes of Swagger UI. The page's script puts Swagger UI in its place
 * when an operation is opened: V8 takes over a second to run its bundle, which a look at the list does not need.
 */
function swaggerPage(
  documents: readonly ApiDocument[],
  { path: shown, title, description }: ApiDocument,
  operations: ApiDescription,
): Response {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="/swagger/swagger-ui.css">
<link rel="icon" type="image/png" href="/swagger/favicon-32x32.png">
<style>
body { margin: 0 }
nav, #list { max-width: 1420px; margin: auto; padding: 1rem 20px 0 }
nav { font: 15px/1.6 system-ui, sans-serif }
nav a { margin-right: 1.2rem; color: #0a6a5b }
.dark-mode nav { color: #e4e6e6 }
.dark-mode nav a { color: #6fd9c0 }
nav [aria-current], .dark-mode nav [aria-current] { color: inherit; text-decoration: none }
#list { padding-bottom: 3rem }
#list summary { list-style: none }
#list summary small { padding: 0 10px }
@media (max-width: 640px) { #list summary { flex-wrap: wrap } #list summary small { order: 1; flex-basis: 100%; padding: 4px 0 } #list summary span { flex: 1 } }
#list summary::after { content: "▾"; font-size: 16px }
#list [open] summary::after { content: "▴" }
#list a.opblock-summary, #list a.btn { text-decoration: none }
html:not(.dark-mode) #list a.authorize { color: #0a6a5b; border-color: #0a6a5b }
#list [role=status]:not(:empty) { position: fixed; bottom: 1rem; left: 1rem; padding: .6rem 1rem; border-radius: 4px; background: #3b4151; color: #fff; font: 15px/1.4 system-ui, sans-serif }
</style>
<script src="/swagger/start.js" type="module"></script>
</head>
<body>
<nav aria-label="Descriptions"><a href="/">Home</a><a href="/docs">Docs</a>${documents.map(
    (document) =>
      html`<a href="/swagger?of=${document.path}"${document.path === shown && html` aria-current="page"`}>${document.title}</a>`,
  )}</nav>
<main id="swagger-ui" data-document="${shown}"><div class="swagger-ui" id="list">
<div class="info"><h1 class="title">${title}</h1>
<p>${description}</p>
<p><a href="${shown}">${shown}</a></p>
<p><a class="btn authorize" href="#/">Authorize and try</a></p>
<p role="status"></p>
<noscript><p>To try an operation, this page needs JavaScript.</p></noscript></div>
${tagsOf(operations).map((tag) => tagSection(tag, operations))}
</div></main>
</body>
</html>
`
  return new Response(page.toString(), {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': policy,
    },
  })
}

interface Tag {
  name: string
  description: string
}

/** As the description of an API lists them; the plugin's own type leaves them open. */
function tagsOf({ tags }: ApiDescription): Tag[] {
  return Array.isArray(tags) ? tags : []
}

function tagSection({ name, description }: Tag, document: ApiDescription): Html {
  const operations = operationsOf(document)
    .filter(({ operation: { tags } }) => Array.isArray(tags) && tags.includes(name))
    .map(({ path, method, operation: { operationId, summary } }) =>
      operationLink({ method, path, summary: String(summary ?? ''), href: `#/${name}/${operationId}` }),
    )
  return html`<details class="opblock-tag-section"><summary class="opblock-tag"><span>${name}</span><small>${description}</small></summary>
${operations}</details>
`
}

function operationLink(shown: { method: string; path: string; summary: string; href: string }): Html {
  const { method, path, summary, href } = shown
  return html`<div class="opblock opblock-${method.toLowerCase()}"><a class="opblock-summary" href="${href}"><span class="opblock-summary-method">${method}</span>
<span class="opblock-summary-path-description-wrapper"><span class="opblock-summary-path">${path}</span>
<span class="opblock-summary-description">${summary}</span></span></a></div>
`
}
