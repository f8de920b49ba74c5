import type { Page } from '../document/page.ts'
import { pageKind } from '../document/page-kind.ts'
import { isPlaceholder } from '../document/placeholder.ts'
import { contextOf } from '../document/quote-context.ts'
import { isOutOfMemory } from '../parser/out-of-memory.ts'
import { soundCandidate } from './sound-candidate.ts'
import type { Candidate, Topic } from './topic.ts'

const perTopicMax = 80
const perPageMax = 500

/**
 * Candidates of all topics on a page. A topic that throws loses only its own candidates, unless memory is exhausted. A
 * candidate counts only if its quotes are at their stated positions, and not in placeholder text.
 */
export function readTopics(
  page: Page,
  topics: readonly Topic[],
): { candidates: Candidate[]; failed: string[] } {
  const candidates: Candidate[] = []
  const failed: string[] = []
  const kind = pageKind(page)
  const isLegal = kind === 'privacy' || kind === 'terms'
  for (const topic of topics) {
    if (isLegal && topic.readsLegalPages !== true) continue
    try {
      const read = topic.read(page).slice(0, perTopicMax)
      candidates.push(
        ...read.flatMap((candidate) =>
          isProven(page, candidate) ? (soundCandidate(inContext(page, candidate)) ?? []) : [],
        ),
      )
    } catch (error) {
      if (isOutOfMemory(error)) throw error
      failed.push(topic.topics[0])
    }
  }
  return { candidates: candidates.slice(0, perPageMax), failed }
}

function inContext(page: Page, candidate: Candidate): Candidate {
  const evidence = candidate.evidence.map((piece) => {
    const context = piece.method === 'header' ? undefined : contextOf(page, piece)
    return context === undefined ? piece : { ...piece, context }
  })
  return { ...candidate, evidence }
}

function isProven(page: Page, { evidence }: Candidate): boolean {
  return evidence.every(({ method, quote, start, end }) => {
    const source = method === 'header' ? page.headerBlock : page.body
    return source.slice(start, end) === quote && !isPlaceholder(quote)
  })
}
