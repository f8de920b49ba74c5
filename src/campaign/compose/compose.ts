import sharp from 'sharp'
import { sha256Of } from '../../kernel/runtime/canonical-digest.ts'
import type { Raster } from '../images/raster.ts'
import { isUpscaled, type LogoMaster, logoAtSize } from '../logos/logo-at-size.ts'
import { arrangeCopy } from './arrange-copy.ts'
import { type Asset, type AssetRequest, type Composition, type Layer, layersOf, type Step } from './asset.ts'
import { within } from './boxes.ts'
import { contrastText, luminanceRange } from './color.ts'
import type { Controls } from './controls.ts'
import type { Fonts } from './copy/load-fonts.ts'
import { partsOf } from './copy/parts.ts'
import { createTypesetter } from './copy/set-text.ts'
import { drawCopy } from './draw-copy.ts'
import { encode } from './encode.ts'
import { canvasOf } from './grid.ts'
import { tintOf } from './judge-layout.ts'
import { paintGround, shapesOf } from './layouts/paint-ground.ts'
import { hasWhiteBox, isWhiteSeen, logoContrast, logoContrastMin, logoTones } from './logo-tones.ts'
import { createSubjectMeasure } from './measure-subject.ts'
import { flattened, type PictureSource, picturePlaceOf } from './picture-source.ts'
import { prove } from './prove.ts'

export const steps: readonly Step[] = [paintBackground, drawLogo, drawCopy, compositeMarks, encode, prove]

/**
 * Renders one finished asset in the campaign's layout: ground and picture, copy and logo on them, then decodes the PNG to
 * prove that the logo is exact and nothing else changed.
 * @throws asset_not_proven, script_unsupported, Misfit for a choice that was made for other copy
 */
export async function composeAsset(
  { fonts }: { fonts: Fonts },
  request: AssetRequest,
  picture: PictureSource | undefined,
): Promise<Asset> {
  let composition = await startComposition(fonts, request, picture)
  for (const step of steps) composition = await step(composition)
  return assetOf(composition)
}

function assetOf({ request, canvas, encoded, proof, logo, copy, warnings }: Composition): Asset {
  if (encoded === undefined || proof === undefined)
    throw new Error('Cannot deliver an asset that was not encoded and proven')
  const { pixelSha256, ...counts } = proof
  return {
    format: request.format,
    layout: request.choice.layout,
    width: canvas.width,
    height: canvas.height,
    ...encoded,
    byteSha256: sha256Of(encoded.png),
    pixelSha256,
    logo: logo?.placed,
    copy: copy?.parts ?? [],
    proof: counts,
    warnings,
  }
}

/** Composites copy and logo onto the background. Only the pixels of their boxes are computed; the others are copied. */
export async function compositeMarks(composition: Composition): Promise<Composition> {
  const layers = layersOf(composition)
  if (layers.length === 0) return composition
  const { background } = composition
  const canvas: Raster = { ...background, data: new Uint8Array(background.data) }
  for (const layer of layers) await compositeLayer(canvas, layer)
  return { ...composition, canvas }
}

/** Source-over by libvips, which keeps opaque and fully transparent pixels exactly. */
async function compositeLayer(canvas: Raster, { pixels, box }: Layer): Promise<void> {
  const { width, height } = box
  // Whole rows of the canvas are contiguous, so that none are copied to cut the box out.
  const rows = canvas.data.subarray(box.top * canvas.width * 3, (box.top + height) * canvas.width * 3)
  const merged = await sharp(rows, { raw: { width: canvas.width, height, channels: 3 } })
    .extract({ ...box, top: 0 })
    .composite([{ input: Buffer.from(pixels.data), raw: { width, height, channels: 4 }, left: 0, top: 0 }])
    .removeAlpha()
    .raw()
    .toBuffer()
  for (let y = 0; y < height; y += 1) {
    const row = merged.subarray(y * width * 3, (y + 1) * width * 3)
    canvas.data.set(row, ((box.top + y) * canvas.width + box.left) * 3)
  }
}

