import { type Static, Type } from '@sinclair/typebox'
import { OneOf } from '../../kernel/http/schema-parts.ts'
import { sha256Of } from '../../kernel/runtime/canonical-digest.ts'
import { type FormatId, formatIds, formats } from '../compose/formats.ts'
import { FileSha256, PixelSha256 } from '../field-schemas.ts'
import type { ReceiptAsset } from './receipt.ts'

export const AssetMatch = Type.Object(
  {
    match: OneOf(['bytes', 'pixels', 'none']),
    format: Type.Optional(OneOf(formatIds)),
    variant: Type.Optional(Type.Integer()),
    byteSha256: FileSha256,
    pixelSha256: PixelSha256,
  },
  {
    description:
      'How the file matches the asset of `format` and `variant`: `bytes`, it is that file; `pixels`, it is another file that shows exactly the same, such as one that was encoded again without loss; `none`, it is neither of any asset.',
  },
)
export type AssetMatch = Static<typeof AssetMatch>

/**
 * Compares a file with the assets of a receipt. `hashPixels` decodes the file and is called only where its bytes are
 * not those of an asset.
 */
export async function matchAsset(
  assets: readonly ReceiptAsset[],
  bytes: Uint8Array,
  hashPixels: (bytes: Uint8Array) => Promise<{ width: number; height: number; pixelSha256: string }>,
): Promise<AssetMatch> {
  const byteSha256 = sha256Of(bytes)
  const known = formatIds.flatMap((format) =>
    assets.flatMap((asset) => (asset.format === format ? [{ ...asset, format }] : [])),
  )
  const same = known.find((asset) => asset.byteSha256 === byteSha256)
  if (same !== undefined)
    return { match: 'bytes', ...nameOf(same), byteSha256, pixelSha256: same.pixelSha256 }
  const { width, height, pixelSha256 } = await hashPixels(bytes)
  // Images of another width could have the same bytes.
  const alike = known.find(
    ({ format, ...asset }) =>
      asset.pixelSha256 === pixelSha256 &&
      (asset.width ?? formats[format].width) === width &&
      (asset.height ?? formats[format].height) === height,
  )
  return alike === undefined
    ? { match: 'none', byteSha256, pixelSha256 }
    : { match: 'pixels', ...nameOf(alike), byteSha256, pixelSha256 }
}

function nameOf({ format, variant }: ReceiptAsset & { format: FormatId }) {
  return variant === undefined ? { format } : { format, variant }
}
