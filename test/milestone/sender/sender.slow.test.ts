import { expect, test } from 'bun:test'
import { isStepFailed } from '../../../src/milestone/sender/errors.ts'
import { once, outcomesOf, setStage, soon } from './sender-stage.ts'

const { chain, fresh, sender, chainExcept } = await setStage()

test('a call is sent once, however often it is requested', async () => {
  const { account, key, order } = await fresh()
  const first = sender()
  const sent = await first.send(order())
  expect(sent).toEqual(await first.send(order()))
  expect(sent).toEqual(await sender().send(order()))
  expect(await chain.countOf(key)).toBe(1)
  expect(await chain.nonceOf(account.address)).toBe(1)
  expect(first.events).toEqual([])
})

test('concurrent callers of one step, in two processes, make one transaction', async () => {
  const { key, order } = await fresh()
  const [first, second] = [sender(), sender()]
  const answers = await Promise.all([first, first, first, second].map((each) => each.send(order())))
  expect(new Set(answers.map(({ hash }) => hash)).size).toBe(1)
  expect(await chain.countOf(key)).toBe(1)
})

test('an intent that was never signed stays open until its key is available, with that reason', async () => {
  const { account, key, order } = await fresh()
  const abort = new AbortController()
  const hooks = once('stored', async () => abort.abort(new Error('the process ends')))
  await expect(sender({ hooks }).send({ ...order(), signal: abort.signal })).rejects.toMatchObject({
    reason: 'left_open',
  })
  const keyless = await sender().resume({ signal: soon() })
  expect(keyless.unfinished.map(({ error }) => error)).toEqual([
    expect.objectContaining({ message: expect.stringContaining('Cannot sign for ') }),
  ])
  expect(await chain.nonceOf(account.address)).toBe(0)
  const { finished } = await sender({ accounts: [account] }).resume({ signal: soon() })
  expect(finished.map(({ transaction }) => transaction.status)).toContain('success')
  expect(await chain.countOf(key)).toBe(1)
})

test('a later send of the account brings an abandoned nonce under it along', async () => {
  const { account, key, order, runId } = await fresh()
  const abort = new AbortController()
  const hooks = once('stored', async () => abort.abort(new Error('the process ends')))
  const first = sender({ hooks }).send({ ...order('first'), signal: abort.signal })
  await expect(first).rejects.toMatchObject({ reason: 'left_open' })
  await sender().send(order('second'))
  expect(await chain.countOf(key)).toBe(2)
  const { unfinished } = await sender().resume({ signal: soon() })
  expect(unfinished).toEqual([])
  expect((await sender().intents(runId)).map(({ state }) => state)).toEqual(['mined', 'mined'])
  expect(await chain.nonceOf(account.address)).toBe(2)
})

test('an intent that is interrupted at any of its requests stays open, and another process completes it once', async () => {
  let stoppedAtLast = false
  for (let stopAt = 1; !stoppedAtLast && stopAt < 40; stopAt += 1) {
    const { account, key, order, runId } = await fresh()
    const abort = new AbortController()
    let asked = 0
    const provider = chainExcept(() => {
      asked += 1
      if (asked === stopAt) abort.abort(new Error('the process ends'))
    })
    const sent = await sender({ provider })
      .send({ ...order(), signal: abort.signal })
      .catch((error: unknown) => error)
    stoppedAtLast = !isStepFailed(sent, 'left_open')
    const next = sender({ accounts: [account] })
    if (!stoppedAtLast) expect((await next.intents(runId)).map(({ state }) => state)).toEqual(['open'])
    const { finished, unfinished } = await next.resume({ signal: soon() })
    const own = finished.filter((one) => one.runId === runId).map(({ step }) => step)
    expect([own, unfinished]).toEqual([['count'], []])
    if (!stoppedAtLast) expect(outcomesOf(next)).toContain('intent_interrupted success')
    expect([stopAt, await chain.countOf(key), await chain.nonceOf(account.address)]).toEqual([stopAt, 1, 1])
  }
  expect(stoppedAtLast).toBe(true)
})
