import { LRUCache } from 'lru-cache'
import type { Model } from '../../kernel/llm/llm.ts'
import { ModelFault } from '../../kernel/llm/llm-fault.ts'
import { unspokenOf } from '../../kernel/llm/prompt.ts'
import type { Log } from '../../kernel/runtime/log.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { normalWords } from '../text/normal-words.ts'
import { readAnswerWords } from './answer-words.ts'
import { checkWording, numbersIn, type WordingVerdict } from './check-wording.ts'
import type { DiagnoseResult } from './diagnose.ts'
import { createVocabulary } from './vocabulary.ts'

/** The same diagnosis with its reasons told more fluently, or as it was. Never rejects. */
export type RewordReasoning = (result: DiagnoseResult, caller: string) => Promise<DiagnoseResult>

const instructions =
  'Reword the text "reasons" in one to three plain English sentences for a business owner. Name the product "product" and no other. Keep every number as digits and in the order of the text. Quote answers as they stand. Keep to the words of the text where you can. Add no facts, names, advice, promises or questions.'
const outputTokensMax = 220
const lengthMax = 900
/** The same reasons are told in the same words, and cost nothing the second time. */
const keptMax = 1_000

/**
 * The model sees what the rules wrote, which is made of the catalog's words alone: nothing that a caller wrote reaches
 * it. Of the result only `reasoning` can change, and of that only the reasons: how the products compare, and what
 * confidence follows, is always told by the rules.
 */
export function createRewordReasoning(options: {
  catalog: Catalog
  model: Pick<Model, 'write'>
  log: Log
}): RewordReasoning {
  const { catalog, model, log } = options
  const vocabulary = createVocabulary(catalog)
  const kept = new LRUCache<string, string>({ max: keptMax })

  const reword = async (reasons: string, product: string, caller: string): Promise<WordingVerdict> => {
    const raw = await model.write({ caller, instructions, data: { product, reasons }, outputTokensMax })
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
    // Without a recommendation there is nothing to tell more fluently.
    if (result.product === null) return result
    const { reasons, comparison } = splitReasoning(result)
    const told = (text: string): DiagnoseResult => ({
      ...result,
      reasoning: `${text}${comparison}`,
      reasoningBy: 'model',
    })
    const known = kept.get(reasons)
    if (known !== undefined) return told(known)
    try {
      const verdict = await reword(reasons, result.product.name, caller)
      if ('text' in verdict) {
        kept.set(reasons, verdict.text)
        return told(verdict.text)
      }
      log.info('the model’s reasoning is not used', { problem: verdict.problem })
    } catch (error) {
      log.info('the model gave no reasoning', { kind: error instanceof ModelFault ? error.kind : 'bug' })
    }
    return result
  }
}

/** The reasons name one product; where the rules go on to the next one, the comparison begins. */
function splitReasoning({ reasoning, scores: [, next] }: DiagnoseResult) {
  const at = next === undefined ? -1 : reasoning.lastIndexOf(` Next is ${next.name} `)
  return at < 0
    ? { reasons: reasoning, comparison: '' }
    : { reasons: reasoning.slice(0, at), comparison: reasoning.slice(at) }
}

/** Whether some of the numbers are told in their order, the score among them before any other. */
function isInOrder(told: readonly string[], numbers: readonly string[]): boolean {
  if (told.length > 0 && told[0] !== numbers[0]) return false
  let at = 0
  return told.every((number) => {
    at = numbers.indexOf(number, at) + 1
    return at > 0
  })
}

/** Whether a text denies anything outside of the answers that it quotes whole: a “not” moved is a sense turned around. */
function deniesMore(text: string, reasons: string): boolean {
  const rest = [...reasons.matchAll(quoted)].reduce(
    (row, { 1: signal = '' }) => row.replaceAll(` ${normalWords(signal).join(' ')} `, ' '),
    ` ${normalWords(text).join(' ')} `,
  )
  const dropped = [...reasons.matchAll(quoted)].some(({ 1: signal = '' }) => {
    const words = normalWords(signal)
    const from = readAnswerWords(signal).findIndex(({ denies }) => denies !== undefined)
    // What follows the “not” of an answer, told without it.
    const tail = words.slice(from + 1).filter((word) => word.length > 3)
    return from >= 0 && tail.length > 1 && tail.every((word) => rest.includes(` ${word} `))
  })
  return dropped || readAnswerWords(rest).some(({ denies }) => denies !== undefined)
}

const quoted = /“([^”]*)”/g

function names(text: string, product: string): boolean {
  return ` ${normalWords(text).join(' ')} `.includes(` ${normalWords(product).join(' ')} `)
}
