import { isMonth } from '../compose/layouts/dates.ts'
import { hasLook, isFreeOf, isShort } from './about-campaign.ts'
import { askedFor } from './asked-for.ts'
import { senderName, withoutSelf } from './choose-headline.ts'
import { lineOf } from './copy-line.ts'
import { anyMoney } from './find-offer.ts'
import { form } from './forms.ts'
import { clausesOf, internal, isHardFact } from './lines.ts'
import { isAboutPicture, isRequest } from './picture-requests.ts'
import { type Brief, is } from './rules.ts'
import { isNotCopy } from './sentence-forms.ts'
import { sentencesOf, sublineOf } from './sentences.ts'
import { eyebrowCharsMax, settingOf, takeEyebrow } from './take-eyebrow.ts'
import type { Piece } from './take-offer.ts'
import { copyOf, isFree, isOpen, isSaid } from './take-part.ts'

/** Warnings of facts that the copy has no room for. */
const leftOutMax = 12

/** Prices, days, and what is free. */
const isOffer = (text: string) => isHardFact(text) || isFreeOf(text)
/** Sets the pieces as sentences under the headline, and names what has no room there. */
export function takeSubline(brief: Brief, pieces: readonly Piece[], isProse: boolean): void {
  const { settings, taken, warnings } = brief
  const isNamed = !isFree(brief, 'subline')
  if (isNamed)
    takeEyebrow(brief, pieces.find(({ text }) => text.length <= eyebrowCharsMax && isHardFact(text))?.text)
  const address = `${settingOf(brief, 'copy.action')?.value}`
  const isLink = (text: string) =>
    address.includes('.') &&
    (text.toLowerCase().startsWith(address.toLowerCase())
      ? !isHardFact(text.slice(address.length))
      : text.endsWith(address) && isShort(text))
  const unsaid = pieces.flatMap((piece) => {
    const text = withoutSaid(brief, piece.text).replace(form('joining'), '')
    return isSaid(brief, text) || isLink(text) || (piece.isFact && hasFacts(brief, text)) ? [] : [text]
  })
  const value = isNamed ? '' : sublineOf(unsaid, !isFree(brief, 'badge'), isOffer)
  if (value !== '') {
    settings.push({ path: 'copy.subline', value })
    taken.push({ path: 'copy.subline', start: 0, end: 0 })
  }
  takeEyebrow(
    brief,
    unsaid.find((text) => !isSaid(brief, text) && senderName.test(text)),
  )
  const left = [...unsaid.filter((text) => !isMostlyIn(brief, text)), ...sentencesLeft(brief, isProse)]
  const unlike = left.filter((each, at) => !left.slice(0, at).some((one) => one.includes(each)))
  for (const text of unlike.slice(0, leftOutMax))
    warnings.push(`Left out "${text}": name a part for it, such as subline or legal`)
}

/** "St Bede's College – Open Evening" under "Open evening". */
function withoutSaid(brief: Brief, text: string): string {
  const [, before = '', behind = ''] = /^(.+\p{L})\s+[–—-]\s+(.+)$/u.exec(text) ?? []
  const headline = `${settingOf(brief, 'copy.headline')?.value}`
  return behind.toLowerCase() === headline.toLowerCase() ? before : text
}

/** Clauses with facts, and each sentence of a brief of sentences that is not about the picture. */
function sentencesLeft(brief: Brief, isProse: boolean): string[] {
  const { text, items } = brief
  return sentencesOf(text).flatMap(({ start, end }, at) => {
    const sentence = text.slice(start, end).replace(/^[*•–-] |[.。]$/gu, '')
    if (internal.test(sentence)) return []
    const line = lineOf(sentence, at === 0)?.text
    const said = withoutSelf(line ?? sentence) ?? line ?? sentence
    const own = items.filter((item) => item.start >= start && item.end <= end)
    const isAsked =
      (line === undefined && [isRequest, isAboutPicture, isNotCopy].some((each) => each(sentence))) ||
      askedFor(sentence) !== undefined ||
      own.some((item) => is(item, 'askedFormat'))
    if (isProse && !isAsked && !hasLook(sentence) && isOpen(items, { start, end }))
      return isMostlyIn(brief, said) ? [] : [said]
    return clausesOf(sentence).flatMap((clause) => {
      const words = sentence.slice(clause.start, clause.end)
      const from = text.indexOf(words, start)
      if (!isHardFact(words) || !isOpen(items, { start: from, end: from + words.length })) return []
      return hasFacts(brief, words) ? [] : [words]
    })
  })
}

/** Letters of unspaced scripts by two. */
const word = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]{2}|[\p{L}\p{N}]{3,}/gu

/** Whether the copy has the figures of a text and half of its words, which it may say in several parts. */
function isMostlyIn(brief: Brief, text: string): boolean {
  const copy = copyOf(brief).toLowerCase()
  const words = text.toLowerCase().match(word) ?? []
  const isFigured = text.match(figure) === null || hasFacts(brief, text)
  return isFigured && words.filter((each) => copy.includes(each)).length * 2 >= words.length
}

/** Whether the copy has a text, or all its figures. */
function hasFacts(brief: Brief, text: string): boolean {
  const copy = copyOf(brief)
  const found = Array.from(text.matchAll(figure), ({ 0: whole, groups }) =>
    isMonth(groups?.['month'] ?? '') ? whole : (groups?.['number'] ?? whole),
  )
  const isWhole = copy.toLowerCase().includes(text.toLowerCase())
  // "25 bands" does not say "25 €".
  const amounts = text.match(anyMoney) ?? []
  return isWhole || (found.length > 0 && [...found, ...amounts].every((each) => copy.includes(each)))
}

/** "8:30", "4.6", "7 May", "shop.example/new" */
const figure =
  /(?<!\p{L})(?<number>\p{N}+(?:[.,:]\p{N}+)*)(?:\.? (?<month>\p{L}{3,}))?|\p{L}[\p{L}\p{N}-]*\.\p{L}[\p{L}\p{N}./-]*/gu
