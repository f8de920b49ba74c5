import { afterAll, describe, expect, test } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import { sql } from 'drizzle-orm'
import { defaultCatalog } from '../../../src/analysis/catalog/default-catalog.ts'
import { createAnswerByRules } from '../../../src/analysis/chat/chat.ts'
import { createAnswerWithLlm } from '../../../src/analysis/chat/chat-with-llm.ts'
import { chatEntries } from '../../../src/analysis/chat/entries.ts'
import { ChatAnswer, ChatRequest } from '../../../src/analysis/chat/schema.ts'
import { analysisError } from '../../../src/analysis/errors.ts'
import type { LlmConfig } from '../../../src/kernel/llm/llm.ts'
import type { AppError } from '../../../src/kernel/runtime/app-error.ts'
import { silentLog } from '../../../src/kernel/runtime/log.ts'
import { openTestPglite } from '../../support/databases.ts'
import { llmAt } from '../../support/llm-kit.ts'
import { type Play, recordOf, silence, startLlmServer } from '../../support/llm-server.ts'

const catalog = defaultCatalog
const entries = chatEntries(catalog)
const answerByRules = createAnswerByRules(catalog)
const known: ChatRequest = { message: 'Does Receivables write to customers by itself?', role: 'zqxj sales' }
const unknown: ChatRequest = { message: 'What is the weather in Paris?' }
/** The beginning of the answer, which the rules give whole. */
const good = 'No. It drafts, a person decides.'

const { database, remove } = await openTestPglite()
const server = startLlmServer(() => good)
afterAll(async () => {
  await server.stop()
  await remove()
})

function answerPlayed(
  play: Play,
  { totalMs = 60_000, ...config }: Partial<LlmConfig> & { totalMs?: number } = {},
) {
  server.play(play)
  server.prompts.length = 0
  const model = llmAt(server.baseUrl, database, { limits: { totalMs, databaseMsMax: 60_000 }, config })
  return createAnswerWithLlm({ catalog, answerByRules, llm: model, log: silentLog })
}

/** The entries in a prompt. */
function shownTo(data: unknown): { question: string; answer: string }[] {
  const shown = recordOf(data)['entries']
  return (Array.isArray(shown) ? shown : []).map((one) => {
    const { question, answer } = recordOf(one)
    return { question: String(question), answer: String(answer) }
  })
}

/** Tokens of all callers and days, as the database counts them. */
async function tokensCounted(): Promise<number> {
  const rows = await database.rows(
    sql`select coalesce(sum(points), 0)::int as points from kernel_rate_limits where key like 'model_tokens:%'`,
  )
  return Number(rows[0]?.['points'])
}

async function unavailable(work: Promise<unknown>): Promise<AppError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!analysisError.is(error, 'concierge_unavailable')) throw new Error(`not refused: ${String(error)}`)
  return error
}

test('a good reply is used, with the entries that it was given as its sources', async () => {
  const answer = await answerPlayed(() => good)(known, 'ada')
  const sources = [{ productKey: 'receivables', faq: known.message }]
  expect(answer).toEqual({ reply: good, sources, by: 'model', scoresWell: true })
  expect(answerByRules(known).reply).toStartWith(`${good} `)
  const { scoresWell: _, ...sent } = answer
  expect(Value.Check(ChatAnswer, sent)).toBe(true)
})

test('the prompt contains the message and entries of the catalog, and nothing else of the request', async () => {
  await answerPlayed(() => good)(known, 'ada')
  const [prompt] = server.prompts
  expect(Object.keys(recordOf(prompt?.data))).toEqual(['message', 'entries'])
  expect(recordOf(prompt?.data)['message']).toBe(known.message)
  const [best, ...others] = shownTo(prompt?.data)
  expect(best).toEqual({ question: known.message, answer: answerByRules(known).reply })
  for (const { question, answer } of others) {
    expect(entries.find(({ faq }) => faq === question)).toMatchObject({ answer, productKey: 'receivables' })
  }
  expect(JSON.stringify(prompt?.body)).not.toContain('zqxj')
})

test('a prompt contains nothing of an earlier question', async () => {
  const answer = answerPlayed(() => good)
  await answer(
    { message: 'My name is Zqxj. Does it send messages without approval?', productKey: 'receivables' },
    'ada',
  )
  await answer(known, 'ada')
  expect(server.prompts[1]?.body['messages']).toHaveLength(2)
  expect(JSON.stringify(server.prompts[1]?.body)).not.toContain('Zqxj')
})

test('a request for a person is answered by the rules without a call of the model', async () => {
  const demo = { message: 'Can I see a demo?' }
  expect(await answerPlayed(() => good)(demo, 'ada')).toEqual(answerByRules(demo))
  expect(server.prompts).toHaveLength(0)
})

test('a question that the catalog does not cover is answered by the rules without a call of the model', async () => {
  const answer = await answerPlayed(() => good)(unknown, 'ada')
  expect(answer).toEqual(answerByRules(unknown))
  expect(answer).toMatchObject({ sources: [], by: 'rules', scoresWell: false })
  expect(server.prompts).toHaveLength(0)
})

