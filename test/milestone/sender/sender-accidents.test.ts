import { expect, test } from 'bun:test'
import type { Hex } from 'viem'
import { NodeRpcError } from '../../../src/milestone/anvil/node-rpc.ts'
import type { RpcProvider } from '../../../src/milestone/rpc/rpc.ts'
import { createIntentStore } from '../../../src/milestone/sender/intent-store.ts'
import type { SenderHooks } from '../../../src/milestone/sender/sending.ts'
import { foreignTransaction, plainProvider } from './sender-kit.ts'
import { deployment, once, outcomesOf, setStage } from './sender-stage.ts'

const { chain, database, fresh, sender, chainExcept } = await setStage()

test('an answer that is lost after the node took the transaction leads to no second one', async () => {
  const { account, key, order } = await fresh()
  const plain = plainProvider(chain.rpc)
  const provider: RpcProvider = {
    request: async (question) => {
      const answer = await plain.request(question)
      if (question.method === 'eth_sendRawTransaction') throw new Error('socket hang up')
      return answer
    },
  }
  const one = sender({ provider })
  await one.send(order())
  expect(await chain.countOf(key)).toBe(1)
  expect(await chain.nonceOf(account.address)).toBe(1)
  expect(outcomesOf(one)).toEqual(['rpc_response_lost pending', 'rpc_response_lost success'])
})

test('a transaction that never reached the node is sent again with the same bytes', async () => {
  const { key, order } = await fresh()
  const raw: unknown[] = []
  const provider = chainExcept(({ method, params }) => {
    if (method !== 'eth_sendRawTransaction') return undefined
    raw.push(params)
    if (raw.length === 1) throw new Error('connection refused')
    return raw.length === 2 ? null : undefined
  })
  await sender({ provider }).send(order())
  expect(raw).toEqual([raw[0], raw[0], raw[0]])
  expect(await chain.countOf(key)).toBe(1)
})

test('a simulation that the node cannot run yet is repeated', async () => {
  const { key, order } = await fresh()
  let refusals = 0
  const provider = chainExcept(({ method }) => {
    if (method !== 'eth_call' || refusals === 2) return
    refusals += 1
    throw new NodeRpcError('eth_call', -32_000, 'header not found')
  })
  const one = sender({ provider })
  await one.send(order())
  expect(refusals).toBe(2)
  expect(await chain.countOf(key)).toBe(1)
  expect(outcomesOf(one)).toEqual(['rpc_trouble pending', 'rpc_trouble success'])
})

test('receipts that stay hidden for a while never make a mined intent take another nonce', async () => {
  const { account, key, order } = await fresh()
  let hidden = 0
  const provider = chainExcept(({ method }) => {
    if (method !== 'eth_getTransactionReceipt' || hidden > 20) return undefined
    hidden += 1
    return null
  })
  const one = sender({ provider })
  await one.send(order())
  expect(hidden).toBe(21)
  expect(outcomesOf(one)).toEqual([])
  expect(await chain.countOf(key)).toBe(1)
  expect(await chain.nonceOf(account.address)).toBe(1)
})

test('a transaction dropped from the pool is sent again with the same bytes', async () => {
  const { key, order } = await fresh({ automine: false })
  const hashes: (Hex | undefined)[] = []
  const hooks = once('sent', async (hash) => {
    await chain.rpc.call('anvil_dropTransaction', [hash])
    hashes.push(hash)
    await chain.automine(true)
  })
  const one = sender({ hooks })
  const { hash } = await one.send(order())
  expect(hashes).toEqual([hash])
  expect(await chain.countOf(key)).toBe(1)
  expect(outcomesOf(one)).toEqual(['tx_dropped pending', 'tx_dropped success'])
})

