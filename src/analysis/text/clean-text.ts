/**
 * Characters removed from text: controls, zero-width and bidi characters, tag characters, variation selectors (all
 * "default ignorable"), interlinear marks, lone surrogates and private-use glyphs. Each can hide words from a reader,
 * or reorder them.
 */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cs}\p{Co}\p{Cn}\ufff9-\ufffb]+/gu
/**
 * All white space except a single plain space. The next-line control and the empty Braille cell are not `\s` but blank
 * on the screen; the byte order mark is `\s` but has no width.
 */
const blank =
  / [\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u2800\u3000]+|[\t-\r\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u2800\u3000][\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u2800\u3000]*/g
const unplain = /[^ -~]| {2}/

/** One line as displayed: white space collapsed, invisible characters removed. Linear in the text's length. */
export function plainText(text: string): string {
  if (!unplain.test(text)) return text.trim()
  return text.replace(blank, ' ').replace(unseen, '').replace(blank, ' ').trim()
}

const cleanTextMax = 500

/** Untrusted text made safe to display: one plain line of at most 500 UTF-16 code units. */
export function cleanText(text: string): string {
  // Cut before cleaning; the factor leaves room for what cleaning removes.
  const clean = plainText(text.length > 40 * cleanTextMax ? text.slice(0, 40 * cleanTextMax) : text)
  return cutText(clean, cleanTextMax)
}

/** At most `most` UTF-16 code units, without half a surrogate pair; an ellipsis marks the cut. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text
  const head = text.slice(0, most - 1)
  return `${head.isWellFormed() ? head : head.slice(0, -1)}…`
}
