import { cleanText } from '../page/clean-text.ts'
import type { Page } from '../page.ts'
import type { PageFact, Strength } from './fact.ts'
import { factsByPlace } from './shared/facts-by-place.ts'
import { type NameCandidate, nameCandidates } from './shared/name-candidates.ts'
import { resembles, siteOf } from './shared/site.ts'

/** How much a name must be backed to be told at all. */
const scoreMin = 4
const resemblanceScore = 5

interface NameGroup {
  key: string
  candidates: NameCandidate[]
  fits: boolean
  score: number
}

/**
 * The company's name: candidates of all sources are grouped by their key, and the group that is backed best is told.
 * Only one: an imprint's other legal name would read as a contradiction.
 */
export function findCompanyName(page: Page): readonly PageFact[] {
  const best = groupNames(page).sort((a, b) => b.score - a.score)[0]
  if (best === undefined || best.score < scoreMin) return []
  const preferred = [...best.candidates].sort((a, b) => b.preference - a.preference)[0]
  const value = cleanText(preferred?.name ?? best.key)
  const strength = strengthOf(best)
  const said = best.candidates.map(({ evidence, structured }) => ({
    evidence,
    strength: structured ? strength : weaker(strength),
  }))
  const base = {
    topic: 'company-name',
    kind: 'found',
    key: best.key,
    text: `Company name: ${value}`,
    value,
  } as const
  return factsByPlace(base, said)
}

/** What is not structured itself says it in plain words at most. */
function weaker(strength: Strength): Strength {
  return strength === 'structured' ? 'explicit' : strength
}

function groupNames(page: Page): NameGroup[] {
  const { label } = siteOf(page.url)
  const groups = new Map<string, NameGroup>()
  for (const candidate of nameCandidates(page)) {
    const key = candidate.key
    const group = groups.get(key) ?? { key, candidates: [], fits: resembles(key, label), score: 0 }
    groups.set(key, group)
    if (!group.candidates.some(({ source }) => source === candidate.source)) group.score += candidate.weight
    group.candidates.push(candidate)
  }
  for (const group of groups.values()) if (group.fits) group.score += resemblanceScore
  return [...groups.values()]
}

function strengthOf(group: NameGroup): Strength {
  const sources = new Set(group.candidates.map(({ source }) => source))
  const structured = group.candidates.some((candidate) => candidate.structured)
  if (structured && (group.fits || sources.size > 1)) return 'structured'
  if (structured || group.fits || sources.size > 1) return 'explicit'
  return 'wording'
}
