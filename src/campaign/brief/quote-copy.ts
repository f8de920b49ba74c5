import { isMonth, splitDate } from '../compose/layouts/dates.ts'
import { form } from './forms.ts'
import data from './missing-parts.json'
import { is } from './rules.ts'
import { splitHeadline } from './split-headline.ts'
import { capitalized, type Span } from './take-part.ts'
import type { Item } from './tokenize.ts'

interface Source {
  text: string
  items: readonly Item[]
  /** Capitals have a meaning, as the brief has small letters. */
  hasCase: boolean
  hasLines: boolean
}

/** A name of copy, and where the copy would begin. */
interface Name {
  at: number
  from: number
  hasColon: boolean
}

/** Copy with the part that it becomes: the items from which the copy, the link and the part's name begin. */
interface Use {
  from: number
  link: number
  part: number
}

const itemsMax = 120
const aheadMax = 12
/** After the first sentence of a copy. */
const sentencesMax = 4
/** From here on a subline is a text of several sentences. */
const longSublineItems = 24
/** Of a short sentence, behind the first of a headline. */
const shortItems = 3
/** Of the words on a button. */
const callWordsMax = 5
const figure = /\p{N}/u
/** "Headline: Park. Plug. Done" at the end of a brief. */
const slogan = /^[^:]+:\s+(?:\p{L}+\. ){2,3}\p{L}+\.?$/u
const isVerb = (item: Item | undefined) => data.calls.verbs.includes(item?.value ?? '')
const capital = /[\p{Lu}¡¿]/uy
const offer = /[\p{Lu}\d€$£¥−–-]|\p{L}+ (?:\p{L}+ )?(?:[€$£¥]|\d+ ?[%€£])/uy

/**
 * Makes copy without quotation marks a quotation: what follows its name and a colon, up to the end of its sentence, or of
 * its line in a brief of lines ("Subline: A, b for c."), what follows the name with a capital ("CTA Get the app"), and what
 * is used as a part ("put 6–7 June as badge").
 */
export function quoteCopy(text: string, tokens: readonly Item[]): Item[] {
  const hasLines = tokens.some(({ kind }) => kind === 'newline')
  const items = hasLines
    ? tokens.map((item, at) => (isNameDash(tokens, at) ? { ...item, value: ':' } : item))
    : tokens
  const source = { text, items, hasCase: /\p{Ll}/u.test(text), hasLines }
  const quoted: Item[] = []
  let hasCopy = false
  for (let at = 0; at < items.length; at++) {
    const item = items[at]
    if (item === undefined) break
    const use = useAt(source, at)
    if (use !== undefined) {
      quoted.push(...itemsOfUse(source, at, use))
      hasCopy = true
      at = use.part
      continue
    }
    // "Underneath:" is a name only under other copy.
    const name = is(item, 'below') && !hasCopy ? undefined : nameAt(source, at)
    const to = name && endOf(source, name)
    const isPart = to !== undefined || is(items[name?.from ?? at + 1], 'quotes')
    quoted.push(is(item, 'below') && isPart ? { ...item, kind: 'copy', value: 'subline' } : item)
    hasCopy ||= is(item, 'copyCue') || is(item, 'quotes')
    if (name === undefined || to === undefined) continue
    const start = items[name.from]?.start ?? item.end
    // The full stop of a single sentence is left out.
    const isSeveral = /[.!?]\s/.test(text.slice(start, items[to - 1]?.end)) && item.value === 'headline'
    const isMarked = items[to]?.kind === 'stop' && (isSeveral || /[!?]/.test(items[to].value))
    const end = items[isMarked ? to : to - 1]?.end ?? start
    quoted.push(...items.slice(at + 1, name.from).filter(({ kind }) => kind !== 'newline'))
    quoted.push(...copyOf(text, item, { start, end }))
    at = isMarked ? to : to - 1
  }
  return quoted
}

