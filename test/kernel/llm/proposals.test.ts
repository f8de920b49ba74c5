import { afterAll, expect, test } from 'bun:test'
import { Type as t } from '@sinclair/typebox'
import { proposalsOf, spansOf } from '../../../src/kernel/llm/proposals.ts'
import { captureLog } from '../../support/captured-log.ts'
import { openTestPglite } from '../../support/databases.ts'
import { llmAt } from '../../support/llm-kit.ts'
import { type Play, silence, startLlmServer } from '../../support/llm-server.ts'

const { database, remove } = await openTestPglite()
const server = startLlmServer(() => '[]')
afterAll(async () => {
  await server.stop()
  await remove()
})

test.each([
  ['Ada Byron', 'Ada Byron, of Ada Byron & Sons', ['Ada Byron', 'Ada Byron']],
  ['Ada By', 'Ada Byron', []],
  ['45', '€45 or 450 or 145', ['45']],
  ['"Don\'t\n stop"', 'Say “Don’t stop” twice', ['“Don’t stop”']],
  ['two  lines', 'two\nlines', ['two\nlines']],
  ['松月', '和菓子処松月堂', ['松月']],
  ['a.c', 'abc a.c', ['a.c']],
  ['№ 5!', '№ 5!!', ['№ 5!']],
  [' ', 'a b', []],
])('%j stands as whole words in %j at %j', (words, text, found) => {
  expect(spansOf(words, text).map(({ start, end }) => text.slice(start, end))).toEqual(found)
})

const task = { caller: 'ada', instructions: 'Propose.', data: {}, outputTokensMax: 50 }
const replies: [string, Play, unknown[], kind: string | undefined][] = [
  ['a list in a fence', () => '```json\n[{"n":1},{"n":"x"},2,{"n":3}]\n```', [{ n: 1 }, { n: 3 }], undefined],
  ['an object', () => '{"n":1}', [], undefined],
  ['prose', () => 'Sure, here you are: [{"n":1}]', [], 'malformed'],
  ['an error', () => new Response('no', { status: 400 }), [], 'http_status'],
  ['nothing in time', silence, [], 'timeout'],
]
test.each(replies)(
  'of %s only what has the form is read, and why there is none is logged',
  async (...row) => {
    const [, play, proposals, kind] = row
    server.play(play)
    const { log, lines } = captureLog()
    // The limit ends only the reply that never comes.
    const limits = { totalMs: play === silence ? 1 : 3_600_000 }
    const llm = llmAt(server.baseUrl, database, { limits })
    expect<unknown>(await proposalsOf(t.Object({ n: t.Number() }), task, { llm, log })).toEqual(proposals)
    expect(lines().map((line) => JSON.parse(line).kind)).toEqual(kind === undefined ? [] : [kind])
  },
)

test('without tokens left nothing is asked or proposed', async () => {
  const { log, lines } = captureLog()
  const llm = llmAt(server.baseUrl, database, { config: { tokensPerDay: 1 } })
  const asked = server.prompts.length
  expect(await proposalsOf(t.Unknown(), task, { llm, log })).toEqual([])
  expect(lines().map((line) => JSON.parse(line).kind)).toEqual(['budget'])
  expect(server.prompts.length).toBe(asked)
})
