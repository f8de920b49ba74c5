import words from './phone-words.json'

/** The use of a number by the words before it. */
export type NumberLabel = 'phone' | 'fax' | 'other' | undefined

const phoneWords = new Set(words.phone)
const faxWords = new Set(words.fax)
const otherWords = new Set(words.other)
const reach = 48

/** The label of a number: the nearest known word between it and the previous number or line break. */
export function labelBefore(text: string, from: number, until: number): NumberLabel {
  const before = lastSentence(text.slice(Math.max(until, from - reach), from)).toLowerCase()
  const words = before.split(/[^\p{L}\p{N}.☎📞📱☏✆📠℻-]+/u).filter((word) => word !== '')
  for (let at = words.length - 1; at >= 0; at--) {
    const word = words[at] ?? ''
    const bare = stripEdges(word)
    if (isPhone(word, bare)) return 'phone'
    if (faxWords.has(word) || faxWords.has(bare)) return at === words.length - 1 ? pairLabel(before) : 'fax'
    if (otherWords.has(word) || otherWords.has(bare)) return 'other'
  }
  return undefined
}

/** Whether a text is a label of numbers and nothing else. */
export function isNumberLabel(text: string): boolean {
  const word = text.slice(0, reach).toLowerCase()
  return isPhone(word, stripEdges(word)) || faxWords.has(word)
}

/** The text after the last full stop; an abbreviation's stop is not followed by a capitalised word. */
function lastSentence(text: string): string {
  for (let at = text.lastIndexOf('. '); at !== -1; at = at === 0 ? -1 : text.lastIndexOf('. ', at - 1)) {
    if (/^\p{Lu}\p{L}/u.test(text.slice(at + 2)) && !/(?:^|[^\p{L}])\p{L}{1,3}$/u.test(text.slice(0, at)))
      return text.slice(at + 2)
  }
  return text
}

function isPhone(word: string, bare: string): boolean {
  return phoneWords.has(word) || phoneWords.has(bare)
}

const phoneAndFax = /tel[a-z.é]{0,8}(?:\s?[/&+,]\s?|\s(?:und|and|et|y|e|og|och)\s)(?:tele)?fax/

/** `Tel./Fax:` counts as a phone; `Tel: 1, Fax` is cut at the previous number. */
function pairLabel(before: string): NumberLabel {
  return phoneAndFax.test(before) ? 'phone' : 'fax'
}

function stripEdges(word: string): string {
  let start = 0
  let end = word.length
  while (start < end && '.-'.includes(word.charAt(start))) start++
  while (end > start && '.-'.includes(word.charAt(end - 1))) end--
  return word.slice(start, end)
}
