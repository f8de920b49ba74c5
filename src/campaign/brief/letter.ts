import { form } from './forms.ts'

const closingCharsMax = 240

/** A brief without what a letter has around it, which is said to the designer. */
export function bodyOf(text: string): string {
  const from = form('letterOpening').exec(text)?.[0].length ?? 0
  const last = Math.max(from, text.length - closingCharsMax)
  const to = form('letterClosing').exec(text.slice(last))?.index
  const body = text.slice(from, to === undefined ? undefined : last + to).trimEnd()
  return body === '' ? text : body
}
