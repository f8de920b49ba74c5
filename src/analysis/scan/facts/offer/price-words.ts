import { hasPhrase, phraseLine } from '../../../text/phrases.ts'
import type { Page } from '../../document/page.ts'
import { headlinesOf } from '../../document/page-kind.ts'
import { isOfferPath, segmentsOf } from './offer-words.ts'
import words from './price-words.json'

/** Normalised, in the form of phrase lines. */
export const priceWords: Readonly<Record<keyof typeof words, readonly string[]>> = words

const unspacedOther = new RegExp(words.unspacedOther.join('|'), 'u')
const unspacedNotes = new RegExp(words.unspacedNotes.join('|'), 'u')

/** Whether a text without spaces between its words names shipping, a fine or a fee: `送料は全国一律`. */
export const namesOtherUnspaced = (text: string): boolean => unspacedOther.test(text)

/** How a price is to be read: `税込み`. */
export const isPriceNote = (text: string): boolean => unspacedNotes.test(text)

/** Whether a label is that of a sum that is not a price: `Versandkosten`, `Strafe`. */
export function isOtherLabel(text: string): boolean {
  const line = phraseLine(text)
  return hasPhrase(line, words.otherSum) || words.otherPrice.includes(line.trim()) || namesOtherUnspaced(text)
}

/** Whether the page is a price list, a menu or a catalogue. */
export const isPriceList = (page: Page): boolean => isOfferPath(page.url) || namesPrices(page)

/** Whether the page's address, heading or title says that it states prices. */
export function namesPrices(page: Page): boolean {
  const last = segmentsOf(page.url).at(-1) ?? ''
  return hasPhrase(` ${last} `, priceWords.lists) || headlinesOf(page).some(isListHeading)
}

const headingWordsMax = 5

/** Whether a text is a heading of prices. */
export function isListHeading(text: string): boolean {
  const line = phraseLine(text.slice(0, 120))
  return line.split(' ').length - 2 <= headingWordsMax && hasPhrase(line, priceWords.headsPrices)
}

/** Comparisons, manuals and delivery terms contain amounts that are not prices. */
export function isAboutOtherSums(page: Page): boolean {
  return segmentsOf(page.url).some((segment) => hasPhrase(` ${segment} `, priceWords.otherPaths))
}
