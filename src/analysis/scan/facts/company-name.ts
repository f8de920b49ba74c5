import { cleanText } from '../document/clean-text.ts'
import type { Page } from '../document/page.ts'
import { pageKind } from '../document/page-kind.ts'
import { type NameCandidate, nameCandidates, titleParts } from '../site/name-candidates.ts'
import { resembles, siteOf } from '../site/site-name.ts'
import type { PageFact, Strength } from './fact.ts'
import { factsByPlace } from './shared/facts-by-place.ts'

/** How much a name must be backed to be told at all. */
const scoreMin = 4
const resemblanceScore = 5
/** Only the first ones are compared with each other: a page of hundreds of names has none of its own. */
const groupsMax = 30

interface NameGroup {
  key: string
  candidates: NameCandidate[]
  fits: boolean
  score: number
}

/**
 * The company's name: candidates of all sources are grouped by their key, and the group that is backed best is told.
 * An imprint's legal name of other words is left out, as it would read as a contradiction; another name in the site's
 * own structured data is one.
 */
export function findCompanyName(page: Page): readonly PageFact[] {
  const [best, ...others] = joinSpellings(groupNames(page))
  if (best === undefined || (best.score < scoreMin && !isOnlyTitle(page, best))) return []
  const rival = others.find(({ candidates }) => candidates.some(({ source }) => source === 'json-ld'))
  return [best, rival].flatMap((group) => (group === undefined ? [] : nameFacts(group)))
}

/** A start page whose title is one short name: nothing backs it, and nothing speaks against it. */
function isOnlyTitle(page: Page, { candidates }: NameGroup): boolean {
  const title = candidates.find(({ source }) => source === 'title')
  return title !== undefined && pageKind(page) === 'home' && titleParts(page.title).length === 1
}

function nameFacts(group: NameGroup): PageFact[] {
  const preferred = group.candidates[0]
  if (preferred === undefined) return []
  const value = cleanText(preferred.name)
  const strength = strengthOf(group)
  const said = group.candidates.map(({ evidence, structured }) => ({
    evidence,
    strength: structured ? strength : weaker(strength),
  }))
  const text = `Company name: ${value}`
  return factsByPlace({ topic: 'company-name', kind: 'found', key: preferred.key, text, value }, said)
}

/** What is not structured itself says it in plain words at most. */
function weaker(strength: Strength): Strength {
  return strength === 'structured' ? 'explicit' : strength
}

function groupNames(page: Page): NameGroup[] {
  const { label } = siteOf(page.url)
  const groups = new Map<string, NameGroup>()
  for (const candidate of nameCandidates(page)) {
    const { key, source, weight } = candidate
    const group = groups.get(key) ?? { key, candidates: [], fits: resembles(key, label), score: 0 }
    groups.set(key, group)
    if (!group.candidates.some((other) => other.source === source)) group.score += weight
    group.candidates.push(candidate)
  }
  for (const group of groups.values()) if (group.fits) group.score += resemblanceScore
  return [...groups.values()]
    .sort((a, b) => b.score - a.score || a.key.length - b.key.length)
    .slice(0, groupsMax)
}

/** The best backed names, each with the shorter and longer ways to write it; the way to be shown comes first. */
function joinSpellings(groups: readonly NameGroup[]): NameGroup[] {
  const leaders: NameGroup[] = []
  for (const group of groups) {
    const leader = leaders.find(({ key }) => areSpellings(key, group.key))
    if (leader === undefined) {
      leaders.push({ ...group, candidates: byPreference(group.candidates) })
      continue
    }
    const sources = new Set(leader.candidates.map(({ source }) => source))
    for (const { source, weight } of group.candidates) {
      if (!sources.has(source)) leader.score += weight
      sources.add(source)
    }
    leader.candidates = byPreference([...leader.candidates, ...group.candidates])
  }
  return leaders
}

/** Stable: of one preference the better backed spelling stays in front. */
function byPreference(candidates: readonly NameCandidate[]): NameCandidate[] {
  return candidates.toSorted((a, b) => b.preference - a.preference)
}

function areSpellings(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  return long.startsWith(`${short} `) || long.replaceAll(' ', '') === short.replaceAll(' ', '')
}

function strengthOf(group: NameGroup): Strength {
  const sources = new Set(group.candidates.map(({ source }) => source))
  const structured = group.candidates.some((candidate) => candidate.structured)
  if (structured && (group.fits || sources.size > 1)) return 'structured'
  if (structured || group.fits || sources.size > 1) return 'explicit'
  return 'wording'
}
