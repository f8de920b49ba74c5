import { expect, test } from 'bun:test'
import { watchSilence } from '../../../src/milestone/cycle/pipeline.ts'
import type { RpcReply } from '../../../src/milestone/rpc/rpc.ts'

/** Two endpoints, each of which answers or fails as the test says, and a clock that the test moves. */
function createStage() {
  const stage = { now: 0, failing: new Set<string>() }
  const reply: RpcReply = { status: 200, retryAfter: null, text: '{}' }
  const silence = watchSilence(['one', 'two'], () => stage.now)
  const exchange = silence.wrap(async (endpoint) => {
    if (stage.failing.has(endpoint)) throw new Error('no answer')
    return reply
  })
  const ask = async (endpoint: string) => {
    const request = { jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] } as const
    await exchange(endpoint, request, new AbortController().signal).catch(() => {})
  }
  return { ...silence, stage, ask }
}

test('one failing endpoint does not count as silence while the other has not failed', async () => {
  const { silentMs, stage, ask } = createStage()
  await ask('two')
  stage.failing.add('one')
  await ask('one')
  stage.now = 60_000
  expect(silentMs()).toBe(0)
})

test('silence begins with the failure of the last endpoint and ends with any reply', async () => {
  const { silentMs, stage, ask } = createStage()
  stage.failing = new Set(['one', 'two'])
  await ask('one')
  stage.now = 1_000
  await ask('two')
  stage.now = 3_000
  await ask('one')
  expect(silentMs()).toBe(2_000)
  stage.failing.clear()
  await ask('two')
  stage.now = 9_000
  expect(silentMs()).toBe(0)
})
