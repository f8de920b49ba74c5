import { cleanContent, linesOf } from './clean-content.ts'

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
  const paragraphs = cleanContent(text.content ?? '')
  const end = paragraphs.indexOf('')
  const inContent: Partial<Record<PartName, string>> = {
    headline: paragraphs.slice(0, end === -1 ? undefined : end).join('\n'),
    subline: end === -1 ? '' : paragraphs.slice(end).join('\n'),
  }
  const parts: Partial<Record<PartName, string>> = {}
  for (const name of partNames) {
    const clean = linesOf(text[name] ?? inContent[name] ?? '')
    if (clean.length > 0) parts[name] = clean.join(name in inContent ? '\n' : ' ')
  }
  return parts
}
