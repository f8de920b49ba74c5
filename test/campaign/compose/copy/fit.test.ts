import { expect, test } from 'bun:test'
import { directionOf } from '../../../../src/campaign/compose/copy/bidi.ts'
import { chooseFaces } from '../../../../src/campaign/compose/copy/choose-faces.ts'
import { cleanContent } from '../../../../src/campaign/compose/copy/clean-content.ts'
import {
  type FittedCopy,
  fitCopy,
  type MeasuredCopy,
} from '../../../../src/campaign/compose/copy/fit-copy.ts'
import { freeBoxes, overlap } from '../../../../src/campaign/compose/copy/free-boxes.ts'
import { measureParagraph } from '../../../../src/campaign/compose/copy/measure-paragraph.ts'
import { UnsupportedScript } from '../../../../src/campaign/compose/copy/unsupported-script.ts'
import { createRandom } from '../../../../src/campaign/scene/procedural/core/random.ts'
import { testSeed } from '../../../support/seed.ts'
import { sizeOf } from '../../../support/soak.ts'
import { fonts } from '../kit.ts'
import naughty from './naughty.json'
import samples from './samples.json'

const seed = testSeed(import.meta.file)

async function measure(content: string): Promise<MeasuredCopy> {
  const { paragraphs } = cleanContent(content)
  const faces = await chooseFaces(fonts, 'bold', paragraphs)
  const measured = paragraphs.map((text) => measureParagraph(fonts, text, directionOf(text) ?? 'ltr', faces))
  return { style: 'bold', paragraphs: measured, faces: [faces.primary] }
}

function fit(
  copy: MeasuredCopy,
  width: number,
  height: number,
  sizeMaxPx: number,
  sizeMinPx = 14,
): FittedCopy | undefined {
  return fitCopy(fonts, copy, { width, height }, { sizeMinPx, sizeMaxPx, scale: 1 })
}

test('copy never leaves its box, and would leave it if it were larger', async () => {
  const { next, int, range } = createRandom(seed, 'boxes')
  const pick = (list: readonly { text: string }[]) => list[int(0, list.length - 1)]?.text ?? ''
  let fits = 0
  for (let round = 0; round < sizeOf({ short: 100, soak: 2_000 }); round += 1) {
    const parts = Array.from({ length: int(1, 3) }, () => pick(next() < 0.5 ? samples : naughty))
    const copy = await measure(parts.join(next() < 0.5 ? ' ' : '\n'))
    if (copy.paragraphs.length === 0) continue
    const [width, height, max] = [range(100, 1_000), range(40, 940), range(20, 220)]
    const fitted = fit(copy, width, height, max)
    if (fitted === undefined) continue
    fits += 1
    expect(fitted.sizePx).toBeLessThanOrEqual(max)
    expect(fitted.sizePx).toBeGreaterThanOrEqual(14)
    for (const line of fitted.lines) {
      expect(line.width).toBeLessThanOrEqual(width)
      expect(line.top + line.height).toBeLessThanOrEqual(height)
      expect(line.baseline).toBeGreaterThan(line.top)
      expect(line.baseline).toBeLessThan(line.top + line.height)
    }
    // Kerning at the ends of lines may cost a pixel.
    const larger = fitted.sizePx + 2
    if (larger < max) expect(fit(copy, width, height, larger, larger)).toBeUndefined()
  }
  expect(fits).toBeGreaterThan(30)
})

test('random characters of supported scripts are set or refused, and nothing else happens', async () => {
  const { next, int, pick } = createRandom(seed, 'characters')
  const blocks =
    '20-24f 300-52f 590-6ff 900-97f 1100-11ff 1e00-20ff 2190-27bf 3000-31ff ac00-d7ff d800-dfff fb1d-ffff 1f1e6-1f9ff e0000-e01ff'
      .split(' ')
      .map((block) => block.split('-').map((hex) => Number.parseInt(hex, 16)))
  const outcomes = new Map<string, number>()
  for (let round = 0; round < sizeOf({ short: 400, soak: 8_000 }); round += 1) {
    const [first = 0x20, last = 0x7e] = blocks[int(0, blocks.length - 1)] ?? []
    const chars = Array.from({ length: int(1, 6) }, () =>
      next() < 0.3
        ? pick([' ', 'a', '\u05e9', '\ufe0f', '\u200d', '\u0627', '\u0301'])
        : String.fromCodePoint(int(first, last)),
    )
    const outcome = await measure(chars.join('')).then(
      (copy) =>
        copy.paragraphs.length === 0
          ? 'blank'
          : fit(copy, 2_000, 2_000, 40) === undefined
            ? 'too long'
            : 'set',
      (error: unknown) => (error instanceof UnsupportedScript ? 'refused' : String(error)),
    )
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
  }
  expect([...outcomes.keys()].filter((outcome) => !['blank', 'set', 'refused'].includes(outcome))).toEqual([])
  expect(outcomes.get('set')).toBeGreaterThan(100)
})

test.each([
  ['일요일 아침을 위한 따뜻한 커피 한 잔', /^\S.*\S$/, ' '],
  ['カフェラテとコーヒーゼリーのボタニカルコレクション', /^[^\u30fcァィゥェォャュョッ、。]/, ''],
])('%s is broken between words', async (content, line, joint) => {
  const fitted = fit(await measure(content), 420, 900, 60)
  const lines = fitted?.lines.map(({ text }) => text) ?? []
  expect(lines.length).toBeGreaterThan(1)
  for (const text of lines) expect(text).toMatch(line)
  expect(lines.join(joint)).toBe(content)
})

test('a soft hyphen shows only where it divides a word', async () => {
  const word = 'Donau\u00addampf\u00adschifffahrt'
  const [whole, divided] = [
    fit(await measure(word), 1000, 200, 40),
    fit(await measure(word), 260, 400, 60, 50),
  ]
  const hyphens = (fitted: FittedCopy | undefined) =>
    fitted?.lines.map(
      ({ glyphs, text }) =>
        glyphs.filter(
          ({ cluster, advance }) =>
            advance > 0 && text.endsWith('\u00ad') && cluster === word.indexOf(text) + text.length - 1,
        ).length,
    )
  expect(hyphens(whole)).toEqual([0])
  expect(hyphens(divided)?.slice(0, 1)).toEqual([1])
})

test('free boxes overlap no taken box, and none lies inside of another', () => {
  const { int } = createRandom(seed, 'free boxes')
  const box = () => ({ left: int(0, 899), top: int(0, 899), width: int(1, 500), height: int(1, 500) })
  for (let round = 0; round < 500; round += 1) {
    const area = { left: 50, top: 50, width: 900, height: 900 }
    const taken = Array.from({ length: int(0, 4) }, box)
    const free = freeBoxes(area, taken)
    for (const one of free) {
      expect(taken.some((other) => overlap(one, other))).toBe(false)
      const isInside = (other: typeof one) =>
        other !== one &&
        other.left <= one.left &&
        other.top <= one.top &&
        other.left + other.width >= one.left + one.width &&
        other.top + other.height >= one.top + one.height
      expect(free.some(isInside)).toBe(false)
    }
    const point = { left: int(50, 949), top: int(50, 949), width: 1, height: 1 }
    expect(free.some((one) => overlap(one, point))).toBe(!taken.some((other) => overlap(other, point)))
  }
})
