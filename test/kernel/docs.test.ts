import { expect, test } from 'bun:test'
import { Type as t } from '@sinclair/typebox'
import { type AnyElysia, Elysia } from 'elysia'
import { type ApiDocument, describeApi, docsRoutes, Problem } from '../../src/kernel/docs.ts'
import { errorResponse } from '../../src/kernel/http.ts'
import { silentLog } from '../../src/kernel/log.ts'

const documents: ApiDocument[] = [
  {
    path: '/openapi.json',
    title: 'All',
    description: 'd',
    tag: undefined,
    serverUrl: 'https://all.example',
    schemas: {},
  },
  {
    path: '/openapi/kits.json',
    title: 'Kits',
    description: 'd',
    tag: 'kits',
    serverUrl: 'https://kits.example',
    schemas: {},
  },
]
const files: Record<string, string> = {
  'swagger-ui.css': 'css',
  'swagger-ui-bundle.js': 'js',
  'secret.txt': 'secret',
}

const docs = docsRoutes({
  documents,
  swaggerUi: async (file) => (files[file] === undefined ? undefined : new Blob([files[file]])),
})
const app: AnyElysia = new Elysia()
  .onError(({ error }) => errorResponse(error, { path: '/', requestId: 'r', extra: {} }, silentLog))
  .use(docs.routes)
  .get('/kits/:id', () => 'kit', {
    params: t.Object({ id: t.String({ description: 'Which kit', examples: ['demo'] }) }),
    response: { 200: t.String(), 304: t.Null(), 404: Problem },
    detail: { tags: ['kits'], summary: 'One kit', operationId: 'readKit' },
  })
  .get('/other', () => 'other', { detail: { tags: ['service'] } })
docs.describe([app])
const get = (path: string) => app.handle(new Request(`http://localhost${path}`))

test('the first document describes all routes, one of an area its own alone', async () => {
  const all = await (await get('/openapi.json')).json()
  const kits = await (await get('/openapi/kits.json')).json()
  expect([all.openapi, kits.openapi, kits.info.version]).toEqual(['3.1.0', '3.1.0', '1.0.0'])
  expect(Object.keys(all.paths).sort()).toEqual(['/kits/{id}', '/other'])
  expect(Object.keys(kits.paths)).toEqual(['/kits/{id}'])
  expect(kits.servers.map(({ url }: { url: string }) => url)).toEqual(['/', 'https://kits.example'])
})

test('an error answer is described as a problem, a 304 without content, a parameter by what it is', () => {
  const described = JSON.stringify(describeApi([app], documents[1] ?? documents[0] ?? fail()))
  const operation = JSON.parse(described).paths['/kits/{id}'].get
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

test('the page names only files of this server, and its policy allows no other host', async () => {
  const response = await get('/swagger')
  const html = await response.text()
  const named = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url]) => url ?? '')
  expect(named.length).toBeGreaterThan(2)
  expect(named.filter((url) => !url.startsWith('/swagger/'))).toEqual([])
  expect(html).not.toMatch(/<script(?![^>]*src=)/)
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(response.headers.get('content-security-policy')).not.toMatch(/https?:|\*/)
})

test('the page starts with the first document', async () => {
  const response = await get('/swagger/start.js')
  expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(await response.text()).toContain('url: "/openapi.json"')
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
  ['secret.txt'],
  ['constructor'],
  ['__proto__'],
  ['toString'],
  ['..%2fpackage.json'],
  ['%00'],
  ['favicon-32x32.png'],
])('there is no file %p', async (file) => {
  const response = await get(`/swagger/${file}`)
  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({ error: 'not_found', status: 404 })
})

function fail(): never {
  throw new Error('there are two documents')
}
