import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Blobs } from '../../kernel/blobs/blobs.ts'
import { OneOf } from '../../kernel/http/schema-parts.ts'
import { AppError } from '../../kernel/runtime/app-error.ts'
import type { Work } from '../../kernel/runtime/fair-turns.ts'
import { concerning } from '../errors.ts'
import { FormatName, ReceiptId } from '../field-schemas.ts'
import type { RenderPool } from '../render/pool.ts'
import type { RunGate } from '../render/run-gate.ts'
import { checkReceipt, ReceiptCheck } from './check-receipt.ts'
import { AssetMatch, matchAsset } from './match-asset.ts'
import { Approval, Receipt, ReceiptAsset } from './receipt.ts'
import type { Receipts } from './receipts.ts'
import { type Reproduce, Reproduction } from './reproduction.ts'
import type { ReceiptKeys } from './signing-key.ts'

const StoredFile = Type.Object({
  format: FormatName,
  variant: Type.Optional(Type.Integer()),
  state: OneOf(['same', 'gone', 'altered']),
})

export const Verification = Type.Composite([
  Type.Object({
    verified: Type.Boolean({
      description:
        'Whether everything that was asked for holds: the receipt itself, no stored file altered, the `asset` the same bytes or pixels, the `reproduction` possible and the same.',
    }),
    receiptId: Type.Union([ReceiptId, Type.Null()]),
  }),
  ReceiptCheck,
  Type.Object({
    stored: Type.Array(StoredFile, {
      description:
        'The files of the assets as this service holds them; none of a receipt that is not valid. They are `gone` seven days after a run that was not approved.',
    }),
    approval: Type.Optional(Approval),
    asset: Type.Optional(AssetMatch),
    reproduction: Type.Optional(Reproduction),
  }),
])
export type Verification = Static<typeof Verification>

type ReadAsset = <Result>(signal: AbortSignal, use: (bytes: Uint8Array) => Promise<Result>) => Promise<Result>

export interface VerificationRequest {
  /** The presented receipt. */
  presented: Readonly<Record<string, unknown>>
  /** Reads the file to compare with the assets, and passes it on. */
  readAsset: ReadAsset | undefined
  reproduce: boolean
  /** Who asks. */
  work: Work
  signal: AbortSignal
}

/** @throws AppError for a file that cannot be read or is not an image, and 503 when the queue is full */
export type VerifyReceipt = (request: VerificationRequest) => Promise<Verification>

export function createVerifyReceipt(deps: {
  keys: ReceiptKeys
  receipts: Receipts
  blobs: Blobs
  pool: RenderPool
  /** Passed in order by work that decodes an image or repeats a run. */
  gates: readonly [RunGate, RunGate]
  reproduce: Reproduce
}): VerifyReceipt {
  const { keys, receipts, blobs, pool, gates } = deps
  const [own, all] = gates

  const storedFile = async ({ format, variant, byteSha256 }: ReceiptAsset) => ({
    format,
    ...(variant !== undefined && { variant }),
    state: await stateOf(blobs, byteSha256),
  })

  return async ({ presented, readAsset, reproduce, work: asker, signal }) => {
    const check = await checkReceipt(presented, await keys.list())
    const isValid = check.signature.valid && check.specHash.valid && check.assetHash.valid
    // Only receipts signed here give access to stored files and runs.
    const receipt = isValid && Value.Check(Receipt, presented) ? presented : undefined
    const stored = await Promise.all((receipt?.assets ?? []).map(storedFile))
    const approval = receipt && (await receipts.approvalOf(receipt.receiptId))

    const hashPixels = (bytes: Uint8Array) => pool.run('pixels', { bytes }, { work: asker, signal })
    const compare = (read: ReadAsset) =>
      concerning('asset', () => read(signal, (bytes) => matchAsset(assetsOf(presented), bytes, hashPixels)))
    const repeat = async (): Promise<Reproduction> =>
      receipt === undefined
        ? { possible: false, reason: 'receipt' }
        : await deps.reproduce(receipt, await receipts.ownerOf(receipt.receiptId), signal)
    const work = async () => ({
      ...(readAsset && { asset: await compare(readAsset) }),
      ...(reproduce && { reproduction: await repeat() }),
    })
    const done: Awaited<ReturnType<typeof work>> =
      readAsset === undefined && !reproduce ? {} : await own.enter(() => all.enter(work), asker.caller)

    const { receiptId } = presented
    return {
      verified:
        isValid &&
        stored.every(({ state }) => state !== 'altered') &&
        done.asset?.match !== 'none' &&
        (!reproduce || done.reproduction?.same === true),
      receiptId: typeof receiptId === 'string' ? receiptId : null,
      ...check,
      stored,
      ...(approval && { approval }),
      ...done,
    }
  }
}

/** The blob store verifies hashes; its other failures are errors of the service. */
async function stateOf(blobs: Blobs, sha256: string): Promise<'same' | 'gone' | 'altered'> {
  try {
    return (await blobs.get(sha256)) === undefined ? 'gone' : 'same'
  } catch (error) {
    if (error instanceof AppError) throw error
    return 'altered'
  }
}

function assetsOf({ assets }: Readonly<Record<string, unknown>>): readonly ReceiptAsset[] {
  return Value.Check(Type.Array(ReceiptAsset), assets) ? assets : []
}
