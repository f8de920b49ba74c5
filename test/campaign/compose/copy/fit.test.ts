import { beforeAll, expect, test } from 'bun:test'
import { directionOf } from '../../../../src/campaign/compose/copy/bidi.ts'
import { chooseFaces } from '../../../../src/campaign/compose/copy/choose-faces.ts'
import { cleanContent } from '../../../../src/campaign/compose/copy/clean-content.ts'
import {
  type FittedCopy,
  fitCopy,
  type MeasuredCopy,
} from '../../../../src/campaign/compose/copy/fit-copy.ts'
import { freeBoxes, overlap } from '../../../../src/campaign/compose/copy/free-boxes.ts'
import { type Fonts, loadFonts } from '../../../../src/campaign/compose/copy/load-fonts.ts'
import { measureParagraph } from '../../../../src/campaign/compose/copy/measure-paragraph.ts'
import { UnsupportedScript } from '../../../../src/campaign/compose/copy/unsupported-script.ts'
import { testSeed } from '../../../support/seed.ts'
import { sizeOf } from '../../../support/soak.ts'
import { seededRandom } from './copy-kit.ts'
import naughty from './naughty.json'
import samples from './samples.json'

const seed = testSeed(import.meta.file)
let fonts: Fonts
beforeAll(async () => {
  fonts = await loadFonts()
})

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
  const random = seededRandom(seed)
  const pick = (list: readonly { text: string }[]) => list[Math.floor(random() * list.length)]?.text ?? ''
  let fits = 0
  for (let round = 0; round < sizeOf({ short: 100, soak: 2_000 }); round += 1) {
    const parts = Array.from({ length: 1 + Math.floor(random() * 3) }, () =>
      pick(random() < 0.5 ? samples : naughty),
    )
    const copy = await measure(parts.join(random() < 0.5 ? ' ' : '\n'))
    if (copy.paragraphs.length === 0) continue
    const [width, height] = [100 + random() * 900, 40 + random() * 900]
    const max = 20 + random() * 200
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
  const random = seededRandom(seed)
  const blocks = [
    [0x20, 0x24f],
    [0x300, 0x52f],
    [0x590, 0x6ff],
    [0x900, 0x97f],
    [0x1100, 0x11ff],
    [0x1e00, 0x20ff],
    [0x2190, 0x27bf],
    [0x3000, 0x31ff],
    [0xac00, 0xd7ff],
    [0xd800, 0xdfff],
    [0xfb1d, 0xffff],
    [0x1f1e6, 0x1f9ff],
    [0xe0000, 0xe01ff],
  ]
  const outcomes = new Map<string, number>()
  for (let round = 0; round < sizeOf({ short: 400, soak: 8_000 }); round += 1) {
    const [first = 0x20, last = 0x7e] = blocks[Math.floor(random() * blocks.length)] ?? []
    const chars = Array.from({ length: 1 + Math.floor(random() * 6) }, () =>
      random() < 0.3
        ? ' a\u05e9\ufe0f\u200d\u0627\u0301'.charAt(Math.floor(random() * 7))
        : String.fromCodePoint(first + Math.floor(random() * (last - first + 1))),
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

test('free boxes touch nothing that is taken, and none lies inside of another', () => {
  const random = seededRandom(seed)
  const box = (most: number) => ({
    left: Math.floor(random() * 900),
    top: Math.floor(random() * 900),
    width: 1 + Math.floor(random() * most),
    height: 1 + Math.floor(random() * most),
  })
  for (let round = 0; round < 500; round += 1) {
    const area = { left: 50, top: 50, width: 900, height: 900 }
    const taken = Array.from({ length: Math.floor(random() * 5) }, () => box(500))
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
    const [x, y] = [50 + Math.floor(random() * 900), 50 + Math.floor(random() * 900)]
    const point = { left: x, top: y, width: 1, height: 1 }
    expect(free.some((one) => overlap(one, point))).toBe(!taken.some((other) => overlap(other, point)))
  }
})
