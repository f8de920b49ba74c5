import { type SchemaOptions, type StringOptions, type TProperties, Type as t } from '@sinclair/typebox'

/** A date and time in responses. */
export const Rfc3339 = (description: string) =>
  t.String({ format: 'date-time', description, examples: ['2026-05-04T09:30:00.000Z'] })

/** A string that is one of `values`. `Unsafe`, as the type of a mapped list of literals is `never` in a route's body. */
export const OneOf = <const Value extends string>(values: readonly Value[], options: SchemaOptions = {}) =>
  t.Unsafe<Value>(
    t.Union(
      values.map((value) => t.Literal(value)),
      options,
    ),
  )

/** The same with a description, and its first value as the example. */
export const words = <const Word extends string>(list: readonly Word[], description: string) =>
  OneOf(list, { description, examples: list.slice(0, 1) })

/** A string that looks like the example. */
export const TextLike = (example: string, options: StringOptions = {}) =>
  t.String({ ...options, examples: [example] })

/** An object without other members. */
export const Exactly = <Members extends TProperties>(members: Members) =>
  t.Object(members, { additionalProperties: false })

/** A number of things. */
export const Count = (description: string) => t.Integer({ minimum: 0, description, examples: [6] })

export const Texts = (description: string, examples: string[]) =>
  t.Array(t.String(), { description, examples: [examples] })
