import type { Topic } from '../../support/sites.ts'

/**
 * Whether a fact's value says what a label says. Spelling that a reader would not mind is not held against it:
 * case, punctuation, a truncated description, an address with its country added, `EUR 29.00` for `EUR 29`.
 */
export function says(topic: Topic, value: string, label: string): boolean {
  const match = matchers[topic]
  return match ? match(value, label) : letters(value) === letters(label)
}

const matchers: Partial<Record<Topic, (value: string, label: string) => boolean>> = {
  description: sameSentence,
  'contact-phone': (value, label) => digits(value) === digits(label),
  'contact-email': (value, label) => value.trim().toLowerCase() === label.toLowerCase(),
  social: (value, label) => value.trim().toLowerCase() === label.toLowerCase(),
  address: sameAddress,
  pricing: samePrice,
  team: sameMember,
  hiring: (value, label) => jobTitle(value) === jobTitle(label),
}

/** Letters and digits alone, so that `L'Osteria S.r.l.` is `l’osteria srl`. */
function letters(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
}

function digits(text: string): string {
  return text.replace(/\D+/g, '')
}

/** One may be the beginning, or a whole sentence, of the other; a few words are not a description. */
function sameSentence(value: string, label: string): boolean {
  const [short = '', long = ''] = [letters(value), letters(label)].sort((a, b) => a.length - b.length)
  return short === long || (short.length >= 20 && long.includes(short))
}

/** A value may add at most this many words to a label: a country, a region, the company in front. */
const addressWordsMore = 7

/** Every word of the label is in the value, and little else. Postcodes written apart or together are the same. */
function sameAddress(value: string, label: string): boolean {
  const have = words(value)
  const together = letters(value)
  const wanted = words(label)
  return (
    wanted.every((word) => have.includes(word) || (/\d/.test(word) && together.includes(word))) &&
    have.length <= wanted.length + addressWordsMore
  )
}

function words(text: string): string[] {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}

/** Prices of one piece: the suffix may be left out. */
const ofOnePiece = ['', 'item', 'one-time', 'person']

function samePrice(value: string, label: string): boolean {
  const [a, b] = [priceOf(value), priceOf(label)]
  if (!a || !b) return value.trim().toLowerCase() === label.toLowerCase()
  return a.currency === b.currency && a.amount === b.amount && a.per === b.per
}

function priceOf(text: string): { currency: string; amount: number; per: string } | undefined {
  const [, currency, amount, per = ''] =
    /^([A-Z]{3}) (\d+(?:\.\d+)?)(?:\/([a-z/-]+))?$/.exec(text.trim()) ?? []
  if (currency === undefined || amount === undefined) return undefined
  return { currency, amount: Number(amount), per: ofOnePiece.includes(per) ? '' : per }
}

/** `Name, Role`: the name is the same, and one role may be a part of the other. `founded:` and the like are exact. */
function sameMember(value: string, label: string): boolean {
  const [name, role] = memberOf(value)
  const [labelName, labelRole] = memberOf(label)
  if (name !== labelName) return false
  if (role === labelRole) return true
  return role !== '' && labelRole !== '' && (role.includes(labelRole) || labelRole.includes(role))
}

function memberOf(text: string): [name: string, role: string] {
  const comma = text.search(/[,、]/)
  if (comma < 0) return [letters(text), '']
  return [letters(text.slice(0, comma)), letters(text.slice(comma + 1))]
}

/** Without the bracket that names the genders, which every country writes in its own way. */
function jobTitle(text: string): string {
  return letters(text.replace(/[([]\s*[a-z*]{1,6}(?:\s*[/|,]\s*[a-z*]{1,6}){1,3}\s*[)\]]/gi, ' '))
}
