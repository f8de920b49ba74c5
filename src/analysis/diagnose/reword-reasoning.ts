import { LRUCache } from 'lru-cache'
import type { Llm } from '../../kernel/llm/llm.ts'
import { LlmFault } from '../../kernel/llm/llm-fault.ts'
import { unspokenOf } from '../../kernel/llm/prompt.ts'
import type { Log } from '../../kernel/runtime/log.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { normalWords } from '../text/normal-words.ts'
import { readAnswerWords } from './answer-words.ts'
import { checkWording, numbersIn, type WordingVerdict } from './check-wording.ts'
import type { DiagnoseResult } from './schema.ts'
import { createVocabulary } from './vocabulary.ts'

/** The same diagnosis with its reasons reworded, or unchanged. Never rejects. */
export type RewordReasoning = (result: DiagnoseResult, caller: string) => Promise<DiagnoseResult>

const instructions =
  'Reword the text "reasons" in one to three plain English sentences for a business owner. Name the product "product" and no other. Keep every number as digits and in the order of the text. Quote answers as they stand. Keep to the words of the text where you can. Add no facts, names, advice, promises or questions.'
const outputTokensMax = 220
const lengthMax = 900
/** Cached: equal reasons get equal wording and cost tokens once. */
const cacheEntriesMax = 1_000

/**
 * The LLM gets the rules' text, which has words of the catalog only: no caller text reaches it. Of the result only
 * `reasoning` can change, and of that only the reasons: the comparison and the confidence are always worded by the rules.
 */
export function createRewordReasoning(options: {
  catalog: Catalog
  llm: Pick<Llm, 'write'>
  log: Log
}): RewordReasoning {
  const { catalog, llm, log } = options
  const vocabulary = createVocabulary(catalog)
  const cache = new LRUCache<string, string>({ max: cacheEntriesMax })

  const reword = async (reasons: string, product: string, caller: string): Promise<WordingVerdict> => {
    const raw = await llm.write({ caller, instructions, data: { product, reasons }, outputTokensMax })
    const verdict = checkWording(raw, {
      vocabulary,
      input: [reasons],
      unspoken: unspokenOf(instructions),
      lengthMax,
    })
    if (!('text' in verdict)) return verdict
    if (!isInOrder(numbersIn(verdict.text), numbersIn(reasons))) return { problem: 'number' }
    if (deniesMore(verdict.text, reasons)) return { problem: 'guarded_word' }
    return names(verdict.text, product) ? verdict : { problem: 'not_grounded' }
  }
  return async (result, caller) => {
    // Without a recommendation there is nothing to reword.
    if (result.product === null) return result
    const { reasons, comparison } = splitReasoning(result)
    const reworded = (text: string): DiagnoseResult => ({
      ...result,
      reasoning: `${text}${comparison}`,
      reasoningBy: 'model',
    })
    const known = cache.get(reasons)
    if (known !== undefined) return reworded(known)
    try {
      const verdict = await reword(reasons, result.product.name, caller)
      if ('text' in verdict) {
        cache.set(reasons, verdict.text)
        return reworded(verdict.text)
      }
      log.info('LLM reasoning rejected', { problem: verdict.problem })
    } catch (error) {
      log.info('LLM gave no reasoning', { kind: error instanceof LlmFault ? error.kind : 'bug' })
    }
    return result
  }
}

/** The comparison begins where the rules name the second product. */
function splitReasoning({ reasoning, scores: [, next] }: DiagnoseResult) {
  const at = next === undefined ? -1 : reasoning.lastIndexOf(` Next is ${next.name} `)
  return at < 0
    ? { reasons: reasoning, comparison: '' }
    : { reasons: reasoning.slice(0, at), comparison: reasoning.slice(at) }
}

/** Whether the numbers appear in order, beginning with the score. */
function isInOrder(used: readonly string[], numbers: readonly string[]): boolean {
  if (used.length > 0 && used[0] !== numbers[0]) return false
  let at = 0
  return used.every((number) => {
    at = numbers.indexOf(number, at) + 1
    return at > 0
  })
}

/** Whether a text denies anything outside the answers that it quotes in full: a moved “not” inverts the meaning. */
function deniesMore(text: string, reasons: string): boolean {
  const rest = [...reasons.matchAll(quoted)].reduce(
    (row, { 1: signal = '' }) => row.replaceAll(` ${normalWords(signal).join(' ')} `, ' '),
    ` ${normalWords(text).join(' ')} `,
  )
  const dropped = [...reasons.matchAll(quoted)].some(({ 1: signal = '' }) => {
    const words = normalWords(signal)
    const from = readAnswerWords(signal).findIndex(({ denies }) => denies !== undefined)
    // The words after the “not” of an answer, without it.
    const tail = words.slice(from + 1).filter((word) => word.length > 3)
    return from >= 0 && tail.length > 1 && tail.every((word) => rest.includes(` ${word} `))
  })
  return dropped || readAnswerWords(rest).some(({ denies }) => denies !== undefined)
}

const quoted = /“([^“”]*)”/g

function names(text: string, product: string): boolean {
  return ` ${normalWords(text).join(' ')} `.includes(` ${normalWords(product).join(' ')} `)
}
