import { type ApiDescription, operationsOf } from '../kernel/http/describe-api.ts'

type Json = Record<string, unknown>
type Place = 'path' | 'query' | 'header' | 'body'

/** One published operation, as the OpenAPI document describes it. */
export interface Tool {
  name: string
  title: string
  description: string
  method: string
  path: string
  /** Where each argument goes in the request. */
  places: ReadonlyMap<string, Place>
  hasBody: boolean
  /** Arguments that are sent when the caller names none. */
  defaults: Json
  input: Json & { type: 'object'; required: string[] }
  /** Undefined where the answer is not JSON. */
  output: (Json & { type: 'object' }) | undefined
}

export const toolsMax = 20
const nameCharsMax = 64
const refDepthMax = 40
/** Items of a list whose caller names no `limit`. */
const listItemsDefault = 20

/**
 * Tools of the named operations that the document has; areas that are not mounted have none.
 * @param onRefused called for an operation that cannot become a tool, which is left out; throws where none is given
 * @throws Error for more than `toolsMax` names
 */
export function toolsOf(
  document: ApiDescription,
  names: readonly string[],
  onRefused?: (reason: Error) => void,
): Tool[] {
  if (names.length > toolsMax) throw new Error(`Cannot publish more than ${toolsMax} tools: shorten the list`)
  return operationsOf(document)
    .filter(({ operation }) => names.includes(String(operation['operationId'])))
    .flatMap(({ path, method, operation }) => {
      try {
        return [toolOf(document, path, method, operation)]
      } catch (error) {
        if (onRefused === undefined || !(error instanceof Error)) throw error
        onRefused(error)
        return []
      }
    })
}

/** The path of each operation, by its id. */
export function pathsOf(document: ApiDescription): ReadonlyMap<string, { path: string; operation: Json }> {
  return new Map(operationsOf(document).map((each) => [String(each.operation['operationId']), each]))
}

function toolOf(document: ApiDescription, path: string, method: string, operation: Json): Tool {
  const name = String(operation['operationId'])
  const refuse = (reason: string): never => {
    throw new Error(`Cannot make a tool of ${name}: ${reason}`)
  }
  if (!/^[A-Za-z0-9_-]+$/.test(name) || name.length > nameCharsMax)
    refuse(`its name must be 1 to ${nameCharsMax} letters, digits, _ or -`)
  const resolve = (schema: unknown) => objectOf(resolved(document, schema, refuse))
  const properties: Record<string, Json> = {}
  const required: string[] = []
  const places = new Map<string, Place>()
  const add = (key: string, place: Place, schema: Json, isRequired: boolean) => {
    if (places.has(key)) refuse(`two of its parameters are named ${key}`)
    places.set(key, place)
    properties[key] = schema
    if (isRequired) required.push(key)
  }
  for (const parameter of listOf(operation['parameters']).map(objectOf)) {
    const place = parameter['in']
    if (place !== 'path' && place !== 'query' && place !== 'header')
      return refuse(`a parameter is in ${String(place)}`)
    const { description = undefined } = parameter
    const schema = { ...(description !== undefined && { description }), ...resolve(parameter['schema']) }
    add(String(parameter['name']), place, schema, parameter['required'] === true)
  }
  const content = objectOf(objectOf(operation['requestBody'])['content'])
  const hasBody = Object.keys(content).length > 0
  if (hasBody) {
    const body = resolve(objectOf(content['application/json'])['schema'])
    if (body['type'] !== 'object') refuse('its body is not one JSON object')
    const needed = listOf(body['required'])
    for (const [key, schema] of Object.entries(objectOf(body['properties'])))
      add(key, 'body', objectOf(schema), needed.includes(key))
  }
  const responses = objectOf(operation['responses'])
  const answer = objectOf(objectOf(responses['200'] ?? responses['201'])['content'])['application/json']
  const output = answer === undefined ? undefined : resolve(objectOf(answer)['schema'])
  if (output !== undefined && output['type'] !== 'object') refuse('its answer is not one JSON object')
  const title = String(operation['summary'] ?? name)
  return {
    name,
    title,
    description: String(operation['description'] ?? title),
    method,
    path,
    places,
    hasBody,
    defaults: method === 'GET' && places.get('limit') === 'query' ? { limit: listItemsDefault } : {},
    input: { type: 'object', properties, required, additionalProperties: false },
    output: output && { ...objectOf(withoutNotes(output)), type: 'object' },
  }
}

/** What only explains a schema; answers explain themselves, and a list of tools is read with each conversation. */
const notes = new Set([
  ...[
    'title',
    'description',
    'examples',
    'format',
    'pattern',
    'minLength',
    'maxLength',
    'minimum',
    'maximum',
  ],
  ...['minItems', 'maxItems', 'additionalProperties'],
])

/** The structure of a schema alone. */
function withoutNotes(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutNotes)
  if (typeof schema !== 'object' || schema === null) return schema
  const { anyOf, ...rest } = { anyOf: undefined, ...schema }
  const types = listOf(anyOf).map(withoutNotes).map(objectOf)
  if (types.length > 0 && types.every((each) => Object.keys(each).join() === 'type'))
    return { ...objectOf(withoutNotes(rest)), type: types.map(({ type }) => type) }
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]) => {
      // Names of members are not notes, however they read.
      if (key === 'properties')
        return [
          [
            key,
            Object.fromEntries(
              Object.entries(objectOf(value)).map(([name, member]) => [name, withoutNotes(member)]),
            ),
          ],
        ]
      return notes.has(key) ? [] : [[key, key === 'enum' || key === 'required' ? value : withoutNotes(value)]]
    }),
  )
}

/** The schema with what it refers to in place, without examples. */
function resolved(
  document: ApiDescription,
  schema: unknown,
  refuse: (reason: string) => never,
  depth = 0,
): unknown {
  if (depth > refDepthMax) return refuse('its schema is nested too deep')
  const deeper = (value: unknown) => resolved(document, value, refuse, depth + 1)
  if (Array.isArray(schema)) return schema.map(deeper)
  if (typeof schema !== 'object' || schema === null) return schema
  if ('$ref' in schema) {
    const name = /^#\/components\/schemas\/([^/]+)$/.exec(String(schema.$ref))?.[1] ?? ''
    const found = objectOf(objectOf(document['components'])['schemas'])[name]
    return found === undefined ? refuse(`${String(schema.$ref)} is not in the document`) : deeper(found)
  }
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]) =>
      key === 'examples' && Array.isArray(value) ? [] : [[key, deeper(value)]],
    ),
  )
}

export function objectOf(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}
