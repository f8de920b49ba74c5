import { expect, test } from 'bun:test'
import { createIntentStore } from '../../../src/milestone/sender/intent-store.ts'
import type { SenderHooks } from '../../../src/milestone/sender/sending.ts'
import { counterData, foreignTransaction, minedBy, paramsOf } from './sender-kit.ts'
import { deployment, once, outcomesOf, setStage, soon } from './sender-stage.ts'

const { chain, database, fresh, sender, chainExcept } = await setStage()

test('what a reorg takes back is sent again with the same bytes before the run is confirmed', async () => {
  const { key, order, runId } = await fresh()
  const one = sender()
  const sent = await one.send(order())
  await chain.reorg(1)
  expect(await chain.countOf(key)).toBe(0)
  const { transactions, head } = await one.confirm({ runId, signal: soon() })
  expect(transactions.map(({ hash }) => hash)).toEqual([sent.hash])
  expect(transactions[0]?.blockHash).not.toBe(sent.blockHash)
  expect(head.number).toBeGreaterThanOrEqual(transactions[0]?.blockNumber ?? Infinity)
  expect(await chain.countOf(key)).toBe(1)
  expect((await one.intents(runId)).map(({ state }) => state)).toEqual(['done'])
  expect(outcomesOf(one)).toEqual(['reorg pending', 'reorg success'])
})

test('a reorg that takes a foreign transaction back leaves no gap under ours and no second copy of it', async () => {
  const { account, key, order, runId } = await fresh({ automine: false })
  const hooks = once('sent', async () => {
    await foreignTransaction(chain, account, 0)
    await chain.automine(true)
  })
  const one = sender({ hooks })
  const sent = await one.send(order())
  await chain.reorg(2)
  expect(await chain.nonceOf(account.address)).toBe(0)
  const { transactions } = await one.confirm({ runId, signal: soon() })
  expect(transactions.map(({ hash }) => hash)).toEqual([sent.hash])
  expect(await chain.countOf(key)).toBe(1)
  const [filler, counted] = await minedBy(chain.rpc, account.address)
  expect(filler).toEqual({ nonce: 0, input: '0x' })
  expect(counted?.nonce).toBe(1)
})

test('a nonce that only a foreign transaction had is filled when a reorg leaves it free under ours', async () => {
  const { account, key, order, runId } = await fresh()
  await foreignTransaction(chain, account, 0)
  const one = sender()
  const sent = await one.send(order())
  await chain.reorg(3)
  expect(await chain.nonceOf(account.address)).toBe(0)
  const { transactions } = await one.confirm({ runId, signal: soon() })
  expect(transactions.map(({ hash }) => hash)).toEqual([sent.hash])
  expect((await minedBy(chain.rpc, account.address)).map(({ input }) => input)).toEqual([
    '0x',
    counterData(key),
  ])
  expect(await chain.countOf(key)).toBe(1)
})

test('a receipt of a block that is no longer on the chain is ignored', async () => {
  const { key, order } = await fresh()
  const sent = await sender().send(order())
  const receipt = await chain.rpc.call('eth_getTransactionReceipt', [sent.hash])
  await chain.reorg(1)
  let staleAnswers = 0
  const stale = chainExcept(({ method }) => {
    if (method !== 'eth_getTransactionReceipt' || staleAnswers === 5) return undefined
    staleAnswers += 1
    return receipt
  })
  const again = await sender({ provider: stale }).send(order())
  expect([again.hash, staleAnswers]).toEqual([sent.hash, 5])
  expect(again.blockHash).not.toBe(sent.blockHash)
  expect(await chain.countOf(key)).toBe(1)
})

test('a run that loses a block while it is being confirmed is not confirmed without it', async () => {
  const { key, order, runId } = await fresh()
  await sender().send(order())
  let reorgs = 0
  const provider = chainExcept(async (question) => {
    const asksHead = question.method === 'eth_getBlockByNumber' && paramsOf(question)[0] === 'latest'
    if (!asksHead || reorgs > 0) return
    reorgs += 1
    await chain.reorg(1)
  })
  const { head, transactions } = await sender({ provider }).confirm({ runId, signal: soon() })
  expect(reorgs).toBe(1)
  expect(await chain.countOf(key)).toBe(1)
  const block = await chain.rpc.call('eth_getBlockByNumber', [`0x${head.number.toString(16)}`, false])
  expect(Object(block).hash).toBe(head.hash)
  expect(transactions[0]?.blockNumber).toBeLessThanOrEqual(head.number)
})

test('an attempt that was given up and comes back by a reorg is not joined by the newest one', async () => {
  const { account, key, order, runId } = await fresh({ automine: false })
  let signed = 0
  const journal = createIntentStore(database, deployment, Date.now)
  const hooks: SenderHooks = {
    at: async (point) => {
      if (point !== 'signed') return
      signed += 1
      if (signed === 1) return await foreignTransaction(chain, account, 0)
      await chain.reorg(1)
      const [first] = await journal.signedAt(account.address, 0)
      await chain.rpc.call('eth_sendRawTransaction', [first?.raw])
      await chain.mine()
    },
  }
  const one = sender({ hooks })
  await one.send(order())
  await chain.mine()
  expect(signed).toBe(2)
  expect(outcomesOf(one)).toContain('attempt_returned success')
  expect(await chain.countOf(key)).toBe(1)
  expect((await minedBy(chain.rpc, account.address)).map(({ input }) => input)).toEqual([
    counterData(key),
    '0x',
  ])
  expect((await one.confirm({ runId, signal: soon() })).transactions.length).toBe(1)
  expect(await chain.nonceOf(account.address)).toBe(2)
})

test('a run is not confirmed at a block that the chain does not have, or that is older than the run', async () => {
  const { order, runId } = await fresh()
  const one = sender()
  const sent = await one.send(order())
  const { blockNumber: number, blockHash: hash } = sent
  const wrong = { number, hash: `0x${'12'.repeat(32)}` as const }
  await expect(one.confirm({ runId, head: wrong, signal: soon() })).rejects.toThrow('Cannot confirm run ')
  const parent = await chain.rpc.call('eth_getBlockByNumber', [`0x${(number - 1).toString(16)}`, false])
  const older = { number: number - 1, hash: Object(parent).hash }
  await expect(one.confirm({ runId, head: older, signal: soon() })).rejects.toThrow('Cannot confirm run ')
  expect((await one.intents(runId)).map(({ state }) => state)).toEqual(['mined'])
  expect((await one.confirm({ runId, head: { number, hash }, signal: soon() })).head).toEqual({
    number,
    hash,
  })
  expect((await one.intents(runId)).map(({ state }) => state)).toEqual(['done'])
})
