import { readFileSync } from 'node:fs'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { messageOf, StartupError } from '../../kernel/runtime/errors.ts'

const AnyObject = Type.Record(Type.String(), Type.Unknown())

/**
 * A receipt from a file: bare, or under `receipt` as in answers of the service.
 * @throws StartupError when the file cannot be read or is not a JSON object
 */
export function readReceipt(path: string): Readonly<Record<string, unknown>> {
  const value = parseJson(path, new TextDecoder().decode(readBytes(path)))
  if (!Value.Check(AnyObject, value))
    throw new StartupError(`Cannot read "${path}" as a receipt: it must be a JSON object`)
  const { receipt, ...others } = value
  // With other members the whole object is checked, as nothing outside a receipt would be.
  return Value.Check(AnyObject, receipt) && Object.keys(others).length === 0 ? receipt : value
}

/** @throws StartupError when the file cannot be read */
export function readBytes(path: string): Uint8Array {
  try {
    return readFileSync(path)
  } catch (cause) {
    throw new StartupError(`Cannot read "${path}": ${messageOf(cause)}`, { cause })
  }
}

/** @throws StartupError */
export function parseJson(place: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new StartupError(`Cannot read "${place}" as JSON: ${messageOf(cause)}`, { cause })
  }
}
