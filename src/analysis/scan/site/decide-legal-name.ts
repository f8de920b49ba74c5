import type { PageClues } from './clues.ts'
import { nameKey } from './company-names.ts'
import { areAlike } from './site-name.ts'

/** By reliability of the place. */
const weights: Readonly<Record<string, number>> = {
  'json-ld': 6,
  imprint: 5,
  copyright: 4,
  footer: 3,
  owner: 3,
  terms: 2,
  text: 1,
}
/** Later names in an imprint are those of hosts, insurers and authorities. */
const laterFactor = 0.4
const brandBonus = 4
const scoreMin = 3

/** The best supported name with a legal form; a page's first one counts most. */
export function decideLegalName(pages: readonly PageClues[], brands: readonly string[]): string | undefined {
  const scores = new Map<string, { name: string; score: number }>()
  for (const { legalNames } of pages) {
    const seen = new Set<string>()
    for (const { name, place } of legalNames) {
      const key = nameKey(name)
      if (key === '' || seen.has(`${key} ${place}`)) continue
      const isBrand = brands.some((brand) => areAlike(brand, name))
      // Running text also names clients, partners and sources; imprints name the bank of the account.
      if (!isBrand && (place === 'text' || (place === 'imprint' && bank.test(name)))) continue
      const isFirst = ![...seen].some((each) => each.endsWith(` ${place}`))
      seen.add(`${key} ${place}`)
      const known = scores.get(key) ?? {
        name,
        score: isBrand ? brandBonus : 0,
      }
      known.score += (weights[place] ?? 0) * (isFirst ? 1 : laterFactor)
      scores.set(key, known)
    }
  }
  const [best] = [...scores.values()].sort((a, b) => b.score - a.score || a.name.length - b.name.length)
  return best !== undefined && best.score >= scoreMin ? best.name : undefined
}

const bank = /bank|sparkasse|banque|banca\b|banco\b|caisse/i
