import { readFileSync } from 'node:fs'
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { errors, type JWK } from 'jose'
import { hashPixels } from '../../campaign/images/pixel-hash.ts'
import { checkReceipt, type ReceiptCheck } from '../../campaign/receipts/check-receipt.ts'
import { matchAsset } from '../../campaign/receipts/match-asset.ts'
import { ReceiptAsset } from '../../campaign/receipts/receipt.ts'
import { AppError } from '../../kernel/runtime/app-error.ts'
import { messageOf, StartupError } from '../../kernel/runtime/errors.ts'

/** One check of a receipt, as printed. */
interface CheckLine {
  check: string
  result: string
  holds: boolean
}

/**
 * Checks a receipt and files by public keys alone.
 * @throws StartupError when `keys` cannot be used
 */
export async function verifyReceiptFile(
  receipt: Readonly<Record<string, unknown>>,
  keys: readonly JWK[],
  files: readonly { path: string; bytes: Uint8Array }[],
): Promise<CheckLine[]> {
  const { signature, specHash, assetHash } = await checkReceipt(receipt, keys).catch((error) => {
    // WebCrypto throws the latter for an invalid key.
    if (!(error instanceof errors.JOSEError || error instanceof DOMException)) throw error
    throw new StartupError(`Cannot use the keys: ${error.message}`, { cause: error })
  })
  const { assets } = receipt
  const known = Value.Check(Type.Array(ReceiptAsset), assets) ? assets : []
  return [
    { check: 'signature', result: signatureText(signature), holds: signature.valid },
    { check: 'specHash', result: validText(specHash), holds: specHash.valid },
    { check: 'assetHash', result: validText(assetHash), holds: assetHash.valid },
    ...(await Promise.all(files.map((file) => compareFile(known, file)))),
  ]
}

const signatureFaults = {
  malformed: 'it is not a JWS in compact form with EdDSA',
  unknown_key: 'its key is not among the given ones',
  wrong_key: 'the key that it names did not make it',
  altered: 'the receipt is not the one that was signed',
} as const

function signatureText({ kid, reason }: ReceiptCheck['signature']): string {
  return reason === undefined ? `valid, by the key ${kid}` : `not valid: ${signatureFaults[reason]}`
}

function validText({ valid }: { valid: boolean }): string {
  return valid ? 'valid' : 'not valid: it is the hash of something else'
}

async function compareFile(
  assets: readonly ReceiptAsset[],
  { path, bytes }: { path: string; bytes: Uint8Array },
): Promise<CheckLine> {
  try {
    const { match, format } = await matchAsset(assets, bytes, hashPixels)
    const result =
      match === 'none' ? 'neither the bytes nor the pixels of an asset' : `the same ${match} as ${format}`
    return { check: path, result, holds: match !== 'none' }
  } catch (error) {
    if (error instanceof AppError) return { check: path, result: error.message, holds: false }
    throw error
  }
}

const KeySet = Type.Object({
  keys: Type.Array(Type.Object({ kty: Type.String(), kid: Type.Optional(Type.String()) })),
})
type KeySet = Static<typeof KeySet>

const fetchMsMax = 15_000

/** A JSON Web Key Set, by URL or from a file. @throws StartupError when it cannot be read or is not one */
export async function readJwks(place: string): Promise<KeySet['keys']> {
  const text = /^https?:\/\//i.test(place)
    ? await fetchText(place)
    : new TextDecoder().decode(readBytes(place))
  const value = parseJson(place, text)
  if (Value.Check(KeySet, value)) return value.keys
  throw new StartupError(`Cannot read "${place}" as keys: it must be a JSON Web Key Set`)
}

async function fetchText(url: string): Promise<string> {
  const response = await fetch(url, { signal: AbortSignal.timeout(fetchMsMax) }).catch((cause) => {
    throw new StartupError(`Cannot fetch the keys from ${url}: ${messageOf(cause)}`, { cause })
  })
  if (!response.ok) throw new StartupError(`Cannot fetch the keys from ${url}: status ${response.status}`)
  return await response.text()
}

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
function parseJson(place: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new StartupError(`Cannot read "${place}" as JSON: ${messageOf(cause)}`, { cause })
  }
}
