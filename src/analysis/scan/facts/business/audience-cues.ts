import { hasPhrase, phraseLine, phraseList } from '../../../text/phrases.ts'
import { linesOf } from '../../document/lines.ts'
import { isObject, stringOf } from '../../document/organisation.ts'
import type { Page } from '../../document/page.ts'
import { pageKind } from '../../document/page-kind.ts'
import { sectionsOf } from '../../document/sections.ts'
import { candidateInJsonLd, candidateInLine, headTexts } from '../candidates.ts'
import type { Candidate } from '../topic.ts'
import data from './audience-words.json'
import { createPhraseIndex, phraseWords } from './phrase-index.ts'

export const audienceTexts = new Map<string, string>(
  Object.entries(data.audiences).map(([audience, { text }]) => [audience, text]),
)
const audiencesIn = createPhraseIndex(() =>
  Object.entries(data.audiences).flatMap(([audience, { words }]) =>
    words.split('|').map((phrase) => [phrase, audience] as const),
  ),
)
const towards = new Set(phraseWords(data.towards))
const doubts = phraseList(data.doubts)
const betweenMax = 4
const textMax = 400
/** `for companies and households`: a line elsewhere that addresses one group may be about one product. */
const severalMin = 2
const sentenceEnd = /[.!?;:|•·–—]\s/

/** Target groups named in the title, the description, the first heading and the line below it, or several in one line. */
export function audienceCues(page: Page): Candidate[] {
  const found = structured(page)
  if (pageKind(page) !== 'home' && pageKind(page) !== 'about') return found
  for (const { text, state } of Object.values(headTexts(page)))
    for (const value of addressed(text)) found.push(...state(stated(value)))
  const lines = linesOf(page).filter(({ area, text }) => area === 'main' && text.length <= textMax)
  const lead = lines.findIndex(({ heading }) => heading === 1)
  for (const [at, line] of lines.entries()) {
    const isLead = lead !== -1 && (at === lead || at === lead + 1)
    const values =
      isLead || sectionsOf(page).get(line)?.foreign !== true ? addressed(line.text) : new Set<string>()
    if (isLead || values.size >= severalMin)
      for (const value of values) found.push(...candidateInLine(page, stated(value), line))
  }
  return found
}

const stated = (value: string) => ({ topic: 'audience', value }) as const

function structured(page: Page): Candidate[] {
  return page.jsonLd.flatMap((item) => {
    const audience = item.value['audience']
    const written = isObject(audience) ? stringOf(audience['audienceType']) : ''
    return audiencesIn(phraseWords(written.slice(0, textMax))).flatMap(({ means }) =>
      candidateInJsonLd(page, stated(means), item, { written }),
    )
  })
}

/** `for small law firms`, `helps developers`: the preposition or verb is shortly before, in the same sentence. */
function addressed(text: string): Set<string> {
  const found = new Set<string>()
  for (const sentence of text.slice(0, textMax).split(sentenceEnd)) {
    const words = phraseWords(sentence)
    const hits = audiencesIn(words)
    if (hits.length === 0 || hasPhrase(phraseLine(sentence), doubts)) continue
    for (const { at, means } of hits)
      if (words.slice(Math.max(0, at - 1 - betweenMax), at).some((word) => towards.has(word)))
        found.add(means)
  }
  return found
}
