import data from './letter.json'
import { oneOf, pattern, wordEnd } from './one-of.ts'

const header = `(?:(?:-{3,}[^\\n]*|${oneOf(data.headers)} ?:[^\\n]*)\\n)+`
const name = `(?:${oneOf(data.addressees)}|(?-i:\\p{Lu})[\\p{L}.’'-]*)`
const greeting = `${oneOf(data.greetings)}(?:(?: ${name}){0,3}\\s*(?:[,،、。]|\\n)|(?: ${oneOf(data.addressees)})*\\s?[!.،、。]|(?: [^\\s,.:!?]+){1,3},?\\n)[\\s!]*`
const remark = `${oneOf(data.remarks)}${wordEnd}[^.!?,:;\\n]{0,60}[.!?,:;、。]+\\s*`
/** "From: anna@shop.example" */
const sent = `${oneOf(data.headers)} ?: \\S+@\\S+\\s*\\n\\s*`
/** "Dealer brief, ", "Richiesta da agente marketing: " */
const request = `(?:\\p{L}+ ){0,2}${oneOf(data.requests)}(?: ${oneOf(data.from)} [^:,.\\n]{2,30})?[:,] `
/** The head of an e-mail, the greeting and what is said before the matter. */
const opening = pattern`^\s*(?:${header}(?=\s*\n|${greeting})\s*|${sent})?(?:${greeting}){0,2}(?:${remark})*(?:${request})?`
/** "Thanks, Tom", "Thank you, you're a star x", "Best wishes" and up to three lines without a figure or an address. */
const closing = pattern`(?<=[.!?。]\s*|\n)${data.closings}(?:, (?-i:\p{Ll})[^\n\p{N}.!?:;@]{0,40})?(?:[\s,!./–-]+(?-i:\p{Lu})(?:[^\n\p{N}.!?:;@]|\.(?=\s\p{L})){0,50}){0,3}[\s,!.]*$`
const closingCharsMax = 240

/** A brief without what a letter has around it, which is said to the designer. */
export function bodyOf(text: string): string {
  const from = opening.exec(text)?.[0].length ?? 0
  const last = Math.max(from, text.length - closingCharsMax)
  const to = closing.exec(text.slice(last))?.index
  const body = text.slice(from, to === undefined ? undefined : last + to).trimEnd()
  return body === '' ? text : body
}
