const segmenter = new Intl.Segmenter('en', { granularity: 'word' })

/** The words of a text, also of scripts without spaces. */
export function segmentWords(text: string): string[] {
  return Array.from(segmenter.segment(text))
    .filter(({ isWordLike }) => isWordLike === true)
    .map(({ segment }) => segment)
}
