import { type Color, colorOf, leanHue, type Oklch, turnHue, withoutMud } from '../../../../numeric/color.ts'
import { mix } from '../../../../numeric/math.ts'
import { fillRaster, mixInto } from '../../core/float-raster.ts'
import { createRamp, readRamp, type SceneLight } from '../../core/scene-light.ts'
import { createFamily, type Scene } from '../create-family.ts'
import type { ScenePlan } from '../family.ts'
import { papercut as lightness } from '../tables.json' with { type: 'json' }
import { caveOutlines, discOutline, hillOutlines, waveOutlines } from './shapes.ts'
import { laySheet, type Sheet } from './sheet.ts'

/** Stacked sheets of cut paper: hills under a sun, an opening that winds down, or waves from two corners. */
export const papercut = createFamily('papercut', (scene) => {
  const picture = motifs[scene.random.pick(['hills', 'cave', 'hills', 'waves'])](scene)
  return {
    focal: picture.focal,
    async paint(raster) {
      const { top, bottom } = picture.ground
      fillRaster(raster, (_, y, into) => mixInto(into, top, bottom, y / raster.height))
      for (const sheet of picture.sheets) await laySheet(raster, scene.frame, picture.shadow, sheet)
    },
  }
})

interface Picture {
  /** Colours of the lowest sheet, top and bottom. */
  ground: { top: Color; bottom: Color }
  /** From the lowest to the highest. */
  sheets: Sheet[]
  shadow: { x: number; y: number }
  focal: { x: number; y: number }
}

const motifs: Readonly<Record<'hills' | 'cave' | 'waves', (scene: Scene) => Picture>> = {
  hills({ random, frame, light, plan }) {
    const count = random.int(6, 7)
    const sun = {
      x: frame.width / 2 + random.range(-0.2, 0.2) * frame.unit,
      y: frame.height * random.range(0.27, 0.33),
      radius: frame.unit * random.range(0.085, 0.11),
    }
    const top = light.sky[0] ?? light.shade
    const bottom = light.sky.at(-1) ?? light.shade
    const tones = paperTones(light, plan)
    const sheets: Sheet[] = []
    const disc = { ...light.sun, l: light.isNight ? 0.9 : 0.88, c: light.isNight ? 0.035 : 0.12 }
    const halo = light.isNight ? bottom : disc
    for (const [ring, share] of [0.3, 0.62, 1].entries()) {
      const radius = sun.radius * (1 + (2 - ring) * 0.34)
      const color = {
        l: mix(bottom.l, halo.l, share * share),
        c: mix(bottom.c, halo.c, share),
        h: turnHue(bottom.h, halo.h, share),
      }
      sheets.push({
        body: path(discOutline(sun.x, sun.y, radius)),
        color: colorOf(ring === 2 ? disc : color),
        lift: 0.5,
        rim: 0,
      })
    }
    const hills = hillOutlines(random.fork('hills'), frame, count)
    for (const [i, outline] of hills.entries()) {
      sheets.push({ body: path(outline), color: tones((i + 0.6) / count), lift: 1, rim: 0.34 })
    }
    return {
      ground: { top: colorOf(top), bottom: colorOf(bottom) },
      sheets,
      shadow: { x: random.pick([-1, 1]) * 0.4, y: -0.9 },
      focal: { x: sun.x / frame.width, y: sun.y / frame.height },
    }
  },

  cave({ random, frame, light, plan }) {
    const count = random.int(6, 8)
    const focal = { x: 0.5 + random.range(-0.06, 0.06), y: random.range(0.44, 0.54) }
    const center = { x: focal.x * frame.width, y: focal.y * frame.height }
    const tones = paperTones(light, plan)
    const angle = random.range(0.25, 1.35) * random.pick([-1, 1])
    // By night the depth glows; by day the light lies on the topmost sheet.
    const toneAt = (height: number) =>
      light.isNight ? tones(mix(0, 1, height)) : tones(mix(1, 0.04, height))
    return {
      ground: { top: toneAt(0), bottom: toneAt(0) },
      sheets: caveOutlines(random.fork('cave'), frame, count, center).map((outline, i) => ({
        body: path(outline),
        color: toneAt((i + 1) / count),
        lift: 1.1,
        rim: 0.12,
      })),
      shadow: { x: Math.sin(angle), y: Math.cos(angle) },
      focal,
    }
  },

  waves({ random, frame, light, plan }) {
    const count = random.int(9, 11)
    const rise = random.pick([-1, 1])
    const tones = paperTones(light, plan)
    const isReversed = random.next() < 0.5
    return {
      ground: { top: tones(isReversed ? 1 : 0), bottom: tones(isReversed ? 0.94 : 0.06) },
      sheets: waveOutlines(random.fork('waves'), frame, count, rise).map((outline, i) => ({
        body: path(outline),
        color: tones(isReversed ? 0.92 - (0.85 * (i + 1)) / count : 0.08 + (0.85 * (i + 1)) / count),
        lift: 1.05,
        rim: 0.2,
      })),
      shadow: { x: rise * 0.32, y: 0.3 },
      focal: { x: 0.5 - rise * 0.24, y: 0.68 },
    }
  },
}

const path = (outline: string) => `<path fill-rule="evenodd" d="${outline}"/>`

/** Paper from light to deep: the accent leads, the main colour follows, its shade ends. */
function paperTones({ main, accent, sun, shade, isNight, tint }: SceneLight, { timeOfDay }: ScenePlan) {
  const { far, near } = lightness[timeOfDay]
  const hour = isNight ? 0.5 : timeOfDay === 'dusk' ? 0.2 : 0
  const tone = (at: number, { c, h }: Oklch) => {
    const natural = { l: mix(far, near, at), c, h }
    return { at, ...withoutMud(leanHue(natural, shade.h, hour + 0.22 * at)) }
  }
  const ramp = createRamp([
    tone(0, tint({ l: far, c: 0.05, h: sun.h }, 0.1)),
    tone(0.3, { ...accent, c: Math.max(0.07, accent.c * 0.9) }),
    tone(0.58, { ...main, c: Math.max(0.08, main.c) }),
    tone(0.82, { ...main, c: Math.max(0.07, main.c * 0.9) }),
    tone(1, { ...main, c: Math.max(0.05, main.c * 0.65) }),
  ])
  return (depth: number): Color => {
    const color = { r: 0, g: 0, b: 0 }
    readRamp(ramp, depth, color)
    return color
  }
}
