import calls from './calls.json'
import { type Brief, is } from './rules.ts'
import type { Item } from './tokenize.ts'

const notHeadlines = ['copy.action', 'copy.eyebrow', 'copy.legal']
const least = new Set(['from', 'ab', 'dès', 'desde', 'vanaf'])
const price = /^(?:\p{L}+ )?(?:[€$£¥] ?\d[\d.,]*|\d[\d.,]* ?[€$£¥])$/u
/** Before a price without "from". */
const named = new Set(['price', 'preis', 'prix', 'precio', 'prezzo', 'prijs'])
const amount = /\d[\d.,]* ?%?/u

/**
 * Makes the first discount of a brief ("20% off") or its price ("from €899", "Price €139") the badge of its copy, where that
 * has a headline, no badge, and not the same amount already.
 */
export function takeOffer({ text, items, settings }: Brief): void {
  const lines = settings.filter(({ path }) => path.startsWith('copy.'))
  const hasHeadline = lines.some(({ path }) => !notHeadlines.includes(path))
  if (!hasHeadline || lines.some(({ path }) => path === 'copy.badge')) return
  const discount = items.find(({ kind }) => kind === 'offer')
  const offer = discount === undefined ? priceOf(text, items) : [discount]
  const value = text.slice(offer[0]?.start ?? 0, offer.at(-1)?.end ?? 0)
  const core = discount === undefined ? value.toLowerCase() : (amount.exec(value)?.[0] ?? value)
  if (value === '' || lines.some((line) => `${line.value}`.toLowerCase().includes(core))) return
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
    if (!calls.some(([verbs, next]) => verbs?.includes(wordAt(at)) && next?.includes(wordAt(at + 1))))
      continue
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
  for (const [index, { value }] of items.entries()) {
    if (!least.has(value) && !named.has(value)) continue
    const isColon = items[index + 1]?.value === ':'
    const at = least.has(value) ? index : index + (isColon ? 2 : 1)
    const found = items.slice(at, least.has(value) ? at + 3 : at + 2)
    if (!price.test(text.slice(found[0]?.start, found.at(-1)?.end))) continue
    for (const name of items.slice(index, at)) name.kind = 'used'
    return found
  }
  return []
}
