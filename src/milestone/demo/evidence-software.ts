import type { EvidenceDocument } from '../evidence/evidence.ts'
import type { EvidenceBrief } from './evidence-brief.ts'

/** Records of a software release. */
export function softwareEvidence(brief: EvidenceBrief): EvidenceDocument[] {
  return [commits(brief), testReport(brief), release(brief)]
}

function commits({ numbers, dayOf }: EvidenceBrief): EvidenceDocument {
  const subjects = [
    'Retry when the gateway is away',
    'Store readings before sending them',
    'Fix clock drift after a cold start',
    'Cut memory use by half',
    'Translate the guide',
    'Answer unknown messages with an error',
    'Pin every dependency',
    'Prepare 1.0',
  ]
  const lines = subjects.map((subject, index) => `${numbers.digits(10)} ${dayOf(16 - 2 * index)} ${subject}`)
  return { name: 'commits.txt', mediaType: 'text/plain', content: `${lines.join('\n')}\n` }
}

function testReport({ numbers, dayOf }: EvidenceBrief): EvidenceDocument {
  const suites = ['storage', 'radio', 'power', 'recovery', 'upgrade'].map((name) => ({
    name,
    tests: Number(numbers.between(24, 160)),
    failures: 0,
    seconds: Number(numbers.between(2, 40, 1)),
  }))
  return {
    name: 'test-report.json',
    mediaType: 'application/json',
    content: JSON.stringify({ run: dayOf(1), commit: numbers.digits(40), suites }, undefined, 2),
  }
}

function release({ key, numbers, dayOf }: EvidenceBrief): EvidenceDocument {
  const files = ['firmware.bin', 'guide.pdf', 'source.tar.gz'].map(
    (file) => `${numbers.digits(64)}  ${key}-${file}`,
  )
  return {
    name: 'release.txt',
    mediaType: 'text/plain',
    content: `Version 1.0.0, ${dayOf(1)}\n\nSHA-256\n${files.join('\n')}\n`,
  }
}
