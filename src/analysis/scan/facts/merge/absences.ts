import type { Fact, Topic } from '../../schema.ts'
import { factId } from './fact-id.ts'

/** What a careful reader would note as missing, in words. */
const lookedFor: ReadonlyMap<Topic, string> = new Map([
  ['pricing', 'No prices were'],
  ['contact-email', 'No contact e-mail address was'],
  ['contact-phone', 'No phone number was'],
])

/** One fact for each topic that was looked for in vain. Nothing is absent from a site of which nothing was read. */
export function absences(facts: readonly Fact[], pagesRead: number): Fact[] {
  if (pagesRead === 0) return []
  const present = new Set(facts.map(({ topic }) => topic))
  const where = pagesRead === 1 ? 'the 1 page that was read' : `the ${pagesRead} pages that were read`
  return [...lookedFor]
    .filter(([topic]) => !present.has(topic))
    .map(([topic, words]) => ({
      id: factId('absence', topic),
      kind: 'unknown',
      topic: 'absence',
      text: `${words} found on ${where}.`,
      value: topic,
      confidence: 'low',
      sources: [],
    }))
}
