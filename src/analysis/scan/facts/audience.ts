import { phraseLine } from '../../text/phrases.ts'
import { sentenceAt } from '../../text/sentences.ts'
import type { Evidence } from '../document/evidence.ts'
import { jsonEvidence } from '../document/evidence.ts'
import { isObject, stringOf } from '../document/organisation.ts'
import type { Page } from '../document/page.ts'
import {
  type Audience,
  audienceTexts,
  audienceWordsIn,
  customersOf,
  leadsToAudience,
  looksForPeople,
} from './business/audience-words.ts'
import { findBusinessModel } from './business-model.ts'
import type { PageFact, Strength } from './fact.ts'
import { isDoubtful } from './wording/doubts.ts'
import { headlinesOf } from './wording/headlines.ts'
import { isFor, speaksOfOthers } from './wording/page-purpose.ts'
import type { PhraseHit } from './wording/phrases.ts'

/** Whom the company works for: by structured data, by words such as `for developers`, by what it runs. */
export function findAudience(page: Page): PageFact[] {
  const facts = [...structured(page), ...said(page), ...implied(page)]
  return facts.filter((fact, at) => facts.findIndex(({ key }) => key === fact.key) === at)
}

function audienceFact(
  audience: Audience,
  kind: PageFact['kind'],
  strength: Strength,
  evidence: Evidence,
): PageFact {
  return {
    topic: 'audience',
    kind,
    key: audience,
    text: audienceTexts[audience],
    value: audience,
    strength,
    evidence: [evidence],
  }
}

function structured(page: Page): PageFact[] {
  return page.jsonLd.flatMap((item) => {
    const audience = item.value['audience']
    const said = isObject(audience) ? stringOf(audience['audienceType']) : ''
    const [word] = said.length > 200 ? [] : audienceWordsIn(said)
    const evidence = word === undefined ? undefined : jsonEvidence(page, item, said)
    return word === undefined || evidence === undefined
      ? []
      : [audienceFact(word.means, 'found', 'structured', evidence)]
  })
}

function said(page: Page): PageFact[] {
  if (!isFor(page, 'home', 'about', 'products', 'pricing') || speaksOfOthers(page)) return []
  return headlinesOf(page).flatMap((headline) =>
    audienceWordsIn(headline.text).flatMap((word) => {
      if (!isAddressed(headline.text, word)) return []
      const { start } = sentenceAt(headline.text, word.start)
      const from = Math.max(start, headline.text.lastIndexOf(' ', Math.max(start, word.start - 30)) + 1)
      const evidence = headline.evidence(from, word.end)
      if (evidence === undefined) return []
      const plain = headline.from !== 'opening'
      return [
        audienceFact(word.means, plain ? 'found' : 'inferred', plain ? 'explicit' : 'wording', evidence),
      ]
    }),
  )
}

const wordsBetweenMax = 4

/** `for small law firms`, `helps developers`: the leading word stands shortly before, in the same sentence. */
function isAddressed(text: string, { start, end }: PhraseHit<Audience>): boolean {
  const sentence = sentenceAt(text, start)
  const whole = text.slice(sentence.start, sentence.end)
  if (isDoubtful(whole)) return false
  if (looksForPeople(whole)) return false
  const before = phraseLine(text.slice(sentence.start, start)).trim().split(' ')
  const near = before.slice(-1 - wordsBetweenMax)
  const at = near.findLastIndex((word) => leadsToAudience.has(word))
  // `software for the agencies' customers`: what belongs to them is another matter.
  return at !== -1 && !apostrophe.test(text.slice(end, end + 1))
}

/** A restaurant cooks for consumers, a dentist treats patients: nobody says so. */
function implied(page: Page): PageFact[] {
  return findBusinessModel(page).flatMap((fact) => {
    const audience = customersOf.get(fact.value ?? '')
    const [evidence] = fact.evidence
    return audience === undefined || evidence === undefined
      ? []
      : [audienceFact(audience, 'inferred', 'wording', evidence)]
  })
}

const apostrophe = /^['’]/

export const patterns = [apostrophe]
