import { type Color, colorOf, leanHue, type Oklch, turnHue, withoutMud } from '../../../../numeric/color.ts'
import { mix } from '../../../../numeric/math.ts'
import { fillRaster, mixInto } from '../../core/float-raster.ts'
import { createRamp, readRamp, type SceneLight } from '../../core/scene-light.ts'
import { createFamily } from '../create-family.ts'
import type { ScenePlan } from '../family.ts'
import { papercut as lightness } from '../tables.json' with { type: 'json' }
import { discOutline, hillOutlines } from './shapes.ts'
import { laySheet, type Sheet } from './sheet.ts'

/** Stacked sheets of cut paper: hills under a sun. */
export const papercut = createFamily('papercut', ({ random, frame, light, plan }) => {
  const count = random.int(6, 7)
  const sun = {
    x: frame.width / 2 + random.range(-0.2, 0.2) * frame.unit,
    y: frame.height * random.range(0.27, 0.33),
    radius: frame.unit * random.range(0.085, 0.11),
  }
  const top = light.sky[0] ?? light.shade
  const bottom = light.sky.at(-1) ?? light.shade
  const tones = paperTones(light, plan)
  const disc = { ...light.sun, l: light.isNight ? 0.9 : 0.88, c: light.isNight ? 0.035 : 0.12 }
  const halo = light.isNight ? bottom : disc
  const rings = [0.3, 0.62, 1].map((share, ring): Sheet => {
    const radius = sun.radius * (1 + (2 - ring) * 0.34)
    const color = {
      l: mix(bottom.l, halo.l, share * share),
      c: mix(bottom.c, halo.c, share),
      h: turnHue(bottom.h, halo.h, share),
    }
    return {
      body: path(discOutline(sun.x, sun.y, radius)),
      color: colorOf(ring === 2 ? disc : color),
      lift: 0.5,
      rim: 0,
    }
  })
  const hills = hillOutlines(random.fork('hills'), frame, count).map(
    (outline, i): Sheet => ({ body: path(outline), color: tones((i + 0.6) / count), lift: 1, rim: 0.34 }),
  )
  const shadow = { x: random.pick([-1, 1]) * 0.4, y: -0.9 }
  const [above, below] = [colorOf(top), colorOf(bottom)]
  return {
    focal: { x: sun.x / frame.width, y: sun.y / frame.height },
    async paint(raster) {
      fillRaster(raster, (_, y, into) => mixInto(into, above, below, y / raster.height))
      for (const sheet of [...rings, ...hills]) await laySheet(raster, frame, shadow, sheet)
    },
  }
})

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
