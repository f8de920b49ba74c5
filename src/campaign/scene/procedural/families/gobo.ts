import { turnHue } from '../../../numeric/color.ts'
import { clamp01, type Random } from '../../../numeric/math.ts'
import { type FloatRaster, fillRaster, mixInto } from '../core/float-raster.ts'
import { readTile, sampleTile, sharedNoiseTile } from '../core/noise.ts'
import { type Plane, samplePlane } from '../core/plane.ts'
import { createRamp, type Ramp, readRamp, type SceneLight } from '../core/scene-light.ts'
import { cellOf, rasterizePlane } from '../core/silhouette.ts'
import { createFamily, type Scene } from './create-family.ts'
import type { Frame, ScenePlan } from './family.ts'
import { growSprig, type SprigKind, silhouetteOf } from './foliage/foliage.ts'
import { gobo as walls } from './tables.json' with { type: 'json' }

const plants: Readonly<Record<ScenePlan['season'], readonly [SprigKind, ...SprigKind[]]>> = {
  spring: ['olive', 'round', 'olive'],
  summer: ['palm', 'palm', 'fern'],
  autumn: ['beech', 'olive', 'twig'],
  winter: ['twig', 'fir', 'twig'],
}

/** Light through a window on a plastered wall, with the shadow of a plant. */
export const gobo = createFamily('gobo', (scene) => {
  const { plan, frame, random } = scene
  const layout = createLayout(random, frame)
  const kind = random.pick(plants[plan.season])
  const draw = (body: string, reduce: number, blur: number) =>
    rasterizePlane(body, frame, { reduce, blur: blur * frame.scale })
  const sprigs = (name: string, count: number) => foliage(random.fork(name), kind, layout, frame, count)
  return {
    focal: { x: layout.side < 0 ? 0.34 : 0.66, y: 0.36 },
    async paint(raster) {
      const [panes, near, far] = await Promise.all([
        draw(windowPanes(layout, frame), 4, layout.softness),
        draw(sprigs('near', 3), 2, 5),
        draw(sprigs('far', 4), 4, 17),
      ])
      paintWall(raster, scene, layout.side, { panes, near, far })
    },
  }
})

interface Layout {
  /** Where the plant grows: -1 left, 1 right. */
  side: number
  /** Horizontal shift per vertical pixel of the window's light. */
  skew: number
  columns: number
  rows: number
  softness: number
  /** Height of the light as a fraction of the picture. */
  height: number
  /** Left edge and width of the light as fractions of the picture. */
  left: number
  width: number
}

function createLayout(random: Random, frame: Frame): Layout {
  const side = random.pick([-1, 1])
  const isWide = frame.width > frame.height * 1.3
  const columns = random.int(2, 3)
  const rows = random.int(2, 3)
  const left = random.range(0.1, 0.22)
  return {
    side,
    skew: side * random.range(0.22, 0.5),
    columns: isWide ? columns + 1 : columns,
    rows: isWide ? rows - 1 : rows,
    softness: random.range(8, 15),
    height: random.range(0.88, 1.2),
    left,
    width: random.range(0.62, 0.74),
  }
}

/** The lit panes as one slanted drawing; light falls where it is opaque. */
function windowPanes({ skew, columns, rows, left, width, height }: Layout, frame: Frame): string {
  const across = frame.width * width
  const down = frame.height * height
  const bar = frame.unit * 0.022
  const x0 = frame.width * left
  const y0 = frame.height * -0.1
  const panes: string[] = []
  for (let column = 0; column < columns; column++) {
    for (let row = 0; row < rows; row++) {
      const x = x0 + (column * across) / columns + bar / 2
      const y = y0 + (row * down) / rows + bar / 2
      panes.push(`M${x} ${y}h${across / columns - bar}v${down / rows - bar}h${bar - across / columns}Z`)
    }
  }
  return `<path transform="matrix(1 0 ${-skew} 1 ${(skew * frame.height) / 2} 0)" d="${panes.join('')}"/>`
}

