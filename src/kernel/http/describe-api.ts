import { toOpenAPISchema } from '@elysiajs/openapi'
import type { TSchema } from '@sinclair/typebox'
import type { AnyElysia } from 'elysia'
import { version } from '../runtime/version.ts'

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

/** The OpenAPI 3.1 document of the routes of `apps` that carry the document's tag. */
export function describeApi(apps: readonly AnyElysia[], document: ApiDocument): Record<string, unknown> {
  const paths = apps.flatMap((app) =>
    Object.entries(toOpenAPISchema(app, undefined, undefined, undefined, '3.1.0').paths).map(
      ([path, item]) => [path, withDeclaredParts(app, path, item)] as const,
    ),
  )
  const chosen = paths.flatMap(([path, item]) => {
    const operations = Object.entries(item ?? {}).filter(([, operation]) => hasTag(operation, document.tag))
    return operations.length === 0
      ? []
      : [[path, Object.fromEntries(operations.map(([method, operation]) => [method, finish(operation)]))]]
  })
  const named = new Map<string, Json>()
  const described = nameSchemas(plain(Object.fromEntries(chosen)), named)
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
    paths: described,
    components: { schemas: { ...schemasOf(document, named), ...Object.fromEntries(named) }, securitySchemes },
  }
}

const tagDescriptions: Readonly<Record<string, string>> = {
  campaign: 'Brand-exact campaign images from a brief: brand kits, logos, runs, drafts for review, receipts',
  analysis:
    'What a company’s public website says about it, the product that fits it, shared reports, and questions about products',
  milestone: 'Milestones, votes, capital and treasury of the verification system, read from the chain',
  service: 'Whether this process runs, and whether it is ready for requests',
}

const bearer = 'bearer'
const securitySchemes = {
  [bearer]: {
    type: 'http',
    scheme: 'bearer',
    description:
      'The operator’s token (OPERATOR_TOKEN), a caller key (`cairn key create`) or the review token of a draft, as the route says. Without a configured token or key, callers on the same machine need none.',
  },
}

const retryAfter = { 'Retry-After': { description: 'In seconds', schema: { type: 'integer' } } }
const structured = (description: string, example: string) => ({
  description,
  schema: { type: 'string', examples: [example] },
})
/** Headers of an answer by its status. */
const statusHeaders: Readonly<Record<string, Record<string, Json>>> = {
  '429': {
    ...retryAfter,
    RateLimit: structured('What remains of the quota, and the seconds until it renews', '"scan";r=0;t=42'),
    'RateLimit-Policy': structured('The quota, and its window in seconds', '"scan";q=10;w=60'),
  },
  '503': retryAfter,
}

const statusDescriptions: Readonly<Record<string, string>> = {
  '304': 'Not modified: the given If-None-Match still holds',
  '400': 'Malformed request',
  '401': 'The token or key is missing or wrong',
  '403': 'Not allowed for this caller',
  '404': 'Not found',
  '413': 'The body is too large',
  '415': 'The body is not JSON',
  '429': 'Too many requests',
  '409': 'In conflict with what is stored',
  '422': 'Readable, but cannot be processed: the body says why',
  '502': 'A source could not be fetched',
  '503': 'Not ready, stopping or busy: `Retry-After` says when to try again',
}

/**
 * What routes declare and the library leaves out: bodies where a parser of our own reads them, and parameters of
 * `detail` where the path names some, which are described with those of `detail`.
 */
function withDeclaredParts(app: AnyElysia, path: string, item: unknown): Record<string, unknown> {
  const operations = isRecord(item) ? item : {}
  return Object.fromEntries(
    Object.entries(operations).map(([method, operation]) => {
      const route = app.routes.find(
        (one) => one.method.toLowerCase() === method && one.path.replace(/:(\w+)/g, '{$1}') === path,
      )
      const body: unknown = route?.hooks?.body
      if (!isRecord(operation)) return [method, operation]
      const parameters = mergedParameters(operation['parameters'], route?.hooks?.detail?.parameters)
      if (parameters.length > 0) operation['parameters'] = parameters
      if (!isRecord(operation['requestBody']) || typeof body !== 'object') return [method, operation]
      const content = operation['requestBody']['content']
      if (isRecord(content) && Object.keys(content).length > 0) return [method, operation]
      return [method, { ...operation, requestBody: { required: true, content: contentOf(plain(body)) } }]
    }),
  )
}

/** A form where files are taken, JSON where none is needed, and both where a file may come in either way. */
function contentOf(schema: Json): Record<string, { schema: Json }> {
  const takesFiles = isRecord(schema) && Object.values(propertiesOf(schema)).some(hasFile)
  if (!takesFiles) return { 'application/json': { schema } }
  const form = { 'multipart/form-data': { schema } }
  const properties = Object.entries(propertiesOf(schema)).map(([name, value]) => [name, withoutFile(value)])
  if (properties.some(([, value]) => value === undefined)) return form
  return {
    'application/json': { schema: { ...schema, properties: Object.fromEntries(properties) } },
    ...form,
  }
}

function propertiesOf(schema: Record<string, Json>): Record<string, Json> {
  return isRecord(schema['properties']) ? schema['properties'] : {}
}

function hasFile(schema: Json): boolean {
  return JSON.stringify(schema).includes('"format":"binary"')
}

/** What is left of a field when it is no file; undefined when nothing is. */
function withoutFile(schema: Json): Json | undefined {
  if (!hasFile(schema)) return schema
  if (!isRecord(schema) || !Array.isArray(schema['anyOf'])) return undefined
  return { ...schema, anyOf: schema['anyOf'].filter((one) => !hasFile(one)) }
}

function mergedParameters(generated: unknown, declared: unknown): Json[] {
  const byName = new Map<string, Json>()
  for (const list of [generated, declared])
    for (const parameter of Array.isArray(list) ? list : [])
      byName.set(`${parameter.in} ${parameter.name}`, plain(parameter))
  return [...byName.values()]
}

function schemasOf({ schemas }: ApiDocument, named: Map<string, Json>): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, nameSchemas(plain(schema), named)]),
  )
}

/** Schemas with a title are described once, in `named`, and referred to everywhere else. */
function nameSchemas(value: Json, named: Map<string, Json>): Json {
  if (Array.isArray(value)) return value.map((item) => nameSchemas(item, named))
  if (!isRecord(value)) return value
  const inside = Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, nameSchemas(item, named)]),
  )
  const { title, type } = value
  if (typeof title !== 'string' || type !== 'object') return inside
  named.set(title, inside)
  return { $ref: `#/components/schemas/${title}` }
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
    const headers = statusHeaders[status]
    if (headers !== undefined) response['headers'] = headers
    if (isRecord(response['content'])) response['content'] = underOwnType(response['content'])
    if (status === '304') delete response['content']
    response['description'] = statusDescriptions[status] ?? 'The answer'
  }
  if ('401' in responses && finished['security'] === undefined) finished['security'] = [{ [bearer]: [] }, {}]
  return finished
}

/**
 * A schema that names its media type stands under that one, instead of the one its kind would get; `instance` is a
 * member of problem documents alone.
 */
function underOwnType(content: Record<string, Json>): Json {
  return Object.fromEntries(
    Object.entries(content).map(([type, media]) => {
      const schema = isRecord(media) ? media['schema'] : undefined
      if (!isRecord(schema)) return [type, media]
      const { contentMediaType, properties } = schema
      if (isRecord(properties) && 'instance' in properties) return ['application/problem+json', media]
      return [typeof contentMediaType === 'string' ? contentMediaType : type, media]
    }),
  )
}
