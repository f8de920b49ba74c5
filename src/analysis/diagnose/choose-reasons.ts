import { LRUCache } from 'lru-cache'
import type { Llm } from '../../kernel/llm/llm.ts'
import { LlmFault } from '../../kernel/llm/llm-fault.ts'
import type { Log } from '../../kernel/runtime/log.ts'
import { explainChosen, reasonSentences } from './explain.ts'
import type { DiagnoseResult } from './schema.ts'

/** The same diagnosis with its reasons chosen and ordered by an LLM, or unchanged. Never rejects. */
export type ChooseReasons = (result: DiagnoseResult, caller: string) => Promise<DiagnoseResult>

const instructions =
  'The data names a product and lists sentences that speak for it, each with an id. Choose the sentences that explain best to a business owner why the product fits, at most four, the strongest first. Answer with their ids alone, separated by spaces.'
const outputTokensMax = 40
const sentencesMax = 4
/** Cached: equal sentences get an equal choice and cost tokens once. */
const cacheEntriesMax = 1_000

/**
 * The LLM receives sentences of the rules, which contain only words of the catalog, and its answer can only be ids of
 * them: caller text is not sent to it, and its words are not sent to the caller. The score and the comparison are
 * always included.
 */
export function createChooseReasons({ llm, log }: { llm: Pick<Llm, 'write'>; log: Log }): ChooseReasons {
  const cache = new LRUCache<string, readonly string[]>({ max: cacheEntriesMax })

  const choose = async (sentences: ReadonlyMap<string, string>, product: string, caller: string) => {
    const listed = [...sentences].map(([id, text]) => ({ id, text }))
    const key = JSON.stringify([product, listed])
    const known = cache.get(key)
    if (known !== undefined) return known
    const raw = await llm.write({
      caller,
      instructions,
      data: { product, sentences: listed },
      outputTokensMax,
    })
    const chosen = readIds(raw, sentences)
    if (chosen !== undefined) cache.set(key, chosen)
    return chosen
  }

  return async (result, caller) => {
    const sentences = reasonSentences(result)
    // With less than two there is nothing to choose.
    if (result.product === null || sentences.size < 2) return result
    try {
      const chosen = await choose(sentences, result.product.name, caller)
      if (chosen !== undefined)
        return { ...result, reasoning: explainChosen(result, chosen), reasoningBy: 'model' }
      log.info('LLM reasons rejected', { problem: 'other_words' })
    } catch (error) {
      log.info('LLM gave no reasons', { kind: error instanceof LlmFault ? error.kind : 'bug' })
    }
    return result
  }
}

/** The sentences of an answer that consists of ids, without duplicates; undefined for every other answer. */
function readIds(raw: string, sentences: ReadonlyMap<string, string>): readonly string[] | undefined {
  const ids = raw.trim().split(/[\s,]+/, sentencesMax + 1)
  const chosen = ids.flatMap((id) => sentences.get(id) ?? [])
  const isWhole = chosen.length === ids.length && new Set(ids).size === ids.length
  return isWhole && ids.length <= sentencesMax ? chosen : undefined
}
