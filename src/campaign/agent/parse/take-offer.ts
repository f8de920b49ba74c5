import type { Brief } from './rules.ts'

const notHeadlines = ['copy.action', 'copy.eyebrow', 'copy.legal']

/** Makes the first discount of a brief ("20% off") the badge of its copy, where that has a headline and no badge. */
export function takeOffer({ text, items, settings }: Brief): void {
  const lines = settings.filter(({ path }) => path.startsWith('copy.'))
  const hasHeadline = lines.some(({ path }) => !notHeadlines.includes(path))
  const offer = items.find(({ kind }) => kind === 'offer')
  if (offer === undefined || !hasHeadline || lines.some(({ path }) => path === 'copy.badge')) return
  const value = text.slice(offer.start, offer.end)
  if (lines.some((line) => `${line.value}`.toLowerCase().includes(value.toLowerCase()))) return
  settings.push({ path: 'copy.badge', value })
  offer.kind = 'used'
}
