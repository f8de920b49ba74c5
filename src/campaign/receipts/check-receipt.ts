import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import canonicalize from 'canonicalize'
import { compactVerify, createLocalJWKSet, errors, type JWK } from 'jose'
import { OneOf, TextLike } from '../../kernel/http/schema-parts.ts'
import { sha256Of } from '../../kernel/runtime/canonical-digest.ts'
import { assetHashOf, ReceiptAsset } from './receipt.ts'
import { signatureAlgorithm } from './signing-key.ts'

const Validity = Type.Object({ valid: Type.Boolean() })

export const ReceiptCheck = Type.Object({
  signature: Type.Object(
    {
      valid: Type.Boolean(),
      kid: Type.Optional(
        TextLike('wWprbzOCsHIliug6FMdRv4AhfL1RJUUkHwgyntAj7uw', {
          description: 'The key that signed it, of a valid signature.',
        }),
      ),
      reason: Type.Optional(OneOf(['malformed', 'unknown_key', 'wrong_key', 'altered'])),
    },
    {
      description:
        '`reason` says why it is not valid: `malformed`, it is not a JWS in compact form with EdDSA; `unknown_key`, its key is not among the published ones; `wrong_key`, that key did not make it; `altered`, it covers another receipt than this one.',
    },
  ),
  specHash: Validity,
  assetHash: Validity,
})
export type ReceiptCheck = Static<typeof ReceiptCheck>
type SignatureCheck = ReceiptCheck['signature']

/**
 * Checks a presented receipt, which may be any object, against public keys only.
 * @throws JWKSInvalid, DOMException when `keys` are not public JSON Web Keys
 */
export async function checkReceipt(
  presented: Readonly<Record<string, unknown>>,
  keys: readonly JWK[],
): Promise<ReceiptCheck> {
  const { signature, ...signed } = presented
  const { spec, specHash, assets, assetHash } = signed
  const specForm = canonicalForm(spec)
  return {
    signature: await checkSignature(signature, signed, keys),
    specHash: { valid: specForm !== undefined && sha256Of(specForm) === specHash },
    assetHash: { valid: Value.Check(Type.Array(ReceiptAsset), assets) && assetHashOf(assets) === assetHash },
  }
}

async function checkSignature(
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
  return signature === [header, base64url(payload), base64url(Buffer.from(bytes, 'base64url'))].join('.')
}

/** Undefined for what has no canonical form, such as lone surrogates. */
function canonicalForm(value: unknown): string | undefined {
  try {
    return canonicalize(value)
  } catch {
    return undefined
  }
}

function base64url(bytes: string | Buffer): string {
  return Buffer.from(bytes).toString('base64url')
}
