import type { EvidenceDocument } from '../evidence/evidence.ts'
import { createNumbers, type EvidenceBrief } from './evidence-brief.ts'
import { fieldEvidence } from './evidence-field.ts'
import { researchEvidence } from './evidence-research.ts'
import { softwareEvidence } from './evidence-software.ts'
import type { EvidenceKind, MilestoneScript } from './milestone-script.ts'

const kinds: Readonly<Record<EvidenceKind, (brief: EvidenceBrief) => EvidenceDocument[]>> = {
  field: fieldEvidence,
  software: softwareEvidence,
  research: researchEvidence,
}

/**
 * The evidence documents of a milestone: its promises, a statement, and the records of its kind. They depend on the
 * script and `submittedAt` (seconds since the epoch) alone, so that their root is reproducible.
 */
export function evidenceDocuments(
  script: MilestoneScript,
  metadata: string,
  submittedAt: number,
): EvidenceDocument[] {
  const { key, title, deliverables, evidence } = script
  const brief: EvidenceBrief = {
    key,
    title,
    deliverables,
    numbers: createNumbers(key),
    dayOf: (daysBefore) => new Date((submittedAt - daysBefore * 86_400) * 1000).toISOString().slice(0, 10),
  }
  return [
    { name: 'milestone.json', mediaType: 'application/json', content: metadata },
    statement(brief),
    ...kinds[evidence?.kind ?? 'field'](brief),
  ]
}

function statement({ title, deliverables, dayOf }: EvidenceBrief): EvidenceDocument {
  const list = deliverables.map((deliverable) => `- [x] ${deliverable}`).join('\n')
  return {
    name: 'statement.md',
    mediaType: 'text/markdown',
    content: `# ${title}\n\nHanded in on ${dayOf(0)}. We state that the following is done:\n\n${list}\n\nThe records beside this file show how we know.\n`,
  }
}
