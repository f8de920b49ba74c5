import type { Model } from '../../kernel/llm/llm.ts'
import { ModelFault } from '../../kernel/llm/llm-fault.ts'
import type { Log } from '../../kernel/runtime/log.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { ConciergeUnavailable } from '../errors.ts'
import { type AnswerByRules, type ChatAnswer, type ChatQuestion, messageMax } from './chat.ts'
import { chatTerms } from './chat-terms.ts'
import { type ChatEntry, chatEntries } from './entries.ts'
import { createFindEntries } from './find-entries.ts'
import { leavesChoice, readSentences } from './whole-sentences.ts'

/** @throws ConciergeUnavailable when the model fails and the catalog has no answer */
export type AnswerWithModel = (question: ChatQuestion, caller: string) => Promise<ChatAnswer>

const instructions =
  'Answer the question "message" with sentences copied from the answers in "entries", word for word. Of an answer copy its first sentence and as many of the next ones as the question needs, in their order. Begin with the first entry unless another one answers the question better. One to four sentences in all. Write no word of your own.'
const outputTokensMax = 320
const entriesMax = 4

/**
 * Lets the model choose what to tell of the entries that the rules found. Its reply is made of whole sentences of the
 * catalog and of nothing else, so the worst of models can be beside the point, but not say what nobody wrote. It can do
 * nothing: no tools are offered, nothing is remembered. Of what a caller wrote the model sees the message alone.
 */
export function createAnswerWithModel(options: {
  catalog: Catalog
  answerByRules: AnswerByRules
  model: Pick<Model, 'write' | 'check'>
  log: Log
}): AnswerWithModel {
  const { catalog, answerByRules, model, log } = options
  const entries = chatEntries(catalog)
  const findEntries = createFindEntries(entries)

  /** Those that the rules cite, then others about the same. */
  const shownFor = (message: string, { sources }: ChatAnswer): readonly ChatEntry[] => {
    const cited = sources.flatMap(({ productKey, faq }) =>
      entries.filter((entry) => entry.productKey === productKey && entry.faq === faq),
    )
    const about = cited[0]?.productKey
    const near = findEntries(chatTerms(message), about ?? undefined)
      .map(({ entry }) => entry)
      .filter((entry) => entry.productKey === about && !cited.includes(entry))
    return [...cited, ...near].slice(0, entriesMax)
  }

  const choose = async (message: string, byRules: ChatAnswer, caller: string): Promise<ChatAnswer> => {
    const shown = shownFor(message, byRules)
    if (!leavesChoice(shown)) return byRules
    const data = { message, entries: shown.map(({ faq, answer }) => ({ question: faq, answer })) }
    const raw = await model.write({ caller, instructions, data, outputTokensMax })
    const chosen = readSentences(raw, shown)
    if (chosen === undefined) {
      log.info('the model’s reply is not used', { problem: 'other_words' })
      return byRules
    }
    const sources = chosen.entries.map(({ productKey, faq }) => ({ productKey, faq }))
    return { reply: chosen.reply, sources, by: 'model', scoresWell: true }
  }

  return async (question, caller) => {
    const byRules = answerByRules(question)
    // Whom to ask is told word for word.
    if (byRules.scoresWell && byRules.sources.length === 0) return byRules
    try {
      if (byRules.scoresWell) return await choose(question.message.slice(0, messageMax), byRules, caller)
      // Without an entry there is nothing to choose from, so no token is spent.
      await model.check()
    } catch (error) {
      const fault = error instanceof ModelFault ? error : undefined
      log.info('the model gave no reply', { kind: fault?.kind ?? 'bug' })
      if (!byRules.scoresWell && fault?.isFailing === true) {
        throw new ConciergeUnavailable({ retryAfterSeconds: fault.retryAfterSeconds })
      }
    }
    return byRules
  }
}
