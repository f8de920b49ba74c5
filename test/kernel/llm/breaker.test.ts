import { afterAll, afterEach, beforeEach, expect, test } from 'bun:test'
import type { LlmTask } from '../../../src/kernel/llm/llm.ts'
import { openTestPglite } from '../../support/databases.ts'
import { faultOf, llmAt } from '../../support/llm-kit.ts'
import { type LlmServer, startLlmServer } from '../../support/llm-server.ts'
import { waitFor } from '../../support/wait.ts'

const task: LlmTask = { caller: 'ada', instructions: 'Say hello.', data: {}, outputTokensMax: 10 }
const broken = () => new Response('{}', { headers: { 'content-type': 'application/json' } })

const { database, remove } = await openTestPglite()
afterAll(() => remove())
let server: LlmServer
beforeEach(() => {
  server = startLlmServer(broken)
})
afterEach(() => server.stop())

function llmWithClock() {
  let time = 1_770_000_000_000
  const llm = llmAt(server.baseUrl, database, {
    now: () => time,
    limits: { faultsToOpen: 3, openMs: 30_000 },
  })
  return {
    llm,
    pass: (ms: number) => {
      time += ms
    },
    failTimes: async (times: number) => {
      for (let index = 0; index < times; index += 1) await faultOf(llm.write(task))
    },
  }
}

test('after so many faults in a row the service is not called', async () => {
  const { llm, failTimes } = llmWithClock()
  await failTimes(2)
  expect(llm.state).toBe('closed')
  await failTimes(1)
  expect(llm.state).toBe('open')
  const { kind, retryAfterSeconds } = await faultOf(llm.write(task))
  expect({ kind, retryAfterSeconds }).toEqual({ kind: 'circuit_open', retryAfterSeconds: 30 })
  expect(server.prompts).toHaveLength(3)
})

test('a text between faults starts the count anew', async () => {
  const { llm, failTimes } = llmWithClock()
  await failTimes(2)
  server.play(() => 'Hello.')
  await llm.write(task)
  server.play(broken)
  await failTimes(2)
  expect(llm.state).toBe('closed')
})

test('after the rest one successful call closes the breaker', async () => {
  const { llm, pass, failTimes } = llmWithClock()
  await failTimes(3)
  server.play(() => 'Hello.')
  pass(29_999)
  expect((await faultOf(llm.write(task))).kind).toBe('circuit_open')
  pass(1)
  expect(await llm.write(task)).toBe('Hello.')
  expect(llm.state).toBe('closed')
})

test('while one call is the trial, the others fail at once', async () => {
  const { llm, pass, failTimes } = llmWithClock()
  await failTimes(3)
  pass(30_000)
  const answers: ((text: string) => void)[] = []
  server.play(() => new Promise<string>((resolve) => answers.push(resolve)))
  const trying = llm.write(task)
  await waitFor('the call that tries is under way', () => answers.length === 1)
  expect(llm.state).toBe('half-open')
  expect((await faultOf(llm.write(task))).kind).toBe('circuit_open')
  answers[0]?.('Hello.')
  expect(await trying).toBe('Hello.')
  expect(llm.state).toBe('closed')
})

test('a failed trial begins a new rest', async () => {
  const { llm, pass, failTimes } = llmWithClock()
  await failTimes(3)
  pass(30_000)
  expect((await faultOf(llm.write(task))).kind).toBe('malformed')
  expect(llm.state).toBe('open')
  pass(29_999)
  expect((await faultOf(llm.write(task))).kind).toBe('circuit_open')
})
