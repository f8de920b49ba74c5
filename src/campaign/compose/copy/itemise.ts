import { embeddingLevels, type TextDirection } from './bidi.ts'
import type { CopyFaces } from './choose-faces.ts'
import { graphemes } from './graphemes.ts'
import type { FontFace } from './load-fonts.ts'
import { scriptOf } from './script-of.ts'

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
    const face = faces.pick(text)
    const level = levels[start] ?? 0
    const last = items.at(-1)
    if (last?.face === face && last.script === script && last.level === level) last.end = end
    else items.push({ start, end, face, script, level })
  }
  return items
}
