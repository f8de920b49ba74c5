import sharp from 'sharp'
import { campaignError } from '../errors.ts'
import { pixelSha256Of } from '../images/pixel-hash.ts'
import { type Box, type Raster, toRaster } from '../images/raster.ts'
import { type Composition, type Layer, layersOf, type PixelProof } from './asset.ts'
import { overlaps } from './layouts/room.ts'

/**
 * Decodes the PNG with libvips, not with the encoder's library, and compares every pixel: none outside the boxes of
 * logo and copy changed, opaque logo pixels are the logo's own, the others are within one step of source-over.
 * @throws asset_not_proven
 */
export async function prove(composition: Composition): Promise<Composition> {
  const { request, background, logo, encoded } = composition
  if (encoded === undefined) throw campaignError('asset_not_proven', request.format, 'no file was encoded')
  const finished = toRaster(await sharp(encoded.png).raw().toBuffer({ resolveWithObject: true }))
  const { width, height, channels } = finished
  if (width !== background.width || height !== background.height || channels !== 3)
    throw campaignError(
      'asset_not_proven',
      request.format,
      `it is ${width} by ${height} with ${channels} channels`,
    )
  const proof = comparePixels(finished, background, layersOf(composition), logo)
  if (!isExact(proof))
    throw campaignError(
      'asset_not_proven',
      request.format,
      `${proof.outsideChanged} pixels outside logo and copy and ${proof.opaqueChanged} opaque logo pixels differ, others by up to ${proof.stepMax}`,
    )
  return { ...composition, proof: { ...proof, pixelSha256: pixelSha256Of(finished) } }
}

function isExact({ outsideChanged, opaqueChanged, stepMax }: PixelProof): boolean {
  return outsideChanged === 0 && opaqueChanged === 0 && stepMax <= 1
}

/**
 * Compares finished pixels with what they were made of.
 * @param finished RGB, of the size of `background`
 * @param layers in painting order
 * @param top the last layer, where its opaque pixels must be its own
 */
export function comparePixels(
  finished: Raster,
  background: Raster,
  layers: readonly Layer[],
  top: Layer | undefined,
): PixelProof {
  const proof: PixelProof = { outsideChanged: 0, opaqueChanged: 0, stepMax: 0 }
  const expected = new Float32Array(background.width * 3)
  const isAlone = (layer: Layer) =>
    layers.every((other) => other === layer || !overlaps(other.box, layer.box))
  const compared = layers.map((layer) => ({ ...layer, isTop: layer === top, isAlone: isAlone(layer) }))
  for (let y = 0; y < background.height; y += 1) {
    const here = compared.filter(({ box }) => y >= box.top && y < box.top + box.height)
    const boxes = here.map(({ box }) => box)
    proof.outsideChanged += changedOutside(finished, background, y, boxes)
    if (here.length === 0) continue
    const start = y * background.width * 3
    expected.set(background.data.subarray(start, start + expected.length))
    for (const layer of here) paintOver(expected, layer, y)
    for (const layer of here) compareRow(finished, expected, layer, y, proof)
  }
  return proof
}

function changedOutside(finished: Raster, background: Raster, y: number, boxes: readonly Box[]): number {
  let [changed, from] = [0, 0]
  for (const { left, width } of boxes.toSorted((a, b) => a.left - b.left)) {
    changed += changedBetween(finished.data, background, y, from, left)
    from = Math.max(from, left + width)
  }
  return changed + changedBetween(finished.data, background, y, from, background.width)
}

function changedBetween(finished: Uint8Array, background: Raster, y: number, left: number, right: number) {
  if (left >= right) return 0
  const { width, data } = background
  const [start, end] = [(y * width + left) * 3, (y * width + right) * 3]
  if (Buffer.compare(finished.subarray(start, end), data.subarray(start, end)) === 0) return 0
  let changed = 0
  for (let at = start; at < end; at += 3) {
    if (finished[at] !== data[at] || finished[at + 1] !== data[at + 1] || finished[at + 2] !== data[at + 2])
      changed += 1
  }
  return changed
}

/** Source-over of one row of a layer with straight alpha on opaque pixels. */
function paintOver(row: Float32Array, { pixels: { data }, box }: Layer, y: number): void {
  let from = (y - box.top) * box.width * 4
  for (let at = box.left * 3; at < (box.left + box.width) * 3; at += 3, from += 4) {
    const alpha = (data[from + 3] ?? 0) / 255
    if (alpha === 0) continue
    row[at] = (data[from] ?? 0) * alpha + (row[at] ?? 0) * (1 - alpha)
    row[at + 1] = (data[from + 1] ?? 0) * alpha + (row[at + 1] ?? 0) * (1 - alpha)
    row[at + 2] = (data[from + 2] ?? 0) * alpha + (row[at + 2] ?? 0) * (1 - alpha)
  }
}

function compareRow(
  { width, data }: Raster,
  expected: Float32Array,
  { pixels, box, isTop, isAlone }: Layer & { isTop: boolean; isAlone: boolean },
  y: number,
  proof: PixelProof,
): void {
  let alphaAt = (y - box.top) * box.width * 4 + 3
  let at = (y * width + box.left) * 3
  for (let column = box.left * 3; column < (box.left + box.width) * 3; column += 3, at += 3, alphaAt += 4) {
    const step = Math.max(
      Math.abs((data[at] ?? 0) - Math.round(expected[column] ?? 0)),
      Math.abs((data[at + 1] ?? 0) - Math.round(expected[column + 1] ?? 0)),
      Math.abs((data[at + 2] ?? 0) - Math.round(expected[column + 2] ?? 0)),
    )
    if (step === 0) continue
    const alpha = pixels.data[alphaAt]
    if (isAlone && alpha === 0) proof.outsideChanged += 1
    else if (isTop && alpha === 255) proof.opaqueChanged += 1
    // Where two layers overlap each is rounded.
    else proof.stepMax = Math.max(proof.stepMax, isAlone ? step : step - 1)
  }
}
