import { toOpenAPISchema } from '@elysiajs/openapi'
import { type TSchema, Type as t } from '@sinclair/typebox'
import { type AnyElysia, Elysia } from 'elysia'
import { RequestRefused } from './problem.ts'
import { version } from './version.ts'

/** One description document: the routes tagged `tag`, or all of them without one. */
export interface ApiDocument {
  /** Where it is served, such as `/openapi/milestone.json`. */
  path: string
  title: string
  description: string
  tag: string | undefined
  /** Public address of the described routes, written into `servers`. */
  serverUrl: string
  /** Schemas that routes refer to by name: bodies that a route reads itself. */
  schemas: Readonly<Record<string, TSchema>>
}

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
  { description: 'RFC 9457 problem', additionalProperties: true },
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

/** The OpenAPI 3.1 document of the routes of `apps` that carry the document's tag. */
export function describeApi(apps: readonly AnyElysia[], document: ApiDocument): Record<string, unknown> {
  const paths = apps.flatMap((app) =>
    Object.entries(toOpenAPISchema(app, undefined, undefined, undefined, '3.1.0').paths),
  )
  const chosen = paths.flatMap(([path, item]) => {
    const operations = Object.entries(item ?? {}).filter(([, operation]) => hasTag(operation, document.tag))
    return operations.length === 0
      ? []
      : [[path, Object.fromEntries(operations.map(([method, operation]) => [method, finish(operation)]))]]
  })
  const tags = [...new Set(chosen.flatMap(([, item]) => Object.values(item ?? {}).flatMap(tagsOf)))]
  return {
    openapi: '3.1.0',
    info: {
      title: document.title,
      description: document.description,
      version: document.tag === undefined ? version : '1.0.0',
    },
    // The first is what a page of this server calls, under whatever name it was opened.
    servers: [
      { url: '/', description: 'This server' },
      { url: document.serverUrl, description: 'Its public address' },
    ],
    security: [],
    tags: tags.map((name) => ({ name, description: tagDescriptions[name] ?? name })),
    paths: Object.fromEntries(chosen),
    components: { schemas: { Problem: plain(Problem), ...schemasOf(document) } },
  }
}

const tagDescriptions: Readonly<Record<string, string>> = {
  campaign: 'Brand-exact campaign images from a brief: brand kits, logos, runs, drafts for review, receipts',
  milestone: 'Milestones, votes, capital and treasury of the verification system, read from the chain',
  service: 'Health and measurements of this process',
}

const statusDescriptions: Readonly<Record<string, string>> = {
  '304': 'Not modified: the given If-None-Match still holds',
  '400': 'Malformed request',
  '401': 'The operator’s token is missing or wrong',
  '403': 'Not for callers from there',
  '404': 'Not found',
  '413': 'The body is too large',
  '415': 'The body is not JSON',
  '429': 'Too many requests',
  '411': 'The body does not say how long it is',
  '422': 'The website could not be scanned, for the `reason` in the body',
  '503': 'Not ready, stopping or busy: `Retry-After` says when to try again',
}

function schemasOf({ schemas }: ApiDocument): Record<string, Json> {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, plain(schema)]))
}

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** A schema as plain JSON: TypeBox keeps symbols that a document must not have. */
function plain(value: unknown): Json {
  return JSON.parse(JSON.stringify(value))
}

function isRecord(value: unknown): value is Record<string, Json> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function tagsOf(operation: unknown): string[] {
  if (!isRecord(operation) || !Array.isArray(operation['tags'])) return []
  return operation['tags'].filter((tag) => typeof tag === 'string')
}

function hasTag(operation: unknown, tag: string | undefined): boolean {
  return isRecord(operation) && (tag === undefined || tagsOf(operation).includes(tag))
}

/** Errors are problem documents by reference, parameters say what they are, and every response has a description. */
function finish(operation: unknown): Json {
  const finished = plain(operation)
  if (!isRecord(finished)) return finished
  for (const parameter of Array.isArray(finished['parameters']) ? finished['parameters'] : []) {
    if (!isRecord(parameter) || !isRecord(parameter['schema'])) continue
    const { description, ...schema } = parameter['schema']
    parameter['schema'] = schema
    if (description !== undefined) parameter['description'] = description
  }
  const responses = isRecord(finished['responses']) ? finished['responses'] : {}
  for (const [status, response] of Object.entries(responses)) {
    if (!isRecord(response)) continue
    if (Number(status) >= 400 && !hasOwnShape(response)) {
      if (status === '429' || status === '503') {
        response['headers'] = { 'Retry-After': { description: 'In seconds', schema: { type: 'integer' } } }
      }
      response['content'] = {
        'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
      }
    }
    if (status === '304') delete response['content']
    else if (isRecord(response['content'])) response['content'] = underOwnType(response['content'])
    response['description'] = statusDescriptions[status] ?? 'The answer'
  }
  return finished
}

/** An error whose schema has a title is not a problem document. */
function hasOwnShape({ content }: Record<string, Json>): boolean {
  if (!isRecord(content)) return false
  return Object.values(content).some(
    (media) => isRecord(media) && isRecord(media['schema']) && 'title' in media['schema'],
  )
}

/** A schema that names its media type stands under that one, instead of the one its kind would get. */
function underOwnType(content: Record<string, Json>): Json {
  return Object.fromEntries(
    Object.entries(content).map(([type, media]) => {
      const schema = isRecord(media) ? media['schema'] : undefined
      const own = isRecord(schema) ? schema['contentMediaType'] : undefined
      return [typeof own === 'string' ? own : type, media]
    }),
  )
}

/** Served file to media type; a map, because names such as `constructor` come from strangers. */
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
</head>
<body>
<div id="swagger-ui"></div>
<script src="/swagger/swagger-ui-bundle.js"></script>
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

/** A script of its own, because the page allows no inline ones. */
function startScript([first]: readonly ApiDocument[]): string {
  return `SwaggerUIBundle({ url: ${JSON.stringify(first?.path ?? '/openapi.json')}, dom_id: '#swagger-ui', deepLinking: true, validatorUrl: null, tryItOutEnabled: true })\n`
}
