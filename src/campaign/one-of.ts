import { type SchemaOptions, Type } from '@sinclair/typebox'

/** A string that is one of `values`; a mapped list of literals would lose their types. */
export function OneOf<const Values extends readonly string[]>(values: Values, options?: SchemaOptions) {
  return Type.Unsafe<Values[number]>(
    Type.Union(
      values.map((value) => Type.Literal(value)),
      options,
    ),
  )
}
