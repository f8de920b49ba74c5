import { afterAll, describe, expect, test } from 'bun:test'
import { defaultCatalog } from '../../../src/analysis/catalog/default-catalog.ts'
import { createAnswerByRules } from '../../../src/analysis/chat/chat.ts'
import { createAnswerWithLlm } from '../../../src/analysis/chat/chat-with-llm.ts'
import type { ChatRequest } from '../../../src/analysis/chat/schema.ts'
import { createChooseReasons } from '../../../src/analysis/diagnose/choose-reasons.ts'
import { createDiagnose } from '../../../src/analysis/diagnose/diagnose.ts'
import type { DiagnosticAnswers } from '../../../src/analysis/diagnose/schema.ts'
import { analysisError } from '../../../src/analysis/errors.ts'
import { silentLog } from '../../../src/kernel/runtime/log.ts'
import { openTestPglite } from '../../support/databases.ts'
import { llmAt } from '../../support/llm-kit.ts'
import { startLlmServer } from '../../support/llm-server.ts'
import { someOf } from '../../support/soak.ts'
import { attacks } from './attacks.ts'

const catalog = defaultCatalog
const diagnose = createDiagnose(catalog)
const answerByRules = createAnswerByRules(catalog, diagnose)
const fields = ['role', 'painPoints', 'tools', 'timeline', 'message'] as const
type Field = (typeof fields)[number]

const answers: DiagnosticAnswers = {
  role: 'CFO',
  painPoints: ['Customers pay their invoices late', 'Payments are hard to match with invoices'],
  tools: ['Xero', 'Stripe'],
  timeline: 'Within a month',
}
const question: ChatRequest = {
  ...answers,
  message: 'How do payment reminders work?',
  productKey: 'receivables',
}

const { database, remove } = await openTestPglite()
const server = startLlmServer(() => '')
const model = llmAt(server.baseUrl, database, { limits: { totalMs: 60_000, databaseMsMax: 60_000 } })
afterAll(async () => {
  await model.settle()
  await server.stop()
  await remove()
})

/** The attack beside ordinary answers. */
function withAttack<Given extends DiagnosticAnswers>(given: Given, field: Field, text: string): Given {
  if (field === 'message') return { ...given, message: `How do payment reminders work? ${text}` }
  if (field === 'role' || field === 'timeline') return { ...given, [field]: `${given[field]} ${text}` }
  return { ...given, [field]: [...(given[field] ?? []), text] }
}

/** One field after another; the long form tries every attack in every field. */
const attacksIn = (among: readonly Field[]) =>
  attacks.map((attack, index) => {
    const tried = someOf(among, index)
    return { attack, tried, shown: `${tried.join(', ')}: ${JSON.stringify(attack.text)}` }
  })

describe('a diagnosis under attack', () => {
  const answered = fields.filter((field) => field !== 'message')
  test.each(attacksIn(answered))('in $shown', async ({ attack, tried }) => {
    for (const field of tried) {
      server.play(attack.obeyed)
      const given = withAttack(answers, field, attack.text)
      const byRules = diagnose(given)
      const seenBefore = server.prompts.length
      const chooseReasons = createChooseReasons({ llm: model, log: silentLog })
      // Product, scores and every other byte are those of the rules.
      expect(await chooseReasons(byRules, 'ada')).toEqual(byRules)
      // The model got a prompt, without the attack.
      expect(server.prompts.length).toBe(seenBefore + 1)
      expect(JSON.stringify(server.prompts.at(-1)?.data)).not.toContain(
        JSON.stringify(attack.text).slice(1, -1),
      )
    }
  })
})

describe('a chat under attack', () => {
  test.each(attacksIn(fields))('in $shown', async ({ attack, tried }) => {
    for (const field of tried) {
      server.play(attack.obeyed)
      const asked = withAttack(question, field, attack.text)
      const seenBefore = server.prompts.length
      const answer = createAnswerWithLlm({ catalog, answerByRules, llm: model, log: silentLog })
      const outcome = await answer(asked, 'ada').catch((error: unknown) => error)
      if (analysisError.is(outcome, 'concierge_unavailable'))
        expect(answerByRules(asked).scoresWell).toBe(false)
      else expect(outcome).toEqual(answerByRules(asked))
      if (server.prompts.length === seenBefore) continue
      const prompt = server.prompts.at(-1)
      expect(prompt?.system).not.toContain(attack.text)
      expect(prompt?.user.match(/<\/?data>/g)).toEqual(['<data>', '</data>'])
      if (field === 'message') expect(prompt?.data).toMatchObject({ message: asked.message })
      else expect(JSON.stringify(prompt?.data)).not.toContain(JSON.stringify(attack.text).slice(1, -1))
    }
  })
})

test('a model that chooses well is used in the same places', async () => {
  const chooseReasons = createChooseReasons({ llm: model, log: silentLog })
  server.play(() => 's2 s1')
  expect((await chooseReasons(diagnose(answers), 'ada')).reasoningBy).toBe('model')
  const answer = createAnswerWithLlm({ catalog, answerByRules, llm: model, log: silentLog })
  const [first = ''] = answerByRules(question).reply.split(/(?<=\.) /)
  server.play(() => first)
  expect(await answer(question, 'ada')).toMatchObject({ by: 'model', scoresWell: true })
})
