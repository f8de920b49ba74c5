import type { EvidenceDocument } from '../evidence/evidence.ts'
import { csv, type EvidenceBrief } from './evidence-brief.ts'

/** Records of a study. */
export function researchEvidence(brief: EvidenceBrief): EvidenceDocument[] {
  return [samples(brief), method(brief), analysis(brief), review(brief)]
}

function samples({ numbers, dayOf }: EvidenceBrief): EvidenceDocument {
  const values = numbers.series(48, 21.4, 6.5, 2)
  const rows = values.map((value, index) => [
    `S${String(index + 1).padStart(3, '0')}`,
    dayOf(20 - Math.floor(index / 4)),
    value,
    numbers.between(0.1, 0.6, 2),
  ])
  return csv('samples.csv', ['sample', 'date', 'value', 'standard_error'], rows)
}

function method({ title, numbers }: EvidenceBrief): EvidenceDocument {
  return {
    name: 'method.md',
    mediaType: 'text/markdown',
    content: `# Method: ${title}\n\nSamples were drawn by stratified random choice; each was measured ${numbers.between(2, 4)} times by different people. ${numbers.between(3, 9)} % were measured again by another laboratory. Values outside three standard errors were repeated, never dropped.\n`,
  }
}

function analysis({ key, numbers, dayOf }: EvidenceBrief): EvidenceDocument {
  const results = {
    project: key,
    computed: dayOf(2),
    mean: Number(numbers.between(20, 23, 3)),
    confidence95: [Number(numbers.between(18, 20, 3)), Number(numbers.between(23, 25, 3))],
    meanAbsoluteError: Number(numbers.between(0.4, 1.6, 3)),
    codeCommit: numbers.digits(40),
  }
  return {
    name: 'analysis.json',
    mediaType: 'application/json',
    content: JSON.stringify(results, undefined, 2),
  }
}

function review({ numbers, dayOf }: EvidenceBrief): EvidenceDocument {
  return {
    name: 'review-answers.md',
    mediaType: 'text/markdown',
    content: `# Answers to reviewers, ${dayOf(1)}\n\n1. The outlier in S${numbers.between(10, 48)} was measured again and stands.\n2. The code rebuilds every figure in ${numbers.between(4, 30)} minutes on a laptop.\n`,
  }
}
