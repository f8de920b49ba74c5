import { hasPhrase, phraseLine, phraseList } from '../../../text/phrases.ts'
import { nearest } from '../../document/dom-tree.ts'
import { linesOf } from '../../document/lines.ts'
import { isObject, stringOf } from '../../document/organisation.ts'
import type { Page } from '../../document/page.ts'
import { pageKind } from '../../document/page-kind.ts'
import { sectionsOf } from '../../document/sections.ts'
import { candidateInJsonLd, candidateInLine, headTexts, type Stated } from '../candidates.ts'
import type { Candidate } from '../topic.ts'
import data from './audience-words.json'
import { createPhraseIndex, phraseWords } from './phrase-index.ts'

export const audienceTexts = new Map<string, string>(
  Object.entries(data.audiences).map(([audience, { text }]) => [audience, text]),
)
const audiencesIn = createPhraseIndex(() =>
  Object.entries(data.audiences).map(([audience, { words }]) => [words, audience] as const),
)
/** What only some customers buy: `divorce`, `office cleaning`. */
const signsIn = createPhraseIndex(() =>
  Object.entries(data.signs).map(([audience, phrases]) => [phrases, audience] as const),
)
const towards = new Set(phraseWords(data.towards))
const pronouns = new Set(phraseWords(data.pronouns))
const doubts = phraseList(data.doubts)
const betweenMax = 4
const textMax = 1_000
/** `for companies and households`: a line elsewhere that addresses one group may be about one product. */
const severalMin = 2
const sentenceEnd = /[.!?;:|•·–—]\s/

/**
 * Target groups named in the title, the description, the first heading and the line below it, in a sentence with `we`, in
 * a link, or several in one line; and what only one of them buys.
 */
export function audienceCues(page: Page): Candidate[] {
  const found = structured(page)
  if (pageKind(page) !== 'home' && pageKind(page) !== 'about') return found
  for (const { text, state } of Object.values(headTexts(page)))
    found.push(...[...addressed(text)].flatMap((value) => state(stated(value))), ...signs(text, state))
  const lines = linesOf(page).filter(({ area }) => area === 'main' || area === 'nav')
  const lead = lines.findIndex(({ heading }) => heading === 1)
  for (const [at, line] of lines.entries()) {
    if (line.heading > 0 || line.area === 'nav')
      found.push(...signs(line.text, (sign) => candidateInLine(page, sign, line)))
    const isLead = lead !== -1 && (at === lead || at === lead + 1)
    const values = addressed(line.text)
    if (values.size === 0 || (!isLead && sectionsOf(page).get(line)?.foreign === true)) continue
    const starts = towards.has(phraseWords(line.text.slice(0, textMax))[0] ?? '')
    const isLink = starts && nearest(line.pieces[0]?.run.element, 'a') !== null
    const own = isLead || isLink || values.size >= severalMin ? values : addressed(line.text, pronouns)
    for (const value of own) found.push(...candidateInLine(page, stated(value), line))
  }
  return found
}

const stated = (value: string) => ({ topic: 'audience', value }) as const

const signs = (text: string, state: (stated: Stated) => Candidate[]) =>
  signsIn(phraseWords(text.slice(0, textMax))).flatMap(({ means, phrase }) =>
    state({ ...stated(means), details: { sign: phrase }, inferred: true }),
  )

function structured(page: Page): Candidate[] {
  return page.jsonLd.flatMap((item) => {
    const audience = item.value['audience']
    const written = isObject(audience) ? stringOf(audience['audienceType']) : ''
    return audiencesIn(phraseWords(written.slice(0, textMax))).flatMap(({ means }) =>
      candidateInJsonLd(page, stated(means), item, { written }),
    )
  })
}

/** `for small law firms`, `helps developers`: the preposition or verb is shortly before, in one sentence (with a word of `among`). */
function addressed(text: string, among?: ReadonlySet<string>): Set<string> {
  const found = new Set<string>()
  for (const sentence of text.slice(0, textMax).split(sentenceEnd)) {
    const words = phraseWords(sentence)
    const hits = audiencesIn(words)
    if (hits.length === 0 || hasPhrase(phraseLine(sentence), doubts)) continue
    if (among !== undefined && !words.some((word) => among.has(word))) continue
    for (const { at, means } of hits)
      if (words.slice(Math.max(0, at - 1 - betweenMax), at).some((word) => towards.has(word)))
        found.add(means)
  }
  return found
}
