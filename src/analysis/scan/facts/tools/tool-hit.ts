import { cleanText } from '../../../text/clean-text.ts'
import type { Evidence } from '../../document/evidence.ts'
import { nameKey } from '../../site/company-names.ts'
import type { Site } from '../../site/site.ts'
import { fingerprint } from '../candidates.ts'
import type { Place } from '../merge/confidence-rule.ts'
import type { Candidate, Decision, SiteCandidate } from '../topic.ts'
import type { Tool } from './tool.ts'

/** One place that names a tool or shows its use. */
export interface ToolHit {
  tool: Tool
  place: Place
  evidence: Evidence
  /** From a verification record of the domain, which may be outdated. */
  verification?: boolean
}

/** Undefined when the place cannot be quoted. */
export function hit(tool: Tool, place: Place, evidence: Evidence | undefined): ToolHit[] {
  return evidence === undefined ? [] : [{ tool, place, evidence }]
}

const evidenceMax = 3

/** One candidate per tool and kind of place, as a page may load hundreds of files of one tool. */
export function toolCandidates(topic: 'tool' | 'integration', hits: readonly ToolHit[]): Candidate[] {
  const byPlace = Map.groupBy(
    hits,
    ({ tool, place, verification }) => `${place} ${verification} ${tool.name}`,
  )
  return [...byPlace.values()].flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    const quotes = new Map(group.map(({ evidence }) => [evidence.quote, evidence]))
    return {
      topic,
      value: first.tool.name,
      details: first.verification === true ? { sign: 'verification' } : {},
      place: first.place,
      inferred: false,
      block: fingerprint(first.evidence.quote),
      foreign: false,
      evidence: [...quotes.values()].slice(0, evidenceMax),
    }
  })
}

/** One fact per tool, without the company's own product. */
export function decideTools(
  topic: 'tool' | 'integration',
  candidates: readonly SiteCandidate[],
  site: Site,
): Decision[] {
  const ownKeys = new Set(site.names.map(nameKey))
  const [relation, verb] = topic === 'tool' ? ['use', 'Uses'] : ['integration', 'Integrates with']
  return [...Map.groupBy(candidates, ({ value }) => cleanText(value))]
    .filter(([name]) => !ownKeys.has(nameKey(name)))
    .map(([name, support]) => ({
      topic,
      key: `${relation}:${name.toLowerCase()}`,
      text: `${verb} ${name}`,
      value: name,
      support,
      ...(support.every(({ details }) => details['sign'] === 'verification') && {
        confidenceMax: 'medium' as const,
      }),
    }))
}