/** Copy behind its name; a long message, which says what the copy is about, is a headline with a subline. */
function copyOf(text: string, name: Item, { start, end }: Span): Item[] {
  const value = text.slice(start, end)
  const isAbout = /^messag/i.test(text.slice(name.start, name.end))
  const [headline, more] = isAbout ? splitHeadline(value) : [value, undefined]
  if (more === undefined)
    return [
      { kind: 'quote', value: isAbout || name.value === 'action' ? capitalized(value) : value, start, end },
    ]
  const middle = start + headline.length
  return [
    { kind: 'quote', value: capitalized(headline), start, end: middle },
    { kind: 'copy', value: 'subline', start: middle, end: middle },
    { kind: 'quote', value: capitalized(more), start: middle, end },
  ]
}

function useAt({ text, items, hasCase }: Source, at: number): Use | undefined {
  if (!hasCase || !is(items[at], 'using') || !is(items[at - 1], 'startsUse')) return undefined
  const starts = (index: number) => {
    offer.lastIndex = items[index]?.start ?? text.length
    return offer.test(text)
  }
  let from = at + 1
  while (from < at + aheadMax && is(items[from], 'copyLabel') && !starts(from)) from++
  if (!starts(from)) return undefined
  for (let link = from; link < from + aheadMax; link++) {
    const isEnd = is(items[link], 'sentenceEnd') && !isOrdinal(items, link)
    if (isEnd || is(items[link], 'quotes')) return undefined
    if (link === from || !is(items[link], 'useLink')) continue
    const part = items[link + 1]?.kind === 'det' ? link + 2 : link + 1
    if (is(items[part], 'usedPart') && is(items[part + 1], 'afterUse')) return { from, link, part }
  }
  return undefined
}

function itemsOfUse({ text, items }: Source, at: number, { from, link, part }: Use): Item[] {
  const start = items[from]?.start ?? 0
  const end = items[link - 1]?.end ?? start
  const between = items.slice(at, part).map((item) => ({ ...item, kind: 'glue' }))
  const name = items.slice(part, part + 1)
  return [
    ...between.slice(0, from - at),
    { kind: 'quote', value: text.slice(start, end), start, end },
    ...between.slice(link - at),
    ...name.map((item) => ({ ...item, kind: 'copy' })),
  ]
}

/** Whether a stop belongs to the day of a date ("7. Juni"). */
function isOrdinal(items: readonly Item[], at: number): boolean {
  return is(items[at - 1], 'numeral') && items[at]?.value === '.' && isMonth(items[at + 1]?.value ?? '')
}

const isBehindHyphen = (text: string, at: number) =>
  text.charAt(at - 1) === '-' && /[\p{L}\p{N}]/u.test(text.charAt(at - 2))

function nameAt({ text, items, hasCase, ...source }: Source, at: number): Name | undefined {
  const item = items[at]
  // "Wintergarten-Tag: ..." is not a tag.
  if (item === undefined || !is(item, 'copyName') || isBehindHyphen(text, item.start)) return undefined
  const isBadge = item?.value === 'badge'
  const lead = items[at - 1]
  let from = at + 1
  while (
    from < at + aheadMax &&
    is(items[from], 'betweenNameAndCopy') &&
    !starts(capital) &&
    !isVerb(items[from])
  )
    from++
  const isScene = isBadge && lead?.kind === 'det' && from === at + 1 && !is(items[at - 2], 'asksForBadge')
  const isLed = is(lead, 'nameLead') && !isScene
  let colon = from
  while (colon < at + aheadMax && is(items[colon], 'betweenCueAndQuote') && !is(items[colon], 'colon'))
    colon++
  const hasColon = is(items[colon], 'colon')
  if (hasColon) from = colon
  if (is(items[from], 'colon') || is(items[from], 'dash')) from++
  const isNextLine = hasColon && items[from]?.kind === 'newline'
  if (isNextLine && !isInstruction({ text, items, hasCase, ...source }, from + 1)) from++
  if (hasColon && !is(item, 'say') && (isLed || !isBadge || is(lead, 'quotes'))) return { at, from, hasColon }
  const followsCopy = is(lead, 'quotes')
  const isNamed = is(item, 'strongName')
    ? !is(lead, 'plainScene')
    : isLed || followsCopy || is(item, 'sureName')
  const isCall = form('contact').test(text.slice(item.start, item.end))
  // "CTA book a viewing", "then underneath 4.1% on balances"
  const isLine = source.hasLines && item.value === 'action' && is(items[beforeMarks(items, at)], 'lineEdge')
  const isNext = is(item, 'below') && data.message.thens.includes(lead?.value ?? '')
  const isCopy =
    hasCase &&
    !isCall &&
    isNext === is(item, 'below') &&
    !is(items[from], 'quotes') &&
    ((isLine && isVerb(items[from])) || starts(isBadge || isNext ? offer : capital))
  return isCopy && (isNamed || isNext || isLine) ? { at, from, hasColon } : undefined

  function starts(pattern: RegExp): boolean {
    pattern.lastIndex = items[from]?.start ?? text.length
    return pattern.test(text)
  }
}

