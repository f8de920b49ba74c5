import { type Fact, topics } from '../../schema.ts'
import { absences, type SearchedPage } from './absences.ts'
import { chooseSources } from './choose-sources.ts'
import { chooseWording } from './choose-wording.ts'
import { byText, type FactGroup, type PageFacts } from './cited-fact.ts'
import { confidenceRank } from './confidence.ts'
import { factId } from './fact-id.ts'
import { groupFacts, weightOf } from './group-facts.ts'
import { mergeSignals } from './merge-signals.ts'
import { soundFacts } from './sound-facts.ts'

const factsMax = 400
const factsPerTopicMax = 80
const absencesMax = 10

export interface MergeContext {
  /** The pages of the site, without DNS records; the first is where it was entered. None when not all were read. */
  searched?: readonly SearchedPage[]
  /** Facts of the topics that decide on the whole site. */
  decided?: readonly Fact[]
}

/**
 * Makes one list of what the pages say: the same thing once with its sources, confidence by `confidenceRule`,
 * absences as facts of their own. The order of pages never matters.
 */
export function mergeFacts(
  pages: readonly PageFacts[],
  { searched = [], decided = [] }: MergeContext = {},
): Fact[] {
  const statements = pages.flatMap((page) => soundFacts(page.facts).map((fact) => ({ page, fact })))
  const groups = groupFacts(statements)
  const facts = [...withinLimits(groups).map(citedFact), ...decided]
  return inOrder([...facts, ...absences(facts, searched)])
}

function citedFact(group: FactGroup): Fact {
  const { topic, key, statements, support } = group
  return {
    id: factId(topic, key),
    kind: statements.some(({ fact }) => fact.kind === 'found') ? 'found' : 'inferred',
    topic,
    ...chooseWording(group),
    confidence: support,
    sources: chooseSources(statements),
    ...mergeSignals(statements),
  }
}

/** A page full of addresses must not crowd out the rest: the best supported of each topic stay. */
function withinLimits(groups: readonly FactGroup[]): FactGroup[] {
  const weighed = groups.map((group) => ({
    group,
    confidence: confidenceRank[group.support],
    weight: weightOf(group),
  }))
  const taken = new Map<string, number>()
  return weighed
    .sort((a, b) => b.confidence - a.confidence || b.weight - a.weight || byText(a.group.key, b.group.key))
    .filter(({ group: { topic } }) => {
      const count = (taken.get(topic) ?? 0) + 1
      taken.set(topic, count)
      return count <= factsPerTopicMax
    })
    .slice(0, factsMax - absencesMax)
    .map(({ group }) => group)
}

function inOrder(facts: readonly Fact[]): Fact[] {
  return [...facts].sort(
    (a, b) => topics.indexOf(a.topic) - topics.indexOf(b.topic) || byConfidence(a, b) || byWords(a, b),
  )
}

function byConfidence(a: Fact, b: Fact): number {
  return confidenceRank[b.confidence] - confidenceRank[a.confidence]
}

function byWords(a: Fact, b: Fact): number {
  return byText(a.value ?? a.text, b.value ?? b.text) || byText(a.id, b.id)
}
