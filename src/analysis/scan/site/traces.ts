import { linesOf } from '../document/lines.ts'
import type { Page } from '../document/page.ts'
import { numbersIn } from '../facts/contact/phone-numbers.ts'
import { isListHeading, namesPrices } from '../facts/offer/price-words.ts'

/** Topics whose absence is reported. */
export const absenceTopics = ['pricing', 'contact-email', 'contact-phone'] as const
export type AbsenceTopic = (typeof absenceTopics)[number]

const wordsMax = 1_000
const pictureNameMax = 300

const signs: Readonly<Record<AbsenceTopic, { source: RegExp; picture: RegExp }>> = {
  pricing: {
    source: /itemprop=["']?(?:low|high)?price|"(?:low|high)?price"/i,
    picture: /pric|preis|prix|tarif|precio|prezz|prijs|cennik|menu/i,
  },
  'contact-email': {
    source: /mailto:|cf_?email|\w@[a-z\d-]{1,60}\.[a-z]{2}|\w ?[[({]at[\])}] ?\w|type=["']?email|<textarea/i,
    picture: /mail/i,
  },
  'contact-phone': {
    source: /(?:tel|callto|sms):|wa\.me|whatsapp/i,
    picture: /phone|telef|fono|\btel\b|call/i,
  },
}
const money = /[$€£¥₹]\s?\d|\d\s?(?:[$€£¥₹円元]|(?:eur|euro|usd|gbp|chf|kr|zł|pln|kč|rs)(?![\p{L}\p{N}]))/iu
/** Of a price list whose heading names the currency once, or not at all. */
const bareAmount = /(?<![\d.,])\d{1,4}[.,]\d{2}(?![\d.,])/
/** Shorter numbers are ambiguous. */
const phoneDigitsMin = 7

/** Topics that a page may cover in a form that is not read: code, images, forms, or ambiguous words. */
export function tracesOf(page: Page): AbsenceTopic[] {
  const pictures = ['img', 'svg', 'i']
    .flatMap((name) => page.all(name))
    .map((picture) =>
      ['alt', 'src', 'class', 'aria-label']
        .map((name) => picture.getAttribute(name)?.slice(0, pictureNameMax) ?? '')
        .join(' '),
    )
  const texts = linesOf(page).map(({ text }) => text.slice(0, wordsMax))
  const isMentioned = (topic: AbsenceTopic) => {
    // A price list without amounts is filled by scripts.
    if (topic === 'pricing')
      return (
        namesPrices(page) ||
        texts.some((text) => money.test(text)) ||
        (texts.some((text) => bareAmount.test(text)) &&
          linesOf(page).some(({ heading, text }) => heading > 0 && isListHeading(text)))
      )
    return topic === 'contact-phone' && texts.some(hasLongNumber)
  }
  return absenceTopics.filter((topic) => {
    const { source, picture } = signs[topic]
    return source.test(page.body) || pictures.some((name) => picture.test(name)) || isMentioned(topic)
  })
}

function hasLongNumber(text: string): boolean {
  // `〒113-8485` is a postcode.
  return numbersIn(text.replace(/〒[\d-]+/g, '')).some(
    (number) => number.text.replace(/\D/g, '').length >= phoneDigitsMin,
  )
}
