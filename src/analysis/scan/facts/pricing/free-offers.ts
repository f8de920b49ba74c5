import { sentenceAt } from '../../../text/sentences.ts'
import { lineEvidence } from '../../document/evidence.ts'
import { type Line, linesOf } from '../../document/lines.ts'
import type { Page } from '../../document/page.ts'
import { sectionsOf } from '../../document/sections.ts'
import type { PageFact } from '../fact.ts'
import { isDoubtful } from '../wording/doubts.ts'
import { isFor } from '../wording/page-purpose.ts'
import { foldCase, type PhraseHit } from '../wording/phrases.ts'
import { type Offer, offerFact } from './price-facts.ts'
import { freeItems, freePlansIn, freeTrialsIn, onRequestIn, requestItems } from './words.ts'

const itemCharsMax = 40
const lineCharsMax = 1_000
/** `£0 forever`, `0 €/month`: nothing to pay, however long. */
const nothingToPay =
  /^(?:[€£$]\s?0(?:[.,]00)?|0(?:[.,]00)?\s?€)\s?(?:$|\/|forever|für immer|per |pro |par |al )/
const lastMark = /[.!*]$/

/** Free plans, free trials and prices on request, in plain words or as an item of a price list. */
export function freeOffers(page: Page): PageFact[] {
  if (isFor(page, 'article', 'comparison', 'customers', 'careers', 'legal')) return []
  const sections = sectionsOf(page)
  const facts = new Map<Offer, PageFact>()
  const add = (offer: Offer, line: Line, start: number, end: number) => {
    const evidence = facts.has(offer) ? undefined : lineEvidence(page, line, start, end)
    if (evidence !== undefined) facts.set(offer, offerFact(offer, 'explicit', evidence))
  }
  const isPriceList = isFor(page, 'pricing')
  for (const line of linesOf(page)) {
    if (line.text.length > lineCharsMax || sections.get(line)?.foreign === true) continue
    for (const trial of said(line, freeTrialsIn)) add('free-trial', line, trial.start, trial.end)
    for (const plan of said(line, freePlansIn)) add('free-plan', line, plan.start, plan.end)
    if (line.area !== 'main') continue
    for (const request of said(line, onRequestIn)) {
      if (isPriceList || request.text.includes(' ')) add('on-request', line, request.start, request.end)
    }
    const item = line.text.length <= itemCharsMax ? foldCase(line.text).replace(lastMark, '') : ''
    if (isPriceList && requestItems.has(item)) add('on-request', line, 0, line.text.length)
    if (isPriceList && (freeItems.has(item) || nothingToPay.test(item)))
      add('free-plan', line, 0, line.text.length)
  }
  return [...facts.values()]
}

/** Said in a sentence that neither denies nor asks it. */
function said(line: Line, finder: (text: string) => Array<PhraseHit<true>>): Array<PhraseHit<true>> {
  return finder(line.text).filter((hit) => {
    const { start, end } = sentenceAt(line.text, hit.start)
    const sentence = line.text.slice(start, end)
    return !sentence.endsWith('?') && !isDoubtful(sentence)
  })
}

export const patterns = [lastMark, nothingToPay]
