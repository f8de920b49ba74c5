const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** What a reader takes as one character, with its UTF-16 offset. */
export interface Grapheme {
  text: string
  start: number
  end: number
}

export function graphemes(text: string): Grapheme[] {
  return Array.from(segmenter.segment(text), ({ segment, index }) => ({
    text: segment,
    start: index,
    end: index + segment.length,
  }))
}
