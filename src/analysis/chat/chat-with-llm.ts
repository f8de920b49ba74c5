import type { Llm } from '../../kernel/llm/llm.ts'
import { LlmFault } from '../../kernel/llm/llm-fault.ts'
import type { Log } from '../../kernel/runtime/log.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { analysisError } from '../errors.ts'
import { chatTerms } from '../text/chat-terms.ts'
import { type AnswerByRules, type ChatResult, messageMax } from './chat.ts'
import { type ChatEntry, chatEntries } from './entries.ts'
import { createFindEntries } from './find-entries.ts'
import type { ChatRequest } from './schema.ts'
import { leavesChoice, readSentences } from './whole-sentences.ts'

/** @throws concierge_unavailable when the LLM fails and the catalog has no answer */
export type AnswerWithLlm = (question: ChatRequest, caller: string) => Promise<ChatResult>

const instructions =
  'Answer the question "message" with sentences copied from the answers in "entries", word for word. Of an answer copy its first sentence and as many of the next ones as the question needs, in their order. Begin with the first entry unless another one answers the question better. One to four sentences in all. Write no word of your own.'
const outputTokensMax = 320
const entriesMax = 4

/**
 * Lets the LLM select from the entries that the rules found. Its reply consists of whole sentences of the catalog, so
 * it can be irrelevant but not invented. The LLM has no tools and no memory; of the caller's data it receives only the
 * message.
 */
export function createAnswerWithLlm(options: {
  catalog: Catalog
  answerByRules: AnswerByRules
  llm: Pick<Llm, 'write' | 'check'>
  log: Log
}): AnswerWithLlm {
  const { catalog, answerByRules, llm, log } = options
  const entries = chatEntries(catalog)
  const findEntries = createFindEntries(entries)

  /** Entries that the rules cite, then related ones. */
  const shownFor = (message: string, { sources }: ChatResult): readonly ChatEntry[] => {
    const cited = sources.flatMap(({ productKey, faq }) =>
      entries.filter((entry) => entry.productKey === productKey && entry.faq === faq),
    )
    const about = cited[0]?.productKey
    const near = findEntries(chatTerms(message), about ?? undefined)
      .map(({ entry }) => entry)
      .filter((entry) => entry.productKey === about && !cited.includes(entry))
    return [...cited, ...near].slice(0, entriesMax)
  }

  const choose = async (message: string, byRules: ChatResult, caller: string): Promise<ChatResult> => {
    const shown = shownFor(message, byRules)
    if (!leavesChoice(shown)) return byRules
    const data = { message, entries: shown.map(({ faq, answer }) => ({ question: faq, answer })) }
    const raw = await llm.write({ caller, instructions, data, outputTokensMax })
    const chosen = readSentences(raw, shown)
    if (chosen === undefined) {
      log.info('LLM reply rejected', { problem: 'other_words' })
      return byRules
    }
    const sources = chosen.entries.map(({ productKey, faq }) => ({ productKey, faq }))
    return { reply: chosen.reply, sources, by: 'model', scoresWell: true }
  }

  return async (question, caller) => {
    const byRules = answerByRules(question)
    // The contact answer is always verbatim.
    if (byRules.scoresWell && byRules.sources.length === 0) return byRules
    try {
      if (byRules.scoresWell) return await choose(question.message.slice(0, messageMax), byRules, caller)
      // Without an entry there is no choice, so no tokens are spent.
      await llm.check()
    } catch (error) {
      const fault = error instanceof LlmFault ? error : undefined
      log.info('LLM gave no reply', { kind: fault?.kind ?? 'bug' })
      if (!byRules.scoresWell && fault?.isFailing === true) {
        throw analysisError('concierge_unavailable', fault.retryAfterSeconds)
      }
    }
    return byRules
  }
}
