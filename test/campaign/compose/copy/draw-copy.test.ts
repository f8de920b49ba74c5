import { describe, expect, test } from 'bun:test'
import { anchors, type CopyControls } from '../../../../src/campaign/compose/controls.ts'
import { CopyTooLong } from '../../../../src/campaign/compose/copy/copy-too-long.ts'
import {
  type CopyRequest,
  type DrawnCopy,
  drawCopy,
} from '../../../../src/campaign/compose/copy/draw-copy.ts'
import { overlap } from '../../../../src/campaign/compose/copy/free-boxes.ts'
import { UnsupportedScript } from '../../../../src/campaign/compose/copy/unsupported-script.ts'
import { formats } from '../../../../src/campaign/compose/formats.ts'
import { AppError } from '../../../../src/kernel/runtime/errors.ts'
import { isSoak } from '../../../support/soak.ts'
import { drawRaster, fonts } from '../kit.ts'
import { requestFor } from './copy-kit.ts'
import naughty from './naughty.json'
import refused from './refused.json'
import samples from './samples.json'

async function draw(
  copy: CopyControls,
  overrides: Partial<Omit<CopyRequest, 'copy'>> = {},
): Promise<DrawnCopy> {
  const drawn = await drawCopy(fonts, requestFor(copy, overrides))
  if (drawn === undefined) throw new Error('Nothing was drawn')
  return drawn
}

/** The smallest box around everything that is not fully transparent, in pixels of the canvas. */
function inkOf({ pixels, box }: DrawnCopy) {
  const { data, width, height } = pixels
  let [left, top, right, bottom] = [width, height, 0, 0]
  for (let at = 3; at < data.length; at += 4) {
    if (data[at] === 0) continue
    const [x, y] = [((at - 3) / 4) % width, Math.floor((at - 3) / 4 / width)]
    left = Math.min(left, x)
    right = Math.max(right, x + 1)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y + 1)
  }
  return { left: box.left + left, top: box.top + top, right: box.left + right, bottom: box.top + bottom }
}

