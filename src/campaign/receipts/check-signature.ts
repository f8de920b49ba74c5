import canonicalize from 'canonicalize'
import { base64url, compactVerify, createLocalJWKSet, errors, type JWK } from 'jose'

export const signatureAlgorithm = 'EdDSA'

export const signatureFaults = ['malformed', 'unknown_key', 'wrong_key', 'altered'] as const

export type SignatureCheck =
  | { valid: true; kid: string }
  | { valid: false; reason: (typeof signatureFaults)[number] }

/**
 * Checks, here and in browsers, that one of some public keys signed exactly this value.
 * @throws JWKSInvalid, DOMException when `keys` are not public JSON Web Keys
 */
export async function checkSignature(
  signature: unknown,
  signed: Readonly<Record<string, unknown>>,
  keys: readonly JWK[],
): Promise<SignatureCheck> {
  const keyOf = createLocalJWKSet({ keys: [...keys] })
  if (typeof signature !== 'string') return { valid: false, reason: 'malformed' }
  try {
    const { protectedHeader } = await compactVerify(signature, keyOf, { algorithms: [signatureAlgorithm] })
    const { kid } = protectedHeader
    if (kid === undefined) return { valid: false, reason: 'malformed' }
    return covers(signature, signed) ? { valid: true, kid } : { valid: false, reason: 'altered' }
  } catch (error) {
    if (error instanceof errors.JWKSNoMatchingKey) return { valid: false, reason: 'unknown_key' }
    if (error instanceof errors.JWSSignatureVerificationFailed) return { valid: false, reason: 'wrong_key' }
    if (error instanceof errors.JWKSInvalid || !(error instanceof errors.JOSEError)) throw error
    return { valid: false, reason: 'malformed' }
  }
}

/** Compared as strings: several base64url strings decode to the same bytes, and one of them was issued. */
function covers(signature: string, signed: Readonly<Record<string, unknown>>): boolean {
  const payload = canonicalForm(signed)
  if (payload === undefined) return false
  const [header = '', , bytes = ''] = signature.split('.')
  return (
    signature === [header, base64url.encode(payload), base64url.encode(base64url.decode(bytes))].join('.')
  )
}

/** Undefined for what has no canonical form, such as lone surrogates. */
export function canonicalForm(value: unknown): string | undefined {
  try {
    return canonicalize(value)
  } catch {
    return undefined
  }
}
