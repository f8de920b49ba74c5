import { topicsOf } from '../compose/read-copy.ts'
import data from './missing-parts.json'
import { oneOf, wordStart } from './one-of.ts'
import { is } from './rules.ts'
import type { Item } from './tokenize.ts'

const { person } = data
const capital = /^\p{Lu}/u
const wordsMax = 10
/** "Quote from Anna and João:" */
const before = new RegExp(
  String.raw`${wordStart}${oneOf(person.quoted)}\s${oneOf(person.by)}\s(?<person>[^"“„«:.!?\n]{2,80}?)\s?:?\s*$`,
  'iu',
)

/** A quotation with fewer words may be a headline before a remark. */
const saidWordsMin = 6

/** Whether a dash follows a quotation of several words, as before the person who said them. */
const isSaid = (items: readonly Item[], at: number) =>
  is(items[at + 1], 'dash') && (items[at]?.value.split(' ').length ?? 0) >= saidWordsMin

/**
 * Makes the person of a testimonial ("…." – Amira, customer since 2024; Quote from Amira: "…") a quotation, which stands under
 * the words.
 */
export function quotePerson(text: string, items: readonly Item[]): Item[] {
  const at = items.findIndex(({ kind }) => kind === 'quote')
  if (at < 0 || !(topicsOf(text).has('testimonial') || isSaid(items, at))) return [...items]
  const named = before.exec(text.slice(0, items[at]?.start))
  const name = named?.groups?.['person'] ?? ''
  if (named !== null && capital.test(name)) {
    const start = named.index + named[0].indexOf(name)
    const quotation = { kind: 'quote', value: name, start, end: start + name.length }
    const kept = items.slice(0, at).filter((item) => item.start < named.index)
    return [...kept, ...items.slice(at, at + 1), quotation, ...items.slice(at + 1)]
  }
  let from = at + 1
  while (is(items[from], 'dash') || items[from]?.kind === 'newline') from++
  let to = from
  while (to < from + wordsMax && !is(items[to], 'sentenceEnd') && !is(items[to], 'target')) to++
  const [first, last] = [items[from], items[to - 1]]
  const isPerson = first !== undefined && first.kind === 'word' && capital.test(text.slice(first.start))
  if (!isPerson || last === undefined || to === from || !is(items[to], 'sentenceEnd')) return [...items]
  if (items.slice(from, to).some((item) => is(item, 'quotes'))) return [...items]
  const { start } = first
  const quotation = { kind: 'quote', value: text.slice(start, last.end), start, end: last.end }
  return [...items.slice(0, at + 1), quotation, ...items.slice(to)]
}
