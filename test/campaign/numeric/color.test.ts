import { expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  colorOf,
  cssOf,
  hueDistance,
  leanHue,
  oklabOf,
  oklchOf,
  turnHue,
} from '../../../src/campaign/numeric/color.ts'
import { createRamp, rampIndex } from '../../../src/campaign/scene/procedural/core/scene-light.ts'
import { testSeed } from '../../support/seed.ts'

const seed = testSeed('core/color.test.ts')
const unit = fc.double({ min: 0, max: 1, noNaN: true })
const hue = fc.double({ min: 0, max: 360, noNaN: true })

test('a hex colour survives the way through OKLCH', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (value) => {
      const hex = `#${value.toString(16).padStart(6, '0')}`
      const bytes = [value >> 16, (value >> 8) & 255, value & 255]
      expect(cssOf(colorOf(oklchOf(hex)))).toBe(`rgb(${bytes.join(',')})`)
    }),
    { seed, numRuns: 300 },
  )
})

test('a colour beyond sRGB loses chroma and keeps lightness and hue', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.3, max: 0.9, noNaN: true }), hue, (l, h) => {
      const color = colorOf({ l, c: 0.4, h })
      for (const channel of Object.values(color)) {
        expect(channel).toBeGreaterThanOrEqual(0)
        expect(channel).toBeLessThanOrEqual(1)
      }
      const lab = oklabOf(color)
      const shown = (Math.atan2(lab.b, lab.a) * 180) / Math.PI
      expect(Math.abs(lab.l - l)).toBeLessThan(0.01)
      expect(hueDistance(shown, h)).toBeLessThan(3)
    }),
    { seed, numRuns: 200 },
  )
})

test('a hue turns on the shorter way round', () => {
  expect(turnHue(350, 20, 0.5)).toBeCloseTo(5)
  expect(turnHue(20, 350, 1)).toBeCloseTo(350)
})

test('a yellow that leans to blue gets paler and never green', () => {
  const yellow = { l: 0.8, c: 0.15, h: 85 }
  for (const share of [0.1, 0.25, 0.4]) {
    const leaning = leanHue(yellow, 265, share)
    expect(leaning.c).toBeLessThan(yellow.c)
    expect(hueDistance(leaning.h, 85)).toBeLessThan(2)
  }
})

test('a ramp starts and ends with its stops and has no step that an eye could see', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ l: unit, c: fc.constant(0.08), h: hue }), { minLength: 2, maxLength: 5 }),
      (colors) => {
        const stops = colors.map((color, i) => ({ at: i / (colors.length - 1), ...color }))
        const ramp = createRamp(stops)
        const last = stops.at(-1)
        if (!last) throw new Error('Expected at least two stops')
        expect(ramp[rampIndex(1) + 1]).toBeCloseTo(colorOf(last).g, 4)
        for (let i = 3; i < ramp.length; i++) {
          expect(Math.abs(Math.sqrt(ramp[i] ?? 0) - Math.sqrt(ramp[i - 3] ?? 0))).toBeLessThan(0.03)
        }
      },
    ),
    { seed, numRuns: 40 },
  )
})
