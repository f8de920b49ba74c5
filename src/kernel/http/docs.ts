import { Type as t } from '@sinclair/typebox'
import { type AnyElysia, Elysia } from 'elysia'
import { type ApiDocument, describeApi } from './describe-api.ts'
import { RequestRefused } from './problem.ts'

/** The shape of every error answer. */
export const Problem = t.Object(
  {
    type: t.String({ examples: ['about:blank'] }),
    title: t.String({ examples: ['Bad request'] }),
    status: t.Integer({ examples: [400] }),
    detail: t.String({
      description: 'One sentence for a person',
      examples: ['Cannot read on from this cursor'],
    }),
    instance: t.String({
      description: 'The path that was asked for',
      examples: ['/api/explorer/milestones'],
    }),
    error: t.String({ description: 'Stable machine slug', examples: ['invalid_cursor'] }),
    requestId: t.String({ examples: ['0b7e7dbe-6f53-4b57-9d5e-6f1f3d0e2a11'] }),
    reason: t.Optional(
      t.String({
        description:
          'Why, where a slug has reasons of its own: of `scan_failed` dns, connect, tls, timeout, too_large, not_html, http_status, robots_unreachable or blocked_by_site',
        examples: ['timeout'],
      }),
    ),
    errors: t.Optional(
      t.Array(t.Object({ path: t.String(), message: t.String() }), {
        description: 'Which parts are at fault',
      }),
    ),
  },
  { title: 'Problem', description: 'RFC 9457 problem', additionalProperties: true },
)

/**
 * Serves the OpenAPI documents and Swagger UI. Everything the page needs comes from this server.
 * The documents describe the application that these routes are part of, so they are told once it is there, by
 * `describe`: before its first request, as the framework changes the schemas of a route that is called.
 */
export function docsRoutes(options: {
  documents: readonly ApiDocument[]
  swaggerUi: (file: string) => Promise<Blob | undefined>
}) {
  const built = new Map<string, string>()
  const describe = (apps: readonly AnyElysia[]) => {
    for (const document of options.documents)
      built.set(document.path, JSON.stringify(describeApi(apps, document)))
  }
  const routes = new Elysia({ name: 'kernel.docs', tags: ['discovery'] })
  for (const document of options.documents) {
    routes.get(
      document.path,
      () =>
        new Response(built.get(document.path) ?? '{}', {
          headers: { 'content-type': 'application/json', 'cache-control': 'no-cache' },
        }),
      { detail: { hide: true } },
    )
  }
  routes
    .get('/swagger', () => swaggerPage(options.documents), { detail: { hide: true } })
    .get(
      '/swagger/:file',
      async ({ params }) => {
        if (params.file === 'start.js') {
          return new Response(startScript(options.documents), {
            headers: { 'content-type': 'text/javascript; charset=utf-8' },
          })
        }
        const type = swaggerUiFiles.get(params.file)
        const file = type === undefined ? undefined : await options.swaggerUi(params.file)
        if (type === undefined || file === undefined)
          throw new RequestRefused(404, 'not_found', 'Swagger UI has no such file')
        return new Response(file, {
          headers: { 'content-type': type, 'cache-control': 'public, max-age=3600' },
        })
      },
      { detail: { hide: true } },
    )
  return { routes, describe }
}

/** Served file to media type; a map, because names such as `constructor` come from strangers. */
const swaggerUiFiles: ReadonlyMap<string, string> = new Map([
  ['swagger-ui.css', 'text/css; charset=utf-8'],
  ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
  ['swagger-ui-standalone-preset.js', 'text/javascript; charset=utf-8'],
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
</head>
<body>
<div id="swagger-ui"></div>
<script src="/swagger/swagger-ui-bundle.js"></script>
<script src="/swagger/swagger-ui-standalone-preset.js"></script>
<script src="/swagger/start.js"></script>
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

/** A script of its own, because the page allows no inline ones. Its top bar chooses between the documents. */
function startScript(documents: readonly ApiDocument[]): string {
  const urls = documents.map(({ path, title }) => ({ url: path, name: title }))
  return `SwaggerUIBundle({
  urls: ${JSON.stringify(urls)},
  dom_id: '#swagger-ui',
  presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
  layout: 'StandaloneLayout',
  deepLinking: true,
  validatorUrl: null,
  tryItOutEnabled: true,
})
`
}