test.each(samples)('$name is drawn', async ({ text }) => {
  const drawn = await draw({ content: text })
  expect(drawn.lines.join(' ').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
  expect(drawn.pixels).toMatchObject({ width: drawn.box.width, height: drawn.box.height, channels: 4 })
  expect(drawn.pixels.data.some((value) => value !== 0)).toBe(true)
})

test('hostile text is drawn inside of its box, or refused', async () => {
  const outcomes = new Map<string, string>()
  for (const { text } of [...naughty, ...refused]) {
    try {
      const drawn = await drawCopy(fonts, requestFor({ content: text }))
      if (drawn === undefined) continue
      const { left, top, width, height } = drawn.box
      const isInside = left >= 0 && top >= 0 && left + width <= 1080 && top + height <= 1080
      outcomes.set(text, isInside ? 'drawn' : 'outside')
    } catch (error) {
      outcomes.set(text, error instanceof AppError && error.status === 400 ? 'refused' : String(error))
    }
  }
  expect(new Set(outcomes.values())).toEqual(new Set(['drawn', 'refused']))
})

test.each(refused)('$script is refused by name with an example', async ({ script, text }) => {
  const error = await drawCopy(fonts, requestFor({ content: text })).catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(UnsupportedScript)
  if (!(error instanceof UnsupportedScript)) return
  expect(error).toMatchObject({ status: 400, slug: 'invalid_request', extra: { script } })
  if (script !== null) expect(error.message).toContain(script)
  expect(text).toContain(String(error.extra['example']))
})

test.each(['', '   ', '\n\n', '\u200b\u200d', '\u0000\u202e'])(
  'blank content %j draws nothing',
  async (content) => {
    expect(await drawCopy(fonts, requestFor({ content }))).toBeUndefined()
  },
)

test('markup is drawn as characters, and overrides of direction change nothing', async () => {
  const [markup, plain] = [await draw({ content: '<b>Sale</b>' }), await draw({ content: 'Sale' })]
  expect(markup.lines).toEqual(['<b>Sale</b>'])
  expect(markup.box.width).toBeGreaterThan(plain.box.width)
  expect((await draw({ content: '\u202eSale\u202c' })).pixels.data).toEqual(plain.pixels.data)
})

test('explicit line breaks are kept, and what follows an empty line is set smaller', async () => {
  const same = await draw({ content: 'Fresh\nRoasted\r\nDaily' })
  expect(same.lines).toEqual(['Fresh', 'Roasted', 'Daily'])
  const subline = await draw({ content: 'Fresh\n\nRoasted daily since 1987' })
  expect(subline.lines).toEqual(['Fresh', 'Roasted daily since 1987'])
  expect(subline.box.height).toBeLessThan(same.box.height)
})

test('lines of a headline are of like length and no word stands alone at the end', async () => {
  const { lines } = await draw({ content: 'The quiet luxury of slow mornings at home', fontSize: 100 })
  const lengths = lines.map((line) => line.length)
  expect(Math.min(...lengths) / Math.max(...lengths)).toBeGreaterThan(0.55)
  expect(lines.at(-1)).toContain(' ')
})

test('the given size applies to a canvas of 1080, and shrinks with a warning where it does not fit', async () => {
  expect(await draw({ content: 'Sale', fontSize: 60 })).toMatchObject({ fontSizePx: 60, warnings: [] })
  const { width, height } = formats.landscape
  const canvas = drawRaster(width, height, () => [255, 255, 255])
  expect((await draw({ content: 'Sale', fontSize: 60 }, { canvas })).fontSizePx).toBeCloseTo(
    (60 * 1200) / 1080,
  )

  const long = await draw({ content: 'Donaudampfschifffahrtsgesellschaftskapitän', fontSize: 300 })
  expect(long.fontSizePx).toBeLessThan(100)
  expect(long.lines).toHaveLength(1)
  expect(long.warnings).toEqual([expect.stringContaining('at 300 it does not fit')])
})

test.each(isSoak ? (['bold', 'regular', 'serif'] as const) : (['serif'] as const))(
  '500 characters fit every format in %s',
  async (style) => {
    const content = 'A slow morning, a good cup and nothing else to do. '.repeat(10).slice(0, 500)
    for (const { width, height } of Object.values(formats)) {
      const canvas = drawRaster(width, height, () => [240, 240, 240])
      const calm = { left: 0, top: 0, width: width / 2, height: height / 2 }
      const drawn = await draw({ content, style }, { canvas, calm })
      expect(drawn.fontSizePx).toBeGreaterThanOrEqual(14 * (width / 1080))
    }
  },
)

test('copy that cannot be legible is refused with its measures', async () => {
  for (const content of ['W'.repeat(200), 'a\n'.repeat(20)]) {
    const avoid = [{ left: 0, top: 0, width: 1080, height: 900 }]
    const error = await drawCopy(fonts, requestFor({ content }, { avoid })).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(CopyTooLong)
    expect(error).toMatchObject({ status: 400, slug: 'invalid_request' })
    expect(String(error)).toContain('14 pixels')
  }
})

describe('place', () => {
  const margin = 0.06 * 1080

  test.each([...anchors, 'auto'] as const)(
    '%s keeps the margin, is on its side and stays clear of the logo',
    async (position) => {
      for (const logo of [
        { left: 65, top: 65, width: 240, height: 120 },
        { left: 420, top: 480, width: 240, height: 120 },
        { left: 775, top: 895, width: 240, height: 120 },
      ]) {
        const drawn = await draw({ content: 'Follow the long light', position }, { avoid: [logo] })
        expect(overlap(drawn.box, logo)).toBe(false)
        const { left, top, width, height } = drawn.box
        const [x, y] = [left + width / 2, top + height / 2]
        if (position.endsWith('left')) expect(x).toBeLessThan(540)
        if (position.endsWith('right')) expect(x).toBeGreaterThan(540)
        if (position.startsWith('top')) expect(y).toBeLessThan(540)
        if (position.startsWith('bottom')) expect(y).toBeGreaterThan(540)
        const ink = inkOf(drawn)
        expect(Math.min(ink.left, ink.top, 1080 - ink.right, 1080 - ink.bottom)).toBeGreaterThanOrEqual(
          margin - 1,
        )
      }
    },
  )

  test('auto stays inside of the calm box', async () => {
    const calm = { left: 500, top: 600, width: 500, height: 360 }
    const ink = inkOf(await draw({ content: 'Salt and pepper' }, { calm }))
    expect(ink.left).toBeGreaterThanOrEqual(500)
    expect(ink.right).toBeLessThanOrEqual(1000)
    expect(ink.top).toBeGreaterThanOrEqual(600)
    expect(ink.bottom).toBeLessThanOrEqual(960)
  })

  test('auto aligns copy in Arabic to the right and copy in English to the left', async () => {
    const calm = { left: 0, top: 0, width: 500, height: 1080 }
    const rightEdges = async (content: string) => {
      const { pixels } = await draw({ content, fontSize: 40 }, { calm })
      const half = Math.floor(pixels.height / 2)
      return await Promise.all([0, half].map((top) => rightEdge(pixels, top, top + half)))
    }
    const [longArabic = 0, shortArabic = 0] = await rightEdges('عطلة الصيف تبدأ\nهنا')
    expect(Math.abs(longArabic - shortArabic)).toBeLessThan(12)
    const [longEnglish = 0, shortEnglish = 0] = await rightEdges('Summer begins\nnow')
    expect(longEnglish - shortEnglish).toBeGreaterThan(80)
  })

  test('the baseline does not depend on the letters', async () => {
    const bottoms = await Promise.all(
      ['nim', 'nÉm', 'hill'].map(
        async (content) => inkOf(await draw({ content, fontSize: 90, position: 'top-left' })).bottom,
      ),
    )
    expect(new Set(bottoms).size).toBe(1)
  })
})

test('emoji have colours of their own, flags included', async () => {
  const { pixels, color } = await draw({ content: '🍓 🇫🇷' })
  const { data } = pixels
  let [red, blue] = [0, 0]
  for (let at = 0; at < data.length; at += 4) {
    const [r = 0, g = 0, b = 0, alpha = 0] = data.subarray(at, at + 4)
    if (alpha === 255 && r > 180 && g < 60) red += 1
    if (alpha === 255 && b > 110 && r < 40) blue += 1
  }
  expect(color).toBe('#141414')
  expect(red).toBeGreaterThan(1000)
  expect(blue).toBeGreaterThan(500)
})

function rightEdge({ data, width }: DrawnCopy['pixels'], top: number, bottom: number): number {
  let right = 0
  for (let y = top; y < bottom; y += 1) {
    for (let x = right; x < width; x += 1) if ((data[(y * width + x) * 4 + 3] ?? 0) > 0) right = x
  }
  return right
}
