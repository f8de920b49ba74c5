import type { Catalog, Product } from '../catalog/catalog.ts'
import { hasSignal } from '../diagnose/answers.ts'
import { createDiagnose, type Diagnose } from '../diagnose/diagnose.ts'
import type { DiagnosticAnswers } from '../diagnose/schema.ts'
import { chatTerms } from '../text/chat-terms.ts'
import { normalWords } from '../text/normal-words.ts'
import { type ChatEntry, chatEntries } from './entries.ts'
import {
  createCoversQuestion,
  createFindEntries,
  createSameQuestion,
  createSameWords,
  type Finding,
} from './find-entries.ts'
import type { ChatAnswer, ChatRequest } from './schema.ts'

export interface ChatResult extends ChatAnswer {
  /** Whether the catalog covers the question. */
  scoresWell: boolean
}

export type AnswerByRules = (question: ChatRequest) => ChatResult

/** The rest of a longer message is ignored. */
export const messageMax = 1000
/** Share of a question that an entry must cover when the question also contains a phrase for the contact. */
const plainCoverageMin = 0.8
/** Share of a question that a second entry must cover, which adds terms that the first leaves open. */
const secondCoverageMin = 0.3

/**
 * Answers a question from the catalog alone: matching entries are found by full-text ranking and quoted verbatim. The
 * reply contains no text of the message, nothing is stored, and equal questions get equal answers.
 */
export function createAnswerByRules(
  catalog: Catalog,
  diagnose: Diagnose = createDiagnose(catalog),
): AnswerByRules {
  const entries = chatEntries(catalog)
  const sameWords = createSameWords(entries)
  const findEntries = createFindEntries(entries)
  const sameQuestion = createSameQuestion(entries, catalog)
  const coversQuestion = createCoversQuestion(catalog)
  const contactPhrases = catalog.contact.askedBy.map(normalWords)

  return ({ message, productKey, ...answers }) => {
    const words = normalWords(message.slice(0, messageMax))
    const named = catalog.products.find((product) => containsPhrase(words, normalWords(product.name)))
    const product = named ?? productOf(productKey, answers, catalog, diagnose)

    const written = sameWords(words, product?.key)
    if (written !== undefined && written !== 'ambiguous') return cite([written])

    const terms = chatTerms(words.join(' '))
    const matter = named === undefined ? terms : without(terms, chatTerms(named.name))
    const phrase = contactPhrases.find((one) => containsPhrase(words, one))
    const same = phrase === undefined ? sameQuestion(matter, product?.key) : undefined
    if (same !== undefined && same !== 'ambiguous') return cite([same])
    const findings = same === 'ambiguous' ? [] : findEntries(matter, product?.key)
    const [best] = findings
    const isAnswer = best !== undefined && coversQuestion(best, matter, product?.key)
    if (isAnswer && (phrase === undefined || isPlainAnswer(best, phrase))) {
      return cite([best, ...complements(best, findings)].map(({ entry }) => entry))
    }
    if (phrase !== undefined) return contactAnswer(catalog, product)
    return matter.length === 0 ? overview(entries, product, catalog) : notCovered(catalog, product)
  }
}

/** Whether a question that contains a phrase for the contact is still about something else. */
function isPlainAnswer({ coverage, terms }: Finding, phrase: readonly string[]): boolean {
  const others = without(terms, chatTerms(phrase.join(' ')))
  return coverage >= plainCoverageMin && new Set(others).size >= 2
}

function productOf(
  productKey: string | undefined,
  answers: DiagnosticAnswers,
  catalog: Catalog,
  diagnose: Diagnose,
): Product | undefined {
  const given = catalog.products.find(({ key }) => key === productKey)
  if (given !== undefined || !hasSignal(answers)) return given
  const recommended = diagnose(answers).product?.key
  return catalog.products.find(({ key }) => key === recommended)
}

/** Whether the words contain the phrase, word by word. */
function containsPhrase(words: readonly string[], phrase: readonly string[]): boolean {
  return phrase.length > 0 && ` ${words.join(' ')} `.includes(` ${phrase.join(' ')} `)
}

function without(terms: readonly string[], others: readonly string[]): string[] {
  return terms.filter((term) => !others.includes(term))
}

function complements(best: Finding, findings: readonly Finding[]): Finding[] {
  const second = findings.find(
    ({ entry, terms, coverage }) =>
      entry.productKey === best.entry.productKey &&
      coverage >= secondCoverageMin &&
      terms.some((term) => !best.terms.includes(term)),
  )
  return second === undefined ? [] : [second]
}

function cite(entries: readonly ChatEntry[]): ChatResult {
  return {
    reply: entries.map(({ answer }) => answer).join(' '),
    sources: entries.map(({ productKey, faq }) => ({ productKey, faq })),
    by: 'rules',
    scoresWell: true,
  }
}

/** For a greeting or a bare name: the first entry about the product, or about the service. */
function overview(entries: readonly ChatEntry[], product: Product | undefined, catalog: Catalog): ChatResult {
  const first = entries.find(({ productKey }) => productKey === (product?.key ?? null))
  return first === undefined ? notCovered(catalog, product) : cite([first])
}

function contactAnswer(catalog: Catalog, product: Product | undefined): ChatResult {
  const about = product === undefined ? '' : ` and name ${product.name}`
  return {
    reply: `${catalog.contact.text} Reach them at ${reach(catalog)}${about}. I cannot book anything from here.`,
    sources: [],
    by: 'rules',
    scoresWell: true,
  }
}

function notCovered(catalog: Catalog, product: Product | undefined): ChatResult {
  const faq = product?.faq ?? catalog.faq
  const known = faq.slice(0, 3).map(({ question }) => `“${question}”`)
  const offer = known.length === 0 ? '' : ` What I can answer: ${known.join(', ')}.`
  return {
    reply: `That is not in what I know about ${product?.name ?? 'this service'}.${offer} For anything else ask a person: ${reach(catalog)}`,
    sources: [],
    by: 'rules',
    scoresWell: false,
  }
}

function reach({ contact: { email, url } }: Catalog): string {
  return [email, url].filter((way) => way !== undefined).join(' or ')
}
