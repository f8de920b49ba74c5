import table from './industries.json'
import { createPhraseIndex } from './phrase-index.ts'

type ByLanguage = Readonly<Record<string, string | undefined>>

/** A row of the closed list of industries. */
export interface Industry {
  name: string
  /** A key of `models.json`. */
  model?: string | undefined
  /** Usual audience of such companies; absent where it varies. */
  audience?: string | undefined
  /** Types of schema.org, separated by spaces. */
  types?: string | undefined
  /** Sells goods, in a shop or online. */
  goods?: boolean | undefined
  /** Works for other companies: a trade before its name is that of customers, as in `restaurant photography`. */
  serves?: boolean | undefined
  /** A narrower industry takes precedence, as metalworking over manufacturing. */
  general?: boolean | undefined
  /** Names of such companies, by language, separated by bars. */
  names: ByLanguage
  /** Frequent words of their sites. */
  words: ByLanguage
}

export interface Cue {
  industry: Industry
  isName: boolean
  /** Keys of the phrase in `names` or `words`. */
  languages: readonly string[]
}

const industries: readonly Industry[] = table

export const industryOfName = new Map(industries.map((industry) => [industry.name, industry]))

export const industryOfType = new Map(
  industries.flatMap((industry) =>
    (industry.types?.split(' ') ?? []).map((type) => [type, industry] as const),
  ),
)

export const cuesIn = createPhraseIndex<Cue>(
  industries.flatMap((industry) => [
    ...phrasesOf(industry.names).map(
      ([phrase, languages]) => [phrase, { industry, isName: true, languages }] as const,
    ),
    ...phrasesOf(industry.words).map(
      ([phrase, languages]) => [phrase, { industry, isName: false, languages }] as const,
    ),
  ]),
)

export const cueLanguages = new Set(
  industries.flatMap(({ names, words }) => [...Object.keys(names), ...Object.keys(words)]),
)

function phrasesOf(byLanguage: ByLanguage): Array<readonly [phrase: string, languages: readonly string[]]> {
  const pairs = Object.entries(byLanguage).flatMap(([language, list]) =>
    (list?.split('|') ?? []).map((phrase) => [phrase, language] as const),
  )
  return [...Map.groupBy(pairs, ([phrase]) => phrase)].map(([phrase, own]) => [
    phrase,
    own.map(([, language]) => language),
  ])
}
