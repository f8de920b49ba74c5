import { hasPhrase, phraseLine } from '../../../text/phrases.ts'
import { isDoubtful, sentenceAt } from '../../../text/sentences.ts'
import { type Line, linesOf, wordsOf } from '../../document/lines.ts'
import type { Page } from '../../document/page.ts'
import { candidateInLine } from '../candidates.ts'
import type { Candidate } from '../topic.ts'
import { namesPrices, priceWords } from './price-words.ts'

export const freeOffers = {
  'free-plan': 'There is a free plan',
  'free-trial': 'There is a free trial',
  'on-request': 'Prices on request',
} as const
export type FreeOffer = keyof typeof freeOffers

const lineCharsMax = 1_000
const itemCharsMax = 40
const inSentences = [...priceWords.freeTrial, ...priceWords.freePlan, ...priceWords.onRequest]
/** `£0 forever`, `0 €/month` */
const nothingToPay = /^(?:[€£$]\s?0(?:[.,]00)?|0(?:[.,]00)?\s?€)\s?(?:$|\/|\p{L})/u

/** Free plans, free trials and prices on request, in sentences or as items of a price list. */
export function freeOffersOn(page: Page): Candidate[] {
  const isList = namesPrices(page)
  return linesOf(page).flatMap((line) => {
    const offer = line.text.length > lineCharsMax ? undefined : offerOf(line, isList)
    return offer === undefined
      ? []
      : candidateInLine(page, { topic: 'pricing', value: offer, details: { offer } }, line)
  })
}

function offerOf(line: Line, isList: boolean): FreeOffer | undefined {
  const item = line.text.length <= itemCharsMax && line.area === 'main' ? wordsOf(line).trim() : ''
  if (isList && (priceWords.freeItems.includes(item) || nothingToPay.test(line.text.slice(0, itemCharsMax))))
    return 'free-plan'
  if (isList && priceWords.requestItems.includes(item)) return 'on-request'
  if (!hasPhrase(wordsOf(line), inSentences)) return undefined
  if (states(line, priceWords.freeTrial)) return 'free-trial'
  if (states(line, priceWords.freePlan)) return 'free-plan'
  return line.area === 'main' && states(line, priceWords.onRequest) ? 'on-request' : undefined
}

/** In a sentence that is neither negated nor a question. */
function states(line: Line, phrases: readonly string[]): boolean {
  if (!hasPhrase(wordsOf(line), phrases)) return false
  for (let at = 0; at < line.text.length; ) {
    const { end } = sentenceAt(line.text, at)
    const sentence = line.text.slice(at, end)
    if (!sentence.endsWith('?') && hasPhrase(phraseLine(sentence), phrases) && !isDoubtful(sentence))
      return true
    at = Math.max(end, at + 1)
  }
  return false
}
