import sharp from 'sharp'
import { campaignError } from '../errors.ts'
import { pixelSha256Of } from '../images/pixel-hash.ts'
import { type Raster, toRaster } from '../images/raster.ts'
import { type Composition, type Layer, layersOf, type PixelProof } from './asset.ts'

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
  const { width, height } = background
  const [expected, cover] = [new Float32Array(width * 3), new Uint8Array(width)]
  for (let y = 0; y < height; y += 1) {
    const [start, end] = [y * width * 3, (y + 1) * width * 3]
    const [row, under] = [finished.data.subarray(start, end), background.data.subarray(start, end)]
    const here = layers.filter(({ box }) => y >= box.top && y < box.top + box.height)
    if (here.length === 0 && Buffer.compare(row, under) === 0) continue
    expected.set(under)
    cover.fill(0)
    for (const layer of here) paintOver(expected, cover, layer, y, layer === top)
    compareRow(row, expected, cover, proof)
  }
  return proof
}

/** What covers a pixel: a layer, several, or the top one without showing others. */
const [one, several, opaque] = [1, 2, 3]

/** Source-over of one row of a layer with straight alpha on opaque pixels. */
function paintOver(
  row: Float32Array,
  cover: Uint8Array,
  { pixels: { data }, box }: Layer,
  y: number,
  isTop: boolean,
): void {
  let from = (y - box.top) * box.width * 4
  for (let x = box.left; x < box.left + box.width; x += 1, from += 4) {
    const alpha = (data[from + 3] ?? 0) / 255
    if (alpha === 0) continue
    cover[x] = isTop && alpha === 1 ? opaque : cover[x] === 0 ? one : several
    for (let channel = 0; channel < 3; channel += 1)
      row[3 * x + channel] = (data[from + channel] ?? 0) * alpha + (row[3 * x + channel] ?? 0) * (1 - alpha)
  }
}

function compareRow(row: Uint8Array, expected: Float32Array, cover: Uint8Array, proof: PixelProof): void {
  for (let x = 0, at = 0; x < cover.length; x += 1, at += 3) {
    const step = Math.max(
      Math.abs((row[at] ?? 0) - Math.round(expected[at] ?? 0)),
      Math.abs((row[at + 1] ?? 0) - Math.round(expected[at + 1] ?? 0)),
      Math.abs((row[at + 2] ?? 0) - Math.round(expected[at + 2] ?? 0)),
    )
    if (step === 0) continue
    if (cover[x] === 0) proof.outsideChanged += 1
    else if (cover[x] === opaque) proof.opaqueChanged += 1
    // Where layers overlap each is rounded.
    else proof.stepMax = Math.max(proof.stepMax, cover[x] === several ? step - 1 : step)
  }
}
