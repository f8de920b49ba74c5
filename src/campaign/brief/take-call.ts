import { askedFor } from './asked-for.ts'
import { hasHeadline } from './choose-copy.ts'
import { form, formsOf } from './forms.ts'
import data from './missing-parts.json'
import { isAboutPicture } from './picture-requests.ts'
import { type Brief, is, partFrom } from './rules.ts'
import type { Piece } from './take-offer.ts'
import { capitalized, clauseBefore, isFree, isOpen, isSaid, type Span, takeAs, use } from './take-part.ts'

const { calls } = data
/** Of a button that the brief does not name. */
const actionCharsMax = 30

export const forReaders = (text: string) =>
  form('calling').test(text) ? text.replace(/(?<= )their(?= )/u, 'your') : text

/** A call may follow a quotation without a mark between them. */
const quotation = /^["“„«»’‘'‹›「『].*["”“»«’‘›‹'」』]$/su

/** Of a button with an address or a number. */
const callCharsMax = 30
const addressed = /^((\S+(?: \S+){0,3}?)(?: [^\s:]+|:) \S*\p{L}[.@]\p{L}\S*)(?: .*)?$/u
/** Of a button; a telephone number counts as one. */
const callWordsMax = 4
/** Not a season such as 2024-2025. */
const number = /(?!\d{4}-\d{4})\+?\d[\d ()-]{5,18}\d/gu
const isButton = (call: string) =>
  call.length <= callCharsMax && call.replace(number, '0').split(' ').length <= callWordsMax

/** A call as the words of a button: whole, with its address, or its first words. */
function buttonOf(call: string): string | undefined {
  const [whole = call] = call.split(form('andClause'))
  const first = whole.replace(form('pointing'), '')
  if (isButton(first)) return first
  const [, led = call, called] = addressed.exec(call) ?? []
  return isButton(led) ? led : (form('shortCall').exec(call)?.[0].replace(form('pointing'), '') ?? called)
}
const callItemsMax = 12
/** Behind a call and a comma. */
const moreWordsMax = 4

/** Makes a clause that calls readers to do something ("book a test drive") the button. */
export function takeCall(brief: Brief, call: Call | undefined, pieces: Piece[]): void {
  if (call === undefined) return
  const value = capitalized(brief.text.slice(call.start, call.end))
  if (!isFree(brief, 'action')) {
    use(brief, call)
    if (!isSaid(brief, value)) brief.warnings.push(`Left out "${value}": the button has other words`)
  } else if (call.whole !== undefined) {
    brief.settings.push({ path: 'copy.action', value })
    takeContact(brief, pieces, value, call.whole)
  } else takeAs(brief, 'copy.action', call, value)
}

/** Makes what people are asked to do the button: "something that makes people sign up". */
export function takeAsked(brief: Brief, pieces: Piece[]): void {
  const { text, items, settings, taken } = brief
  const wanted = askedFor(text)
  if (wanted === undefined || isAboutPicture(wanted.said) || !isOpen(items, wanted)) return
  const { said, call } = wanted
  const button = buttonOf(call) ?? call
  const value = capitalized(forReaders(button))
  if (isSaid(brief, value) || form('notCall').test(value)) return
  settings.push({ path: 'copy.action', value })
  taken.push({ path: 'copy.action', start: wanted.start, end: wanted.end })
  // "Book a table online, and the tone should be light"
  const isOf = ({ text: piece }: Piece) =>
    said !== '' &&
    (piece.endsWith(said) || (piece.startsWith(said) && isAboutPicture(piece.slice(said.length))))
  const at = pieces.findIndex(isOf)
  if (at >= 0) pieces.splice(at, 1)
  if (button !== call.replace(form('pointing'), '')) takeContact(brief, pieces, button, call)
}

/** Of a subline that has room for a call, too. */
const besideCallMax = 100
const isContact = (text: string) => /\p{L}[.@]\p{L}/u.test(text) || text.search(number) >= 0

/** Makes the sentence of a call that a button has the first words of the small print, if it has an address or a number. */
function takeContact(brief: Brief, pieces: Piece[], button: string, call: string): void {
  const at = pieces.findIndex(({ text }) => text.toLowerCase().startsWith(button.toLowerCase()))
  const said = pieces[at]?.text ?? call
  if (isSaid(brief, capitalized(said))) return
  const isFull = at < 0 && pieces.reduce((sum, { text }) => sum + text.length, 0) > besideCallMax
  if (isFree(brief, 'legal') && (isFull || isContact(said.slice(button.length)))) {
    pieces.splice(at, at < 0 ? 0 : 1)
    brief.settings.push({ path: 'copy.legal', value: capitalized(said) })
  } else if (!pieces.some(({ text }) => text.includes(said))) pieces.push({ text: said, start: 0 })
}

/** Makes the address of the campaign's form('site') the button. */
export function takeSite(brief: Brief, pieces: readonly { text: string }[]): void {
  const match = form('site').exec(brief.text)
  const host = match?.groups?.['host']
  if (match === null || host === undefined) return
  const led = form('beforeSite').exec(brief.text.slice(0, match.index))?.[0].length ?? 0
  const span = { start: match.index - led, end: match.index + match[0].length }
  if (!isOpen(brief.items, span)) return
  const isWhole = form('leadsToSite').test(match[0]) && match[0].length <= actionCharsMax
  takeAs(brief, 'copy.action', span, isWhole ? capitalized(match[0]) : host)
  // ", and people can register at shop.example"
  for (const piece of pieces) {
    const [before = '', after = '', ...more] = piece.text.split(new RegExp(RegExp.escape(match[0]), 'iu'))
    if (more.length === 0 && after === '' && form('beforeSite').test(before))
      piece.text = before.replace(form('beforeSite'), '')
    if (more.length === 0 && before === '' && form('behindSite').test(after))
      piece.text = after.replace(form('behindSite'), '')
  }
}

/** "Get in touch: garden@club.example" */
const contact = /^: ?(?:[^\s@]{1,40}@[^\s@]{1,40}[\p{L}\p{N}]|\+?\d[\d ()-]{5,18}\d)/u

/** With the whole sentence of one that is said elsewhere. */
export type Call = Span & { whole?: string }

const isCalled = (verb: string, next: string) =>
  calls.verbs.includes(verb) && calls.next.includes(next) && !calls.not.includes(`${verb} ${next}`)

export function findCall(brief: Brief): Call | undefined {
  const { text, items } = brief
  const verbs = hasHeadline(brief) ? [...calls.verbs, ...calls.besideHeadline] : []
  for (const [at, item] of items.entries()) {
    const before = items[at - 1]
    const isAfterQuote = before !== undefined && quotation.test(text.slice(before.start, before.end))
    const wordAt = (index: number) =>
      text.slice(items[index]?.start ?? 0, items[index]?.end ?? 0).toLowerCase()
    const isOnButton = before?.kind === 'det' && wordAt(at + 2) === 'button'
    if (!is(before, 'clauseEnd') && !is(before, 'quotes') && !isAfterQuote && !isOnButton) continue
    // "Plan your visit", "pianifica la tua visita" beside a headline
    const isSaidBeside =
      verbs.includes(wordAt(at)) &&
      partFrom(items, at, 'clauseEnd').some(
        (_, word) => word > 0 && calls.toReaders.includes(wordAt(at + word)),
      )
    if (!isSaidBeside && !isCalled(wordAt(at), wordAt(at + 1))) continue
    // "Sign-up closes on 10 May"
    if ([1, 2, 3].some((ahead) => calls.states.includes(wordAt(at + ahead)))) continue
    const ahead = clauseBefore(text, item.start)
    // "Meet the teachers, tour the rooms and try our lab"
    if (form('abilities').test(ahead) || (form('calling').test(ahead.trimStart()) && ahead.includes(',')))
      continue
    if (isOnButton) return { start: item.start, end: items[at + 1]?.end ?? item.end }
    let to = at + 2
    while (to < at + callItemsMax && (!is(items[to], 'clauseEnd') || items[to]?.kind === 'and')) to++
    const ended = items[to - 1]?.end ?? item.end
    const end = ended + (contact.exec(text.slice(ended))?.[0].length ?? 0)
    // "Buy a day for two (149 euros) and get ..." and "Order by six, warm rolls by seven" say more than a button.
    const more = /^, [^.!?;:\n]*/.exec(text.slice(end))?.[0] ?? ''
    const isWhole =
      is(items[to], 'clauseEnd') && items[to]?.value !== '(' && more.trim().split(' ').length <= moreWordsMax
    const said = text.slice(item.start, end)
    const button = isWhole || end > ended || addressed.test(said) ? buttonOf(said) : undefined
    if (button !== undefined)
      return { start: item.start, end: item.start + button.length, ...(button !== said && { whole: said }) }
  }
  for (const each of formsOf('calls')) {
    const { 0: said = '', index = 0 } = each.exec(text) ?? {}
    const span = { start: index, end: index + said.length }
    const rest = /^[^!?\n]*?(?=[.!?](?:\s|$)|\n|$)/.exec(text.slice(span.end))?.[0] ?? ''
    if (said === '' || !isOpen(items, span)) continue
    const whole = said + rest
    return isButton(whole) ? { start: index, end: index + whole.length } : { ...span, whole }
  }
  return undefined
}
