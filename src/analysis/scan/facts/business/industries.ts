import table from './industries.json'
import { createPhraseIndex } from './phrase-index.ts'

type ByLanguage = Readonly<Record<string, string | undefined>>

/** A row of the closed list of industries. */
export interface Industry {
  name: string
  /** A key of `models.json`. */
  model?: string | undefined
  /** Whom such companies work for; left out where that differs. */
  audience?: string | undefined
  /** Types of schema.org, separated by spaces. */
  types?: string | undefined
  /** Sells goods, in a shop or online. */
  goods?: boolean | undefined
  /** Works for other companies: a trade named before its name is its customers', as in `restaurant photography`. */
  serves?: boolean | undefined
  /** Gives way to a narrower industry, as manufacturing does to metalworking. */
  general?: boolean | undefined
  /** What such companies call themselves, by language, separated by bars. */
  names: ByLanguage
  /** What their sites mention often. */
  words: ByLanguage
}

export interface Cue {
  industry: Industry
  isName: boolean
}

const industries: readonly Industry[] = table

export const industryOfName = new Map(industries.map((industry) => [industry.name, industry]))

export const industryOfType = new Map(
  industries.flatMap((industry) =>
    (industry.types?.split(' ') ?? []).map((type) => [type, industry] as const),
  ),
)

/** The cues among a text's words. */
export const cuesIn = createPhraseIndex<Cue>(
  industries.flatMap((industry) => [
    ...phrasesOf(industry.names).map((phrase) => [phrase, { industry, isName: true }] as const),
    ...phrasesOf(industry.words).map((phrase) => [phrase, { industry, isName: false }] as const),
  ]),
)

function phrasesOf(byLanguage: ByLanguage): string[] {
  return [...new Set(Object.values(byLanguage).flatMap((list) => list?.split('|') ?? []))]
}
