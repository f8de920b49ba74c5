import { expect, test } from 'bun:test'
import { checkFont } from '../../../src/campaign/fonts/check-font.ts'
import { fontFile } from '../../../src/kernel/runtime/assets.ts'
import { changed, cmapTable, nameTable, smallFont, tableIn, withTable } from '../../support/font-file.ts'

const messageOf = async (font: Uint8Array) =>
  checkFont(font).then(
    ({ facts }) => `accepted ${facts.family}`,
    (error: Error) => error.message.replace(/^Cannot use this (?:font|file) as it /, ''),
  )

test('a font is known by its content, and only tables that the setting of text reads are kept', async () => {
  const { facts, sfnt } = await checkFont(withTable(smallFont, 'DSIG', new Uint8Array(400)))
  expect(facts).toMatchObject({
    mediaType: 'font/ttf',
    family: 'Noto Sans Hebrew',
    embedding: 'installable',
    isVariable: false,
    warnings: [],
  })
  expect(facts.scripts.toSorted()).toEqual(['Hebr', 'Latn'])
  expect(() => tableIn(sfnt, 'DSIG')).toThrow()
  expect(() => tableIn(sfnt, 'name')).toThrow()
  // What was checked can be uploaded again, up to its name.
  expect((await checkFont(sfnt)).facts).toMatchObject({ family: 'Unnamed font', glyphs: facts.glyphs })
})

test('names are what the font says, cleaned and cut; missing ones have a stand-in', async () => {
  const lies = { 1: '\u202eretnI\u202c <script>\n\u0000\u200bHelvetica'.padEnd(400, ' x'), 2: ' \u0007 ' }
  const { facts } = await checkFont(withTable(smallFont, 'name', nameTable(lies)))
  expect(facts.family).toStartWith('retnI <script> Helvetica x')
  expect(facts).toMatchObject({ style: 'Regular' })
  expect(facts.family.length).toBeLessThanOrEqual(60)
})

const hostile: readonly [string, (font: Uint8Array) => void, RegExp][] = [
  [
    '60,000 glyphs',
    (font) => tableIn(font, 'maxp').setUint16(4, 60_000),
    /^has 60,000 glyphs: send a subset/,
  ],
  ['no units per em', (font) => tableIn(font, 'head').setUint16(18, 0), /^has 0 units per em/],
  ['a restricted licence', (font) => tableIn(font, 'OS/2').setUint16(8, 2), /^forbids embedding/],
  ['bitmap embedding only', (font) => tableIn(font, 'OS/2').setUint16(8, 0x200), /bitmaps only/],
  [
    'a table past the end',
    (font) => new DataView(font.buffer).setUint32(12 + 12, 1 << 30),
    /is cut off, overlaps/,
  ],
  [
    'tables on top of each other',
    (font) => font.copyWithin(12 + 8, 12 + 16 + 8, 12 + 16 + 12),
    /overlaps another/,
  ],
  ['65,535 tables', (font) => new DataView(font.buffer).setUint16(4, 65_535), /malformed directory/],
  [
    'more widths than glyphs',
    (font) => tableIn(font, 'hhea').setUint16(34, 65_535),
    /truncated table "hmtx"/,
  ],
  [
    'no widths',
    (font) =>
      new Uint8Array(
        tableIn(font, 'hmtx').buffer,
        tableIn(font, 'hmtx').byteOffset,
        tableIn(font, 'hmtx').byteLength,
      ).fill(0),
    /letters without width/,
  ],
  [
    'no outlines',
    (font) =>
      new Uint8Array(
        tableIn(font, 'loca').buffer,
        tableIn(font, 'loca').byteOffset,
        tableIn(font, 'loca').byteLength,
      ).fill(0),
    /draws nothing/,
  ],
]

test.each(hostile)('a font with %s is refused', async (_, change, message) => {
  expect(await messageOf(changed(smallFont, change))).toMatch(message)
})

test('what is not one text font is refused by name', async () => {
  const start = (hex: string) => Buffer.concat([Buffer.from(hex, 'hex'), Buffer.alloc(100)])
  expect(await messageOf(start('774f4646'))).toContain('a WOFF font of version 1: send one font as TTF')
  expect(await messageOf(start('74746366'))).toContain('a font collection')
  expect(await messageOf(start('89504e470d0a1a0a'))).toContain('not a font of a known type')
  expect(await messageOf(smallFont.slice(0, 9_000))).toContain('is cut off')
  const emoji = await fontFile('noto-emoji/500Medium/NotoEmoji_500Medium.ttf')
  expect(await messageOf(emoji)).toContain('has no letters')
})

test('a font without Latin letters is taken with a warning', async () => {
  const alefBetGimel = cmapTable([
    [0x5d0, 3],
    [0x5d1, 12],
    [0x5d2, 34],
  ])
  const { facts } = await checkFont(withTable(smallFont, 'cmap', alefBetGimel))
  expect(facts).toMatchObject({ scripts: ['Hebr'], characters: 3 })
  expect(facts.warnings).toEqual(['This font has no Latin letters: a font of this service sets them'])
})

test('colours are left out, with a warning', async () => {
  const { facts, sfnt } = await checkFont(withTable(smallFont, 'COLR', new Uint8Array(64).fill(255)))
  expect(facts.warnings).toEqual([
    'The colours of this font are left out: its glyphs are drawn in the colour of the copy',
  ])
  expect(() => tableIn(sfnt, 'COLR')).toThrow()
})
