import { swagger } from '@elysiajs/swagger'
import { Kind, type TSchema } from '@sinclair/typebox'
import { type AnyElysia, Elysia } from 'elysia'
import { bodyContent, type JsonObject, shareSchemas } from './json-schema.ts'
import { statusTexts } from './problem.ts'
import { Problem } from './problem-schema.ts'
import { optionsIn } from './route-facts.ts'

/** One description document: the routes tagged `tag`, or all of them without one. */
export interface ApiDocument {
  /** Where it is served, such as `/openapi/milestone.json`. */
  path: string
  title: string
  description: string
  tag: string | undefined
  /** Public address of the described routes, written into `servers`. */
  serverUrl: string
}

/** What is said of an operation beside its route. */
export interface OperationTexts {
  description?: string
  /** Values with which a request succeeds, by name. */
  params?: Readonly<Record<string, string | number>>
  query?: Readonly<Record<string, string | number>>
  body?: unknown
}

/** Tags by the beginning of a path, the first that matches; a tag is described once. */
export type ApiTags = readonly (readonly [path: string, tag: string, description?: string])[]

/**
 * The OpenAPI 3.1 document of the routes of `app` that carry the document's tag. The routes are read before the first
 * `await`, as the framework changes the schemas of a route on its first request.
 */
export async function describeApi(
  app: AnyElysia,
  document: ApiDocument,
  resourceTags: ApiTags = [],
): Promise<ApiDescription> {
  const described = new Elysia()
  const tags = new Set<string>()
  for (const { method, path, hooks } of app.routes) {
    const { detail = {}, response = {}, body, params, query, headers } = hooks
    const { hide, tags: own = [], parameters, ...others } = detail
    if (hide === true || (document.tag !== undefined && !own.includes(document.tag))) continue
    const tag = resourceTags.find(([start]) => path.startsWith(start))?.[1]
    const shown = tag === undefined ? own : [tag]
    for (const each of shown) tags.add(each)
    const responses = responsesOf({ ...errorsBeforeHandler(hooks), ...response })
    const { access } = optionsIn(hooks.detail)
    const needed = access === 'operator' ? securityOf.operator : securityOf.caller
    const security = '401' in responses ? { security: needed } : {}
    described.route(method, path, () => '', {
      ...{ body, params, query, headers },
      detail: { ...security, ...others, tags: shown, responses, [declaredParameters]: parameters },
    })
  }
  const { title, description, serverUrl, path: specPath } = document
  const documentation = {
    openapi: '3.1.0',
    info: { title, description, version: '1.0.0' },
    // The first is what a page of this server calls, under the name by which it was opened.
    servers: [
      { url: '/', description: 'This server' },
      { url: serverUrl, description: 'Its public address' },
    ],
    security: [],
    tags: [...tags].map((name) => ({ name, description: descriptionOf(resourceTags, name) })),
    components: { securitySchemes },
  }
  described.use(swagger({ specPath, excludeStaticFile: false, documentation }))
  const generated = await described.handle(new Request(`http://localhost${specPath}`))
  const { paths, components, ...others }: Generated = await generated.json()
  const schemas: JsonObject = {}
  for (const { operation } of operationsOf({ paths })) {
    correct(operation)
    for (const [name, member] of Object.entries(operation)) operation[name] = shareSchemas(member, schemas)
  }
  return { ...others, paths, components: { ...components, schemas } }
}

function descriptionOf(tags: ApiTags, name: string): string {
  return tags.find(([, tag, description]) => tag === name && description !== undefined)?.[2] ?? name
}

/** All operations of a document; `method` is in capital letters. */
export function operationsOf({ paths }: Pick<ApiDescription, 'paths'>) {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
}

/** Adds descriptions and examples to a document, by operation id; examples replace those of an earlier call. */
export function addOperationTexts(
  document: ApiDescription,
  texts: Readonly<Record<string, OperationTexts>>,
): void {
  for (const { operation } of operationsOf(document))
    addTexts(operation, texts[String(operation['operationId'])] ?? {})
}

function addTexts(operation: Operation, { description, params, query, body }: OperationTexts): void {
  if (description !== undefined) operation['description'] ??= description
  for (const parameter of operation.parameters ?? []) {
    const example = (parameter.in === 'path' ? params : query)?.[parameter.name]
    if (example !== undefined) parameter.example = example
  }
  const content = operation.requestBody?.content['application/json']
  if (content !== undefined && body !== undefined) content.example = body
}

interface Hooks {
  detail?: unknown
  response?: Record<string, TSchema>
  body?: unknown
  params?: TSchema
  query?: TSchema
}

/**
 * Errors of the layers before a handler, as the options of a route imply them: by the schema of the errors that the route
 * declares itself, or as plain problems. Any declared parameter of a query can be refused, as it may be repeated.
 */