/**
 * Where the copy ends; undefined if there is none, as what follows the name only describes it: a word of layouts, unless the
 * copy is a call ("CTA: Read the story").
 */
function endOf(source: Source, { at, from, hasColon }: Name): number | undefined {
  const { items } = source
  const isLine = hasColon && source.hasLines && is(items[beforeMarks(items, at)], 'lineEdge')
  const isListed = !hasColon && items[at - 1]?.value === ','
  if (is(items[from], 'copyName') && nameAt(source, from)?.hasColon) return undefined
  let to = from
  let comma: number | undefined
  for (; to < items.length && items[to]?.kind !== 'newline'; to++) {
    const item = items[to]
    if (to - from > itemsMax || (is(item, 'quotes') && !isInside(items, from, to))) return undefined
    // "Badge: Free for 3 months CTA: Download".
    if (to > from && startsName(source, to)) break
    if (item?.kind === 'stop' && !isLine && !isOrdinal(items, to)) {
      if (hasColon && goesOn(source, at, to + 1)) continue
      break
    }
    if (item?.value === ',' && isListed) comma ??= to
    if (to === from || !is(item, 'clauseEdge') || !isInstruction(source, to + 1)) continue
    to = comma ?? to
    break
  }
  if (comma !== undefined && is(items[at], 'shortName')) to = comma
  const dateEnd = is(items[to - 1], 'formatName') ? items[to - 2]?.end : undefined
  // "A badge 6–7 June square".
  if (dateEnd !== undefined && splitDate(source.text.slice(items[from]?.start, dateEnd))) to -= 1
  const words = items.slice(from, to)
  const hasContent = words.some((item) => is(item, items[at]?.value === 'badge' ? 'badgeContent' : 'scene'))
  const isDescription = words.some((item) => is(item, 'describing')) || words.every((item) => is(item, 'no'))
  capital.lastIndex = words[0]?.start ?? 0
  const isTitled = hasColon && source.hasCase && capital.test(source.text)
  // "CTA: Drop it off" leaves nothing out.
  const isShort = items[at]?.value === 'action' && words.length > 1 && words.length <= callWordsMax
  const isPlain = words.every((item) => !is(item, 'describing') || item.kind === 'none')
  const isCall = isTitled && (is(words[0], 'callStart') || (isShort && isPlain))
  return hasContent || isCall || !isDescription ? to : undefined
}

/** The next sentences, up to one that is a name of copy: `CTA: ...`. */
function sentencesFrom(source: Source, from: number) {
  const { items } = source
  const sentences: { start: number; words: Item[] }[] = []
  let start = from
  const isNamed = () => nameAt(source, afterAll(items, start, 'beforeName'))?.hasColon === true
  while (sentences.length < sentencesMax && start < items.length && !isNamed()) {
    let end = start
    while (end < start + itemsMax && !is(items[end], 'sentenceEnd')) end++
    sentences.push({ start, words: items.slice(start, end) })
    start = end + 1
  }
  return { sentences, isBeforeCopy: sentences.length > 0 && isNamed() }
}

const isShortSentence = ({ words } = { words: [] as Item[] }) =>
  words.length > 0 && words.length <= shortItems && !words.some((item) => is(item, 'describing'))