test('an unreachable model uses no tokens, and is not called again at once', async () => {
  const model = llmAt('http://127.0.0.1:1/v1', database)
  const answer = createAnswerWithLlm({ catalog, answerByRules, llm: model, log: silentLog })
  const spentBefore = await tokensCounted()
  expect((await unavailable(answer(unknown, 'ada'))).slug).toBe('concierge_unavailable')
  expect(await answer(known, 'ada')).toEqual(answerByRules(known))
  await unavailable(answer(unknown, 'ada'))
  await model.settle()
  expect(await tokensCounted()).toBe(spentBefore)
})

test('a reply may join beginnings of several answers, each of which is cited', async () => {
  const shownThen = (data: unknown) =>
    shownTo(data).find(({ answer }, index) => index > 0 && !/^(Yes|No)\b/.test(answer))?.answer ?? ''
  const answer = await answerPlayed(({ data }) => `${good}\n${shownThen(data)}`)(known, 'ada')
  const second = shownThen(server.prompts[0]?.data)
  expect(second).not.toBe('')
  expect(answer).toMatchObject({ reply: `${good} ${second}`, by: 'model' })
  const cited = answer.sources.map(({ faq }) => entries.find((entry) => entry.faq === faq)?.answer)
  expect(cited).toEqual([entries.find(({ faq }) => faq === known.message)?.answer, second])
})

describe('the answer of the rules is returned, and a question that they do not cover is unavailable, when the model', () => {
  test.each<[string, Play]>([
    ['fails', () => new Response('', { status: 503 })],
    ['refuses the key', () => new Response('', { status: 401 })],
    ['is silent', silence],
    ['cuts its answer', () => new Response('{"choices":')],
    ['sends too much', () => 'a'.repeat(100_000)],
    ['redirects', () => Response.redirect('http://127.0.0.1:1/', 302)],
  ])('%s', async (_, play) => {
    // The silent one is given up after this time, and the others answer before.
    const answer = answerPlayed(play, play === silence ? { totalMs: 100 } : {})
    expect(await answer(known, 'ada')).toEqual(answerByRules(known))
    const { status, slug } = await unavailable(answer(unknown, 'ada'))
    expect({ status, slug }).toEqual({ status: 503, slug: 'concierge_unavailable' })
  })

  test('is not called after five failures', async () => {
    const answer = answerPlayed(() => new Response('', { status: 400 }))
    for (let call = 0; call < 5; call += 1) await answer(known, 'ada')
    server.play(() => good)
    expect(await answer(known, 'ada')).toEqual(answerByRules(known))
    await unavailable(answer(unknown, 'ada'))
    expect(server.prompts).toHaveLength(5)
  })
})

describe('refused wording is not a failure of the model: the rules answer, also a question that they do not cover, when it', () => {
  test.each<[string, Play]>([
    ['replaces no by yes', () => 'Yes. It drafts, a person decides.'],
    ['drops the no', () => 'It drafts, a person decides.'],
    ['answers only no', () => 'No.'],
    ['names a foreign product', () => 'No. AcmePay drafts, a person decides.'],
    ['turns the answer around', () => 'No. Without an approval every draft is sent by itself.'],
    ['repeats the message', ({ data }) => `No. ${JSON.stringify(data)}`],
    ['is about something else', () => 'The day is quiet and nice.'],
    ['adds words of its own', () => `${good} So all is well.`],
    ['is empty', () => ''],
    ['repeats itself', () => `${good} ${good}`],
  ])('%s', async (_, play) => {
    const answer = answerPlayed(play)
    expect(await answer(known, 'ada')).toEqual(answerByRules(known))
    expect(server.prompts).toHaveLength(1)
    expect(await answer(unknown, 'ada')).toEqual(answerByRules(unknown))
  })
})

test('a caller without tokens gets the answer of the rules, also to a question that they do not cover', async () => {
  const answer = answerPlayed(() => good, { tokensPerCallerDay: 1 })
  expect(await answer(known, 'carl')).toEqual(answerByRules(known))
  expect(await answer(unknown, 'carl')).toEqual(answerByRules(unknown))
  expect(server.prompts).toHaveLength(0)
})

describe('a message must have a visible character and at most 1,000 characters', () => {
  test.each<[string, boolean]>([
    ['Hello', true],
    ['?', true],
    ['你好', true],
    ['👋', true],
    ['é', true],
    [` ${'\u200b'}x`, true],
    ['a'.repeat(1_000), true],
    ['a'.repeat(1_001), false],
    ['', false],
    [' ', false],
    ['\n\t\r', false],
    ['\u00a0\u3000', false],
    ['\u200b\u200d\ufeff', false],
    ['\u0000\u0007', false],
    ['\u{e0041}\u{e0042}', false],
    ['\ufe0f\u2800', false],
    ['\ud83d', false],
  ])('%j', (message, isTaken) => {
    expect(Value.Check(ChatRequest, { message })).toBe(isTaken)
  })

  test.each<[unknown]>([
    [{}],
    [{ message: 5 }],
    [{ message: ['a'] }],
    [[]],
    [null],
    [{ message: 'a', tools: 'Xero' }],
  ])('%j is refused', (body) => {
    expect(Value.Check(ChatRequest, body)).toBe(false)
  })
})
