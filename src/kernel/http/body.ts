import type { Static, TSchema } from '@sinclair/typebox'
import { type ValueError, ValueErrorType } from '@sinclair/typebox/errors'
import { Value } from '@sinclair/typebox/value'
import { jsonBytesMax, readBounded } from './bounded-body.ts'
import { RequestRefused } from './problem.ts'

/**
 * Reads a JSON body of at most `bytesMax` bytes and checks it against a schema.
 * @throws RequestRefused 415 for another content type, 400 for what is no JSON or does not fit, 413 for too much
 */
export async function readJsonBody<Schema extends TSchema>(
  request: Request,
  schema: Schema,
  bytesMax: number = jsonBytesMax,
): Promise<Static<Schema>> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw new RequestRefused(
      415,
      'unsupported_media_type',
      'Cannot read this body: send it as application/json',
    )
  }
  const value = parseJson(await readBounded(request, bytesMax))
  if (Value.Check(schema, value) || isShortInCodePoints(schema, value)) return value
  const fields = [...Value.Errors(schema, value)]
    .filter((error) => !isCountedInUnits(error))
    .slice(0, 20)
    .map((error) => ({ path: error.path === '' ? '/' : error.path, message: inWords(error) }))
  const first = fields[0]
  throw new RequestRefused(
    400,
    'invalid_request',
    `Cannot use the body of this request${first === undefined ? '' : `: ${first.path === '/' ? 'it' : first.path} ${first.message}`}`,
    { fields },
  )
}

/** Whether nothing is wrong but lengths that the library counts in UTF-16 units, where JSON Schema counts code points. */
function isShortInCodePoints<Schema extends TSchema>(
  schema: Schema,
  value: unknown,
): value is Static<Schema> {
  for (const error of Value.Errors(schema, value)) if (!isCountedInUnits(error)) return false
  return true
}

function isCountedInUnits({ type, schema, value }: ValueError): boolean {
  if (type !== ValueErrorType.StringMaxLength || typeof value !== 'string') return false
  const lengthMax = Number(schema['maxLength'])
  // A code point has two units at most: the text is not walked where it cannot fit.
  return value.length <= 2 * lengthMax && [...value].length <= lengthMax
}

/** What is wrong with a value, for people: the library's words quote patterns and count unions. */
export function inWords({ type, schema, message }: ValueError): string {
  switch (type) {
    case ValueErrorType.ObjectRequiredProperty:
      return 'is missing'
    case ValueErrorType.ObjectAdditionalProperties:
      return 'is not known'
    case ValueErrorType.StringMinLength:
      return schema['minLength'] === 1
        ? 'must not be empty'
        : `must have at least ${schema['minLength']} characters`
    case ValueErrorType.StringMaxLength:
      return `must have at most ${schema['maxLength']} characters`
    case ValueErrorType.ArrayMinItems:
      return schema['minItems'] === 1 ? 'must not be empty' : `must have at least ${schema['minItems']} items`
    case ValueErrorType.ArrayMaxItems:
      return `must have at most ${schema['maxItems']} items`
    case ValueErrorType.StringPattern:
      return schema['pattern'] === '\\S'
        ? 'must not be blank'
        : 'must have the form that the API description tells'
    case ValueErrorType.Union:
      return unionInWords(schema)
    case ValueErrorType.NumberMinimum:
    case ValueErrorType.IntegerMinimum:
      return `must be at least ${schema['minimum']}`
    case ValueErrorType.NumberMaximum:
    case ValueErrorType.IntegerMaximum:
      return `must be at most ${schema['maximum']}`
    case ValueErrorType.String:
      return 'must be a text'
    case ValueErrorType.Array:
      return 'must be a list'
    case ValueErrorType.Object:
      return 'must be a group of named values, in braces'
    case ValueErrorType.Number:
      return 'must be a number'
    case ValueErrorType.Integer:
      return 'must be a whole number'
    default:
      return message.replace(/^Expected /, 'must be ').replace(/^Unexpected /, 'holds an unexpected ')
  }
}

function unionInWords(schema: TSchema): string {
  const members: unknown = schema['anyOf']
  const words = Array.isArray(members) ? members.map((member) => member['const']) : []
  return words.every((word) => word !== undefined)
    ? `must be one of ${words.map((word) => JSON.stringify(word)).join(', ')}`
    : 'must be one of the shapes that the API description tells'
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new RequestRefused(400, 'invalid_request', 'Cannot read the body as JSON: it is not well-formed', {
      fields: [{ path: '/', message: 'must be JSON' }],
    })
  }
}
