import createBidi from 'bidi-js'
import type { CopyFaces } from './choose-faces.ts'
import type { FontFace } from './load-fonts.ts'
import { graphemes, scriptOf } from './script-of.ts'

/** A stretch of a paragraph in one font, script and direction: what HarfBuzz shapes at once. Offsets are UTF-16. */
export interface Item {
  start: number
  end: number
  face: FontFace
  /** ISO 15924. */
  script: string
  level: number
}

const unknownScript = 'Zyyy'

/**
 * Cuts a paragraph into items, in logical order. A grapheme is never cut; digits, punctuation and marks take the script
 * before them, or that behind them at the beginning.
 */
export function itemise(paragraph: string, direction: TextDirection, faces: CopyFaces): Item[] {
  const levels = embeddingLevels(paragraph, direction)
  const items: Item[] = []
  let script = scriptOf(paragraph)?.code ?? unknownScript
  for (const { text, start, end } of graphemes(paragraph)) {
    script = scriptOf(text)?.code ?? script
    const face = faces.pick(text, start)
    const level = levels[start] ?? 0
    const last = items.at(-1)
    if (last?.face === face && last.script === script && last.level === level) last.end = end
    else items.push({ start, end, face, script, level })
  }
  return items
}

export type TextDirection = 'ltr' | 'rtl'

const bidi = createBidi()
const supplementary = /[\u{10000}-\u{10ffff}]/gu
const letter = /\p{L}/u

/** The direction of the first character that has a strong one; undefined for digits and punctuation alone. */
export function directionOf(text: string): TextDirection | undefined {
  for (const char of basicPlane(text)) {
    const type = bidi.getBidiCharTypeName(char)
    if (type === 'L') return 'ltr'
    if (type === 'R' || type === 'AL') return 'rtl'
  }
  return undefined
}

/** The embedding level of every UTF-16 unit of a paragraph (UAX #9, up to rule I2); odd levels run from right to left. */
function embeddingLevels(paragraph: string, direction: TextDirection): Uint8Array {
  return bidi.getEmbeddingLevels(basicPlane(paragraph), direction).levels
}

/** The library takes halves of a pair as letters that run from left to right, which emoji are not. */
function basicPlane(text: string): string {
  return text.replaceAll(supplementary, (char) => (letter.test(char) ? char : '\u2605\u2605'))
}

/** Puts the runs of one line into the order in which they stand from left to right (rule L2). */
export function visualOrder<Run extends { level: number }>(logical: readonly Run[]): Run[] {
  const runs = [...logical]
  const highest = Math.max(0, ...runs.map(({ level }) => level))
  for (let level = highest; level > 0; level -= 1) {
    for (let start = 0; start < runs.length; start += 1) {
      let end = start
      while ((runs[end]?.level ?? 0) >= level) end += 1
      if (end > start) runs.splice(start, end - start, ...runs.slice(start, end).reverse())
      start = end
    }
  }
  return runs
}
