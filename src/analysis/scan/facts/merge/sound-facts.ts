import { cleanText } from '../../document/clean-text.ts'
import type { Evidence } from '../../document/evidence.ts'
import { topics } from '../../schema.ts'
import type { PageFact } from '../fact.ts'

const quoteMax = 300
const textMax = 500
const keyMax = 1000
const factsPerTopicMax = 100
const evidencePerFactMax = 10

/**
 * The facts of a page that may go on: quoted, cleaned and of a known topic. What a page's own process says is not taken
 * on trust; a fact without a sound quote is dropped, not weakened, and of thousands on one topic only the first count.
 */
export function soundFacts(facts: readonly PageFact[]): PageFact[] {
  const taken = new Map<string, number>()
  const isEarly = ({ topic }: PageFact) => {
    const count = (taken.get(topic) ?? 0) + 1
    taken.set(topic, count)
    return count <= factsPerTopicMax
  }
  return facts
    .filter(isEarly)
    .filter(isShort)
    .flatMap((fact) => {
      const { value: raw = '', ...rest } = fact
      const [text, value] = [cleanText(fact.text), cleanText(raw)]
      const evidence = fact.evidence.slice(0, evidencePerFactMax).filter(isSound)
      if (evidence.length === 0 || text === '' || !pageTopics.has(fact.topic)) return []
      return [{ ...rest, text, evidence, ...(value === '' ? {} : { value }) }]
    })
}

/** Conflicts and absences are found here, between pages; a page that brings its own is not believed. */
const pageTopics: ReadonlySet<string> = new Set(
  topics.filter((topic) => topic !== 'conflict' && topic !== 'absence'),
)

function isShort({ key, text, value = '' }: PageFact): boolean {
  return key !== '' && key.length <= keyMax && text.length <= textMax && value.length <= textMax
}

function isSound({ quote, start, end }: Evidence): boolean {
  return (
    quote.trim() !== '' &&
    quote.length <= quoteMax &&
    Number.isSafeInteger(start) &&
    start >= 0 &&
    end === start + quote.length
  )
}
