import { isDeepStrictEqual } from 'node:util'

export type JsonObject = Record<string, unknown>

/** Replaces schemas of objects that have a title by references to `components`, and unions of constants by enums. */
export function shareSchemas(value: unknown, components: JsonObject): unknown {
  if (Array.isArray(value)) return value.map((item) => shareSchemas(item, components))
  if (!isObject(value)) return value
  const schema = Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, shareSchemas(member, components)]),
  )
  const { title, type, anyOf, ...others } = schema
  if (typeof title === 'string' && (type === 'object' || 'allOf' in schema)) {
    // One name for two schemas would describe one of them wrongly.
    if (title in components && !isDeepStrictEqual(components[title], schema))
      throw new Error(`two schemas of the API have the title "${title}"`)
    components[title] = schema
    return { $ref: `#/components/schemas/${title}` }
  }
  if (!Array.isArray(anyOf) || !anyOf.every(isTextConstant)) return schema
  return { ...others, type: 'string', enum: anyOf.map((option) => option.const) }
}

function isTextConstant(schema: unknown): schema is { const: string } {
  return isObject(schema) && typeof schema['const'] === 'string'
}

/** A form where a body takes files, JSON where it takes none, and both where every file may come as text instead. */
export function bodyContent(schema: unknown): Record<string, { schema: unknown }> {
  const properties = isObject(schema) ? schema['properties'] : undefined
  if (!isObject(schema) || !isObject(properties) || !takesFile(properties))
    return { 'application/json': { schema } }
  const form = { 'multipart/form-data': { schema } }
  const withoutFiles = Object.entries(properties).map(([name, property]) => [name, withoutFile(property)])
  if (withoutFiles.some(([, property]) => property === undefined)) return form
  const json = { ...schema, properties: Object.fromEntries(withoutFiles) }
  return { 'application/json': { schema: json }, ...form }
}

function takesFile(schema: unknown): boolean {
  return JSON.stringify(schema).includes('"format":"binary"')
}

/** What is left of a property without its file; undefined when nothing is. */
function withoutFile(schema: unknown): unknown {
  if (!takesFile(schema)) return schema
  if (!isObject(schema) || !Array.isArray(schema['anyOf'])) return undefined
  return { ...schema, anyOf: schema['anyOf'].filter((option) => !takesFile(option)) }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
