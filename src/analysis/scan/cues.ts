import type { AnswerField, Catalog, Cue } from '../catalog/catalog.ts'
import { normalWords } from '../text/normal-words.ts'
import type { Fact } from './schema.ts'

/** Finds the cues of a catalog that a fact matches. */
export type CueMatcher = (fact: Fact) => readonly Cue[]

const wordTopics = new Set<Fact['topic']>(['description', 'industry', 'product', 'audience'])

export function createCueMatcher({ cues = [] }: Catalog): CueMatcher {
  const read = cues.map((cue) => ({
    cue,
    industries: (cue.industries ?? []).map(wordLine),
    words: (cue.words ?? []).map(wordLine),
  }))
  return ({ topic, kind, value, text }) => {
    if (kind === 'unknown') return []
    const stated = value ?? text
    const line = wordTopics.has(topic) ? wordLine(stated) : ''
    const contains = (phrase: string) => line.includes(phrase)
    return read
      .filter(
        ({ cue, industries, words }) =>
          (topic === 'business-model' && cue.kinds?.includes(stated)) ||
          (topic === 'tool' && cue.tools?.includes(stated)) ||
          (topic === 'industry' && industries.some(contains)) ||
          words.some(contains),
      )
      .map(({ cue }) => cue)
  }
}

/** Normal words between blanks, so that phrases match whole words only; elided articles become separate words. */
function wordLine(text: string): string {
  return ` ${normalWords(text.replaceAll(/['’]/g, ' ')).join(' ')} `
}

/**
 * The facts with the answers that each suggests: options of matching cues, and options named like a tool. A mention of a tool or a
 * link to an account does not show that the site uses it.
 */
export function withSignals(facts: readonly Fact[], catalog: Catalog): Fact[] {
  const cuesOf = createCueMatcher(catalog)
  return facts.map(({ signals: _, ...fact }) => {
    if (fact.topic === 'tool' && fact.confidence !== 'high') return fact
    const suggested = cuesOf(fact).filter(({ suggest }) => suggest === true)
    const named = fact.topic === 'tool' ? wordLine(fact.value ?? fact.text) : ''
    const optionsOf = (field: AnswerField) =>
      catalog.questions[field].options.filter(
        (option) =>
          suggested.some((cue) => cue.field === field && cue.option === option) ||
          (field === 'tools' && wordLine(option) === named),
      )
    const [role] = optionsOf('role')
    const painPoints = optionsOf('painPoints')
    const tools = optionsOf('tools')
    const signals = {
      ...(role === undefined ? {} : { role }),
      ...(painPoints.length === 0 ? {} : { painPoints }),
      ...(tools.length === 0 ? {} : { tools }),
    }
    return Object.keys(signals).length === 0 ? fact : { ...fact, signals }
  })
}
