import calls from './calls.json'
import { type Brief, is } from './rules.ts'
import type { Item } from './tokenize.ts'

const notHeadlines = ['copy.action', 'copy.eyebrow', 'copy.legal']
const least = new Set(['from', 'ab', 'dès', 'desde', 'vanaf'])
const price = /^\p{L}+ (?:[€$£¥] ?\d[\d.,]*|\d[\d.,]* ?[€£])$/u

/**
 * Makes the first discount of a brief ("20% off") or its price ("from €899") the badge of its copy, where that has a headline
 * and no badge.
 */
export function takeOffer({ text, items, settings }: Brief): void {
  const lines = settings.filter(({ path }) => path.startsWith('copy.'))
  const hasHeadline = lines.some(({ path }) => !notHeadlines.includes(path))
  if (!hasHeadline || lines.some(({ path }) => path === 'copy.badge')) return
  const discount = items.find(({ kind }) => kind === 'offer')
  const offer = discount === undefined ? priceOf(text, items) : [discount]
  const value = text.slice(offer[0]?.start ?? 0, offer.at(-1)?.end ?? 0)
  if (value === '' || lines.some((line) => `${line.value}`.toLowerCase().includes(value.toLowerCase())))
    return
  settings.push({ path: 'copy.badge', value })
  for (const item of offer) item.kind = 'used'
}

/** Words of a call at most. */
const callWordsMax = 5

/**
 * Makes a clause that calls readers to do something ("book a test drive") the button of a copy that has a headline and no
 * button.
 */
export function takeCall({ text, items, settings }: Brief): void {
  const lines = settings.filter(({ path }) => path.startsWith('copy.'))
  const hasHeadline = lines.some(({ path }) => !notHeadlines.includes(path))
  if (!hasHeadline || lines.some(({ path }) => path === 'copy.action')) return
  for (const [at, item] of items.entries()) {
    if (!is(items[at - 1], 'clauseEnd') && !is(items[at - 1], 'quotes')) continue
    const wordAt = (index: number) =>
      text.slice(items[index]?.start ?? 0, items[index]?.end ?? 0).toLowerCase()
    if (!calls.some(([verbs, next]) => verbs?.includes(wordAt(at)) && next?.includes(wordAt(at + 1)))) continue
    let end = at + 2
    while (end <= at + callWordsMax && !is(items[end], 'clauseEnd')) end++
    if (end > at + callWordsMax) continue
    const value = text.slice(item.start, items[end - 1]?.end)
    settings.push({ path: 'copy.action', value: value.charAt(0).toUpperCase() + value.slice(1) })
    for (const used of items.slice(at, end)) used.kind = 'used'
    return
  }
}

/** The items of the least price; empty without one. */
function priceOf(text: string, items: readonly Item[]): readonly Item[] {
  const at = items.findIndex((item, index) => {
    const end = items[index + 2]?.end
    return least.has(item.value) && end !== undefined && price.test(text.slice(item.start, end))
  })
  return at < 0 ? [] : items.slice(at, at + 3)
}