function foliage(random: Random, kind: SprigKind, { side }: Layout, frame: Frame, count: number): string {
  const sprigs = Array.from({ length: count }, () => {
    const inwards = random.range(-0.12, 0.3)
    const x = side < 0 ? inwards * frame.width : (1 - inwards) * frame.width
    const fall = random.range(0.35, 1.25)
    return growSprig(random, kind, {
      x,
      y: frame.height * random.range(-0.16, 0.2),
      angle: side < 0 ? fall : Math.PI - fall,
      length: frame.unit * random.range(0.46, 0.74),
    })
  })
  return sprigs.map(silhouetteOf).join('')
}

function paintWall(
  raster: FloatRaster,
  { frame, light, plan, ...scene }: Scene,
  side: number,
  { panes, near, far }: Record<'panes' | 'near' | 'far', Plane>,
): void {
  const { width, height } = raster
  const { lit, shade } = wallRamps(light, plan)
  const fine = sharedNoiseTile({ size: 512, frequency: 14, octaves: 5, gain: 0.55 })
  const broad = sharedNoiseTile({ size: 256, frequency: 4, octaves: 4, gain: 0.55 })
  const random = scene.random.fork('wall')
  const shiftX = random.int(0, 511)
  const shiftY = random.int(0, 511)
  const step = side < 0 ? 2 : -2
  const grain = 1 / frame.scale
  const bright = { r: 0, g: 0, b: 0 }
  fillRaster(raster, (x, y, into) => {
    // Raking light shows the slope of the plaster along the light.
    const tx = (x * grain + shiftX) | 0
    const ty = (y * grain + shiftY) | 0
    const slope = readTile(fine, tx, ty) - readTile(fine, tx + step, ty + 2)
    const wave =
      sampleTile(broad, tx * 0.21, ty * 0.3) - sampleTile(broad, (tx + step * 5) * 0.21, (ty + 10) * 0.3)
    const relief = slope * 0.36 + wave * 0.42
    const farX = cellOf(x, 4)
    const farY = cellOf(y, 4)
    const leaves =
      (1 - 0.82 * samplePlane(near, cellOf(x, 2), cellOf(y, 2))) * (1 - 0.6 * samplePlane(far, farX, farY))
    const sun = (0.05 + 0.95 * samplePlane(panes, farX, farY)) * leaves
    const away = (side < 0 ? x : width - x) / width + (0.8 * y) / height
    readRamp(shade, clamp01(0.58 + relief * 0.45 - 0.2 * (away - 0.9)), into)
    readRamp(lit, clamp01(0.66 + relief * (0.35 + sun) - 0.16 * (away - 0.9)), bright)
    mixInto(into, into, bright, sun * (1.1 - 0.26 * away))
  })
}

/** Warm light on the wall and the cooler wall in shadow; a palette paints the wall. */
function wallRamps(
  { main, shade, tint }: SceneLight,
  { timeOfDay, palette }: ScenePlan,
): { lit: Ramp; shade: Ramp } {
  const top = tint(walls.lit[timeOfDay], 0.6)
  const c = palette.length > 0 ? Math.max(top.c, Math.min(0.1, main.c * 0.7)) : top.c
  const low = tint(
    {
      l: top.l - walls.drop[timeOfDay],
      c: Math.min(0.07, c * 0.62 + 0.014),
      h: turnHue(shade.h, top.h, 0.12),
    },
    0.35,
  )
  return {
    lit: createRamp([
      { at: 0, l: top.l - 0.14, c: c * 1.3, h: top.h - 12 },
      { at: 0.55, l: top.l, c, h: top.h },
      { at: 1, l: Math.min(0.985, top.l + 0.09), c: c * 0.75, h: top.h + 10 },
    ]),
    shade: createRamp([
      { at: 0, l: low.l - 0.13, c: low.c * 1.1, h: low.h },
      { at: 0.55, l: low.l, c: low.c, h: low.h },
      { at: 1, l: low.l + 0.09, c: low.c * 0.9, h: low.h + 8 },
    ]),
  }
}
