/** More explicit lines than this are set as running text. */
const explicitLinesMax = 24

const lineBreaks = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g

/**
 * What is never drawn and could only change how the rest is read: controls, lone surrogates, noncharacters, bidi
 * embeddings and overrides, deprecated format characters, annotation anchors, object replacements, byte order marks.
 */
const dropped =
  /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u202a-\u202e\u206a-\u206f\ufff9-\ufffc\ufeff]|\u{e0001}/gu

/** Tags spell the flags of regions after a black flag; elsewhere they are hidden text. */
const strayTags = /(?<!\u{1f3f4}[\u{e0020}-\u{e007f}]*)[\u{e0020}-\u{e007f}]/gu

/** More marks on one letter than any script writes would be drawn over what is above and below it. */
const stackedMarks = /(\p{Mn}{5})\p{Mn}+/gu

const isVisible = /[^\p{Default_Ignorable_Code_Point}\s]/u

/**
 * The paragraphs of a copy, one per explicit line: plain text in which every character is drawn as it is. At most one
 * empty line stays between two others; blank content has no paragraphs; of the marks on a letter the first five are kept.
 */
export function cleanContent(content: string): string[] {
  const lines = content
    .replaceAll(lineBreaks, '\n')
    .split('\n')
    .map((line) =>
      line
        .replaceAll('\t', ' ')
        .replaceAll(dropped, '')
        .replaceAll(strayTags, '')
        .replaceAll(stackedMarks, '$1'),
    )
    .map((line) => (isVisible.test(line) ? line.replaceAll(/ {2,}/g, ' ').trim() : ''))
  const paragraphs = lines.filter((line, index) => line !== '' || (lines[index - 1] ?? '') !== '')
  if (paragraphs.at(-1) === '') paragraphs.pop()
  if (paragraphs.length <= explicitLinesMax) return paragraphs
  return [paragraphs.filter((line) => line !== '').join(' ')]
}

/** The lines of a copy that are not empty. */
export const linesOf = (content: string) => cleanContent(content).filter((line) => line !== '')
