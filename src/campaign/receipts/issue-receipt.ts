import { wellFormedJson } from '../../kernel/database/storable-text.ts'
import { newId, type Random } from '../../kernel/runtime/token.ts'
import { assetHashOf, type Receipt, type ReceiptAsset, type ReceiptSpec, specHashOf } from './receipt.ts'
import type { SigningKey } from './signing-key.ts'

/** A signed receipt for a run. */
export async function issueReceipt(
  { key, now, random }: { key: SigningKey; now: () => number; random: Random },
  { spec: source, assets }: { spec: ReceiptSpec; assets: readonly ReceiptAsset[] },
): Promise<Receipt> {
  const spec = wellFormedJson(source)
  const unsigned = {
    receiptId: `r_${newId(random, 12)}`,
    network: 'offchain' as const,
    specHash: specHashOf(spec),
    assetHash: assetHashOf(assets),
    assets: [...assets],
    spec,
    issuedAt: new Date(now()).toISOString(),
  }
  return { ...unsigned, signature: await key.sign(unsigned) }
}
