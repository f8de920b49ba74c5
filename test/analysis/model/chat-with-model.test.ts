import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import { defaultCatalog } from '../../../src/analysis/catalog/default-catalog.ts'
import { chatEntries } from '../../../src/analysis/chat/entries.ts'
import { type ChatQuestion, createAnswerByRules } from '../../../src/analysis/chat.ts'
import { ChatAnswer, ChatRequest } from '../../../src/analysis/chat-model.ts'
import { createAnswerWithModel } from '../../../src/analysis/chat-with-model.ts'
import { ConciergeUnavailable } from '../../../src/analysis/errors.ts'
import type { Database } from '../../../src/kernel/db.ts'
import { silentLog } from '../../../src/kernel/log.ts'
import type { ModelConfig } from '../../../src/kernel/model.ts'
import { openTestPglite } from '../../support/databases.ts'
import { modelAt } from '../../support/model-kit.ts'
import {
  type ModelServer,
  type Play,
  recordOf,
  silence,
  startModelServer,
} from '../../support/model-server.ts'

const catalog = defaultCatalog
const answerByRules = createAnswerByRules(catalog)
const known: ChatQuestion = { message: 'Does Receivables write to customers by itself?', role: 'zqxj sales' }
const unknown: ChatQuestion = { message: 'What is the weather in Paris?' }
const good = 'No, Receivables drafts each message and a person decides.'

let database: Database
let remove: () => Promise<void>
let server: ModelServer
beforeAll(async () => {
  ;({ database, remove } = await openTestPglite())
  server = startModelServer(() => good)
}, 30_000)
afterAll(async () => {
  await server.stop()
  await remove()
})

function answerPlayed(play: Play, config: Partial<ModelConfig> = {}) {
  server.play(play)
  server.prompts.length = 0
  const model = modelAt(server.baseUrl, database, { limits: { totalMs: 400 }, config })
  return createAnswerWithModel({ catalog, answerByRules, model, log: silentLog })
}

async function unavailable(work: Promise<unknown>): Promise<ConciergeUnavailable> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ConciergeUnavailable)) throw new Error(`not refused: ${String(error)}`)
  return error
}

test('a good reply is used, with the entries that it was given as its sources', async () => {
  const answer = await answerPlayed(() => good)(known, 'ada')
  expect(answer).toEqual({ ...answerByRules(known), reply: good, by: 'model' })
  expect(answer.sources[0]).toEqual({ productKey: 'receivables', faq: known.message })
  expect(Value.Check(ChatAnswer, answer)).toBe(true)
})

test('of what a caller wrote the model sees the message alone, and entries of the catalog', async () => {
  await answerPlayed(() => good)(known, 'ada')
  const [prompt] = server.prompts
  expect(prompt?.data).toMatchObject({ message: known.message, entries: [{ question: known.message }] })
  expect(JSON.stringify(prompt?.body)).not.toContain('zqxj')
})

test('nothing of one question is known to the next', async () => {
  const answer = answerPlayed(() => good)
  await answer({ message: 'My name is Zqxj. Is it automatic?', productKey: 'receivables' }, 'ada')
  await answer(known, 'ada')
  expect(server.prompts[1]?.body['messages']).toHaveLength(2)
  expect(JSON.stringify(server.prompts[1]?.body)).not.toContain('Zqxj')
})

test('a wish for a person is answered by the rules, word for word, whatever the model would say', async () => {
  const demo = { message: 'Can I see a demo?' }
  expect(await answerPlayed(() => good)(demo, 'ada')).toEqual(answerByRules(demo))
  expect(server.prompts).toHaveLength(0)
})

test('what the catalog does not hold may be said by the model in the words of the rules', async () => {
  const { reply } = answerByRules(unknown)
  const answer = await answerPlayed(() => reply)(unknown, 'ada')
  expect(answer).toEqual({ reply, sources: [], by: 'model', scoresWell: false })
})

test('what the ranking misses may be said from the entries nearest to it, which are then cited', async () => {
  const asked = {
    message: 'Would robots of yours ever bother a customer of mine?',
    productKey: 'receivables',
  }
  expect(answerByRules(asked).scoresWell).toBe(false)
  const entries = chatEntries(catalog)
  const shownFirst = (data: unknown) => {
    const shown = recordOf(data)['entries']
    const question = recordOf(Array.isArray(shown) ? shown[0] : undefined)['question']
    return entries.find(({ faq }) => faq === question)
  }
  const answer = await answerPlayed(({ data }) => shownFirst(data)?.answer ?? '')(asked, 'ada')
  const first = shownFirst(server.prompts[0]?.data)
  expect(answer).toMatchObject({ reply: first?.answer, by: 'model', scoresWell: true })
  expect(answer.sources).toContainEqual({ productKey: first?.productKey ?? null, faq: first?.faq ?? '' })
})

describe('without a usable reply the catalog answers what it knows and nothing else, when the model', () => {
  const table: [string, Play][] = [
    ['fails', () => new Response('', { status: 503 })],
    ['is silent', silence],
    ['cuts its answer', () => new Response('{"choices":')],
    ['sends too much', () => 'a'.repeat(100_000)],
    ['redirects', () => Response.redirect('http://127.0.0.1:1/', 302)],
    ['says yes in place of no', () => 'Yes, Receivables drafts each message and a person decides.'],
    ['drops the no', () => 'Receivables drafts each message and a person decides.'],
    ['names a foreign product', () => 'No. AcmePay drafts each message, a person decides.'],
    ['repeats the message', ({ data }) => `No. ${JSON.stringify(data)}`],
    ['makes up the weather', () => 'The day is quiet and nice.'],
  ]
  test.each(table)('%s', async (_, play) => {
    const answer = answerPlayed(play)
    expect(await answer(known, 'ada')).toEqual(answerByRules(known))
    const { status, slug } = await unavailable(answer(unknown, 'ada'))
    expect({ status, slug }).toEqual({ status: 503, slug: 'concierge_unavailable' })
  })
})

test('a caller without tokens is answered by the catalog, or told to come back tomorrow', async () => {
  const answer = answerPlayed(() => good, { tokensPerCallerDay: 1 })
  expect(await answer(known, 'carl')).toEqual(answerByRules(known))
  // The clock of the test stands at 02:40 UTC.
  expect((await unavailable(answer(unknown, 'carl'))).retryAfterSeconds).toBe(76_800)
  expect(server.prompts).toHaveLength(0)
})

describe('a message must show something and be no longer than 1,000 characters', () => {
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
