import { byText, type FactGroup, type Statement } from './cited-fact.ts'
import { placeOf, strengthRank } from './confidence.ts'

/** The value that most places give, the stronger ones counting more, and the text that goes with it. */
export function chooseWording({ statements }: Pick<FactGroup, 'statements'>): {
  text: string
  value?: string
} {
  const value = mostSaid(statements, ({ fact }) => fact.value ?? '')
  const agreeing = statements.filter(({ fact }) => (fact.value ?? '') === value)
  const text = mostSaid(agreeing, ({ fact }) => fact.text)
  return value === '' ? { text } : { text, value }
}

/** Of what is said equally often the shorter, then the first by its characters. */
function mostSaid(statements: readonly Statement[], read: (statement: Statement) => string): string {
  const weights = new Map<string, Map<string, number>>()
  for (const statement of statements) {
    const said = read(statement)
    const places = weights.get(said) ?? new Map<string, number>()
    const place = placeOf(statement)
    places.set(place, Math.max(places.get(place) ?? 0, 1 + strengthRank[statement.fact.strength]))
    weights.set(said, places)
  }
  const totals = [...weights].map(([said, places]) => ({
    said,
    total: [...places.values()].reduce((sum, weight) => sum + weight, 0),
  }))
  totals.sort((a, b) => b.total - a.total || a.said.length - b.said.length || byText(a.said, b.said))
  return totals[0]?.said ?? ''
}
