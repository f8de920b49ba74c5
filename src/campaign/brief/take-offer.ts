import type { Brief } from './rules.ts'
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

/** The items of the least price; empty without one. */
function priceOf(text: string, items: readonly Item[]): readonly Item[] {
  const at = items.findIndex((item, index) => {
    const end = items[index + 2]?.end
    return least.has(item.value) && end !== undefined && price.test(text.slice(item.start, end))
  })
  return at < 0 ? [] : items.slice(at, at + 3)
}
