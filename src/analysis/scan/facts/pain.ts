import type { Page } from '../page.ts'
import type { Evidence, PageFact } from './fact.ts'
import { type Pain, painWordsIn } from './pain/cues.ts'
import { lineEvidence } from './shared/evidence.ts'
import { linesOf } from './shared/lines.ts'
import { sectionsOf } from './shared/sections.ts'
import { isDoubtful } from './wording/doubts.ts'
import { headlinesOf } from './wording/headlines.ts'
import { isFor } from './wording/page-purpose.ts'
import { sentenceAt } from './wording/sentences.ts'

const painsMax = 4
const sentenceMax = 240
const hintsPerLineMax = 50

/**
 * Problems that a company's wording hints at: in what it says it does or looks for. Always a guess, so the wording is
 * its only strength.
 */
export function findPains(page: Page): PageFact[] {
  if (isFor(page, 'article', 'comparison', 'customers', 'legal', 'documentation')) return []
  const facts = new Map<Pain, PageFact>()
  for (const { pain, evidence } of [...inHeadlines(page), ...inLines(page)]) {
    if (facts.size === painsMax) break
    if (evidence !== undefined && !facts.has(pain)) facts.set(pain, painFact(pain, evidence))
  }
  return [...facts.values()]
}

interface Hint {
  pain: Pain
  evidence: Evidence | undefined
}

function* inHeadlines(page: Page): Generator<Hint> {
  for (const { text, evidence } of headlinesOf(page)) {
    for (const { means, start, end } of painWordsIn(text)) {
      if (!isDoubtful(text)) yield { pain: means, evidence: evidence(start, end) }
    }
  }
}

function* inLines(page: Page): Generator<Hint> {
  const sections = sectionsOf(page)
  for (const line of linesOf(page)) {
    if (line.area === 'nav' || line.area === 'footer' || sections.get(line)?.foreign === true) continue
    for (const { means, start, end } of painWordsIn(line.text).slice(0, hintsPerLineMax)) {
      const sentence = sentenceAt(line.text, start)
      const text = line.text.slice(sentence.start, sentence.end)
      if (isDoubtful(text)) continue
      const whole = text.length <= sentenceMax
      yield {
        pain: means,
        evidence: whole
          ? lineEvidence(page, line, sentence.start, sentence.end)
          : lineEvidence(page, line, start, end),
      }
    }
  }
}

function painFact(pain: Pain, evidence: Evidence): PageFact {
  return {
    topic: 'pain',
    kind: 'inferred',
    key: pain.toLowerCase(),
    text: `May say: “${pain}”`,
    value: pain,
    strength: 'wording',
    evidence: [evidence],
    signals: { painPoints: [pain] },
  }
}
