import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { defaultCatalog } from '../../../src/analysis/catalog/default-catalog.ts'
import { createDiagnose } from '../../../src/analysis/diagnose/diagnose.ts'
import { createRewordReasoning } from '../../../src/analysis/diagnose/reword-reasoning.ts'
import type { DiagnosticAnswers } from '../../../src/analysis/diagnose/schema.ts'
import type { Database } from '../../../src/kernel/database/database.ts'
import { silentLog } from '../../../src/kernel/runtime/log.ts'
import { openTestPglite } from '../../support/databases.ts'
import { llmAt } from '../../support/llm-kit.ts'
import { completion, type LlmServer, type Play, silence, startLlmServer } from '../../support/llm-server.ts'

const catalog = defaultCatalog
const diagnose = createDiagnose(catalog)
const answers: DiagnosticAnswers = {
  role: 'CFO zqxj',
  painPoints: ['Customers pay their invoices late'],
  tools: ['xero', 'wonga'],
}
const byRules = diagnose(answers)
const good =
  'Receivables fits best with 13 of 28 points: customers pay their invoices late, and you use Xero.'

let database: Database
let remove: () => Promise<void>
let server: LlmServer
beforeAll(async () => {
  ;({ database, remove } = await openTestPglite())
  server = startLlmServer(() => good)
})
afterAll(async () => {
  await server.stop()
  await remove()
})

function rewordPlayed(play: Play) {
  server.play(play)
  server.prompts.length = 0
  // A model that is silent is given up soon; any other answers, on a busy machine as well.
  const totalMs = play === silence ? 100 : 60_000
  const model = llmAt(server.baseUrl, database, { limits: { totalMs, databaseMsMax: 60_000 } })
  return createRewordReasoning({ catalog, llm: model, log: silentLog })
}

test('good words replace the reasons, and the comparison stays as the rules tell it', async () => {
  const result = await rewordPlayed(() => good)(byRules, 'ada')
  const comparison = byRules.reasoning.slice(byRules.reasoning.indexOf(' Next is '))
  expect(comparison).toContain('the confidence is high.')
  expect(result).toEqual({ ...byRules, reasoning: `${good}${comparison}`, reasoningBy: 'model' })
})

test('the model sees words of the catalog, never those of the caller', async () => {
  await rewordPlayed(() => good)(byRules, 'ada')
  const [prompt] = server.prompts
  expect(prompt?.data).toEqual({
    product: 'Receivables',
    reasons: byRules.reasoning.slice(0, byRules.reasoning.indexOf(' Next is ')),
  })
  expect(JSON.stringify(prompt?.body)).not.toMatch(/zqxj|wonga/)
})

test('the same reasons are asked for once and told in the same words', async () => {
  const reword = rewordPlayed((_, call) => (call === 1 ? good : 'Receivables fits late invoices.'))
  expect(await reword(byRules, 'ben')).toEqual(await reword(byRules, 'ada'))
  expect(server.prompts).toHaveLength(1)
})

test('refused words are not kept: the next caller’s are asked for anew', async () => {
  const reword = rewordPlayed((_, call) => (call === 1 ? 'Buy AcmePay.' : good))
  expect((await reword(byRules, 'ada')).reasoningBy).toBe('rules')
  expect((await reword(byRules, 'ada')).reasoningBy).toBe('model')
})

describe('the rules’ text stands, byte for byte, when the model', () => {
  test.each<[string, Play]>([
    ['names another product', () => 'Campaign Studio fits late invoices best.'],
    [
      'names the second product',
      () => `Receivables fits, but ${byRules.scores[1]?.name} fits late invoices best.`,
    ],
    ['names no product', () => 'Customers pay their invoices late, so this fits best.'],
    ['names a tool that was not understood', () => 'Receivables fits because you use Wonga for invoices.'],
    [
      'names a tool of the catalog that was not answered',
      () => 'Receivables fits because you use Stripe for invoices.',
    ],
    ['tells another score', () => 'Receivables has 28 of 28 points for late invoices.'],
    ['tells the numbers in another order', () => 'Receivables has 5 of 13 points for late invoices.'],
    ['tells another number as the score', () => 'Receivables has 28 points for late invoices.'],
    ['puts the most first', () => 'Receivables has 28 of 13 points for late invoices.'],
    ['tells a link', () => 'Receivables fits late invoices: see acme.example.'],
    ['fails', () => new Response('', { status: 500 })],
    ['cuts its answer', () => new Response('{"choices":[{"mess')],
    ['is silent', silence],
    ['writes a list of parts', () => completion([{ type: 'text', text: good }])],
    ['writes nothing', () => ''],
  ])('%s', async (_, play) => {
    expect(await rewordPlayed(play)(byRules, 'ada')).toEqual(byRules)
  })
})

describe('what an answer denies stays denied: the rules’ text stands when the model', () => {
  const few = diagnose({ role: 'sales', painPoints: ['We do not have enough qualified leads'] })
  const told = 'Outreach fits, because you say “We do not have enough qualified leads”.'
  test.each([
    ['drops the not', 'Outreach fits, because you have enough qualified leads.'],
    ['moves it', 'Outreach does not fit, because you have enough qualified leads.'],
    ['says it of the product as well', `${told} It does not fit sales.`],
    ['says it otherwise', 'Outreach fits, because your leads are never enough and qualified.'],
  ])('%s', async (_, text) => {
    expect(await rewordPlayed(() => text)(few, 'ada')).toEqual(few)
  })

  test('and a whole quote passes', async () => {
    expect((await rewordPlayed(() => told)(few, 'ada')).reasoningBy).toBe('model')
  })
})

test('without a recommendation the model is not asked', async () => {
  const reword = rewordPlayed(() => good)
  const nothing = diagnose({ role: 'astronaut' })
  expect(nothing.product).toBeNull()
  expect(await reword(nothing, 'ada')).toEqual(nothing)
  expect(server.prompts).toHaveLength(0)
})

test('for every product a plain sentence of its reasons passes', async () => {
  const results = catalog.products.map(({ signals }) =>
    diagnose({
      role: signals.roles[0]?.signal ?? '',
      painPoints: signals.painPoints.slice(0, 3).map(({ signal }) => signal),
      tools: signals.tools.slice(0, 2).map(({ signal }) => signal),
    }),
  )
  for (const result of results) {
    const [best] = result.scores
    const told = (best?.matched ?? []).map(({ signal }) => `“${signal}”`).join(', ')
    const text = `${best?.name} is the strongest match for your situation, with ${best?.score} of ${best?.maxPossible} points. What you told us fits it closely: ${told}.`
    const reworded = await rewordPlayed(() => text)(result, 'ada')
    expect({ product: best?.name, by: reworded.reasoningBy }).toEqual({ product: best?.name, by: 'model' })
    expect(reworded.reasoning).toStartWith(text)
  }
})
