import type { EvidenceDocument } from '../evidence/evidence.ts'
import { csv, type EvidenceBrief } from './evidence-brief.ts'

/** Records of something built on a site. */
export function fieldEvidence(brief: EvidenceBrief): EvidenceDocument[] {
  return [siteLog(brief), readings(brief), photographs(brief), costs(brief), handover(brief)]
}

function siteLog({ numbers, dayOf }: EvidenceBrief): EvidenceDocument {
  const work = ['foundations', 'assembly', 'wiring', 'first power', 'levelling', 'rain check', 'clean-up']
  const lines = work.map((task, index) => {
    const day = dayOf(18 - 2 * index)
    return `${day}  ${task.padEnd(12)} ${numbers.between(2, 6)} people, ${numbers.between(4, 9, 1)} h`
  })
  return { name: 'site-log.txt', mediaType: 'text/plain', content: `${lines.join('\n')}\n` }
}

function readings({ numbers, dayOf }: EvidenceBrief): EvidenceDocument {
  const values = numbers.series(56, 6.2, 1.4, 2)
  const volts = numbers.series(56, 12.6, 0.5, 2)
  const rows = values.map((value, index) => {
    const hour = String((index % 4) * 6).padStart(2, '0')
    return [`${dayOf(14 - Math.floor(index / 4))}T${hour}:00:00Z`, value, volts[index] ?? '']
  })
  return csv('readings.csv', ['time', 'value', 'battery_volts'], rows)
}

function photographs({ key, numbers, dayOf }: EvidenceBrief): EvidenceDocument {
  const photographsTaken = Array.from({ length: 5 }, (_, index) => ({
    file: `${key}-${index + 1}.jpg`,
    taken: dayOf(12 - index),
    latitude: numbers.between(51.2, 51.4, 5),
    longitude: numbers.between(3.1, 3.5, 5),
    sha256: numbers.digits(64),
  }))
  return {
    name: 'photographs.json',
    mediaType: 'application/json',
    content: JSON.stringify({ photographs: photographsTaken }, undefined, 2),
  }
}

function costs({ numbers }: EvidenceBrief): EvidenceDocument {
  const items = ['frames and fixings', 'electronics', 'batteries and panels', 'transport', 'local labour']
  const rows = items.map((item) => [item, numbers.between(1, 24), numbers.between(140, 1900, 2)])
  return csv('costs.csv', ['item', 'quantity', 'total_eur'], rows)
}

function handover({ title, numbers, dayOf }: EvidenceBrief): EvidenceDocument {
  return {
    name: 'hand-over.md',
    mediaType: 'text/markdown',
    content: `# Hand-over\n\n${title}: inspected on site on ${dayOf(1)} by ${numbers.between(3, 7)} people who will use it. ${numbers.between(1, 3)} small defects were noted and repaired the same day.\n`,
  }
}
