import { normalWords } from '../../../text/normal-words.ts'
import type { Evidence } from '../../document/evidence.ts'
import type { PageFact, Strength } from '../fact.ts'

export interface NamedProduct {
  name: string
  strength: Strength
  evidence: Evidence
}

export function productFact({ name, strength, evidence }: NamedProduct): PageFact {
  return {
    topic: 'product',
    kind: strength === 'wording' ? 'inferred' : 'found',
    key: normalWords(name).join(' '),
    text: name,
    value: name,
    strength,
    evidence: [evidence],
  }
}
