import { missingIn } from './choose-faces.ts'
import { fontUses } from './font-use.ts'
import type { Fonts } from './load-fonts.ts'
import { type CopyParts, partNames } from './parts.ts'

const shownMax = 6

/** Which characters of a copy the brand's own fonts lack. */
export function brandWarnings({ brand, buffer }: Fonts, parts: CopyParts): string[] {
  return fontUses.flatMap((use) => {
    const face = brand?.(use, 'sans-800', 'latin')
    if (face === undefined) return []
    const names = partNames.filter((name) => (name === 'headline') === (use === 'headline'))
    const missing = missingIn(
      face,
      names.flatMap((name) => parts[name]?.split('\n') ?? []),
      buffer,
    )
    if (missing.length === 0) return []
    const shown = missing.slice(0, shownMax).map((character) => `"${character}"`)
    const more = missing.length > shownMax ? ` and ${missing.length - shownMax} more` : ''
    return [
      `The ${use} font "${face.family}" lacks ${shown.join(', ')}${more}: a font of this service sets them, with the rest of their script`,
    ]
  })
}