/**
 * Whether a sentence still belongs to a copy of several: to a headline by its form, to a legal note, or, with a figure, which
 * scenes do not have, or after many words, to a subline before the next named part.
 */
function goesOn(source: Source, at: number, from: number): boolean {
  const { items, text } = source
  const name = items[at]?.value
  const { sentences, isBeforeCopy } = sentencesFrom(source, from)
  if (name === 'headline' || name === 'any') {
    const first = items.slice(at + 1).find(({ kind }) => kind !== 'break')
    const isSame = first?.kind !== 'det' && first?.value === items[from]?.value
    // "Wait... what?"
    const isDots = [items[from], items[from - 2]].some((item) => item?.kind === 'stop')
    // "Less noise. More work.", "Left over? Share it"
    const isNeeding = is(items[from], 'continuing') || items[from - 1]?.value === '?'
    const isShort =
      (isBeforeCopy || slogan.test(text.slice(items[at]?.start))) && sentences.every(isShortSentence)
    const isOne = isSame || isDots || isShort || (isNeeding && isShortSentence(sentences[0]))
    return isOne && !isInstruction(source, from)
  }
  if (name !== 'legal' && name !== 'subline') return false
  for (const { start, words } of sentences) {
    if (words.length === 0 || words.some((item) => is(item, 'quotes')) || isInstruction(source, start))
      return false
    // An interest rate is a percentage, as the size of a logo is.
    if (name === 'legal') return !words.some((item) => is(item, 'describing') && item.kind !== 'percent')
    const isLong = start - at > longSublineItems
    if (!isLong && !figure.test(text.slice(words[0]?.start, words.at(-1)?.end))) return false
  }
  return isBeforeCopy
}

/** Whether a name of copy with a capital and a colon begins there: "CTA: ...". */
function startsName(source: Source, at: number): boolean {
  capital.lastIndex = source.items[at]?.start ?? 0
  return (
    is(source.items[at], 'copyName') && capital.test(source.text) && nameAt(source, at)?.hasColon === true
  )
}

/** "Headline - Made slowly" on a line of its own. */
const isNameDash = (items: readonly Item[], at: number) =>
  is(items[at], 'dash') && is(items[at - 1], 'copyName') && is(items[beforeMarks(items, at - 1)], 'lineEdge')

function beforeMarks(items: readonly Item[], at: number): number {
  let before = at - 1
  while (is(items[before], 'listMark')) before--
  return before
}

/** Whether a quotation is a word of the copy around it. */
function isInside(items: readonly Item[], from: number, at: number): boolean {
  const isDescribed = items.slice(from, at).some((item) => is(item, 'describing'))
  return at > from && is(items[at + 1], 'scene') && !isDescribed
}

/** Whether a clause is an instruction: it names what instructions are about, and has no word of a scene. */
function isInstruction(source: Source, start: number): boolean {
  const { items } = source
  const at = afterAll(items, start, 'beforeName')
  const item = items[at]
  if (at === start && is(item, 'formatWord'))
    return is(items[afterAll(items, at, 'formatList')], 'sentenceEnd')
  if (useAt(source, at) !== undefined) return true
  if (item === undefined || !is(item, 'endsCopy')) return false
  if (is(item, 'source')) return true
  if (is(item, 'copyName') && (is(items[at + 1], 'quotes') || nameAt(source, at) !== undefined)) return true
  let end = at
  while (end < at + itemsMax && !is(items[end], 'clauseEnd') && !is(items[end], 'scene')) end++
  // "Poured, not made" leaves nothing out.
  const isAbout = !is(item, 'no') || items.slice(at, end).some((one) => is(one, 'leftOut'))
  return isAbout && is(items[end], 'clauseEnd') && (end - start > 1 || is(item, 'wholeInstruction'))
}

function afterAll(items: readonly Item[], start: number, group: 'beforeName' | 'formatList'): number {
  let at = start
  while (at < start + aheadMax && is(items[at], group)) at++
  return at
}
