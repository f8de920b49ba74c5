import { afterAll, beforeAll, expect, test } from 'bun:test'
import { IntentLeftOpen, SignerMissing } from '../../../src/milestone/sender/errors.ts'
import { type CountingChain, count } from './sender-kit.ts'
import { once, outcomesOf, type Stage, setStage, soon } from './sender-stage.ts'

let stage: Stage
let chain: CountingChain

let fresh: Stage['fresh']
let sender: Stage['sender']

beforeAll(async () => {
  stage = await setStage()
  ;({ chain, fresh, sender } = stage)
})
afterAll(() => stage.clear())

test('a call is sent once, however often it is requested', async () => {
  const { account, key, runId } = await fresh()
  const first = sender()
  const order = () => ({ runId, step: 'count', ...count(chain, key, account), signal: soon() })
  const sent = await first.send(order())
  expect(sent).toEqual(await first.send(order()))
  expect(sent).toEqual(await sender().send(order()))
  expect(await chain.countOf(key)).toBe(1)
  expect(await chain.nonceOf(account.address)).toBe(1)
  expect(first.events).toEqual([])
})

test('concurrent callers of one step, in two processes, make one transaction', async () => {
  const { account, key, runId } = await fresh()
  const order = () => ({ runId, step: 'count', ...count(chain, key, account), signal: soon() })
  const [first, second] = [sender(), sender()]
  const answers = await Promise.all([first, first, first, second].map((each) => each.send(order())))
  expect(new Set(answers.map(({ hash }) => hash)).size).toBe(1)
  expect(await chain.countOf(key)).toBe(1)
})

test('an intent whose deadline passes stays open, and another process completes it', async () => {
  const { account, key, runId } = await fresh({ automine: false })
  const order = { runId, step: 'count', ...count(chain, key, account) }
  const deadline = new AbortController()
  // A while after the transaction was sent, so that the deadline passes while its receipt is waited for.
  const hooks = once('sent', async () => {
    setTimeout(() => deadline.abort(new Error('the deadline has passed')), 30)
  })
  const late = sender({ hooks }).send({ ...order, signal: deadline.signal })
  expect(await late.catch((error) => error)).toBeInstanceOf(IntentLeftOpen)
  expect((await sender().intents(runId)).map(({ state }) => state)).toEqual(['open'])
  await chain.automine(true)
  const other = sender()
  const { finished, unfinished } = await other.resume({ signal: soon() })
  expect(finished.filter((one) => one.runId === runId).map(({ step }) => step)).toEqual(['count'])
  expect(unfinished).toEqual([])
  expect(await chain.countOf(key)).toBe(1)
  expect(outcomesOf(other)).toContain('intent_interrupted success')
})

test('an intent that was never signed stays open until its key is available, with that reason', async () => {
  const { account, key, runId } = await fresh()
  const abort = new AbortController()
  const hooks = once('stored', async () => abort.abort(new Error('the process ends')))
  const order = { runId, step: 'count', ...count(chain, key, account) }
  await expect(sender({ hooks }).send({ ...order, signal: abort.signal })).rejects.toThrow(IntentLeftOpen)
  const keyless = await sender().resume({ signal: soon() })
  expect(keyless.unfinished.map(({ error }) => error)).toEqual([expect.any(SignerMissing)])
  expect(await chain.nonceOf(account.address)).toBe(0)
  const { finished } = await sender({ accounts: [account] }).resume({ signal: soon() })
  expect(finished.map(({ transaction }) => transaction.status)).toContain('success')
  expect(await chain.countOf(key)).toBe(1)
})

test('a later send of the account brings an abandoned nonce under it along', async () => {
  const { account, key, runId } = await fresh()
  const abort = new AbortController()
  const hooks = once('stored', async () => abort.abort(new Error('the process ends')))
  const first = { runId, step: 'first', ...count(chain, key, account), signal: abort.signal }
  await expect(sender({ hooks }).send(first)).rejects.toThrow(IntentLeftOpen)
  await sender().send({ runId, step: 'second', ...count(chain, key, account), signal: soon() })
  expect(await chain.countOf(key)).toBe(2)
  const { unfinished } = await sender().resume({ signal: soon() })
  expect(unfinished).toEqual([])
  expect((await sender().intents(runId)).map(({ state }) => state)).toEqual(['mined', 'mined'])
  expect(await chain.nonceOf(account.address)).toBe(2)
})

test('an intent that is interrupted at any of its requests is completed once', async () => {
  let stoppedAtLast = false
  for (let stopAt = 1; !stoppedAtLast && stopAt < 40; stopAt += 1) {
    const { account, key, runId } = await fresh()
    const abort = new AbortController()
    let asked = 0
    const provider = stage.chainExcept(() => {
      asked += 1
      if (asked === stopAt) abort.abort(new Error('the process ends'))
    })
    const order = { runId, step: 'count', ...count(chain, key, account) }
    const sent = await sender({ provider })
      .send({ ...order, signal: abort.signal })
      .catch((error: unknown) => error)
    stoppedAtLast = !(sent instanceof IntentLeftOpen)
    const { unfinished } = await sender({ accounts: [account] }).resume({ signal: soon() })
    expect(unfinished).toEqual([])
    expect([stopAt, await chain.countOf(key), await chain.nonceOf(account.address)]).toEqual([stopAt, 1, 1])
  }
  expect(stoppedAtLast).toBe(true)
})
