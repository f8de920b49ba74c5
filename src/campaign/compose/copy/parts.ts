import { cleanContent } from './clean-content.ts'

/** Parts of a copy, in the order in which they are read. */
export const partNames = ['eyebrow', 'badge', 'headline', 'subline', 'cta', 'legal'] as const
export type PartName = (typeof partNames)[number]

/** Text of each part; absent parts are not shown. */
export type CopyParts = Readonly<Partial<Record<PartName, string>>>

/**
 * The parts of a request: each by its name; what `content` has before its first empty line is the headline and what
 * follows the subline, where the request does not name them.
 */
export function partsOf(text: Readonly<Partial<Record<PartName | 'content', string>>>): CopyParts {
  const { paragraphs } = cleanContent(text.content ?? '')
  const end = paragraphs.indexOf('')
  const lines = (from: number, to?: number) =>
    paragraphs
      .slice(from, to)
      .filter((line) => line !== '')
      .join('\n')
  const inContent = end === -1 ? { headline: lines(0) } : { headline: lines(0, end), subline: lines(end) }
  const parts: Partial<Record<PartName, string>> = {}
  for (const name of partNames) {
    const given = text[name] ?? (name === 'headline' || name === 'subline' ? (inContent[name] ?? '') : '')
    const clean = cleanContent(given).paragraphs.filter((line) => line !== '')
    if (clean.length > 0) parts[name] = clean.join(name === 'headline' || name === 'subline' ? '\n' : ' ')
  }
  return parts
}
