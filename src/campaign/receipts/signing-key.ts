import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import canonicalize from 'canonicalize'
import { asc } from 'drizzle-orm'
import {
  CompactSign,
  calculateJwkThumbprint,
  compactVerify,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
} from 'jose'
import type { Db } from '../../kernel/database/database.ts'
import { messageOf, StartupError } from '../../kernel/runtime/errors.ts'
import { receiptKeys } from '../tables.ts'

export const signatureAlgorithm = 'EdDSA'

/** A public JSON Web Key; its `kid` is its thumbprint. @see RFC 7638 */
type PublicKey = JWK & { kid: string }

/** Signs receipts. */
export interface SigningKey {
  /** A JWS in compact form over the canonical JSON form of `value`. @see RFC 8785 */
  sign(value: unknown): Promise<string>
  /** The bare Ed25519 signature of a text in UTF-8, in Base64. */
  signText(text: string): Promise<string>
  readonly publicKey: PublicKey
}

/** Where the key is stored if RECEIPT_KEY is not set. */
export function keyFileOf(dataDir: string): string {
  return join(dataDir, 'receipt-key.jwk')
}

/**
 * The Ed25519 key of `setting`, a private JSON Web Key or the path of a file that holds one; without it the key in
 * `file`, made there when there is none.
 * @throws StartupError, which never contains the setting, when the key cannot be used or the file cannot be written
 */
export async function openSigningKey(source: {
  setting: string | undefined
  file: string
}): Promise<SigningKey> {
  const { setting, file } = source
  if (setting === undefined) {
    const unusable = (state: string) =>
      new StartupError(
        `Cannot use the receipt key "${file}" as it must hold a private Ed25519 key as JSON Web Key: ${state}`,
      )
    return await signingKeyOf(existsSync(file) ? readText(file, unusable) : await makeKey(file), unusable)
  }
  const unusable = (state: string) =>
    new StartupError(
      `Cannot use RECEIPT_KEY as it must be a private Ed25519 key as JSON Web Key, or the path of a file that holds one: ${state}`,
    )
  return await signingKeyOf(setting.startsWith('{') ? setting : readText(setting, unusable), unusable)
}

/**
 * Moves the key file aside, so that the next start makes a new key.
 * @returns the path of the old key
 * @throws StartupError when there is none, or it cannot be moved
 */
export async function retireKeyFile(file: string): Promise<string> {
  if (!existsSync(file))
    throw new StartupError(`Cannot rotate the receipt key as there is none in "${file}": a start makes one`)
  const { publicKey } = await openSigningKey({ setting: undefined, file })
  const retired = `${file}.${publicKey.kid.slice(0, 12)}`
  try {
    renameSync(file, retired)
  } catch (cause) {
    throw new StartupError(`Cannot move the receipt key "${file}" aside: ${messageOf(cause)}`, { cause })
  }
  return retired
}

type Unusable = (state: string) => StartupError

/** Messages of the system and of parsers may quote their input, so none is passed on. */
function readText(path: string, unusable: Unusable): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    throw unusable('that file cannot be read')
  }
}

async function signingKeyOf(text: string, unusable: Unusable): Promise<SigningKey> {
  const { d, x } = parseKey(text, unusable)
  const publicJwk = { kty: 'OKP', crv: 'Ed25519', x }
  const [key, publicHalf] = await Promise.all([
    importJWK({ ...publicJwk, d }, signatureAlgorithm),
    importJWK(publicJwk, signatureAlgorithm),
  ]).catch(() => {
    throw unusable('its members `d` and `x` are not those of a key')
  })
  const kid = await calculateJwkThumbprint(publicJwk)
  const sign = (value: unknown) =>
    new CompactSign(new TextEncoder().encode(canonicalize(value) ?? ''))
      .setProtectedHeader({ alg: signatureAlgorithm, kid })
      .sign(key)
  await compactVerify(await sign(''), publicHalf).catch(() => {
    throw unusable('its member `x` is not the public half of `d`')
  })
  const signText = async (text: string) => {
    if (!(key instanceof CryptoKey)) throw new TypeError('an Ed25519 key is imported as a CryptoKey')
    return Buffer.from(await crypto.subtle.sign('Ed25519', key, new TextEncoder().encode(text))).toString(
      'base64',
    )
  }
  return { publicKey: { ...publicJwk, kid, alg: signatureAlgorithm, use: 'sig' }, sign, signText }
}

function parseKey(text: string, unusable: Unusable): { d: string; x: string } {
  const jwk = parseJson(text, unusable)
  if (jwk?.kty !== 'OKP' || jwk.crv !== 'Ed25519') throw unusable('it is a key of another kind')
  if (typeof jwk.d !== 'string') throw unusable('it is a public key, without `d`')
  if (typeof jwk.x !== 'string') throw unusable('it has no `x`')
  return { d: jwk.d, x: jwk.x }
}

function parseJson(text: string, unusable: Unusable): JWK | null {
  try {
    return JSON.parse(text)
  } catch {
    throw unusable('it is not valid JSON')
  }
}

/** @returns the new key as written to the file */
async function makeKey(file: string): Promise<string> {
  const { privateKey } = await generateKeyPair(signatureAlgorithm, { crv: 'Ed25519', extractable: true })
  const text = JSON.stringify(await exportJWK(privateKey))
  try {
    mkdirSync(dirname(file), { recursive: true })
    // Renamed when complete, so that a partial key is never read.
    writeFileSync(`${file}.part`, text, { mode: 0o600, flush: true })
    chmodSync(`${file}.part`, 0o600)
    renameSync(`${file}.part`, file)
  } catch (cause) {
    throw new StartupError(`Cannot write the receipt key "${file}": ${messageOf(cause)}`, { cause })
  }
  return text
}

/** The public keys of all processes on the database, old ones included: receipts outlive the key they were signed with. */
export interface ReceiptKeys {
  publish(key: PublicKey): Promise<void>
  /** Oldest first. */
  list(): Promise<JWK[]>
}

export function createReceiptKeys({ db, now }: { db: Db; now: () => number }): ReceiptKeys {
  return {
    publish: async (key) => {
      const row = { kid: key.kid, jwk: JSON.stringify(key), createdAt: now() }
      await db.insert(receiptKeys).values(row).onConflictDoNothing()
    },
    list: async () => {
      const rows = await db
        .select({ jwk: receiptKeys.jwk })
        .from(receiptKeys)
        .orderBy(asc(receiptKeys.createdAt), asc(receiptKeys.kid))
      return rows.map(({ jwk }) => JSON.parse(jwk))
    },
  }
}
