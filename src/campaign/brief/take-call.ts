import { askedFor } from './asked-for.ts'
import { splitHeadline } from './choose-headline.ts'
import { isHardFact } from './lines.ts'
import data from './missing-parts.json'
import { oneOf, pattern, wordEnd, wordStart } from './one-of.ts'
import { isAboutPicture } from './picture-requests.ts'
import { type Brief, is } from './rules.ts'
import { asked } from './sentence-forms.ts'
import type { Piece } from './take-offer.ts'
import { capitalized, isOpen, isSaid, type Span, takeAs } from './take-part.ts'

const { calls, message, sites } = data
/** Of a button that the brief does not name. */
const actionCharsMax = 30

/** "Get their flu jab" is said to the people who get it. */
const calling = pattern`^${[...message.verbs, ...calls.verbs]} `
export const forReaders = (text: string) =>
  calling.test(text) ? text.replace(/(?<= )their(?= )/u, 'your') : text

/** Sentences that call readers: "Message Coach Dee", "احجز طاولتك الآن", "Tisch reservieren unter 0221 445566". */
const sentences = [
  `${oneOf(calls.contact)} (?=(?-i:\\p{Lu})|\\p{N}|${oneOf(message.readers)}${wordEnd})[^.!?,;:\\n]{2,24}(?:\\.[^\\s.!?,;:]{2,12})?(?=[.!?\\n]|$)`,
  `${oneOf(calls.alone)}(?![\\p{sc=Arabic}-])[^.!?,;:\\n。！？、]{1,24}(?=[.!?\\n。！？]|$)`,
  `(?-i:\\p{Lu})\\p{L}+ (?:\\p{L}+ )?${oneOf(calls.infinitives)}(?=[.!?\\n]|$| ${oneOf(message.cuts)} )`,
].map((form) => pattern`(?<=^|[.!?\n] |\n|[。！？!])(?:${form})`)
/** A call may follow a quotation without a mark between them. */
const quotation = /^["“„«»’‘'‹›「『].*["”“»«’‘›‹'」』]$/su

/** Of a call with its address. */
const callCharsMax = 30
const addressed = /^((?<called>\S+(?: \S+){0,3}?)(?: [^\s:]+|:) \S*\p{L}[.@]\p{L}\S*)(?: .*)?$/u
/** Words of a call at most. */
const callWordsMax = 5
const callItemsMax = 12
/** Behind a call and a comma. */
const moreWordsMax = 4

/** Makes a clause that calls readers to do something ("book a test drive") the button. */
export function takeCall(brief: Brief, call: Call | undefined): void {
  if (call === undefined) return
  const value = capitalized(brief.text.slice(call.start, call.end))
  if (call.isCut) brief.settings.push({ path: 'copy.action', value })
  else takeAs(brief, 'copy.action', call, value)
}

/** Makes what people are asked to do the button: "something that makes people sign up". */
export function takeAsked(brief: Brief, pieces: Piece[]): void {
  const { text, items, settings, taken } = brief
  const match = asked.exec(text)
  const [whole = '', said = ''] = match ?? []
  const wanted =
    match === null
      ? askedFor(text)
      : { start: match.index + whole.length - said.length, end: match.index + whole.length, call: said }
  if (wanted === undefined || isAboutPicture(said) || !isOpen(items, wanted)) return
  const value = capitalized(forReaders(wanted.call))
  if (isSaid(brief, value)) return
  settings.push({ path: 'copy.action', value })
  taken.push({ path: 'copy.action', start: wanted.start, end: wanted.end })
  const at = pieces.findIndex((piece) => whole.endsWith(piece.text))
  if (at >= 0) pieces.splice(at, 1)
}

/** A site's address with the words that lead to it: "Link: lakehouse.example". */
const site = pattern`${wordStart}${sites}(?: ?:)? (?<host>(?:[a-z\d](?:[a-z\d-]{0,60}[a-z\d])?\.){1,3}[a-z]{2,12}(?:/[a-z\d-]{1,40})?)(?![\p{L}\p{N}@/])`

/** Makes the address of the campaign's site the button. */
export function takeSite(brief: Brief, pieces: readonly { text: string }[]): void {
  const match = site.exec(brief.text)
  const host = match?.groups?.['host']
  if (match === null || host === undefined) return
  const led = beforeSite.exec(brief.text.slice(0, match.index))?.[0].length ?? 0
  const span = { start: match.index - led, end: match.index + match[0].length }
  if (!isOpen(brief.items, span)) return
  const isWhole = leadsToSite.test(match[0]) && match[0].length <= actionCharsMax
  takeAs(brief, 'copy.action', span, isWhole ? capitalized(match[0]) : host)
  // ", and people can register at shop.example"
  for (const piece of pieces) {
    const [before = '', after = '', ...more] = piece.text.split(new RegExp(RegExp.escape(match[0]), 'iu'))
    if (more.length === 0 && after === '' && beforeSite.test(before))
      piece.text = before.replace(beforeSite, '')
    if (more.length === 0 && before === '' && behindSite.test(after))
      piece.text = after.replace(behindSite, '')
  }
}

/** "Book at shop.example" */
const leadsToSite = pattern` ${message.cuts} \S+$`
const people = `${oneOf([...message.people, ...message.audiences, ...message.anyone])} can `
const beforeSite = pattern`,?(?: ${message.ands})? ${people}$|,? ${message.ands} $`
const behindSite = pattern`^ ${message.ands} `

/** "Get in touch: garden@club.example" */
const contact = /^: ?(?:[^\s@]{1,40}@[^\s@]{1,40}[\p{L}\p{N}]|\+?\d[\d ()-]{5,18}\d)/u

/** `isCut` of one that is said as a whole elsewhere. */
export type Call = Span & { isCut?: boolean }

const isCalled = (verb: string, next: string) =>
  calls.verbs.includes(verb) && calls.next.includes(next) && !calls.not.includes(`${verb} ${next}`)

export function findCall({ text, items }: Brief): Call | undefined {
  for (const [at, item] of items.entries()) {
    const before = items[at - 1]
    const isAfterQuote = before !== undefined && quotation.test(text.slice(before.start, before.end))
    const wordAt = (index: number) =>
      text.slice(items[index]?.start ?? 0, items[index]?.end ?? 0).toLowerCase()
    const isOnButton = before?.kind === 'det' && wordAt(at + 2) === 'button'
    if (!is(before, 'clauseEnd') && !is(before, 'quotes') && !isAfterQuote && !isOnButton) continue
    if (!isCalled(wordAt(at), wordAt(at + 1))) continue
    if (isOnButton) return { start: item.start, end: items[at + 1]?.end ?? item.end }
    let to = at + 2
    while (to < at + callItemsMax && (!is(items[to], 'clauseEnd') || items[to]?.kind === 'and')) to++
    const ended = items[to - 1]?.end ?? item.end
    const end = ended + (contact.exec(text.slice(ended))?.[0].length ?? 0)
    const words = text.slice(item.start, ended)
    // "Buy a day for two (149 euros) and get ..." and "Order by six, warm rolls by seven" say more than a button.
    const more = /^, [^.!?;:\n]*/.exec(text.slice(end))?.[0] ?? ''
    const isWhole =
      is(items[to], 'clauseEnd') && items[to]?.value !== '(' && more.trim().split(' ').length <= moreWordsMax
    const isShort = words.split(' ').length <= callWordsMax
    // "Jetzt bewerben unter kita-sonnenblume.example": a long address stands under the headline.
    const [, whole = '', called = ''] = addressed.exec(text.slice(item.start, end)) ?? []
    if (whole !== '' && end - item.start > callCharsMax) {
      const kept = whole.length <= callCharsMax ? whole : called
      return kept.includes(' ')
        ? { start: item.start, end: item.start + kept.length, isCut: true }
        : undefined
    }
    if (isShort && (end > ended || isWhole)) return { start: item.start, end }
    // "Meld je aan voor 1 november via voedselbank.example" says the rest elsewhere.
    const [short] = splitHeadline(words, callWordsMax)
    if (isWhole && short !== words && isHardFact(words))
      return { start: item.start, end: item.start + short.length, isCut: true }
  }
  for (const [at, form] of sentences.entries()) {
    const { 0: said = '', index = 0 } = form.exec(text) ?? {}
    const span = { start: index, end: index + said.length }
    if (said !== '' && isOpen(items, span)) return { ...span, isCut: at === sentences.length - 1 }
  }
  return undefined
}