function errorsBeforeHandler({ detail, response = {}, body, params, query }: Hooks) {
  const { access, quota } = optionsIn(detail)
  const hasBody = body !== undefined
  const isOperated = access === 'operator'
  const answered = {
    400: hasBody || partsOf(query).length > 0 || partsOf(params).some(isChecked),
    401: isOperated || access === 'caller',
    403: isOperated,
    413: hasBody,
    415: hasBody,
    429: quota !== undefined,
  }
  const [, schema = Problem] = Object.entries(response).find(([status]) => Number(status) >= 400) ?? []
  return Object.fromEntries(
    Object.entries(answered).flatMap(([status, isAnswered]) => (isAnswered ? [[status, schema]] : [])),
  )
}

function partsOf(schema: TSchema | undefined): TSchema[] {
  return Object.values(schema?.['properties'] ?? {})
}

/** Whether a value of a path can fail its schema; handlers check the form of a `DescribedText`. */
function isChecked(part: TSchema): boolean {
  if (part[Kind] !== 'String') return part[Kind] !== 'DescribedText'
  return ['minLength', 'maxLength', 'pattern', 'format'].some((constraint) => constraint in part)
}

/** The plugin's own responses lack `additionalProperties`, and have three media types for each schema. */
function responsesOf(schemas: Record<string, TSchema>) {
  const entries = Object.entries(schemas).map(([status, schema]) => {
    const description = statusTexts[status]?.description ?? 'The answer'
    if (status === '304') return [status, { description }]
    const headers = statusHeaders[status]
    const types = mediaTypesOf(schema)
    const content = Object.fromEntries(
      types.map((type) => [
        type,
        { schema: types.length === 1 ? schema : { ...schema, contentMediaType: type } },
      ]),
    )
    return [status, { description, content, ...(headers === undefined ? {} : { headers }) }]
  })
  return Object.fromEntries(entries)
}

/** A schema may name its media types, with commas; `instance` is a member of problem documents alone. */
function mediaTypesOf({ contentMediaType, properties }: TSchema): string[] {
  if (properties !== undefined && 'instance' in properties) return ['application/problem+json']
  return String(contentMediaType ?? 'application/json').split(', ')
}

/** `parameters` of `detail` would replace those of the schemas. */
const declaredParameters = 'x-parameters'

/** An OpenAPI document. */
export type ApiDescription = JsonObject & { paths: Generated['paths'] }

interface Generated {
  paths: { [path: string]: { [method: string]: Operation } }
  components: JsonObject
}

interface Operation {
  parameters?: Parameter[]
  requestBody?: { content: { [mediaType: string]: { schema: unknown; example?: unknown } } }
  [declaredParameters]?: Parameter[]
  [member: string]: unknown
}

interface Parameter {
  in: string
  name: string
  schema: JsonObject
  examples?: unknown
  example?: unknown
}

/** Corrects what the plugin makes of a route: parameters, media types of the body, and members for the server alone. */
function correct(operation: Operation) {
  const { parameters = [], [declaredParameters]: declared = [], requestBody } = operation
  for (const parameter of parameters) {
    if (parameter.examples !== undefined) parameter.schema['examples'] = parameter.examples
    delete parameter.examples
  }
  const byName = new Map([...parameters, ...declared].map((one) => [`${one.in} ${one.name}`, one]))
  if (byName.size > 0) operation.parameters = [...byName.values()]
  else delete operation.parameters
  const body = requestBody?.content['application/json']
  if (requestBody !== undefined && body !== undefined) requestBody.content = bodyContent(body.schema)
  for (const name of Object.keys(operation)) if (name.startsWith('x-')) delete operation[name]
}

const bearer = (description: string) => ({ type: 'http' as const, scheme: 'bearer', description })

/** By what a route needs of its caller. */
const securitySchemes = {
  operatorToken: bearer(
    'OPERATOR_TOKEN. Without a configured token, programs and own pages on the same machine need none.',
  ),
  callerKey: bearer(
    'A key of POST /api/keys or `cairn key create`. While no key exists, requests from the same machine need none.',
  ),
  reviewToken: bearer('The token behind the # of a review link, of one draft.'),
}
/** Schemes of routes that answer 401; none is needed where the call comes from the same machine. */
const securityOf = {
  operator: [{ operatorToken: [] }, {}],
  caller: [{ callerKey: [] }, {}],
}

const retryAfter = { 'Retry-After': { description: 'In seconds', schema: { type: 'integer' as const } } }
const structured = (description: string, example: string) => ({
  description,
  schema: { type: 'string' as const, examples: [example] },
})
/** Headers of a response by its status. */
const statusHeaders: Readonly<Record<string, Record<string, unknown>>> = {
  '429': {
    ...retryAfter,
    RateLimit: structured('What remains of the quota, and the seconds until it renews', '"scan";r=0;t=42'),
    'RateLimit-Policy': structured('The quota, and its window in seconds', '"scan";q=10;w=60'),
  },
  '503': retryAfter,
}
