import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { defaultCatalog } from '../../../src/analysis/catalog/default-catalog.ts'
import { createAnswerByRules } from '../../../src/analysis/chat/chat.ts'
import { createAnswerWithLlm } from '../../../src/analysis/chat/chat-with-llm.ts'
import type { ChatRequest } from '../../../src/analysis/chat/schema.ts'
import { createDiagnose } from '../../../src/analysis/diagnose/diagnose.ts'
import { createRewordReasoning } from '../../../src/analysis/diagnose/reword-reasoning.ts'
import type { DiagnosticAnswers } from '../../../src/analysis/diagnose/schema.ts'
import { ConciergeUnavailable } from '../../../src/analysis/errors.ts'
import type { Database } from '../../../src/kernel/database/database.ts'
import type { Llm } from '../../../src/kernel/llm/llm.ts'
import { silentLog } from '../../../src/kernel/runtime/log.ts'
import { openTestPglite } from '../../support/databases.ts'
import { llmAt } from '../../support/llm-kit.ts'
import { type LlmServer, type SeenPrompt, startLlmServer } from '../../support/llm-server.ts'
import { isSoak } from '../../support/soak.ts'
import { type Attack, attacks } from './attacks.ts'

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

let database: Database
let remove: () => Promise<void>
let server: LlmServer
let model: Llm
beforeAll(async () => {
  ;({ database, remove } = await openTestPglite())
  server = startLlmServer(() => '')
  model = llmAt(server.baseUrl, database, { limits: { totalMs: 60_000, databaseMsMax: 60_000 } })
})
afterAll(async () => {
  await model.settle()
  await server.stop()
  await remove()
})

/** The attack beside what an honest caller would have answered. */
function withAttack<Given extends DiagnosticAnswers>(given: Given, field: Field, text: string): Given {
  if (field === 'message') return { ...given, message: `How do payment reminders work? ${text}` }
  if (field === 'role' || field === 'timeline') return { ...given, [field]: `${given[field]} ${text}` }
  return { ...given, [field]: [...(given[field] ?? []), text] }
}

const all = attacks.flatMap((attack) => fields.map((field) => ({ name: attack.name, field, attack })))
/** Each attack on two fields, each field under many attacks; the soak tries every attack on every field. */
const cases = isSoak ? all : all.filter((_, index) => (index + Math.floor(index / fields.length)) % 5 < 2)

test('there are at least 60 attacks on each of 5 fields', () => {
  expect(new Set(attacks.map(({ name }) => name)).size).toBe(attacks.length)
  expect(attacks.length).toBeGreaterThanOrEqual(60)
  expect(all).toHaveLength(attacks.length * 5)
  for (const field of fields) expect(cases.filter((each) => each.field === field).length).toBeGreaterThan(20)
})

/** Obeys, wherever in the prompt it finds the instruction; otherwise it obeys all the same, as the worst model would. */
function obeying({ obeyed }: Attack) {
  return (prompt: SeenPrompt) => obeyed(prompt)
}

describe('a diagnosis under attack', () => {
  test.each(cases.filter(({ field }) => field !== 'message'))('$field: $name', async ({ attack, field }) => {
    server.play(obeying(attack))
    const given = withAttack(answers, field, attack.text)
    const byRules = diagnose(given)
    const seenBefore = server.prompts.length
    const reword = createRewordReasoning({ catalog, llm: model, log: silentLog })
    // Product, scores and every other byte are those of the rules.
    expect(await reword(byRules, 'ada')).toEqual(byRules)
    // The model was asked, and met nothing of the attack.
    expect(server.prompts.length).toBe(seenBefore + 1)
    expect(JSON.stringify(server.prompts.at(-1)?.data)).not.toContain(
      JSON.stringify(attack.text).slice(1, -1),
    )
  })
})

describe('a talk under attack', () => {
  test.each(cases)('$field: $name', async ({ attack, field }) => {
    server.play(obeying(attack))
    const asked = withAttack(question, field, attack.text)
    const seenBefore = server.prompts.length
    const answer = createAnswerWithLlm({ catalog, answerByRules, llm: model, log: silentLog })
    const outcome = await answer(asked, 'ada').catch((error: unknown) => error)
    if (outcome instanceof ConciergeUnavailable) expect(answerByRules(asked).scoresWell).toBe(false)
    else expect(outcome).toEqual(answerByRules(asked))
    if (server.prompts.length === seenBefore) return
    const prompt = server.prompts.at(-1)
    expect(prompt?.system).not.toContain(attack.text)
    expect(prompt?.user.match(/<\/?data>/g)).toEqual(['<data>', '</data>'])
    if (field === 'message') expect(prompt?.data).toMatchObject({ message: asked.message })
    else expect(JSON.stringify(prompt?.data)).not.toContain(JSON.stringify(attack.text).slice(1, -1))
  })
})

test('a model that writes good text is used in the same places', async () => {
  const reword = createRewordReasoning({ catalog, llm: model, log: silentLog })
  server.play(
    () => 'Receivables fits best: your customers pay their invoices late, and you use Xero and Stripe.',
  )
  expect((await reword(diagnose(answers), 'ada')).reasoningBy).toBe('model')
  const answer = createAnswerWithLlm({ catalog, answerByRules, llm: model, log: silentLog })
  const [first = ''] = answerByRules(question).reply.split(/(?<=\.) /)
  server.play(() => first)
  expect(await answer(question, 'ada')).toMatchObject({ by: 'model', scoresWell: true })
})
