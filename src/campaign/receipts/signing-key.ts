import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import canonicalize from 'canonicalize'
import { CompactSign, calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import { messageOf, StartupError } from '../../kernel/errors.ts'

const alg = 'EdDSA'

/** Signs receipts. */
export interface SigningKey {
  /** A JWS in compact form over the canonical JSON form of `value`. @see RFC 8785 */
  sign(value: unknown): Promise<string>
  /** The public half, as JSON Web Keys. */
  readonly publicKeys: readonly JWK[]
}

/**
 * The Ed25519 key in `file`, made there when there is none.
 * @throws StartupError when the file is not a private key of ours or cannot be written
 */
export async function openSigningKey(file: string): Promise<SigningKey> {
  const jwk = existsSync(file) ? readKey(file) : await makeKey(file)
  const { d: _, ...publicJwk } = jwk
  const kid = await calculateJwkThumbprint(publicJwk)
  const key = await importJWK(jwk, alg).catch((cause) => {
    throw unusable(file, cause)
  })
  return {
    publicKeys: [{ ...publicJwk, kid, alg, use: 'sig' }],
    sign: (value) =>
      new CompactSign(new TextEncoder().encode(canonicalize(value) ?? ''))
        .setProtectedHeader({ alg, kid })
        .sign(key),
  }
}

function readKey(file: string): JWK {
  try {
    const jwk: JWK = JSON.parse(readFileSync(file, 'utf8'))
    if (jwk.kty !== 'OKP' || jwk.crv !== 'Ed25519' || jwk.d === undefined)
      throw new Error('it must be a private Ed25519 key as JSON Web Key')
    return jwk
  } catch (cause) {
    throw unusable(file, cause)
  }
}

async function makeKey(file: string): Promise<JWK> {
  const { privateKey } = await generateKeyPair(alg, { crv: 'Ed25519', extractable: true })
  const jwk = await exportJWK(privateKey)
  try {
    mkdirSync(dirname(file), { recursive: true })
    // Renamed when it is whole, so that half a key is never read.
    writeFileSync(`${file}.part`, JSON.stringify(jwk), { mode: 0o600, flush: true })
    chmodSync(`${file}.part`, 0o600)
    renameSync(`${file}.part`, file)
  } catch (cause) {
    throw unusable(file, cause)
  }
  return jwk
}

function unusable(file: string, cause: unknown): StartupError {
  return new StartupError(`Cannot use the receipt key "${file}": ${messageOf(cause)}`, { cause })
}
