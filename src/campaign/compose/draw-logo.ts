import type { Raster } from '../images/raster.ts'
import { isUpscaled, logoAtSize } from '../logos/logo-at-size.ts'
import type { LogoMaster } from '../logos/logo-master.ts'
import { within } from './boxes.ts'
import type { Composition } from './composition.ts'
import type { Controls } from './controls.ts'
import { contrastText, luminanceRange } from './copy/contrast.ts'
import { tintOf } from './judge-layout.ts'
import { logoContrast, logoContrastMin, logoTones } from './logo-tones.ts'

/** Renders the logo for its box, and measures every tone of its edge against the pixels under it. */
export async function drawLogo(composition: Composition): Promise<Composition> {
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
  const contrast = logoContrast(logoTones(exact), range, controls.opacity)
  if (contrast < logoContrastMin)
    warnings.push(
      `The logo's contrast at ${place.anchor} is ${contrastText(contrast)}:1, below ${logoContrastMin}:1: ${remedies(controls, master)}`,
    )
  const { clearBox, anchor: placement } = place
  return { ...composition, logo: { pixels, box, clearBox, placement, contrast }, warnings }
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
