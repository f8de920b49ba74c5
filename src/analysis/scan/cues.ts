import type { AnswerField, Catalog, Cue } from '../catalog/catalog.ts'
import { normalWords } from '../text/normal-words.ts'
import tools from './facts/tools/tools.json'
import type { Fact } from './schema.ts'

/** Finds the cues of a catalog that a fact matches. */
export type CueMatcher = (fact: Fact) => readonly Cue[]

const wordTopics = new Set<Fact['topic']>(['description', 'industry', 'product', 'audience'])

export function createCueMatcher({ cues = [] }: Catalog): CueMatcher {
  const read = cues.map((cue) => ({
    cue,
    industries: (cue.industries ?? []).map(wordLine),
    roles: (cue.roles ?? []).map(wordLine),
    words: (cue.words ?? []).map(wordLine),
  }))
  return (fact) => {
    const { topic, value, text } = fact
    if (fact.kind === 'unknown' || !isInUse(fact)) return []
    const stated = value ?? text
    const line = wordTopics.has(topic) ? wordLine(stated) : ''
    const contains = (phrase: string) => line.includes(phrase)
    const role = topic === 'team' ? wordLine(stated.slice(`${stated},`.indexOf(',') + 1)) : ''
    return read
      .filter(
        ({ cue, industries, roles, words }) =>
          roles.some((phrase) => role.includes(phrase)) ||
          (topic === 'business-model' && cue.kinds?.includes(stated)) ||
          (topic === 'tool' && cue.tools?.includes(stated)) ||
          (topic === 'industry' && industries.some(contains)) ||
          words.some(contains),
      )
      .map(({ cue }) => cue)
  }
}

/** The answers that have options: the first one of the role. */
export function answersBy(optionsOf: (field: 'role' | 'painPoints' | 'tools') => string[]) {
  const [[role], painPoints, tools] = [optionsOf('role'), optionsOf('painPoints'), optionsOf('tools')]
  return {
    ...(role === undefined ? {} : { role }),
    ...(painPoints.length === 0 ? {} : { painPoints }),
    ...(tools.length === 0 ? {} : { tools }),
  }
}

/** Normal words between blanks, so that phrases match whole words only; elided articles become separate words. */
function wordLine(text: string): string {
  return ` ${normalWords(text.replaceAll(/['’]/g, ' ')).join(' ')} `
}

/** A mention of a tool or a link to an account does not show that the site uses it. */
const isInUse = ({ topic, confidence }: Fact) => topic !== 'tool' || confidence === 'high'

const hosting = new Set(tools.filter(({ category }) => category === 'hosting').map(({ name }) => name))
const softwareKinds = new Set(['saas', 'open-source'])

/**
 * The facts with the answers that each suggests: options of matching cues, and options named like a tool. Where a site is
 * hosted is an answer of those alone who make software.
 */
export function withSignals(facts: readonly Fact[], catalog: Catalog): Fact[] {
  const cuesOf = createCueMatcher(catalog)
  const makesSoftware = facts.some(
    ({ topic, value = '' }) => topic === 'business-model' && softwareKinds.has(value),
  )
  return facts.map(({ signals: _, ...fact }) => {
    if (!isInUse(fact) || (!makesSoftware && hosting.has(fact.value ?? ''))) return fact
    const suggested = cuesOf(fact).filter(({ suggest }) => suggest === true)
    const named = fact.topic === 'tool' ? wordLine(fact.value ?? fact.text) : ''
    const optionsOf = (field: AnswerField) =>
      catalog.questions[field].options.filter(
        (option) =>
          suggested.some((cue) => cue.field === field && cue.option === option) ||
          (field === 'tools' && wordLine(option) === named),
      )
    const signals = answersBy(optionsOf)
    return Object.keys(signals).length === 0 ? fact : { ...fact, signals }
  })
}
