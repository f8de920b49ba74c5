import { expect, test } from 'bun:test'
import { Type as t } from '@sinclair/typebox'
import { type AnyElysia, Elysia } from 'elysia'
import { parseHTML } from 'linkedom'
import { type ApiDocument, describeApi } from '../../../src/kernel/http/describe-api.ts'
import { docsRoutes } from '../../../src/kernel/http/docs.ts'
import { Problem } from '../../../src/kernel/http/problem-schema.ts'
import { DescribedText } from '../../../src/kernel/http/text-schemas.ts'
import { createTestHttp } from '../../support/test-http.ts'

const documents: [ApiDocument, ApiDocument] = [
  {
    path: '/openapi.json',
    title: 'All',
    description: 'd',
    tag: undefined,
    serverUrl: 'https://all.example',
  },
  {
    path: '/openapi/kits.json',
    title: 'Kits',
    description: 'd',
    tag: 'kits',
    serverUrl: 'https://kits.example',
  },
]
const files: Record<string, string> = {
  'swagger-ui.css': 'css',
  'swagger-ui-bundle.js': 'js',
  'secret.txt': 'secret',
}

let newestKit = 'first'
const seeded = Promise.withResolvers<void>()
const http = createTestHttp({ quotas: {} })
const docs = docsRoutes(http.routeBase, {
  documents,
  texts: {
    tags: [],
    operations: () => ({ readKit: { description: 'Reads a kit', params: { id: newestKit } } }),
    ready: seeded.promise,
  },
  swaggerUi: async (file) => (files[file] === undefined ? undefined : new Blob([files[file]])),
})
const app: AnyElysia = new Elysia()
  .use(http.routeBase)
  .use(docs.routes)
  .get('/kits/:id', () => 'kit', {
    access: 'public',
    params: t.Object({ id: t.String({ description: 'Which kit', examples: ['demo'] }) }),
    response: { 200: t.String(), 304: t.Null(), 404: Problem },
    detail: { tags: ['kits'], summary: 'One kit', operationId: 'readKit' },
  })
  .get('/other', () => 'other', { access: 'public', detail: { tags: ['service'] } })
await docs.describe(app)
const fetchApp = http.serve(app, docs.findCached)
const get = async (path: string, headers = {}) =>
  await fetchApp(new Request(`http://localhost${path}`, { headers }))

/** The document as it is sent, parsed. */
const documentOf = async (routes: AnyElysia, document = documents[0]) =>
  JSON.parse(JSON.stringify(await describeApi(routes, document)))

test('the first document describes all routes, that of an area its own', async () => {
  const all = await (await get('/openapi.json')).json()
  const kits = await (await get('/openapi/kits.json')).json()
  expect([all, kits].map(({ openapi, info }) => [openapi, info.version])).toEqual([
    ['3.1.0', '1.0.0'],
    ['3.1.0', '1.0.0'],
  ])
  expect(Object.keys(all.paths).sort()).toEqual(['/kits/{id}', '/other'])
  expect(Object.keys(kits.paths)).toEqual(['/kits/{id}'])
  expect(kits.servers.map(({ url }: { url: string }) => url)).toEqual(['/', 'https://kits.example'])
})

test('the documents are served before their examples are ready, and with them afterwards', async () => {
  const readKit = async () => (await (await get('/openapi/kits.json')).json()).paths['/kits/{id}'].get
  expect(await readKit()).toMatchObject({ description: 'Reads a kit', parameters: [{ example: 'first' }] })
  newestKit = 'second'
  seeded.resolve()
  await seeded.promise
  expect(await readKit()).toMatchObject({ parameters: [{ name: 'id', example: 'second' }] })
})

test('an error is described as a problem, a 304 without content, a parameter by its description', async () => {
  const operation = (await documentOf(app, documents[1])).paths['/kits/{id}'].get
  expect(operation.responses['404'].content).toEqual({
    'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
  })
  expect(operation.responses['304'].content).toBeUndefined()
  expect(Object.values(operation.responses).every((response) => Object(response).description !== '')).toBe(
    true,
  )
  expect(operation.parameters[0]).toMatchObject({
    name: 'id',
    in: 'path',
    required: true,
    description: 'Which kit',
  })
})

