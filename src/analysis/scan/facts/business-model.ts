import { sentenceAt } from '../../text/sentences.ts'
import type { Evidence } from '../document/evidence.ts'
import { jsonEvidence } from '../document/evidence.ts'
import { organisationsOf, typesOf } from '../document/organisation.ts'
import type { Page } from '../document/page.ts'
import {
  type BusinessModel,
  building,
  closeTowards,
  modelOfType,
  modelTexts,
  modelWordsIn,
  namesItself,
  vagueWords,
} from './business/model-words.ts'
import { shopCue } from './business/shop-cues.ts'
import type { PageFact, Strength } from './fact.ts'
import { type Headline, headlinesOf } from './wording/headlines.ts'
import { isFor } from './wording/page-purpose.ts'
import type { PhraseHit } from './wording/phrases.ts'

/** How the company earns its money: by its structured data, by what it calls itself, by a shop's cart. */
export function findBusinessModel(page: Page): PageFact[] {
  const facts = [...structured(page), ...called(page), ...shop(page)]
  return facts.filter((fact, at) => facts.findIndex(({ key }) => key === fact.key) === at)
}

function modelFact(
  model: BusinessModel,
  kind: PageFact['kind'],
  strength: Strength,
  evidence: Evidence,
): PageFact {
  return {
    topic: 'business-model',
    kind,
    key: model,
    text: modelTexts[model],
    value: model,
    strength,
    evidence: [evidence],
  }
}

function structured(page: Page): PageFact[] {
  for (const { item, value } of organisationsOf(page)) {
    for (const type of typesOf(value)) {
      const model = modelOfType.get(type)
      const evidence = model === undefined ? undefined : jsonEvidence(page, item, type)
      if (model !== undefined && evidence !== undefined)
        return [modelFact(model, 'found', 'structured', evidence)]
    }
  }
  return []
}

const weights: Readonly<Record<Headline['from'], number>> = {
  title: 3,
  description: 2,
  heading: 1,
  opening: 0.4,
}
/** One word in a heading or in running text is too little to be called explicit. */
const explicitWeightMin = 2
/** One word behind the first sentence may be about anybody: a neighbour, a customer, a teaser's hero. */
const weightMin = 0.5

interface Candidate {
  model: BusinessModel
  weight: number
  evidence: Evidence
}

/** The model that the company's short descriptions of itself name most; each place counts for its first word. */
function called(page: Page): PageFact[] {
  if (!isFor(page, 'home', 'about') || isFor(page, 'article', 'customers', 'careers', 'legal', 'comparison'))
    return []
  const candidates = new Map<BusinessModel, Candidate>()
  const headlines = headlinesOf(page)
  const opening = headlines.find(({ from }) => from === 'opening')
  for (const headline of headlines) {
    const word = selfWord(headline.text)
    const evidence = word === undefined ? undefined : headline.evidence(word.start, word.end)
    if (word === undefined || evidence === undefined) continue
    const known = candidates.get(word.means)
    const weight = weightOf(headline, word) * (headline === opening ? 2 : 1)
    if (known === undefined) candidates.set(word.means, { model: word.means, weight, evidence })
    else known.weight += weight
  }
  const [best, second] = [...candidates.values()].sort((one, other) => other.weight - one.weight)
  if (best === undefined || best.weight < weightMin) return []
  const clear = best.weight >= explicitWeightMin && best.weight > (second?.weight ?? 0)
  return [modelFact(best.model, clear ? 'found' : 'inferred', clear ? 'explicit' : 'wording', best.evidence)]
}

function weightOf({ from, text }: Headline, word: PhraseHit<BusinessModel>): number {
  const plain = namesItself.test(text.slice(Math.max(0, word.start - 60), word.start))
  const weight = plain ? Math.max(weights[from], explicitWeightMin) : weights[from]
  // A licence is the thing's own wherever it is named.
  const own = word.means === 'open-source' ? Math.max(weight, weightMin) : weight
  return vagueWords.has(word.text.toLowerCase()) ? own / 2 : own
}

/** The first word that names the company itself, not whom it works for: `software for restaurants` is software. */
function selfWord(text: string): PhraseHit<BusinessModel> | undefined {
  const hits = modelWordsIn(text).filter((hit) => !isSomebodyElse(text, hit))
  return hits.find(({ means }) => means === 'agency') ?? headOf(text, hits)
}

/** The last word of a chain is what is meant: `hotel booking software` is software. */
function headOf(
  text: string,
  hits: ReadonlyArray<PhraseHit<BusinessModel>>,
): PhraseHit<BusinessModel> | undefined {
  let at = 0
  for (let next = hits[1]; next !== undefined; next = hits[at + 1]) {
    if (!chained.test(text.slice(hits[at]?.end, next.start))) break
    at++
  }
  return hits[at]
}

const chained = /^[ -](?:[\p{L}-]{1,14} )?$/u

const wordsBefore = 4

function isSomebodyElse(text: string, { means, start }: PhraseHit<BusinessModel>): boolean {
  const sentence = sentenceAt(text, start)
  const before = text.slice(sentence.start, start).toLowerCase().trimEnd().split(' ')
  const near = before.slice(-wordsBefore).map((word) => word.replace(lastMark, ''))
  return (
    near.some((word) => closeTowards.has(word)) ||
    (means === 'saas' && near.some((word) => building.has(word)))
  )
}

/** A cart, and what is put into it or a shop's system: goods are sold on the site. A cart alone is only a hint. */
function shop(page: Page): PageFact[] {
  const cue = shopCue(page)
  return cue === undefined
    ? []
    : [modelFact('e-commerce', 'inferred', cue.isSure ? 'explicit' : 'wording', cue.evidence)]
}

const lastMark = /[,.]$/

export const patterns = [lastMark, chained]
