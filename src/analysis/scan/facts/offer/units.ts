import data from './unit-words.json'

const wordsOf = (units: Readonly<Record<string, readonly string[]>>) =>
  new Map(Object.entries(units).flatMap(([unit, words]) => words.map((word) => [word, unit] as const)))
const counted = wordsOf(data.per)
/** Units that need no `per`. */
const alone = wordsOf(data.alone)
/** `Stundensatz: 120 €` */
const before = new Map([...alone, ...wordsOf(data.before)])
/** A unit must follow these; an unknown one means that the number is not a price. */
const demanding = new Set(data.demanding)
const suggesting = new Set(data.suggesting)
const articles = new Set(data.articles)
/** Notes about tax and footnotes between an amount and its unit. */
const skipped = new Set(data.skipped)
const rateWords = new Set(data.rateWords)

const token = /[\p{L}\p{M}]+[²2]?(?:[-.][\p{L}\p{M}]+){0,3}|[/*+()]|\d+/gu
const pause = /[;!?•|–—]|[.:,]\s/
const afterMax = 48
const beforeMax = 32

/**
 * The unit right after an amount and its end offset. Undefined when the words are a unit that price lists do not use: a
 * kilogram, a gigabyte, an order.
 */
export function unitAfter(text: string, at: number): { unit: string; end: number } | undefined {
  const tokens = tokensAfter(text, at)
  const parts: string[] = []
  let end = at
  for (let index = 0; index < tokens.length; index++) {
    const { word, end: wordEnd } = tokens[index] ?? { word: '', end: at }
    const own = alone.get(word)
    if (own !== undefined) {
      parts.push(own)
      end = wordEnd
    } else if (demanding.has(word) || suggesting.has(word)) {
      const next = articles.has(tokens[index + 1]?.word ?? '') ? index + 2 : index + 1
      const part = counted.get(tokens[next]?.word ?? '')
      if (part === undefined)
        return demanding.has(word) && parts.length === 0 ? undefined : { unit: unitOf(parts), end }
      parts.push(part)
      end = tokens[next]?.end ?? wordEnd
      index = next
    } else if (!skipped.has(word)) break
  }
  return { unit: unitOf(parts), end }
}

/** The unit right before an amount, as in `pro Nacht ab 98 €`; '' when there is none. */
export function unitBefore(text: string, at: number): string {
  const lead = text.slice(Math.max(0, at - beforeMax), at)
  const clause = lead.slice(
    Math.max(...['. ', '; ', ', ', '• ', '| '].map((mark) => lead.lastIndexOf(mark))) + 1,
  )
  const words = [...clause.matchAll(token)].map(([word]) => word.toLowerCase())
  while (rateWords.has(words.at(-1) ?? '')) words.pop()
  const last = words.at(-1) ?? ''
  const part = before.get(last) ?? (demanding.has(words.at(-2) ?? '') ? counted.get(last) : undefined)
  return part === undefined ? '' : unitOf([part])
}

/** The time that a text consists of, as above a column of prices: `Monthly`, `HALF - YEARLY`; '' for other texts. */
export function periodOf(text: string): string {
  if (text.length > beforeMax) return ''
  const [word, ...others] = text.replaceAll(/\s?-\s?/g, '-').match(token) ?? []
  const unit = others.length === 0 ? alone.get(word?.toLowerCase() ?? '') : undefined
  return unit !== undefined && periods.has(unit) ? unit : ''
}

const periods = new Set(['day', 'week', 'month', 'quarter', 'half-year', 'year'])

function tokensAfter(text: string, at: number): Array<{ word: string; end: number }> {
  const tokens: Array<{ word: string; end: number }> = []
  let last = at
  for (const match of text.slice(at, at + afterMax).matchAll(token)) {
    const start = at + match.index
    const gap = text.slice(last, start)
    // After the abbreviations `zzgl. MwSt.` and `mtl. ` the sentence continues.
    const abbreviated = gap.startsWith('. ') && skipped.has(tokens.at(-1)?.word ?? '')
    if (pause.test(gap) && !abbreviated) break
    last = start + match[0].length
    tokens.push({ word: match[0].toLowerCase(), end: last })
  }
  return tokens
}

function unitOf(parts: readonly string[]): string {
  if (parts.includes('user')) return parts.includes('year') ? 'user/year' : 'user/month'
  return parts[0] ?? ''
}
