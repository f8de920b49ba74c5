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

export const cuesIn = createPhraseIndex<Cue>(() =>
  industries.flatMap((industry) => [
    ...cuesOf(industry.names, { industry, isName: true }),
    ...cuesOf(industry.words, { industry, isName: false }),
  ]),
)

export const cueLanguages = new Set(industries.flatMap(({ names }) => Object.keys(names)))

function cuesOf(byLanguage: ByLanguage, cue: Omit<Cue, 'languages'>) {
  const languagesOf = new Map<string, string[]>()
  for (const [language, list = ''] of Object.entries(byLanguage))
    for (const phrase of list.split('|'))
      languagesOf.set(phrase, [...(languagesOf.get(phrase) ?? []), language])
  return [...languagesOf].map(([phrase, languages]) => [phrase, { ...cue, languages }] as const)
}
