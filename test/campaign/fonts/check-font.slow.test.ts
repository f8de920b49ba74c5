import { expect, test } from 'bun:test'
import { compress } from 'woff2-encoder'
import { createBrandFaces } from '../../../src/campaign/compose/copy/brand-faces.ts'
import { glyphElements } from '../../../src/campaign/compose/copy/draw-glyphs.ts'
import { type Fonts, loadFonts } from '../../../src/campaign/compose/copy/load-fonts.ts'
import { measureText, setText } from '../../../src/campaign/compose/copy/set-text.ts'
import { checkFont } from '../../../src/campaign/fonts/check-font.ts'
import { checkUntrustedFont } from '../../../src/campaign/fonts/check-untrusted-font.ts'
import { createRandom } from '../../../src/campaign/numeric/math.ts'
import { changed, smallFont, tableIn } from '../../support/font-file.ts'
import { testSeed } from '../../support/seed.ts'
import { sizeOf } from '../../support/soak.ts'

test('a WOFF2 font has the same glyphs as the font inside of it', async () => {
  const woff2 = await compress(smallFont)
  const [{ facts, sfnt }, plain] = await Promise.all([checkUntrustedFont(woff2), checkFont(smallFont)])
  expect(facts).toEqual({ ...plain.facts, mediaType: 'font/woff2' })
  expect(tableIn(sfnt, 'hmtx').byteLength).toBe(tableIn(smallFont, 'hmtx').byteLength)
  const lying = changed(woff2, (copy) => new DataView(copy.buffer).setUint32(16, 0xffffffff))
  await expect(checkUntrustedFont(lying)).rejects.toThrow('has 4,294,967,295 bytes when decompressed')
  const half = woff2.slice(0, woff2.length / 2)
  await expect(checkUntrustedFont(half)).rejects.toThrow('is not a whole WOFF2 font')
})

test('glyphs that contain themselves or each other a billion times are drawn or refused in time', async () => {
  const bomb = changed(smallFont, (font) => {
    const [glyf, loca] = [tableIn(font, 'glyf'), tableIn(font, 'loca')]
    const isLong = tableIn(font, 'head').getUint16(50) === 1
    // Each glyph consists of the next one, four times; the last one of the first.
    const components = 4
    const bytes = 10 + components * 6
    for (let glyph = 0; glyph < 100; glyph += 1) {
      const at = glyph * ((bytes + 3) & ~3)
      glyf.setInt16(at, -1)
      for (let component = 0; component < components; component += 1) {
        const isLast = component === components - 1
        glyf.setUint16(at + 10 + 6 * component, isLast ? 0 : 0x20)
        glyf.setUint16(at + 12 + 6 * component, (glyph + 1) % 100)
      }
      if (isLong) loca.setUint32(4 * glyph, at)
      else loca.setUint16(2 * glyph, at / 2)
    }
  })
  const failure = await checkUntrustedFont(bomb).then(
    () => undefined,
    (error) => error,
  )
  expect(failure).toMatchObject({ key: 'font_rejected' })
  expect(failure.message).toContain('far larger than its size')
})

const fonts = await loadFonts()
const style = { cut: 'sans-800', use: 'headline', trackingEm: 0, leadingEm: 1 } as const

/** Sets and draws a text, where a font may still lack what its tables promise. */
async function expectSet(withBrand: Fonts) {
  try {
    const text = await measureText(withBrand, 'Ships from Haifa שלום 24/7', style)
    const set = setText(withBrand, text, { sizePx: 80, widthMax: 900, linesMax: 9 })
    const lines = (set?.lines ?? []).map((line) => ({ ...line, left: 0 }))
    expect(glyphElements(lines, '#000')).not.toContain('NaN')
  } catch (error) {
    expect(error).toMatchObject({ key: 'script_unsupported' })
  }
}

test('fonts with damaged tables are set or refused, never a crash or a hang', async () => {
  const tags = ['glyf', 'loca', 'cmap', 'GSUB', 'GPOS', 'GDEF', 'hmtx', 'maxp', 'hhea', 'head', 'name']
  const outcomes = { taken: 0, refused: 0 }
  const from = testSeed('check-font.slow.test.ts')
  for (let seed = from; seed < from + sizeOf({ short: 150, soak: 1_200 }); seed += 1) {
    const random = createRandom(seed, 'damage')
    const font = changed(smallFont, (copy) => {
      const table = tableIn(copy, tags[Math.floor(random.next() * tags.length)] ?? 'glyf')
      const bytes = 1 + Math.floor(random.next() * 40)
      for (let count = 0; count < bytes; count += 1)
        table.setUint8(Math.floor(random.next() * table.byteLength), Math.floor(random.next() * 256))
    })
    const failure = await checkFont(font).then(
      async ({ sfnt }) => {
        const brand = createBrandFaces()({ headline: { sha256: `${seed}`, family: 'Damaged', sfnt } })
        await expectSet({ ...fonts, brand })
      },
      (error) => error,
    )
    if (failure === undefined) outcomes.taken += 1
    else {
      expect({ seed, failure }).toMatchObject({ seed, failure: { key: 'font_rejected' } })
      outcomes.refused += 1
    }
  }
  expect(Math.min(outcomes.taken, outcomes.refused)).toBeGreaterThan(10)
})