test.each(['signed', 'sent'] as const)(
  'a base fee that jumps once the transaction is %s is answered by a higher offer of the same nonce',
  async (point) => {
    const { key, order, runId } = await fresh({ automine: false })
    const spike = 100_000_000_000n
    const changed = Promise.withResolvers<void>()
    const hooks = once(point, async () => {
      await chain.rpc.call('anvil_setNextBlockBaseFeePerGas', [`0x${spike.toString(16)}`])
      changed.resolve()
    })
    const one = sender({ hooks })
    const sending = one.send(order())
    const { hash } = await mineUntil(sending, changed.promise)
    const [intent] = await one.intents(runId)
    const variants = await createIntentStore(database, deployment, Date.now).signedFor(intent?.id ?? 0)
    expect(variants.length).toBeGreaterThan(1)
    expect(new Set(variants.map(({ nonce }) => nonce))).toEqual(new Set([0]))
    expect(variants.map((variant) => variant.hash)).toContain(hash)
    for (const [index, { maxFeePerGas, maxPriorityFeePerGas }] of variants.entries()) {
      const before = variants[index - 1]
      if (before === undefined) continue
      expect(maxFeePerGas * 8n).toBeGreaterThanOrEqual(before.maxFeePerGas * 9n)
      expect(maxPriorityFeePerGas * 8n).toBeGreaterThanOrEqual(before.maxPriorityFeePerGas * 9n)
    }
    expect(await chain.countOf(key)).toBe(1)
    expect(outcomesOf(one)).toEqual(['tx_underpriced pending', 'tx_underpriced success'])
    await chain.rpc.call('anvil_setNextBlockBaseFeePerGas', ['0x3b9aca00'])
    await chain.mine()
  },
)

test('a transaction that blocks pass by offers more, and only one of its forms is mined', async () => {
  const { account, key, order } = await fresh({ automine: false })
  const setBlockGas = (gas: bigint) => chain.rpc.call('evm_setBlockGasLimit', [`0x${gas.toString(16)}`])
  const [changed, raised] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let signed = 0
  const hooks: SenderHooks = {
    at: async (point) => {
      if (point === 'sent' && signed === 1) await setBlockGas(50_000n)
      if (point === 'sent') changed.resolve()
      if (point !== 'signed') return
      signed += 1
      if (signed === 2) await setBlockGas(3_000_000_000n)
      if (signed === 2) raised.resolve()
    },
  }
  const one = sender({ hooks })
  const sending = one.send(order())
  await Promise.race([changed.promise, sending])
  // More empty blocks would lower the base fee so far that the offer counts as high enough.
  for (let block = 0; block < 4; block += 1) await chain.mine()
  await mineUntil(sending, raised.promise)
  expect(outcomesOf(one)).toEqual(['tx_underpriced pending', 'tx_underpriced success'])
  expect(await chain.countOf(key)).toBe(1)
  expect(await chain.nonceOf(account.address)).toBe(1)
})

test('a transaction that the node keeps aside, as its nonce was too high when it came, is sent in another form', async () => {
  const { account, key, order } = await fresh()
  const hooks = once('sent', async () => {
    await chain.rpc.call('anvil_setNonce', [account.address, '0x1'])
  })
  const provider = chainExcept(({ method }) => (method === 'eth_getTransactionCount' ? '0x1' : undefined))
  const one = sender({ hooks, provider, pace: { stillMs: 200 } })
  await one.send(order())
  expect(await chain.countOf(key)).toBe(1)
  expect(outcomesOf(one)).toEqual(['tx_underpriced pending', 'tx_underpriced success'])
})

test.each(['stored', 'signed', 'sent'] as const)(
  'a foreign transaction that takes the nonce of a %s intent makes it go on to the next',
  async (point) => {
    const { account, key, order, runId } = await fresh({ automine: false })
    const hooks = once(point, async () => {
      await foreignTransaction(chain, account, 0)
      await chain.automine(true)
    })
    const one = sender({ hooks })
    await one.send(order())
    expect(await chain.countOf(key)).toBe(1)
    expect(await chain.nonceOf(account.address)).toBe(2)
    expect(outcomesOf(one)).toContain('nonce_conflict success')
    const [intent] = await one.intents(runId)
    const held = await createIntentStore(database, deployment, Date.now).heldBy(intent?.id ?? 0)
    expect(held).toMatchObject({ nonce: 1, attempt: 2, givenUp: false })
  },
)

/** From `start` on, mines a block every few milliseconds until the work is done. */
async function mineUntil<Answer>(work: Promise<Answer>, start: Promise<void>): Promise<Answer> {
  let isDone = false
  void work.finally(() => {
    isDone = true
  })
  await Promise.race([start, work])
  while (!isDone) {
    await chain.mine()
    await Bun.sleep(20)
  }
  return await work
}
