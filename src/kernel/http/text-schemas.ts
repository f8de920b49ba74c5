import {
  Kind,
  type SchemaOptions,
  type StringOptions,
  type TUnsafe,
  TypeRegistry,
  Type as t,
} from '@sinclair/typebox'

/*
 * Kinds of strings that JSON Schema defines and TypeBox judges in another way. In the API description all are plain JSON
 * Schema.
 */

interface TextOptions extends SchemaOptions {
  minLength?: number
  maxLength?: number
  /** Source of a regular expression. */
  pattern?: string
}

/** A string whose length is counted in code points, as JSON Schema counts it; TypeBox counts UTF-16 units. */
export function Text(options: TextOptions = {}): TUnsafe<string> {
  return t.Unsafe<string>({ ...options, type: 'string', [Kind]: 'Text' })
}

/** A string whose form the API description states and the handler checks, as its error has a slug of its own. */
export function DescribedText(options: StringOptions): TUnsafe<string> {
  return t.Unsafe<string>({ type: 'string', ...options, [Kind]: 'DescribedText' })
}

interface IntegerOptions {
  minimum: number
  maximum: number
  description: string
}

/** An integer in a query: decimal digits, decoded to a number. */
export function IntegerParameter(options: IntegerOptions) {
  return t.Optional(integerText(options))
}

/** The same where the router fills in a default, so that handlers always receive a number. */
export function IntegerParameterWithDefault(fallback: number, options: IntegerOptions): TUnsafe<number> {
  return t.Unsafe<number>(t.Optional(integerText({ ...options, default: fallback })))
}

function integerText(options: IntegerOptions & { default?: number }): TUnsafe<number> {
  const digits = t.Unsafe<string>({ ...options, type: 'integer', [Kind]: 'IntegerText' })
  // Handlers see what is decoded: a number.
  return t.Unsafe<number>(t.Transform(digits).Decode(Number).Encode(String))
}

/** One of a few words in a query. */
export function ChoiceParameter<const Choice extends string>(
  choices: readonly Choice[],
  description: string,
) {
  return t.Optional(t.Unsafe<Choice>({ type: 'string', enum: [...choices], description, [Kind]: 'Choice' }))
}

const patterns = new Map<string, RegExp>()

function matches(pattern: string, value: string): boolean {
  let compiled = patterns.get(pattern)
  if (compiled === undefined) {
    compiled = new RegExp(pattern)
    patterns.set(pattern, compiled)
  }
  return compiled.test(value)
}

/** Code points of a string; counted only where their number can decide. */
function isWithin(value: string, { minLength = 0, maxLength = Number.POSITIVE_INFINITY }: TextOptions) {
  if (value.length < minLength) return false
  if (value.length <= maxLength && value.length >= 2 * minLength) return true
  if (value.length > 2 * maxLength) return false
  const { length } = [...value]
  return length >= minLength && length <= maxLength
}

TypeRegistry.Set<TextOptions>(
  'Text',
  (schema, value) =>
    typeof value === 'string' &&
    isWithin(value, schema) &&
    (schema.pattern === undefined || matches(schema.pattern, value)),
)
TypeRegistry.Set('DescribedText', (_, value) => typeof value === 'string')
TypeRegistry.Set<{ minimum: number; maximum: number; default?: number }>(
  'IntegerText',
  ({ minimum, maximum, default: fallback }, value) =>
    // The router fills the default in before it checks.
    (value !== undefined && value === fallback) ||
    (typeof value === 'string' &&
      /^\d{1,15}$/.test(value) &&
      Number(value) >= minimum &&
      Number(value) <= maximum),
)
TypeRegistry.Set<{ enum: readonly unknown[] }>('Choice', (schema, value) => schema.enum.includes(value))