test('a schema with a title is described once and referred to, parameters of `detail` complete those of the path', async () => {
  const Part = t.Object({ id: t.String() }, { title: 'Part' })
  const Whole = t.Object({ parts: t.Array(Part) }, { title: 'Whole' })
  const described = new Elysia().get('/wholes/:id', () => '', {
    response: { 200: Whole, 401: Problem, 404: t.String({ contentMediaType: 'text/html' }), 429: Problem },
    detail: {
      parameters: [
        { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
        { name: 'X-Token', in: 'header', schema: { type: 'string' } },
      ],
    },
  })
  const { paths, components } = await documentOf(described)
  const { parameters, responses, security } = paths['/wholes/{id}'].get
  expect(responses['200'].content['application/json'].schema).toEqual({ $ref: '#/components/schemas/Whole' })
  expect(components.schemas.Whole.properties.parts.items).toEqual({ $ref: '#/components/schemas/Part' })
  expect(Object.keys(components.schemas).sort()).toEqual(['Part', 'Problem', 'Whole'])
  expect(Object.keys(responses['404'].content)).toEqual(['text/html'])
  expect(Object.keys(responses['429'].headers)).toEqual(['Retry-After', 'RateLimit', 'RateLimit-Policy'])
  expect(parameters.map((one: { name: string; schema: object }) => [one.name, one.schema])).toEqual([
    ['id', { type: 'string', format: 'uuid' }],
    ['X-Token', { type: 'string' }],
  ])
  // Where the call comes from the same machine, none is needed.
  expect(security).toEqual([{ callerKey: [] }, {}])
  expect(components.securitySchemes.callerKey).toMatchObject({ type: 'http', scheme: 'bearer' })
})

test('a route is described without options of the server, its schemas with every member', async () => {
  const state = t.Union([t.Literal('open'), t.Literal('closed')], { description: 'Where it is' })
  const described = new Elysia().get('/.well-known/state.json', () => ({ state: 'open' as const }), {
    query: t.Object({ limit: t.Optional(t.String({ examples: ['50'] })) }),
    response: { 200: t.Object({ state }, { additionalProperties: false }) },
    detail: Object.assign({ operationId: 'readState' }, { 'x-route': { quota: 'few' } }),
  })
  const { paths } = await documentOf(described)
  const operation = paths['/.well-known/state.json'].get
  expect(Object.keys(operation).sort()).toEqual(['operationId', 'parameters', 'responses', 'tags'])
  expect(operation.parameters).toEqual([
    { in: 'query', name: 'limit', required: false, schema: { type: 'string', examples: ['50'] } },
  ])
  expect(operation.responses['200'].content['application/json'].schema).toMatchObject({
    properties: { state: { type: 'string', enum: ['open', 'closed'], description: 'Where it is' } },
    additionalProperties: false,
  })
})

test('errors that the options of a route imply are described in the shape of its own errors', async () => {
  const Failure = t.Object({ instance: t.String(), ok: t.Boolean() }, { title: 'Failure' })
  const text = t.String()
  const described = new Elysia()
    .use(http.routeBase)
    .post('/files', () => '', {
      access: 'operator',
      quota: 'few',
      body: t.Object({ text }),
      response: { 200: text, 422: Failure },
    })
    .get('/files', () => '', { access: 'caller', query: t.Object({ text: t.Optional(text) }) })
    .get('/files/:id', () => '', { access: 'public', params: t.Object({ id: t.String({ maxLength: 80 }) }) })
    .get('/names/:name/:part', () => '', {
      access: 'optional',
      params: t.Object({ name: DescribedText({ format: 'uuid' }), part: text }),
      query: t.Object({}),
    })
    .delete('/files', () => '', { access: 'caller', response: { 200: text, 401: Failure, 404: Problem } })
  const { paths } = await documentOf(described)
  const errorsOf = ({ responses, security }: { responses: object; security?: object }) => {
    const errors = Object.entries(responses).filter(([status]) => status !== '200')
    const names = errors.map(([status, { content }]) => {
      const { $ref } = content['application/problem+json'].schema
      return `${status} ${$ref.replace('#/components/schemas/', '')}`
    })
    return { errors: names, isSecured: security !== undefined }
  }
  expect(errorsOf(paths['/files'].post)).toEqual({
    errors: [400, 401, 403, 413, 415, 422, 429].map((status) => `${status} Failure`),
    isSecured: true,
  })
  expect(errorsOf(paths['/files'].get)).toEqual({ errors: ['400 Problem', '401 Problem'], isSecured: true })
  expect(errorsOf(paths['/files/{id}'].get)).toEqual({ errors: ['400 Problem'], isSecured: false })
  // Any text is a valid one, handlers check a described one, and undeclared parameters are ignored.
  expect(errorsOf(paths['/names/{name}/{part}'].get)).toEqual({ errors: [], isSecured: false })
  expect(errorsOf(paths['/files'].delete)).toEqual({
    errors: ['401 Failure', '404 Problem'],
    isSecured: true,
  })
})

test('a body is described as JSON, as a form, or as both where a file may come as text', async () => {
  const text = t.String()
  const file = t.Unsafe<Blob>({ type: 'string', format: 'binary' })
  const either = new Elysia()
    // As in `routeBase`: a parser of our own reads bodies.
    .onParse(() => ({}))
    .post('/note', () => '', { body: t.Object({ text }), detail: { operationId: 'note' } })
    .post('/upload', () => '', { body: t.Object({ file }), detail: { operationId: 'upload' } })
    .post('/check', () => '', {
      body: t.Object({ text, asset: t.Optional(t.Union([text, file])) }),
      detail: { operationId: 'check' },
    })
  const { paths } = await documentOf(either)
  const content = (path: string) => paths[path].post.requestBody.content
  expect(Object.keys(content('/note'))).toEqual(['application/json'])
  expect(Object.keys(content('/upload'))).toEqual(['multipart/form-data'])
  expect(content('/check')['application/json'].schema.properties.asset).toEqual({
    anyOf: [{ type: 'string' }],
  })
  expect(content('/check')['multipart/form-data'].schema.properties.asset.anyOf).toHaveLength(2)
})

test('a document is not sent again to a caller that has it', async () => {
  const first = await get('/openapi.json')
  const etag = first.headers.get('etag') ?? ''
  expect([first.status, first.headers.get('cache-control'), etag]).toEqual([
    200,
    'no-cache',
    expect.stringMatching(/^"[\w-]+"$/),
  ])
  expect((await get('/openapi.json', { 'if-none-match': etag })).status).toBe(304)
  // Past the cache, by the router.
  const routed = await get('/openapi.json?unknown=1')
  expect([routed.headers.get('etag'), await routed.text()]).toEqual([etag, await first.text()])
})

test('the page names only files of this server, and its policy allows no other host', async () => {
  const response = await get('/swagger')
  const html = await response.text()
  const named = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url]) => url ?? '')
  expect(named.length).toBeGreaterThan(2)
  expect(named.filter((url) => !/^[/#]/.test(url))).toEqual([])
  expect(html).not.toMatch(/<script(?![^>]*src=)/)
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(response.headers.get('content-security-policy')).not.toMatch(/https?:|\*/)
})

test('the page lists all operations of a document, the first one by default, and offers the others', async () => {
  const response = await get('/swagger/start.js')
  expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(await response.text()).toContain('SwaggerUIBundle(')
  const operations = async (path: string) => {
    const { document } = parseHTML(await (await get(path)).text())
    const shown = document.querySelector('#swagger-ui')?.getAttribute('data-document')
    const links = [...document.querySelectorAll('a.opblock-summary')]
    return [
      shown,
      ...links.map((link) => `${link.getAttribute('href')} ${link.textContent?.replace(/\s+/g, ' ').trim()}`),
    ]
  }
  const kit = '#/kits/readKit GET /kits/{id} One kit'
  const whole = ['/openapi.json', kit, '#/service/getOther GET /other']
  expect(await operations('/swagger')).toEqual(whole)
  expect(await operations('/swagger?of=/openapi/kits.json')).toEqual(['/openapi/kits.json', kit])
  expect(await operations('/swagger?of=/openapi/none.json')).toEqual(whole)
  const page = await (await get('/swagger')).text()
  expect(page).toContain('<a href="/swagger?of=/openapi.json" aria-current="page">All</a>')
  expect(page).toContain('<a href="/swagger?of=/openapi/kits.json">Kits</a>')
})

test('a file of Swagger UI comes with its type', async () => {
  const response = await get('/swagger/swagger-ui.css')
  expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
    200,
    'text/css; charset=utf-8',
    'css',
  ])
})

test.each([
  'secret.txt',
  'constructor',
  '__proto__',
  'toString',
  '..%2fpackage.json',
  '%00',
  'favicon-32x32.png',
])('there is no file %p', async (file) => {
  const response = await get(`/swagger/${file}`)
  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({ error: 'not_found', status: 404 })
})
