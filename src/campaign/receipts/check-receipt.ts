import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { JWK } from 'jose'
import { OneOf, TextLike } from '../../kernel/http/schema-parts.ts'
import { sha256Of } from '../../kernel/runtime/canonical-digest.ts'
import { canonicalForm, checkSignature, signatureFaults } from './check-signature.ts'
import { assetHashOf, ReceiptAsset } from './receipt.ts'

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
      reason: Type.Optional(OneOf(signatureFaults)),
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
