import { hasPhrase, phraseLine } from '../../../text/phrases.ts'
import type { Line } from '../../document/lines.ts'
import words from './postal-words.json'

/** A piece of a line between two cuts. */
export interface Part {
  text: string
  line: Line
  from: number
  to: number
}

/** Whether a colon follows on the part. */
export const isLabel = ({ line, to }: Part): boolean => /^\s?[:：]/.test(line.text.slice(to, to + 2))

const labelMax = 45
const lineMax = 400
const partsMax = 40
const addressLabels = new Set(words.addressLabels)
const placeLabels = new Set(words.placeLabels)

/** Length of the label before an address; 0 without one. */
export function addressLabelLength(text: string): number {
  return labelLength(text, (label) => addressLabels.has(label))
}

function labelLength(text: string, isLabel: (label: string) => boolean): number {
  const colon = text.slice(0, labelMax).search(/[:：]/)
  const end = colon === -1 ? text.length : colon
  return end < labelMax && isLabel(phraseLine(text.slice(0, end)).trim()) ? Math.min(end + 1, text.length) : 0
}

/** `Adresse Wundtstr. 40`: the label in its own element of the line. */
function bareLabelLength(text: string): number {
  // `Adresse16 rue` and `AdresseHafenstraße 2` have no space between two elements.
  const glued = /^\p{L}{3,20}?(?=\d|(?<=\p{Ll})\p{Lu})/u.exec(text)?.[0].length ?? 0
  if (glued === 0 && !hasPhrase(phraseLine(text), words.addressLabels)) return 0
  const second = text.indexOf(' ', text.indexOf(' ') + 1) + 1
  const ends = glued > 0 ? [glued] : [second, text.indexOf(' ') + 1]
  const end = ends.find((at) => at < labelMax && addressLabels.has(phraseLine(text.slice(0, at)).trim())) ?? 0
  return /^(?:\d|\p{Lu}.*\d)/u.test(text.slice(end)) ? end : 0
}

const isAnyLabel = (label: string) => addressLabels.has(label) || placeLabels.has(label)

/** `Our address is`, `Visit us at` before a number or a capital letter. */
const lead = new RegExp(`^[^,;\\d]{3,60} (?:${words.prepositions.join('|')}) (?=[\\p{Lu}\\d])`, 'u')

function leadLength(text: string): number {
  const before = lead.exec(text)?.[0] ?? ''
  return before !== '' && hasPhrase(phraseLine(before), words.leads) ? before.length : 0
}

/** Whether a line begins with words about the location, unlike descriptions. */
export function beginsWithPlace(text: string): boolean {
  return (text.includes(':') && labelLength(text, isAnyLabel) > 0) || leadLength(text) > 0
}

/** Dashes, and points or colons before a space, are checked further. */
const cutters = /[,،|·•／、;]| (?=[–—/-] )|[.:](?= )/g

/** A line's parts between commas, bars, points and spaced dashes, without labels and words about the location. */
export function partsOf(line: Line): Part[] {
  const { text } = line
  if (text.length > lineMax) return []
  const parts: Part[] = []
  let from = (text.includes(':') ? labelLength(text, isAnyLabel) : 0) || bareLabelLength(text)
  const push = (to: number) => {
    let [start, end] = [from, to]
    while (start < end && !/[\p{L}\p{N}〒#]/u.test(text.charAt(start))) start++
    while (end > start && ' .–—-'.includes(text.charAt(end - 1))) end--
    start += leadLength(text.slice(start, end))
    const part = text.slice(start, end)
    if (part !== '' && !isTalk(part)) parts.push({ text: part, line, from: start, to: end })
  }
  for (const { index: at, 0: cutter } of text.matchAll(cutters)) {
    if (parts.length >= partsMax) break
    const dash = cutter === ' '
    if (at < from || (dash && !isDash(text, at)) || (cutter === '.' && !endsSentence(text, at))) continue
    push(at)
    from = at + (dash ? 3 : 1)
  }
  push(text.length)
  return parts
}

/** A dash with spaces, except in `Bengaluru – 560001`. */
function isDash(text: string, at: number): boolean {
  return !/^(?:\d{6}|\d{3} \d{3})(?!\d)/.test(text.slice(at + 3, at + 11))
}

/** Labels that are not part of an address: `Registered office`, `Our studio`. */
function isTalk(part: string): boolean {
  if (part.length > labelMax) return false
  const line = phraseLine(part)
  return isAnyLabel(line.trim()) || (!/\d/.test(part) && hasPhrase(line, words.leads))
}

const wholeWord = /[\p{L}\d)]{4}$/u

/** A point after a whole word or number, followed by a capital letter. */
function endsSentence(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 4), at)
  return (
    /^[\p{Lu}\d]/u.test(text.charAt(at + 2)) && wholeWord.test(before) && !/str$|dist$|росп$/i.test(before)
  )
}
