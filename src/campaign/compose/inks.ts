import type { Raster } from '../images/raster.ts'
import { type Oklch, oklabOf, oklchOf } from '../scene/procedural/core/color.ts'
import { clamp } from '../scene/procedural/core/math.ts'
import type { Rgb } from './color.ts'
import { linearOf, rgbOf } from './color.ts'
import { luminanceOf } from './copy/contrast.ts'

/** The colours that overlays and plates are painted with. */
export interface Inks {
  /** Nearly black, tinted: light copy reads on it. */
  deep: Rgb
  /** Nearly white, tinted: dark copy reads on it. */
  paper: Rgb
  /** The most colourful one. */
  accent: Rgb
  /** The accent for areas that carry copy: a little darker where neither light nor dark copy would read on it. */
  surface: Rgb
  /** Goes with the accent, of another hue where there is one. */
  second: Rgb
}

/**
 * Takes the inks from a palette of hex colours, or from the scene's own colours when there is none.
 * Accents are colours of the palette as they are; the deep ink and the paper keep the hue of its darkest and lightest.
 */
export function inksOf(palette: readonly string[], scene: Raster): Inks {
  const colors = palette.length > 0 ? palette.map(oklchOf) : [dominantColor(scene)]
  const byColor = colors.toSorted((a, b) => vividness(b) - vividness(a))
  const main = byColor[0] ?? { l: 0.5, c: 0, h: 0 }
  const darkest = colors.reduce((a, b) => (b.l < a.l ? b : a))
  const lightest = colors.reduce((a, b) => (b.l > a.l ? b : a))
  const other = byColor.slice(1).find((color) => color.c > 0.04)
  return {
    deep: rgbOf({ l: Math.min(darkest.l, 0.23), c: Math.min(darkest.c, 0.07), h: darkest.h }),
    paper: rgbOf({ l: Math.max(lightest.l, 0.965), c: Math.min(lightest.c, 0.014), h: lightest.h }),
    accent: rgbOf(main),
    surface: surfaceOf(main),
    second: rgbOf(other ?? { l: clamp(main.l + 0.12, 0, 0.9), c: main.c, h: (main.h + 40) % 360 }),
  }
}

/** Pale and dark colours are less use as an accent than their chroma says. */
const vividness = ({ l, c }: Oklch) => c * (1 - Math.abs(l - 0.62))

/** Between these luminances neither near-white nor near-black copy has a contrast of 4.5:1. */
const unreadable = { from: 0.165, to: 0.22 }

function surfaceOf(accent: Oklch): Rgb {
  const isReadable = (color: Oklch) => {
    const luminance = luminanceOf(rgbOf(color))
    return luminance <= unreadable.from || luminance >= unreadable.to
  }
  let color = accent
  while (!isReadable(color)) color = { ...color, l: color.l - 0.005 }
  return rgbOf(color)
}

const samplesAcross = 48

/** The mean of a scene's colours, each weighted by its chroma, with the chroma of a good accent. */
function dominantColor({ width, height, data }: Raster): Oklch {
  const step = Math.max(1, Math.floor(width / samplesAcross))
  let [weight, l, a, b] = [0, 0, 0, 0]
  for (let y = 0; y < height; y += step) {
    for (let x = 0; x < width; x += step) {
      const at = (y * width + x) * 3
      const lab = oklabOf(linearOf([data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0]))
      const chroma = Math.hypot(lab.a, lab.b)
      weight += chroma
      l += lab.l * chroma
      a += lab.a * chroma
      b += lab.b * chroma
    }
  }
  if (weight === 0) return { l: 0.55, c: 0, h: 0 }
  const hue = (Math.atan2(b, a) * 180) / Math.PI
  const chroma = Math.hypot(a, b) / weight
  return { l: clamp(l / weight, 0.45, 0.72), c: clamp(chroma * 1.6, 0.03, 0.15), h: (hue + 360) % 360 }
}

/** Whichever of the two plain inks a mark of this luminance contrasts with more. */
export function backingInk({ deep, paper }: Inks, luminance: number): Rgb {
  const contrastWith = (ink: Rgb) => Math.abs(Math.log((luminanceOf(ink) + 0.05) / (luminance + 0.05)))
  return contrastWith(paper) >= contrastWith(deep) ? paper : deep
}
