import { LRUCache } from 'lru-cache'
import type { Log } from '../kernel/log.ts'
import { ModelFault } from '../kernel/model/model-fault.ts'
import { unspokenOf } from '../kernel/model/prompt.ts'
import type { Model } from '../kernel/model.ts'
import type { Catalog } from './catalog.ts'
import { checkWording, numbersIn, type WordingVerdict } from './check-wording.ts'
import type { DiagnoseResult } from './diagnose.ts'
import { normalWords } from './normal-words.ts'
import { createVocabulary } from './wording/vocabulary.ts'

/** The same diagnosis with its reasons told more fluently, or as it was. Never rejects. */
export type RewordReasoning = (result: DiagnoseResult, caller: string) => Promise<DiagnoseResult>

const instructions =
  'Reword the text "reasoning" in two or three plain English sentences for a business owner. Name the recommended product first. Keep every number as digits and in the order of the text. Quote answers as they stand. Keep to the words of the text where you can. Add no facts, names, advice, promises or questions.'
const outputTokensMax = 220
const lengthMax = 900
/** The same reasons are told in the same words, and cost nothing the second time. */
const keptMax = 1_000

/**
 * The model sees what the rules wrote, which is made of the catalog's words alone: nothing that a caller wrote reaches
 * it. Of the result only `reasoning` can change, and only into a text that passes the check.
 */
export function createRewordReasoning(options: {
  catalog: Catalog
  model: Pick<Model, 'write'>
  log: Log
}): RewordReasoning {
  const { catalog, model, log } = options
  const vocabulary = createVocabulary(catalog)
  const kept = new LRUCache<string, string>({ max: keptMax })

  const reword = async (reasoning: string, product: string, caller: string) => {
    const raw = await model.write({ caller, instructions, data: { product, reasoning }, outputTokensMax })
    const verdict = checkWording(raw, {
      vocabulary,
      input: [reasoning],
      unspoken: unspokenOf(instructions),
      lengthMax,
    })
    return tellsTheSame(verdict, { reasoning, product, catalog })
  }
  return async (result, caller) => {
    // Without a recommendation there is nothing to tell more fluently.
    if (result.product === null) return result
    const { reasoning, product } = result
    const known = kept.get(reasoning)
    if (known !== undefined) return { ...result, reasoning: known, reasoningBy: 'model' }
    try {
      const verdict = await reword(reasoning, product.name, caller)
      if ('text' in verdict) {
        kept.set(reasoning, verdict.text)
        return { ...result, reasoning: verdict.text, reasoningBy: 'model' }
      }
      log.info('the model’s reasoning is not used', { problem: verdict.problem })
    } catch (error) {
      log.info('the model gave no reasoning', { kind: error instanceof ModelFault ? error.kind : 'bug' })
    }
    return result
  }
}

/** Right words in another order can still tell other scores, or recommend the second product. */
function tellsTheSame(
  verdict: WordingVerdict,
  { reasoning, product, catalog }: { reasoning: string; product: string; catalog: Catalog },
): WordingVerdict {
  if (!('text' in verdict)) return verdict
  if (!isInOrder(numbersIn(verdict.text), numbersIn(reasoning))) return { problem: 'number' }
  return firstNamed(verdict.text, catalog) === product ? verdict : { problem: 'name' }
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

function firstNamed(text: string, { products }: Catalog): string | undefined {
  const row = ` ${normalWords(text).join(' ')} `
  const places = products.flatMap(({ name }) => {
    const at = row.indexOf(` ${normalWords(name).join(' ')} `)
    return at < 0 ? [] : [{ name, at }]
  })
  return places.sort((a, b) => a.at - b.at)[0]?.name
}
