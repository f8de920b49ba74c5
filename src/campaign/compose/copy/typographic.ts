import { languagesOf } from './sense-penalty.ts'

/** Typewriter marks, of which "5'10\"" and "27\"" have feet and inches, and what stands in their place. */
const forms = [
  [/(?<![^\s(])(?<!\d\s)-(?=[€$£¥]?\d)/gu, '−'],
  [/(?<![^\s("])'(?=\p{L}.*\S'(?!\p{L}))/gu, '‘'],
  [/(?<=[\p{L}.,!?…])'|(?<=\d)'(?=\p{L})|(?<![^\s(])'(?=\d\d)/gu, '’'],
] as const
const quoted = /(?<![^\s(])"(?=\p{L}[^"]*")/gu
const quoteEnd = /(?<=[“„”][^"]*)"/gu

/**
 * A text with a minus, apostrophes and quotation marks as typesetters have them, of the same length.
 * @param has whether the font of a place has a mark
 */
export function typographic(text: string, has: (mark: string, at: number) => boolean): string {
  const [language] = languagesOf(text)
  const [open = '', close = ''] = language !== undefined && 'quotes' in language ? language.quotes : '“”'
  return [...forms, [quoted, open] as const, [quoteEnd, close] as const].reduce(
    (shown, [typed, mark]) => shown.replaceAll(typed, (found, at: number) => (has(mark, at) ? mark : found)),
    text,
  )
}
