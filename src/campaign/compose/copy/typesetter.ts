import type { Fonts } from './load-fonts.ts'
import { type MeasuredText, measureText, type SetText, setText, type TextStyle } from './set-text.ts'

/** Measures and sets the texts of one campaign, each only once for all layouts, grounds and formats. */
export interface Typesetter {
  /** @throws script_unsupported */
  measure(text: string, style: TextStyle): Promise<MeasuredText>
  /** @returns undefined where the text does not fit */
  set(text: MeasuredText, fit: Parameters<typeof setText>[2]): SetText | undefined
}

export function createTypesetter(fonts: Fonts): Typesetter {
  const measured = new Map<string, Promise<MeasuredText>>()
  const set = new Map<MeasuredText, Map<string, SetText | undefined>>()
  return {
    measure: (text, style) => {
      const key = `${JSON.stringify(style)} ${text}`
      const known = measured.get(key) ?? measureText(fonts, text, style)
      measured.set(key, known)
      return known
    },
    set: (text, fit) => {
      const sizes = set.get(text) ?? new Map<string, SetText | undefined>()
      set.set(text, sizes)
      const key = `${fit.sizePx} ${fit.widthMax} ${fit.linesMax}`
      if (!sizes.has(key)) sizes.set(key, setText(fonts, text, fit))
      return sizes.get(key)
    },
  }
}
