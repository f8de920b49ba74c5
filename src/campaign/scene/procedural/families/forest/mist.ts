import { colorOf } from '../../../../numeric/color.ts'
import { clamp01, mix, smoothstep } from '../../../../numeric/math.ts'
import type { Random } from '../../../../numeric/random.ts'
import type { FloatRaster } from '../../core/float-raster.ts'
import { mixOklch } from '../../core/mix-oklch.ts'
import { gradientNoise } from '../../core/noise.ts'
import { createPlane, samplePlane } from '../../core/plane.ts'
import type { SceneLight } from '../../core/scene-light.ts'
import type { ForestColors, ForestView } from './view.ts'

const reduce = 4

/** Fills the view's mist: pale along the ground and around the sun, darker towards the crowns. */
export function paintMist(
  view: ForestView,
  light: SceneLight,
  random: Random,
  { sun: key }: ForestColors,
): void {
  const { mist, frame, sun, eyeRow } = view
  const drift = gradientNoise(random)
  const horizon = light.sky.at(-1) ?? light.sun
  const leafy = light.tint({ l: 0.7, c: 0.06, h: 135 }, 0.75)
  const pale = colorOf(mixOklch({ ...horizon, l: horizon.l * 0.86 }, leafy, light.isNight ? 0.15 : 0.38))
  const upper = light.sky.at(1) ?? light.shade
  const dusky = colorOf(mixOklch({ ...upper, l: upper.l * 0.62 }, light.shade, 0.5))

  const paleness = createPlane(Math.ceil(mist.width / reduce) + 1, Math.ceil(mist.height / reduce) + 1)
  const glow = createPlane(paleness.width, paleness.height)
  for (let row = 0, i = 0; row < glow.height; row++) {
    for (let column = 0; column < glow.width; column++, i++) {
      const dx = (column * reduce - sun.x) / frame.unit
      const dy = (row * reduce - sun.y) / frame.unit
      const distance = Math.sqrt(dx * dx * 0.8 + dy * dy)
      const low = (row * reduce - eyeRow) / frame.unit
      const wisps = 0.08 * drift(dx * 1.6, dy * 4 + 3)
      paleness.data[i] = clamp01(Math.exp(-distance * 1.5) + 0.32 * Math.exp(-low * low * 14) + wisps)
      glow.data[i] = light.power * (0.42 * Math.exp(-distance * 3.4) + 0.5 * Math.exp(-distance * 9))
    }
  }
  for (let y = 0, i = 0; y < mist.height; y++) {
    for (let x = 0; x < mist.width; x++, i += 3) {
      const share = samplePlane(paleness, x / reduce, y / reduce)
      const shine = samplePlane(glow, x / reduce, y / reduce)
      mist.data[i] = mix(dusky.r, pale.r, share) + key.r * shine
      mist.data[i + 1] = mix(dusky.g, pale.g, share) + key.g * shine * 0.93
      mist.data[i + 2] = mix(dusky.b, pale.b, share) + key.b * shine * 0.84
    }
  }
}

const angles = 2048

/** Adds beams through gaps of the crowns, which fan out from a point above the sun. */
export function addShafts(
  { data, width, height }: FloatRaster,
  view: ForestView,
  { sun: key }: ForestColors,
  random: Random,
): void {
  const gaps = gradientNoise(random)
  const { frame, sun } = view
  const originX = sun.x + (sun.x - view.aheadColumn) * 4
  const originY = sun.y - frame.unit * 0.5
  const beams = Float32Array.from({ length: angles }, (_, i) => {
    const angle = (i / angles - 0.5) * Math.PI
    const open = clamp01(0.1 + gaps(angle * 9, 2) * 0.9 + gaps(angle * 26, 7) * 0.4)
    return 0.3 * open * Math.exp(-angle * angle * 3.5)
  })
  for (let y = Math.max(0, Math.ceil(originY)); y < height; y++) {
    const dy = (y - originY) / frame.unit
    const fade = smoothstep(0, 0.3, dy) * smoothstep(1.15, 0.35, dy)
    if (fade === 0) continue
    for (let x = 0, i = y * width * 3; x < width; x++, i += 3) {
      const angle = Math.atan2((x - originX) / frame.unit, dy)
      const light = fade * (beams[Math.round((angle / Math.PI + 0.5) * angles)] ?? 0)
      data[i] = (data[i] ?? 0) + key.r * light
      data[i + 1] = (data[i + 1] ?? 0) + key.g * light * 0.94
      data[i + 2] = (data[i + 2] ?? 0) + key.b * light * 0.84
    }
  }
}
