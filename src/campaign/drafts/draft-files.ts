import { type Zippable, zipSync } from 'fflate'
import type { Blobs } from '../../kernel/blobs/blobs.ts'
import type { RenderPool } from '../render/pool.ts'
import type { Draft } from './draft.ts'

interface FileDeps {
  blobs: Blobs
  pool: RenderPool
}

/**
 * All assets of a draft as one ZIP: the exact PNG of each, a JPEG, and `files.json` with their hashes and how far the JPEG's
 * logo is from the exact one. Several variants have a folder each, and one that is approved is alone.
 * @returns undefined when a file has expired, and for a draft without assets
 */
export async function draftFiles(
  deps: FileDeps,
  { draftId, assets, assetHash, approvedVariant }: Draft,
  signal: AbortSignal,
): Promise<Uint8Array | undefined> {
  const files: Zippable = {}
  const list = []
  for (const asset of assets) {
    const { format, variant, layout, width, height, byteSha256, pixelSha256 } = asset
    if (approvedVariant !== undefined && variant !== approvedVariant) continue
    const made = await assetFiles(deps, asset, signal)
    if (made === undefined) return undefined
    const name = variant === undefined ? format : `variant-${variant}/${format}`
    files[`${name}.png`] = made.png
    files[`${name}.jpg`] = made.jpeg
    const about = { format, variant, layout, width, height, byteSha256, pixelSha256 }
    list.push({ name, ...about, jpegLogoDeviation: made.deviation })
  }
  if (list.length === 0) return undefined
  const text = JSON.stringify({ draftId, assetHash, approvedVariant, files: list }, undefined, 2)
  files['files.json'] = new TextEncoder().encode(`${text}\n`)
  // The pictures are compressed already.
  return zipSync(files, { level: 0 })
}

/** The exact PNG of an asset, and a JPEG of it; undefined when the file has expired. */
export async function assetFiles(
  { blobs, pool }: FileDeps,
  { byteSha256, logoBox }: Draft['assets'][number],
  signal: AbortSignal,
) {
  const png = await blobs.get(byteSha256)
  if (png === undefined) return undefined
  const box = logoBox && { left: logoBox.x, top: logoBox.y, width: logoBox.width, height: logoBox.height }
  const { bytes: jpeg, deviation } = await pool.run('jpeg', { png, box }, { signal })
  return { png, jpeg, deviation }
}
