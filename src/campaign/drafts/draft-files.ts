import { type Zippable, zipSync } from 'fflate'
import type { Blobs } from '../../kernel/blobs/blobs.ts'
import type { RenderPool } from '../render/pool.ts'
import type { Draft } from './draft.ts'

/**
 * All assets of a draft as one ZIP: the exact PNG of each, a JPEG, and `files.json` with their hashes and how far the JPEG's
 * logo is from the exact one. Several variants have a folder each.
 * @returns undefined when a file has expired
 */
export async function draftFiles(
  { blobs, pool }: { blobs: Blobs; pool: RenderPool },
  { draftId, assets, assetHash, approvedVariant }: Draft,
  signal: AbortSignal,
): Promise<Uint8Array | undefined> {
  const files: Zippable = {}
  const list = []
  for (const { format, variant, layout, width, height, byteSha256, pixelSha256, logoBox } of assets) {
    const png = await blobs.get(byteSha256)
    if (png === undefined) return undefined
    const box = logoBox && { left: logoBox.x, top: logoBox.y, width: logoBox.width, height: logoBox.height }
    const { bytes, deviation } = await pool.run('jpeg', { png, box }, { signal })
    const name = variant === undefined ? format : `variant-${variant}/${format}`
    files[`${name}.png`] = png
    files[`${name}.jpg`] = bytes
    const about = { format, variant, layout, width, height, byteSha256, pixelSha256 }
    list.push({ name, ...about, jpegLogoDeviation: deviation })
  }
  const text = JSON.stringify({ draftId, assetHash, approvedVariant, files: list }, undefined, 2)
  files['files.json'] = new TextEncoder().encode(`${text}\n`)
  // The pictures are compressed already.
  return zipSync(files, { level: 0 })
}
