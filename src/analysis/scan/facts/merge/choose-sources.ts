import type { Evidence } from '../../document/evidence.ts'
import { bodySha256, byText, type FactSource, type PageFacts, type Statement } from './cited-fact.ts'
import { strengthRank } from './confidence.ts'

export const sourcesMax = 5

interface Candidate {
  source: FactSource
  strength: number
}

/** Up to five quotes, each at another place: pages that are not quoted yet come first, then other kinds of place. */
export function chooseSources(statements: readonly Statement[], most = sourcesMax): FactSource[] {
  const open = candidatesOf(statements)
  const chosen: FactSource[] = []
  while (chosen.length < most) {
    const next = mostDifferent(open, chosen)
    if (next === undefined) break
    chosen.push(next.source)
    open.splice(open.indexOf(next), 1)
  }
  return chosen
}

function candidatesOf(statements: readonly Statement[]): Candidate[] {
  const byPlace = new Map<string, Candidate>()
  const perPage = new Map<PageFacts, number>()
  for (const { page, fact } of statements) {
    const earlier = perPage.get(page) ?? 0
    perPage.set(page, earlier + fact.evidence.length)
    if (earlier >= candidatesPerPageMax) continue
    for (const evidence of fact.evidence) {
      const candidate = { source: sourceAt(page, evidence), strength: strengthRank[fact.strength] }
      const { bodySha256, start, end } = candidate.source
      const place = `${bodySha256} ${start} ${end}`
      const earlier = byPlace.get(place)
      if (earlier === undefined || inOrder(candidate, earlier) < 0) byPlace.set(place, candidate)
    }
  }
  return [...byPlace.values()].sort(inOrder)
}

/** Enough to choose from; a page may say one thing thousands of times. */
const candidatesPerPageMax = 30

function sourceAt(page: PageFacts, { method, quote, start, end }: Evidence): FactSource {
  const { url, label, fetchedAt } = page
  return { url, label, method, quote, start, end, bodySha256: bodySha256(page, method), fetchedAt }
}

/** The strongest first, then the page nearest to the root, then as the page reads. */
function inOrder(a: Candidate, b: Candidate): number {
  return (
    b.strength - a.strength ||
    a.source.url.length - b.source.url.length ||
    byText(a.source.url, b.source.url) ||
    a.source.start - b.source.start ||
    a.source.end - b.source.end ||
    byText(a.source.method, b.source.method)
  )
}

function mostDifferent(open: readonly Candidate[], chosen: readonly FactSource[]): Candidate | undefined {
  let best: Candidate | undefined
  let fewest = Number.POSITIVE_INFINITY
  for (const candidate of open) {
    const alike = likeness(candidate.source, chosen)
    if (alike < fewest) [best, fewest] = [candidate, alike]
    if (alike === 0) break
  }
  return best
}

/** How much of it is quoted already: the same page weighs more than the same kind of place. */
function likeness({ url, method }: FactSource, chosen: readonly FactSource[]): number {
  const pages = chosen.filter((source) => source.url === url).length
  return pages * (sourcesMax + 1) + chosen.filter((source) => source.method === method).length
}
