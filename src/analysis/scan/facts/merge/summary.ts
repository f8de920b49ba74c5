import { cleanText } from '../../page/clean-text.ts'
import type { Fact } from './cited-fact.ts'
import { byText } from './cited-fact.ts'
import { confidenceRank } from './confidence.ts'

/** Tools that the site uses or integrates with, by name. */
export function integrationsOf(facts: readonly Fact[]): string[] {
  return valuesOf(facts, 'tool')
}

/** Where the company is active, by code or word. */
export function regionsOf(facts: readonly Fact[]): string[] {
  return valuesOf(facts, 'region')
}

/** What the page calls itself; the company's name or the domain where it does not. */
export function titleOf(page: { title: string }, facts: readonly Fact[], domain: string): string {
  return cleanText(page.title) || best(facts, 'company-name') || domain
}

/** What the company says it does, or else what the page says of itself; empty when neither says anything. */
export function descriptionOf(page: { description: string }, facts: readonly Fact[]): string {
  return best(facts, 'description') ?? cleanText(page.description)
}

function valuesOf(facts: readonly Fact[], topic: Fact['topic']): string[] {
  const values = facts.flatMap((fact) =>
    fact.topic === topic && fact.value !== undefined ? [fact.value] : [],
  )
  return [...new Set(values)].sort(byText)
}

function best(facts: readonly Fact[], topic: Fact['topic']): string | undefined {
  const [first] = facts
    .filter((fact) => fact.topic === topic)
    .sort(
      (a, b) =>
        confidenceRank[b.confidence] - confidenceRank[a.confidence] || b.sources.length - a.sources.length,
    )
  return first?.value ?? first?.text
}
