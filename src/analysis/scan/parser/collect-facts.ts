import { cleanText } from '../document/clean-text.ts'
import type { Evidence } from '../document/evidence.ts'
import type { Page } from '../document/page.ts'
import type { FactFinder, FactSignals, PageFact } from '../facts/fact.ts'
import { isOutOfMemory } from './out-of-memory.ts'

const factsMax = 300
const factsPerFinderMax = 60
const quoteCharsMax = 300
const evidenceMax = 5
const signalsMax = 10

/**
 * Runs all finders. One that throws loses only its own facts, unless memory has run out. A fact is kept only if every quote of it stands where it
 * says; its texts leave cleaned, whatever the finder did.
 */
export function collectFacts(
  page: Page,
  finders: readonly FactFinder[],
): { facts: PageFact[]; failedFinders: string[] } {
  const facts: PageFact[] = []
  const failedFinders: string[] = []
  for (const find of finders) {
    try {
      const found = find(page).slice(0, factsPerFinderMax)
      facts.push(...found.filter((fact) => isProven(page, fact)).map(cleaned))
    } catch (error) {
      if (isOutOfMemory(error)) throw error
      failedFinders.push(find.name)
    }
  }
  return { facts: facts.slice(0, factsMax), failedFinders }
}

function isProven(page: Page, { evidence }: PageFact): boolean {
  return evidence.length > 0 && evidence.every((piece) => isQuoted(page, piece))
}

function isQuoted(page: Page, { method, quote, start, end }: Evidence): boolean {
  const source = method === 'header' ? page.headerBlock : page.body
  return (
    Number.isInteger(start) &&
    start >= 0 &&
    end > start &&
    end - start <= quoteCharsMax &&
    source.slice(start, end) === quote
  )
}

function cleaned({ topic, kind, key, text, value, strength, evidence, signals }: PageFact): PageFact {
  return {
    topic,
    kind,
    key: cleanText(key),
    text: cleanText(text),
    ...(value !== undefined && { value: cleanText(value) }),
    strength,
    evidence: evidence.slice(0, evidenceMax),
    ...(signals !== undefined && { signals: cleanedSignals(signals) }),
  }
}

function cleanedSignals({ role, painPoints, tools }: FactSignals): FactSignals {
  const list = (words: readonly string[]) => words.slice(0, signalsMax).map(cleanText)
  return {
    ...(role !== undefined && { role: cleanText(role) }),
    ...(painPoints !== undefined && { painPoints: list(painPoints) }),
    ...(tools !== undefined && { tools: list(tools) }),
  }
}
