import quoteTable from './quotes.json'

/** A quotation with its marks: `text.slice(start, end)`. */
export interface Quotation {
  start: number
  end: number
  /** Without quotation marks. */
  content: string
  /** False if the closing mark is missing: the quotation then ends with its sentence. */
  isClosed: boolean
}

type Marks = (typeof quoteTable)[number]

const quoteMarks = new Map(quoteTable.map((marks) => [marks.open, marks]))
const mayPrecedeQuote = /^[\s([{:=>/|–—,;.+-]?$/
const letterOrDigit = /[\p{L}\p{N}]/u
const decade = /^\d\ds/
const sentenceEnd = /[.?!](?=\s|$)|\n|$/g

/**
 * Finds the quotations of a text from left to right; a quotation inside another one belongs to it, and an apostrophe
 * is not a mark. Linear, as no search for a closing mark goes beyond the next opening one.
 */
export function pairQuotes(text: string): Quotation[] {
  const quotations: Quotation[] = []
  for (let start = 0; start < text.length; start++) {
    const marks = quoteMarks.get(text.charAt(start))
    if (marks === undefined || !opens(text, start, marks)) continue
    const close = closeOf(text, start, marks)
    if (close === undefined && marks.kind === 'single') continue
    const isClosed = close !== undefined
    const end = close ?? endOfSentence(text, start + 1)
    quotations.push({ start, end: isClosed ? end + 1 : end, content: text.slice(start + 1, end), isClosed })
    start = isClosed ? end : end - 1
  }
  return quotations
}

function opens(text: string, at: number, { kind }: Marks): boolean {
  if (kind === 'paired') return true
  const after = text.slice(at + 1, at + 4)
  return (
    mayPrecedeQuote.test(text.charAt(at - 1)) &&
    after.trimStart() === after &&
    after !== '' &&
    !decade.test(after)
  )
}

/** A mark before a letter is an apostrophe; one after `s` may be a possessive if a later mark can close. */
function closeOf(text: string, start: number, marks: Marks): number | undefined {
  let possessive: number | undefined
  for (let at = start + 1; at < text.length; at++) {
    const mark = text.charAt(at)
    const after = text.charAt(at + 1)
    if (mark === '\n' && (marks.kind === 'single' || after === '\n')) break
    if (marks.close.includes(mark) && !letterOrDigit.test(after)) {
      if (marks.kind !== 'single' || text.charAt(at - 1) !== 's' || after !== ' ') return at
      possessive ??= at
    } else if (mark === marks.open && opens(text, at, marks)) break
  }
  return possessive
}

function endOfSentence(text: string, from: number): number {
  sentenceEnd.lastIndex = from
  const { 0: mark = '', index } = sentenceEnd.exec(text) ?? { index: text.length }
  return mark === '!' || mark === '?' ? index + 1 : index
}
