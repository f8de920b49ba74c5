import type { TSchema } from '@sinclair/typebox'
import { type ValueError, ValueErrorType } from '@sinclair/typebox/errors'
import type { ValidationError } from 'elysia'
import type { AppError, FieldProblem } from '../runtime/app-error.ts'
import { kernelError } from '../runtime/errors.ts'

const fieldsMax = 20
const wholes: Readonly<Record<string, string>> = { query: 'query', params: 'path', body: 'body' }

/** What a request's schema refused, one problem per field, in JSON's words. */
export function invalidRequest(error: ValidationError): AppError {
  const byPath = new Map<string, FieldProblem>()
  for (const problem of error.all) {
    if (!('path' in problem)) continue
    const path = problem.path === '' ? '/' : problem.path
    // A missing member is reported twice: as missing, and as not of its type.
    if (!byPath.has(path)) byPath.set(path, { path, message: problemText(problem) })
    if (byPath.size === fieldsMax) break
  }
  return kernelError('invalid_request', wholes[error.type] ?? 'request', [...byPath.values()])
}

/** What is wrong with a value: the library's words quote patterns and count unions. */
export function problemText({ type, schema, message, value }: ValueError): string {
  const { minLength, maxLength, minItems, maxItems, minimum, maximum } = schema
  switch (type) {
    case ValueErrorType.ObjectRequiredProperty:
      return 'is missing'
    case ValueErrorType.ObjectAdditionalProperties:
      return 'is not a known field'
    case ValueErrorType.StringMinLength:
      return minLength === 1 ? 'must not be empty' : lengthText('at least', minLength)
    case ValueErrorType.StringMaxLength:
      return lengthText('at most', maxLength)
    case ValueErrorType.ArrayMinItems:
      return minItems === 1 ? 'must not be empty' : `must have at least ${minItems} items`
    case ValueErrorType.ArrayMaxItems:
      return `must have at most ${maxItems} items`
    case ValueErrorType.ArrayUniqueItems:
      return 'must not repeat an item'
    case ValueErrorType.StringPattern:
      return schema['pattern'] === '\\S' ? 'must not be blank' : `must be ${wanted(schema)}`
    case ValueErrorType.Union:
      return `must be ${wanted(schema)}`
    case ValueErrorType.NumberMinimum:
    case ValueErrorType.IntegerMinimum:
      return `must be at least ${minimum}`
    case ValueErrorType.NumberMaximum:
    case ValueErrorType.IntegerMaximum:
      return `must be at most ${maximum}`
    case ValueErrorType.String:
      return 'must be a string'
    case ValueErrorType.Array:
      return 'must be an array'
    case ValueErrorType.Object:
      return 'must be an object'
    case ValueErrorType.Number:
      return 'must be a number'
    case ValueErrorType.Integer:
      return 'must be an integer'
    case ValueErrorType.Boolean:
      return 'must be a boolean'
    case ValueErrorType.Kind:
      return kindText(schema, value)
    default:
      return message.replace(/^Expected (?:\w+ to be )?/, 'must be ')
  }
}

/** The kinds of `text-schemas.ts`. */
function kindText(schema: TSchema, value: unknown): string {
  const { type, minimum, maximum, minLength, maxLength, format } = schema
  if (format === 'binary') return 'must be a file'
  if (type === 'integer') return `must be an integer from ${minimum} to ${maximum}`
  if (Array.isArray(schema['enum']))
    return `must be one of ${schema['enum'].filter((choice) => choice !== '').join(', ')}`
  if (typeof value !== 'string') return 'must be a string'
  if ([...value].length > maxLength) return lengthText('at most', maxLength)
  if (value.length < minLength)
    return minLength === 1 ? 'must not be empty' : lengthText('at least', minLength)
  return 'must not be blank'
}

function lengthText(bound: string, length: number): string {
  return `must have ${bound} ${length} characters`
}

/** The values that a schema lists, or its description, which says the form of a value. */
function wanted(schema: Readonly<Record<string, unknown>>): string {
  const members: unknown = schema['anyOf']
  if (Array.isArray(members)) {
    const words: unknown[] = members.map((member) => member.const)
    if (words.every((word) => word !== undefined))
      return `one of ${words.map((word) => JSON.stringify(word)).join(', ')}`
  }
  const description = schema['description']
  return typeof description === 'string'
    ? `as described: ${JSON.stringify(description)}`
    : 'of the form in the API description'
}
