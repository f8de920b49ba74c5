import { afterAll, describe, expect, test } from 'bun:test'
import { defaultCatalog } from '../../../src/analysis/catalog/default-catalog.ts'
import { createChooseReasons } from '../../../src/analysis/diagnose/choose-reasons.ts'
import { createDiagnose } from '../../../src/analysis/diagnose/diagnose.ts'
import type { DiagnosticAnswers } from '../../../src/analysis/diagnose/schema.ts'
import { silentLog } from '../../../src/kernel/runtime/log.ts'
import { openTestPglite } from '../../support/databases.ts'
import { llmAt } from '../../support/llm-kit.ts'
import { completion, type Play, silence, startLlmServer } from '../../support/llm-server.ts'

const catalog = defaultCatalog
const diagnose = createDiagnose(catalog)
const answers: DiagnosticAnswers = {
  role: 'CFO zqxj',
  painPoints: ['Customers pay their invoices late'],
  tools: ['xero', 'wonga'],
}
const byRules = diagnose(answers)
const good = 's3, s1'

const { database, remove } = await openTestPglite()
const server = startLlmServer(() => good)
afterAll(async () => {
  await server.stop()
  await remove()
})

function choosePlayed(play: Play) {
  server.play(play)
  server.prompts.length = 0
  // A model that is silent is given up soon; any other answers, on a busy machine as well.
  const totalMs = play === silence ? 100 : 60_000
  const model = llmAt(server.baseUrl, database, { limits: { totalMs, databaseMsMax: 60_000 } })
  return createChooseReasons({ llm: model, log: silentLog })
}

const sentences = [
  'Receivables is the agent that gets invoices paid without spoiling the relationship.',
  'The role “Finance or accounting” gives it 5 points.',
  'The problem “Customers pay their invoices late” gives it 5 points.',
  'The tool “Xero” gives it 3 points.',
]

test('the chosen sentences stand in their order between the score and the comparison of the rules', async () => {
  const comparison = byRules.reasoning.slice(byRules.reasoning.indexOf(' Next is '))
  expect(comparison).toContain('the confidence is high.')
  expect(await choosePlayed(() => good)(byRules, 'ada')).toEqual({
    ...byRules,
    reasoning: `Receivables has 13 of 28 points. ${sentences[2]} ${sentences[0]}${comparison}`,
    reasoningBy: 'model',
  })
})

test('the model sees sentences of the catalog, never words of the caller', async () => {
  await choosePlayed(() => good)(byRules, 'ada')
  const [prompt] = server.prompts
  expect(prompt?.data).toEqual({
    product: 'Receivables',
    sentences: sentences.map((text, index) => ({ id: `s${index + 1}`, text })),
  })
  expect(JSON.stringify(prompt?.body)).not.toMatch(/zqxj|wonga/)
})

test('the same sentences are chosen from once and told in the same way', async () => {
  const choose = choosePlayed((_, call) => (call === 1 ? good : 's2'))
  expect(await choose(byRules, 'ben')).toEqual(await choose(byRules, 'ada'))
  expect(server.prompts).toHaveLength(1)
})

test('a rejected answer is not kept: the next caller’s is asked for anew', async () => {
  const choose = choosePlayed((_, call) => (call === 1 ? 'Buy AcmePay.' : good))
  expect((await choose(byRules, 'ada')).reasoningBy).toBe('rules')
  expect((await choose(byRules, 'ada')).reasoningBy).toBe('model')
})

describe('the rules’ text stands, byte for byte, when the model', () => {
  test.each<[string, Play]>([
    ['writes a sentence', () => 'Receivables fits late invoices best.'],
    ['writes a word beside ids', () => 's1 s2 AcmePay'],
    ['writes the sentence of an id', () => `s1: ${sentences[0]}`],
    ['chooses what is not there', () => 's1 s9'],
    ['chooses one twice', () => 's1 s1'],
    ['chooses too many', () => 's1 s2 s3 s4 s5'],
    ['writes JSON', () => '["s1"]'],
    ['fails', () => new Response('', { status: 500 })],
    ['cuts its answer', () => new Response('{"choices":[{"mess')],
    ['is silent', silence],
    ['writes a list of parts', () => completion([{ type: 'text', text: good }])],
    ['writes nothing', () => ''],
  ])('%s', async (_, play) => {
    expect(await choosePlayed(play)(byRules, 'ada')).toEqual(byRules)
  })
})

test('without a recommendation the model is not asked', async () => {
  const choose = choosePlayed(() => good)
  const nothing = diagnose({ role: 'astronaut' })
  expect(nothing.product).toBeNull()
  expect(await choose(nothing, 'ada')).toEqual(nothing)
  expect(server.prompts).toHaveLength(0)
})

test('for every product each of its reasons can be chosen', async () => {
  for (const { key, name, signals } of catalog.products) {
    const result = diagnose({
      role: signals.roles[0]?.signal ?? '',
      painPoints: signals.painPoints.slice(0, 3).map(({ signal }) => signal),
    })
    const chosen = await choosePlayed(() => 's5 s4 s3 s2')(result, 'ada')
    expect(chosen).toMatchObject({ product: { key }, reasoningBy: 'model' })
    expect(chosen.reasoning).toStartWith(`${name} has `)
    for (const { signal } of result.scores[0]?.matched ?? [])
      expect(chosen.reasoning).toContain(`“${signal}”`)
  }
})
