import type { Log } from '../kernel/log.ts'
import { ModelFault } from '../kernel/model/model-fault.ts'
import { unspokenOf } from '../kernel/model/prompt.ts'
import type { Model } from '../kernel/model.ts'
import type { Catalog } from './catalog.ts'
import { chatTerms } from './chat/chat-terms.ts'
import { type ChatEntry, chatEntries } from './chat/entries.ts'
import { createFindEntries } from './chat/find-entries.ts'
import type { AnswerByRules, ChatAnswer, ChatQuestion } from './chat.ts'
import { checkWording } from './check-wording.ts'
import { ConciergeUnavailable } from './errors.ts'
import { normalWords } from './normal-words.ts'
import { createVocabulary } from './wording/vocabulary.ts'

/** @throws ConciergeUnavailable when neither the model nor the catalog has an answer */
export type AnswerWithModel = (question: ChatQuestion, caller: string) => Promise<ChatAnswer>

const instructions =
  'Answer the question "message" in one to three plain English sentences, from "entries" and nothing else. Begin with yes or no where the entry does. Keep to the words of the entries where you can. Where the entries do not hold the answer, give "otherwise" word for word. Repeat no names, numbers or addresses of the message. Add no facts, advice, prices or promises.'
const outputTokensMax = 320
const lengthMax = 1200
const entriesMax = 4
const messageMax = 1000

/**
 * Lets the model say what the catalog's entries hold. The rules choose the entries; the reply is used only when its
 * wording passes the check against them, and it can do nothing else: no tools are offered, nothing is remembered. Of
 * what a caller wrote the model sees the message alone.
 */
export function createAnswerWithModel(options: {
  catalog: Catalog
  answerByRules: AnswerByRules
  model: Pick<Model, 'write'>
  log: Log
}): AnswerWithModel {
  const { catalog, answerByRules, model, log } = options
  const vocabulary = createVocabulary(catalog)
  const entries = chatEntries(catalog)
  const findEntries = createFindEntries(entries)

  const ask = async (question: ChatQuestion, byRules: ChatAnswer, caller: string) => {
    const cited = byRules.sources.flatMap(({ productKey, faq }) =>
      entries.filter((entry) => entry.productKey === productKey && entry.faq === faq),
    )
    const message = question.message.slice(0, messageMax)
    const known =
      cited.length > 0
        ? cited
        : findEntries(chatTerms(message), question.productKey)
            .slice(0, entriesMax)
            .map(({ entry }) => entry)
    const shown = known.map(({ faq, answer }) => ({ question: faq, answer }))
    const otherwise = cited.length > 0 ? '' : byRules.reply
    const data = { message, entries: shown, otherwise }
    const raw = await model.write({ caller, instructions, data, outputTokensMax })
    if (otherwise !== '' && raw.trim() === otherwise) {
      return { reply: otherwise, sources: [], by: 'model' as const, scoresWell: false }
    }
    // The rules choose what belongs together; of what is merely near, a reply must stand on one entry alone.
    const grounds = cited.length > 0 ? [cited] : known.map((entry) => [entry])
    return judge(raw, grounds)
  }

  /** What the caller wrote is no ground: a reply that repeats it would lend it this service's voice. */
  const judge = (raw: string, grounds: readonly (readonly ChatEntry[])[]) => {
    let refused = 'not_grounded'
    for (const ground of grounds) {
      const input = ground.flatMap(({ faq, answer }) => [faq, answer])
      const verdict = checkWording(raw, { vocabulary, input, unspoken: unspokenOf(instructions), lengthMax })
      if ('text' in verdict && saysYesOrNoAs(ground[0]?.answer ?? '', verdict.text)) {
        const sources = ground.map(({ productKey, faq }) => ({ productKey, faq }))
        return { reply: verdict.text, sources, by: 'model' as const, scoresWell: true }
      }
      refused = 'text' in verdict ? 'yes_or_no' : verdict.problem
    }
    return { refused }
  }

  return async (question, caller) => {
    const byRules = answerByRules(question)
    // Whom to ask is told word for word.
    if (byRules.scoresWell && byRules.sources.length === 0) return byRules
    let retryAfterSeconds = 10
    try {
      const answer = await ask(question, byRules, caller)
      if (!('refused' in answer)) return answer
      log.info('the model’s reply is not used', { problem: answer.refused })
    } catch (error) {
      const fault = error instanceof ModelFault ? error : undefined
      log.info('the model gave no reply', { kind: fault?.kind ?? 'bug' })
      retryAfterSeconds = fault?.retryAfterSeconds ?? retryAfterSeconds
    }
    if (byRules.scoresWell) return byRules
    throw new ConciergeUnavailable({ retryAfterSeconds })
  }
}

/** A reply of the right words is wrong when it drops the no that the answer begins with. */
function saysYesOrNoAs(answer: string, reply: string): boolean {
  const [first = ''] = normalWords(answer)
  const [said = ''] = normalWords(reply)
  return !['yes', 'no'].includes(first) || said === first
}
