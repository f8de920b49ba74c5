import type { Fact } from '../../schema.ts'
import { chooseSources } from './choose-sources.ts'
import { chooseWording } from './choose-wording.ts'
import type { FactGroup } from './cited-fact.ts'
import type { Contradiction } from './contradictions.ts'
import { factId } from './fact-id.ts'

/** A disagreement as a fact, with quotes from both sides. */
export function describeContradiction({ aspect, kept, against, confidence }: Contradiction): Fact {
  const sources = [...chooseSources(kept.statements, 2), ...chooseSources(against.statements, 2)]
  return {
    id: factId('conflict', `${kept.topic} ${aspect}`),
    kind: 'inferred',
    topic: 'conflict',
    text: `The site disagrees about ${thingOf(kept, aspect)}: “${shown(kept)}” and “${shown(against)}”.`,
    value: kept.topic,
    confidence,
    sources,
  }
}

function thingOf({ topic }: FactGroup, aspect: string): string {
  if (topic === 'company-name') return 'the company’s name'
  if (topic === 'address') return 'the postcode of an address'
  return aspect === 'founded' ? 'the year it was founded' : 'how many people work there'
}

function shown(group: FactGroup): string {
  const { text, value = text } = chooseWording(group)
  return value.replace(/^(founded|headcount):/, '')
}
