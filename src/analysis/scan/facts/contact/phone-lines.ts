import { trimmed } from '../../../text/trimmed.ts'
import { type Line, linesOf } from '../../document/lines.ts'
import { listedElements } from '../../document/listing.ts'
import { oncePerPage } from '../../document/once-per-page.ts'
import type { Page } from '../../document/page.ts'
import { type PageKind, pageKind } from '../../document/page-kind.ts'
import { sectionsOf } from '../../document/sections.ts'
import { type FoundNumber, looksLikeDate, numbersIn } from './phone-numbers.ts'
import words from './phone-words.json'
import { postalCity } from './postal-lines.ts'

export interface LabelledNumber {
  line: Line
  number: FoundNumber
  label: NumberLabel
}

/** Every number with its label: words before it in its line, or a previous line that consists of a label. */
export const labelledNumbers = oncePerPage(readLabelledNumbers)

function readLabelledNumbers(page: Page): readonly LabelledNumber[] {
  const found: LabelledNumber[] = []
  let last: Line | undefined
  /** The label of the line before, if that is a number alone. */
  let listed: NumberLabel
  for (const line of linesOf(page)) {
    let until = 0
    for (const number of numbersIn(line.text)) {
      const own = labelBefore(line.text, number.from, until)
      const above = own === undefined && until === 0 && last !== undefined && isLabel(last.text)
      const inherited = above && last !== undefined ? labelBefore(last.text, last.text.length, 0) : undefined
      const isAlone = number.text.length === line.text.length
      const label = own ?? inherited ?? (isAlone ? listed : undefined)
      listed = isAlone ? label : undefined
      found.push({ line, number, label })
      until = number.to
    }
    if (until === 0) listed = undefined
    last = line
  }
  return found
}

const labelMax = 40

/** A line with digits is not a label. */
const isLabel = (text: string) => text.length <= labelMax && !/\d/.test(text)

/** Pages whose numbers usually belong to other parties. */
const quietKinds: ReadonlySet<PageKind> = new Set<PageKind>(['privacy', 'terms', 'others', 'article'])
/** A number in a longer text on an ordinary page usually belongs to another party. */
const sentenceMax = 140
const contactLineMax = 60

/** The company's own telephone numbers on the page. */
export function plainPhones(page: Page): LabelledNumber[] {
  const sections = sectionsOf(page)
  const isListed = listedElements(page)
  const kind = pageKind(page)
  const language = (page.lang ?? '').toLowerCase().split('-')[0] ?? ''
  return labelledNumbers(page).filter(({ line, number, label }) => {
    if (label === 'fax' || label === 'other' || looksLikeDate(number.text)) return false
    if (number.from >= (sections.get(line)?.foreignFrom ?? 0) || isListed(line.block.block)) return false
    const edge = line.area === 'header' || line.area === 'footer'
    if (quietKinds.has(kind) && !edge) return false
    if (kind === 'other' && !edge && line.text.length > sentenceMax) return false
    if (label === 'phone') return true
    // In brackets after a name it is that party's number.
    if (line.text.charAt(number.to) === ')' && !number.text.includes(')')) return false
    const contactPlace = edge || kind === 'contact' || kind === 'imprint'
    const alone = line.text.length - number.text.length <= 4
    if (number.text.includes('+')) return contactPlace || alone || kind === 'home'
    return (
      (isWrittenAsPhone(number.text) || countryOfStyle(number.text, language) !== undefined) &&
      ((contactPlace && line.text.length <= contactLineMax) || isContactLine(line))
    )
  })
}

/** With a trunk zero or area code, and in groups. */
function isWrittenAsPhone(text: string): boolean {
  return (/^[(0]/.test(text) && /\d[ ()/.–-]{1,3}\d/.test(text)) || northAmerican.test(text)
}

/** Formats that one country has among those of its languages. */
const styles = words.styles.map(({ form, ...style }) => ({ ...style, form: new RegExp(`^${form}$`) }))

/** The country whose format a number has, on a site without a known country. */
export function countryOfStyle(text: string, language: string): string | undefined {
  if (northAmerican.test(text.trim())) return 'US'
  return styles.find(({ languages, form }) => languages.includes(language) && form.test(text))?.country
}

/** `(415) 555-0134`. */
const northAmerican = /^(?:1[ .-])?(?:\(\d{3}\) ?|\d{3}[ .-])\d{3}[ .-]\d{4}$/

/** A line with an address or e-mail address beside the number. */
function isContactLine({ text }: Line): boolean {
  if (text.length > 3 * contactLineMax) return false
  return text.includes('@') || text.split(/[,·|•]/).some((part) => postalCity(part.trim()) !== undefined)
}

/** The use of a number by the words before it. */
type NumberLabel = 'phone' | 'fax' | 'other' | undefined

const labels: ReadonlyMap<string, NumberLabel> = new Map(
  (['other', 'fax', 'phone'] as const).flatMap((label) => words[label].map((word) => [word, label])),
)
const labelOf = (word: string): NumberLabel => labels.get(word) ?? labels.get(trimmed(word, '.-'))
const reach = 48

/** The label of a number: the nearest known word between it and the previous number or line break. */
function labelBefore(text: string, from: number, until: number): NumberLabel {
  const before = lastSentence(text.slice(Math.max(until, from - reach), from)).toLowerCase()
  const words = before.split(/[^\p{L}\p{N}.☎📞📱☏✆📠℻-]+/u).filter((word) => word !== '')
  for (let at = words.length - 1; at >= 0; at--) {
    const label = labelOf(words[at] ?? '')
    // `Tel./Fax:` counts as a phone; `Tel: 1, Fax` is cut at the previous number.
    if (label === 'fax' && at === words.length - 1 && phoneAndFax.test(before)) return 'phone'
    if (label !== undefined) return label
  }
  return undefined
}

/** Whether a text is a label of numbers and nothing else. */
export function isNumberLabel(text: string): boolean {
  const label = labelOf(text.slice(0, reach).toLowerCase())
  return label === 'phone' || label === 'fax'
}

/** The text after the last full stop; an abbreviation's stop is not followed by a capitalised word. */
function lastSentence(text: string): string {
  for (let at = text.lastIndexOf('. '); at !== -1; at = at === 0 ? -1 : text.lastIndexOf('. ', at - 1)) {
    if (/^\p{Lu}\p{L}/u.test(text.slice(at + 2)) && !/(?:^|[^\p{L}])\p{L}{1,3}$/u.test(text.slice(0, at)))
      return text.slice(at + 2)
  }
  return text
}

const phoneAndFax = /tel[a-z.é]{0,8}(?:\s?[/&+,]\s?|\s(?:und|and|et|y|e|og|och)\s)(?:tele)?fax/
