import codes from '../compose/currency-codes.json'
import names from '../compose/currency-names.json'
import table from './forms.json'
import headline from './headline.json'
import letter from './letter.json'
import data from './missing-parts.json'
import { oneOf, wordEnd, wordStart } from './one-of.ts'
import prose from './prose.json'

interface Form {
  form: string
  like?: string
}
const rows = new Map<string, readonly Form[]>(
  Object.entries<Form | readonly Form[]>(table).map(([name, rows]) => [name, [rows].flat()]),
)
const lists = { ...data, headline: headline.words, letter, prose, currencies: { codes, names } }
const edges = new Map(Object.entries({ wordStart, wordEnd }))
/** Of which the keys are the words of a button. */
const tables = new Map<string, object>(
  Object.entries({
    goals: data.askedFor.goals,
    places: prose.places,
    conjunctive: prose.conjunctive,
    nouns: prose.nouns,
  }),
)

/** The words of a list such as `message.asks`. */
function wordsAt(path: string): unknown {
  const table = tables.get(path)
  if (table !== undefined) return Object.values(table).flat()
  return path
    .split('.')
    .reduce<unknown>((words, key) => new Map(Object.entries(Object(words))).get(key), lists)
}

/** A form as a regular expression: `{a.b|c}` is one of the words of these lists, `{=name}` another form. */
export function sourceOf({ form }: Form): string {
  return form.replace(/\{(=?)([a-z]\w*(?:[.|]\w+)*)\}/gu, (_, isForm: string, names: string) =>
    isForm === ''
      ? (edges.get(names) ?? oneOf(names.split('|').flatMap((path) => [wordsAt(path)].flat().map(String))))
      : (rows.get(names) ?? []).map(sourceOf).join('|'),
  )
}

const compiled = new Map(
  Array.from(rows, ([name, forms]) => [name, forms.map((row) => new RegExp(sourceOf(row), 'iu'))] as const),
)
/** The forms of a name, in the order in which they are tried. */
export const formsOf = (name: keyof typeof table): readonly RegExp[] => compiled.get(name) ?? []
/** The only form of a name. */
export const form = (name: keyof typeof table): RegExp => formsOf(name)[0] ?? /(?!)/u
/** A form that finds all places. */
export const everywhere = (each: RegExp) => new RegExp(each, 'giu')