/** Renders the logo for its box, and measures every tone of its edge against the pixels under it. */
async function drawLogo(composition: Composition): Promise<Composition> {
  const { arrangement, background, request } = composition
  const { controls, choice } = request
  const master = request.logos[choice.logo]
  const place = arrangement.logo
  if (master === undefined || place === undefined) return composition
  const warnings = [...composition.warnings]
  if (isUpscaled(master, place.box.width))
    warnings.push(
      `The logo of ${master.width} by ${master.height} pixels was enlarged to a width of ${place.box.width} and may look soft: upload an SVG or a larger image`,
    )
  const tint = tintOf(master, controls.color)
  if (tint !== controls.color)
    warnings.push('The logo keeps its own colours: only a logo of one colour can be tinted')
  const exact = await logoAtSize(master, place.box.width, tint)
  const pixels = controls.opacity === 1 ? exact : withOpacity(exact, controls.opacity)
  const box = { ...place.box, width: pixels.width, height: pixels.height }
  const range = luminanceRange(background, within(background, place.clearBox))
  if (hasWhiteBox(exact) && isWhiteSeen(range))
    warnings.push('The logo has a white box around it: upload it with a transparent background')
  const contrast = logoContrast(logoTones(exact), range, controls.opacity)
  if (contrast < logoContrastMin)
    warnings.push(
      `The logo's contrast at ${place.anchor} is ${contrastText(contrast)}:1, below ${logoContrastMin}:1: ${remedies(controls, master)}`,
    )
  const { clearBox, anchor: placement } = place
  const placed = { box, clearBox, placement, contrast }
  return { ...composition, logo: { pixels, box, placed }, warnings }
}

const anyOf = new Intl.ListFormat('en', { type: 'disjunction' })

/** What a caller can still change. */
function remedies({ placement, opacity, color }: Required<Controls>, { isOneColor }: LogoMaster): string {
  return anyOf.format([
    ...(placement === 'auto' ? [] : ['choose `auto` or another placement']),
    ...(isOneColor && color === 'original' ? ['choose a tint'] : []),
    ...(opacity < 1 ? ['raise the opacity'] : []),
    'add a variant of the logo for this ground to the kit',
  ])
}

function withOpacity(pixels: Raster, opacity: number): Raster {
  const data = new Uint8Array(pixels.data)
  for (let at = 3; at < data.length; at += 4) data[at] = Math.round((data[at] ?? 0) * opacity)
  return { ...pixels, data }
}

/** Paints the ground of the layout with its picture and shapes. */
async function paintBackground(composition: Composition): Promise<Composition> {
  const { arrangement, picture, request } = composition
  const { grid, inks, picture: shownIn } = arrangement
  const place = picturePlaceOf(arrangement)
  const warnings = [...composition.warnings]
  let shown: Parameters<typeof paintGround>[0]['picture']
  if (shownIn !== undefined && place !== undefined && picture !== undefined) {
    const { pixels, isUpscaled, product } = await picture.draw(place)
    if (isUpscaled === true)
      warnings.push(`The picture has fewer pixels than ${place.width} by ${place.height} and was enlarged`)
    const scene = graded(pixels, request.choice.gamma)
    shown = { pixels: await flattened({ pixels: scene, ...(product && { product }) }), ...shownIn }
  }
  const background = await paintGround({
    size: canvasOf(grid),
    color: inks.ground,
    picture: shown,
    shapes: shapesOf(arrangement, { ...request.choice, seed: request.seed }),
  })
  return { ...composition, background, canvas: background, warnings }
}

/** The picture, lighter or darker as a whole. */
function graded(pixels: Raster, gamma: number): Raster {
  if (gamma === 1) return pixels
  const levels = Uint8Array.from({ length: 256 }, (_, value) => Math.round(255 * (value / 255) ** gamma))
  const data = new Uint8Array(pixels.data.length)
  for (let at = 0; at < data.length; at += 1) data[at] = levels[pixels.data[at] ?? 0] ?? 0
  return { ...pixels, data }
}

/** Arranges an asset; nothing is drawn yet. */
export async function startComposition(
  fonts: Fonts,
  request: AssetRequest,
  picture: PictureSource | undefined,
): Promise<Composition> {
  const setting = {
    request,
    typesetter: createTypesetter(fonts),
    parts: partsOf(request.copy),
    subjectIn: createSubjectMeasure(picture),
  }
  const arrangement = await arrangeCopy(setting, request.choice, request.format)
  const empty = { width: 0, height: 0, channels: 3 as const, data: new Uint8Array() }
  return {
    request,
    picture,
    arrangement,
    background: empty,
    canvas: empty,
    logo: undefined,
    copy: undefined,
    encoded: undefined,
    proof: undefined,
    warnings: arrangement.isLogoOnCopy
      ? ['The logo stands on the copy: choose another placement, or `auto`']
      : [],
  }
}
