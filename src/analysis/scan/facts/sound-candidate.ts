import { cleanText, cutText } from '../../text/clean-text.ts'
import { type Evidence, quoteMax } from '../document/evidence.ts'
import { contextSideMax, contextTextMax } from '../document/quote-context.ts'
import { topics } from '../schema.ts'
import { places } from './merge/confidence-rule.ts'
import type { Candidate } from './topic.ts'

const evidenceMax = 3
const detailsMax = 12
const blockCharsMax = 24

/** Conflicts and absences are derived across pages. */
const pageTopics: ReadonlySet<string> = new Set(
  topics.filter((topic) => topic !== 'conflict' && topic !== 'absence'),
)
const placeNames: ReadonlySet<string> = new Set(places)

/**
 * The candidate with its texts cleaned and within the limits; undefined without a valid quote. Runs in the parse child
 * and again in the server process, as the child is untrusted.
 */
export function soundCandidate(candidate: Candidate): Candidate | undefined {
  const { topic, place, inferred, block, foreign, owner, details } = candidate
  const value = cleanText(candidate.value)
  const evidence = candidate.evidence.slice(0, evidenceMax).filter(isSound).map(withCleanContext)
  if (value === '' || evidence.length === 0 || !pageTopics.has(topic) || !placeNames.has(place))
    return undefined
  const cleanOwner = cleanText(owner ?? '')
  return {
    topic,
    value,
    details: Object.fromEntries(
      Object.entries(details)
        .slice(0, detailsMax)
        .map(([name, text]) => [cleanText(name), cleanText(text)]),
    ),
    place,
    inferred,
    block: block.slice(0, blockCharsMax),
    foreign,
    ...(cleanOwner !== '' && { owner: cleanOwner }),
    evidence,
  }
}

function withCleanContext({ context, ...evidence }: Evidence): Evidence {
  if (context === undefined) return evidence
  // A space at the edge of the quote stays.
  const clean = (text: string, most: number) => cutText(cleanText(`|${text}|`).slice(1, -1), most)
  const { before, text, after } = context
  return {
    ...evidence,
    context: {
      before: clean(before, contextSideMax),
      text: clean(text, contextTextMax),
      after: clean(after, contextSideMax),
    },
  }
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
