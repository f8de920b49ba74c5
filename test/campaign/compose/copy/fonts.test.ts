import { expect, test } from 'bun:test'
import { fontLicensePaths, fontPaths } from '../../../../src/campaign/compose/copy/font-paths.ts'
import { dropUnusedTables } from '../../../../src/campaign/compose/copy/keep-tables.ts'
import { type Cut, faceRoles, loadFonts } from '../../../../src/campaign/compose/copy/load-fonts.ts'
import { fontFile } from '../../../../src/kernel/runtime/assets.ts'

test('every family that is bundled comes with the Open Font License', async () => {
  const families = new Set(fontPaths.map((path) => path.split('/')[0]))
  expect(new Set(fontLicensePaths.map((path) => path.split('/')[0]))).toEqual(families)
  for (const path of fontLicensePaths) {
    expect(new TextDecoder().decode(await fontFile(path))).toContain('SIL Open Font License, Version 1.1')
  }
})

test('dropping unused tables leaves every other table as it was', async () => {
  const font = await fontFile('noto-color-emoji/400Regular/NotoColorEmoji_400Regular.ttf')
  const dropped = dropUnusedTables(font)
  expect(dropped.length).toBeLessThan(font.length / 3)
  const [before, after] = [tablesOf(font), tablesOf(dropped)]
  before.delete('SVG ')
  expect(after).toEqual(before)
  expect(dropUnusedTables(dropped)).toBe(dropped)
})

test('every cut can set the same characters', async () => {
  const fonts = await loadFonts()
  const charactersOf = async (cut: Cut) => {
    const faces = await Promise.all(faceRoles.map((role) => fonts.face(cut, role)))
    return new Set(faces.flatMap(({ codePoints }) => [...codePoints]))
  }
  const bold = await charactersOf('sans-800')
  expect(bold.size).toBeGreaterThan(40_000)
  expect((await charactersOf('sans-400')).symmetricDifference(bold).size).toBe(0)
  expect(
    [...(await charactersOf('serif-700')).symmetricDifference(bold)].map((codePoint) =>
      codePoint.toString(16),
    ),
  ).toEqual([])
})

/** A hash of each table of an OpenType font by its tag. */
function tablesOf(font: Uint8Array): Map<string, bigint | number> {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength)
  return new Map(
    Array.from({ length: view.getUint16(4) }, (_, index) => {
      const at = 12 + 16 * index
      const start = view.getUint32(at + 8)
      const tag = new TextDecoder('latin1').decode(font.subarray(at, at + 4))
      return [tag, Bun.hash(font.subarray(start, start + view.getUint32(at + 12)))]
    }),
  )
}
