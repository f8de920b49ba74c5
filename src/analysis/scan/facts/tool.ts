import type { Evidence } from '../document/evidence.ts'
import type { Page } from '../document/page.ts'
import { siteOf } from '../site/site-name.ts'
import type { PageFact, Strength } from './fact.ts'
import { toolIntegrations } from './tools/integrations.ts'
import { toolsSaidInUse } from './tools/said.ts'
import type { Tool } from './tools/tool.ts'
import type { ToolHit } from './tools/tool-hit.ts'
import { toolsInUse } from './tools/use.ts'

const evidenceMax = 3

/** Business tools: those that the site runs on, and those that the product connects to. Two different facts. */
export function findTools(page: Page): PageFact[] {
  const own = siteOf(page.url).label
  const foreign = (hits: readonly ToolHit[]) => hits.filter(({ tool }) => !isOwn(tool, own))
  return [
    ...toolFacts(foreign([...toolsInUse(page), ...toolsSaidInUse(page)]), 'use'),
    ...toolFacts(foreign(toolIntegrations(page)), 'integration'),
  ]
}

/** A company does not "use" or "integrate with" its own product. */
function isOwn(tool: Tool, label: string): boolean {
  return tool.name.toLowerCase().replace(blanksAndPoints, '') === label.replaceAll('-', '')
}

export type ToolRelation = 'use' | 'integration'

export function toolFacts(hits: readonly ToolHit[], relation: ToolRelation): PageFact[] {
  const byTool = new Map<Tool, { strength: Strength; evidence: Evidence[] }>()
  for (const { tool, strength, evidence } of hits) {
    const known = byTool.get(tool)
    if (known === undefined) byTool.set(tool, { strength, evidence: [evidence] })
    else {
      known.strength = stronger(known.strength, strength)
      if (
        known.evidence.length < evidenceMax &&
        !known.evidence.some(({ quote }) => quote === evidence.quote)
      )
        known.evidence.push(evidence)
    }
  }
  return [...byTool].map(([tool, { strength, evidence }]) => toolFact(tool, relation, strength, evidence))
}

const strengths: readonly Strength[] = ['structured', 'explicit', 'wording']

function stronger(one: Strength, other: Strength): Strength {
  return strengths.indexOf(one) <= strengths.indexOf(other) ? one : other
}

function toolFact(
  tool: Tool,
  relation: ToolRelation,
  strength: Strength,
  evidence: readonly Evidence[],
): PageFact {
  return {
    topic: relation === 'use' ? 'tool' : 'integration',
    kind: 'found',
    key: `${relation}:${tool.name.toLowerCase()}`,
    text: relation === 'use' ? `Uses ${tool.name}` : `Integrates with ${tool.name}`,
    value: tool.name,
    strength,
    evidence,
  }
}

const blanksAndPoints = /[\s.]/g
