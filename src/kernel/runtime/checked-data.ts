import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'

/** The content of a data file of the sources. @throws Error that names the first part that does not fit the schema */
export function checkedData<Schema extends TSchema>(
  schema: Schema,
  data: unknown,
  file: string,
): Static<Schema> {
  if (Value.Check(schema, data)) return data
  const [first] = Value.Errors(schema, data)
  throw new Error(`Cannot use ${file}: ${first?.path ?? '/'}: ${first?.message ?? 'another shape'}`)
}

/** An object with a value for each of the keys and no others. */
export function eachOf<Key extends string, Schema extends TSchema>(keys: readonly Key[], value: Schema) {
  const properties = Object.fromEntries(keys.map((key) => [key, value]))
  return Type.Unsafe<Record<Key, Static<Schema>>>(Type.Object(properties, { additionalProperties: false }))
}
