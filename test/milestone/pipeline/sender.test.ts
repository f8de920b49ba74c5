import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Hex, LocalAccount } from 'viem'
import type { Database } from '../../../src/kernel/db.ts'
import { NodeRpcError } from '../../../src/milestone/chain/node-rpc.ts'
import type { RpcProvider } from '../../../src/milestone/chain/rpc.ts'
import { createIntentStore } from '../../../src/milestone/pipeline/intent-store.ts'
import { IntentMismatch } from '../../../src/milestone/pipeline/intents.ts'
import {
  ConfirmationImpossible,
  IntentLeftOpen,
  SignerMissing,
} from '../../../src/milestone/pipeline/sender-errors.ts'
import type { HookPoint, SenderHooks } from '../../../src/milestone/pipeline/sending.ts'
import { openTestPglite } from '../../support/databases.ts'
import {
  type CountingChain,
  count,
  counterData,
  foreignTransaction,
  freshAccount,
  honestProvider,
  minedBy,
  senderOn,
  startCountingChain,
} from './sender-kit.ts'

let chain: CountingChain
let database: Database
let removeDatabase: () => Promise<void>
let keysUsed = 0

beforeAll(async () => {
  chain = await startCountingChain()
  const opened = await openTestPglite()
  database = opened.database
  removeDatabase = opened.remove
}, 60_000)
afterAll(async () => {
  await chain.stop()
  await removeDatabase()
})

const deployment = 'counting'
const soon = () => AbortSignal.timeout(10_000)

/** An account and a counter that no other test touches. */
async function fresh(options: { automine: boolean } = { automine: true }) {
  await chain.automine(options.automine)
  keysUsed += 1
  const account = await freshAccount(chain)
  return { account, key: keysUsed, runId: `run ${keysUsed}` }
}

function sender(options: { provider?: RpcProvider; hooks?: SenderHooks; accounts?: LocalAccount[] } = {}) {
  return senderOn(chain, database, { deployment, ...options })
}

/** Does something the first time that a point is reached, and never again. */
function once(at: HookPoint, act: (hash: Hex | undefined) => Promise<void>): SenderHooks {
  let isDone = false
  return {
    at: async (point, { hash }) => {
      if (point !== at || isDone) return
      isDone = true
      await act(hash)
    },
  }
}

/** What the recovery log would show: which events, and how they ended. */
function told({ events }: ReturnType<typeof sender>) {
  return events.map(({ event, outcome }) => `${event} ${outcome}`)
}

test('a call is sent once, however often it is asked for', async () => {
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

test('callers that ask for one step at the same time get one transaction', async () => {
  const { account, key, runId } = await fresh()
  const one = sender()
  const answers = await Promise.all(
    Array.from({ length: 5 }, () =>
      one.send({ runId, step: 'count', ...count(chain, key, account), signal: soon() }),
    ),
  )
  expect(new Set(answers.map(({ hash }) => hash)).size).toBe(1)
  expect(await chain.countOf(key)).toBe(1)
})

test('two processes that do one step at the same time make one transaction', async () => {
  const { account, key, runId } = await fresh()
  const order = () => ({ runId, step: 'count', ...count(chain, key, account), signal: soon() })
  const [one, other] = await Promise.all([sender().send(order()), sender().send(order())])
  expect(one).toEqual(other)
  expect(await chain.countOf(key)).toBe(1)
})

test('a name that stands for one call cannot be used for another', async () => {
  const { account, key, runId } = await fresh()
  const one = sender()
  await one.send({ runId, step: 'count', ...count(chain, key, account), signal: soon() })
  const other = { runId, step: 'count', ...count(chain, key, account), value: 1n, signal: soon() }
  await expect(one.send(other)).rejects.toThrow(IntentMismatch)
  expect(await chain.nonceOf(account.address)).toBe(1)
})

test('sends of one account at the same time use every nonce once, without a gap', async () => {
  const { account, key, runId } = await fresh()
  const one = sender()
  await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      one.send({ runId, step: `count ${index}`, ...count(chain, key, account), signal: soon() }),
    ),
  )
  expect(await chain.countOf(key)).toBe(20)
  const mined = await minedBy(chain.rpc, account.address)
  expect(mined.map(({ nonce }) => nonce)).toEqual(Array.from({ length: 20 }, (_, nonce) => nonce))
})

test('an answer that is lost after the node took the transaction leads to no second one', async () => {
  const { account, key, runId } = await fresh()
  const honest = honestProvider(chain.rpc)
  const provider: RpcProvider = {
    request: async (question) => {
      const answer = await honest.request(question)
      if (question.method === 'eth_sendRawTransaction') throw new Error('socket hang up')
      return answer
    },
  }
  const one = sender({ provider })
  await one.send({ runId, step: 'count', ...count(chain, key, account), signal: soon() })
  expect(await chain.countOf(key)).toBe(1)
  expect(await chain.nonceOf(account.address)).toBe(1)
  expect(told(one)).toEqual(['rpc_response_lost pending', 'rpc_response_lost success'])
})

test('a transaction that never reached the node is sent again with the same bytes', async () => {
  const { account, key, runId } = await fresh()
  const honest = honestProvider(chain.rpc)
  const raw: unknown[] = []
  const provider: RpcProvider = {
    request: async (question) => {
      if (question.method === 'eth_sendRawTransaction') {
        raw.push(question.params)
        if (raw.length === 1) throw new Error('connection refused')
        if (raw.length === 2) return null
      }
      return await honest.request(question)
    },
  }
  await sender({ provider }).send({ runId, step: 'count', ...count(chain, key, account), signal: soon() })
  expect(raw).toEqual([raw[0], raw[0], raw[0]])
  expect(await chain.countOf(key)).toBe(1)
})

test('a node that cannot simulate yet is asked again, as that tells nothing of the transaction', async () => {
  const { account, key, runId } = await fresh()
  const honest = honestProvider(chain.rpc)
  let refusals = 0
  const provider: RpcProvider = {
    request: async (question) => {
      if (question.method !== 'eth_call' || refusals === 2) return await honest.request(question)
      refusals += 1
      throw new NodeRpcError('eth_call', -32_000, 'header not found')
    },
  }
  const one = sender({ provider })
  await one.send({ runId, step: 'count', ...count(chain, key, account), signal: soon() })
  expect(refusals).toBe(2)
  expect(await chain.countOf(key)).toBe(1)
  expect(told(one)).toEqual(['rpc_trouble pending', 'rpc_trouble success'])
})

test('receipts that stay hidden for a while never make a mined intent take another nonce', async () => {
  const { account, key, runId } = await fresh()
  const honest = honestProvider(chain.rpc)
  let hidden = 0
  const provider: RpcProvider = {
    request: async (question) => {
      if (question.method !== 'eth_getTransactionReceipt' || hidden > 20)
        return await honest.request(question)
      hidden += 1
      return null
    },
  }
  const one = sender({ provider })
  await one.send({ runId, step: 'count', ...count(chain, key, account), signal: soon() })
  expect(hidden).toBe(21)
  expect(told(one)).toEqual([])
  expect(await chain.countOf(key)).toBe(1)
  expect(await chain.nonceOf(account.address)).toBe(1)
})

test('a transaction dropped from the pool is sent again with the same bytes', async () => {
  const { account, key, runId } = await fresh({ automine: false })
  const hashes: (Hex | undefined)[] = []
  const hooks = once('sent', async (hash) => {
    await chain.rpc.call('anvil_dropTransaction', [hash])
    hashes.push(hash)
    await chain.automine(true)
  })
  const one = sender({ hooks })
  const { hash } = await one.send({ runId, step: 'count', ...count(chain, key, account), signal: soon() })
  expect(hashes).toEqual([hash])
  expect(await chain.countOf(key)).toBe(1)
  expect(told(one)).toEqual(['tx_dropped pending', 'tx_dropped success'])
})

test.each(['signed', 'sent'] as const)(
  'a base fee that jumps once the transaction is %s is answered by a higher offer of the same nonce',
  async (point) => {
    const { account, key, runId } = await fresh({ automine: false })
    const spike = 100_000_000_000n
    const struck = Promise.withResolvers<void>()
    const hooks = once(point, async () => {
      await chain.rpc.call('anvil_setNextBlockBaseFeePerGas', [`0x${spike.toString(16)}`])
      struck.resolve()
    })
    const one = sender({ hooks })
    const sending = one.send({ runId, step: 'count', ...count(chain, key, account), signal: soon() })
    const { hash } = await mineUntil(sending, struck.promise)
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
    expect(told(one)).toEqual(['tx_underpriced pending', 'tx_underpriced success'])
    await chain.rpc.call('anvil_setNextBlockBaseFeePerGas', ['0x3b9aca00'])
    await chain.mine()
  },
)

test('a transaction that blocks pass by offers more, and only one of its forms is mined', async () => {
  const { account, key, runId } = await fresh({ automine: false })
  const setBlockGas = (gas: bigint) => chain.rpc.call('evm_setBlockGasLimit', [`0x${gas.toString(16)}`])
  const struck = Promise.withResolvers<void>()
  let signed = 0
  const hooks: SenderHooks = {
    at: async (point) => {
      if (point === 'sent' && signed === 1) await setBlockGas(50_000n)
      if (point === 'sent') struck.resolve()
      if (point !== 'signed') return
      signed += 1
      if (signed === 2) await setBlockGas(3_000_000_000n)
    },
  }
  const one = sender({ hooks })
  const sending = one.send({ runId, step: 'count', ...count(chain, key, account), signal: soon() })
  await mineUntil(sending, struck.promise)
  expect(told(one)).toEqual(['tx_underpriced pending', 'tx_underpriced success'])
  expect(await chain.countOf(key)).toBe(1)
  expect(await chain.nonceOf(account.address)).toBe(1)
})

test.each(['stored', 'signed', 'sent'] as const)(
  'a foreign transaction that takes the nonce of a %s intent makes it go on to the next',
  async (point) => {
    const { account, key, runId } = await fresh({ automine: false })
    const hooks = once(point, async () => {
      await foreignTransaction(chain, account, 0)
      await chain.automine(true)
    })
    const one = sender({ hooks })
    await one.send({ runId, step: 'count', ...count(chain, key, account), signal: soon() })
    expect(await chain.countOf(key)).toBe(1)
    expect(await chain.nonceOf(account.address)).toBe(2)
    expect(told(one)).toContain('nonce_conflict success')
    const [intent] = await one.intents(runId)
    const held = await createIntentStore(database, deployment, Date.now).heldBy(intent?.id ?? 0)
    expect(held).toMatchObject({ nonce: 1, attempt: 2, givenUp: false })
  },
)

test('a foreign nonce under several waiting intents costs none of them', async () => {
  const { account, key, runId } = await fresh({ automine: false })
  const hooks = once('sent', async () => {
    await foreignTransaction(chain, account, 0)
    await chain.automine(true)
  })
  const one = sender({ hooks })
  await Promise.all(
    Array.from({ length: 4 }, (_, index) =>
      one.send({ runId, step: `count ${index}`, ...count(chain, key, account), signal: soon() }),
    ),
  )
  expect(await chain.countOf(key)).toBe(4)
  expect(await chain.nonceOf(account.address)).toBe(5)
})

test('what a reorg takes back is sent again with the same bytes before the run is confirmed', async () => {
  const { account, key, runId } = await fresh()
  const one = sender()
  const order = () => ({ runId, step: 'count', ...count(chain, key, account), signal: soon() })
  const sent = await one.send(order())
  await chain.reorg(1)
  expect(await chain.countOf(key)).toBe(0)
  const { transactions, head } = await one.confirm({ runId, signal: soon() })
  expect(transactions.map(({ hash }) => hash)).toEqual([sent.hash])
  expect(transactions[0]?.blockHash).not.toBe(sent.blockHash)
  expect(head.number).toBeGreaterThanOrEqual(transactions[0]?.blockNumber ?? Infinity)
  expect(await chain.countOf(key)).toBe(1)
  expect((await one.intents(runId)).map(({ state }) => state)).toEqual(['done'])
  expect(told(one)).toEqual(['reorg pending', 'reorg success'])
})

test('a reorg that takes a foreign transaction back leaves no gap under ours and no second copy of it', async () => {
  const { account, key, runId } = await fresh({ automine: false })
  const hooks = once('sent', async () => {
    await foreignTransaction(chain, account, 0)
    await chain.automine(true)
  })
  const one = sender({ hooks })
  const sent = await one.send({ runId, step: 'count', ...count(chain, key, account), signal: soon() })
  await chain.reorg(2)
  expect(await chain.nonceOf(account.address)).toBe(0)
  const { transactions } = await one.confirm({ runId, signal: soon() })
  expect(transactions.map(({ hash }) => hash)).toEqual([sent.hash])
  expect(await chain.countOf(key)).toBe(1)
  const [filler, counted] = await minedBy(chain.rpc, account.address)
  expect(filler).toEqual({ nonce: 0, input: '0x' })
  expect(counted?.nonce).toBe(1)
})

test('a nonce that nobody here has ever held is filled when a reorg leaves it free under ours', async () => {
  const { account, key, runId } = await fresh()
  await foreignTransaction(chain, account, 0)
  const one = sender()
  const sent = await one.send({ runId, step: 'count', ...count(chain, key, account), signal: soon() })
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

test('a receipt from a block that the chain has left counts for nothing', async () => {
  const { account, key, runId } = await fresh()
  const order = () => ({ runId, step: 'count', ...count(chain, key, account), signal: soon() })
  const sent = await sender().send(order())
  const receipt = await chain.rpc.call('eth_getTransactionReceipt', [sent.hash])
  await chain.reorg(1)
  let staleAnswers = 0
  const honest = honestProvider(chain.rpc)
  const stale: RpcProvider = {
    request: async (question) => {
      if (question.method !== 'eth_getTransactionReceipt' || staleAnswers === 5)
        return honest.request(question)
      staleAnswers += 1
      return receipt
    },
  }
  const again = await sender({ provider: stale }).send(order())
  expect([again.hash, staleAnswers]).toEqual([sent.hash, 5])
  expect(again.blockHash).not.toBe(sent.blockHash)
  expect(await chain.countOf(key)).toBe(1)
})

test('a run that loses a block while it is being confirmed is not confirmed without it', async () => {
  const { account, key, runId } = await fresh()
  const order = () => ({ runId, step: 'count', ...count(chain, key, account), signal: soon() })
  await sender().send(order())
  const honest = honestProvider(chain.rpc)
  let reorgs = 0
  const provider: RpcProvider = {
    request: async (question) => {
      const asksHead = Array.isArray(question.params) && question.params[0] === 'latest'
      if (question.method === 'eth_getBlockByNumber' && asksHead && reorgs === 0) {
        reorgs += 1
        await chain.reorg(1)
      }
      return await honest.request(question)
    },
  }
  const { head, transactions } = await sender({ provider }).confirm({ runId, signal: soon() })
  expect(reorgs).toBe(1)
  expect(await chain.countOf(key)).toBe(1)
  const block = await chain.rpc.call('eth_getBlockByNumber', [`0x${head.number.toString(16)}`, false])
  expect(Object(block).hash).toBe(head.hash)
  expect(transactions[0]?.blockNumber).toBeLessThanOrEqual(head.number)
})

test('a restart brings back what a reorg took while nobody looked', async () => {
  const { account, key, runId } = await fresh()
  await sender().send({ runId, step: 'count', ...count(chain, key, account), signal: soon() })
  await chain.reorg(1)
  expect(await chain.countOf(key)).toBe(0)
  const { unfinished } = await sender().resume({ signal: soon() })
  expect(unfinished).toEqual([])
  expect(await chain.countOf(key)).toBe(1)
})

test('an attempt that was given up and comes back by a reorg is not joined by the newest one', async () => {
  const { account, key, runId } = await fresh({ automine: false })
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
  await one.send({ runId, step: 'count', ...count(chain, key, account), signal: soon() })
  await chain.mine()
  expect(signed).toBe(2)
  expect(told(one)).toContain('attempt_returned success')
  expect(await chain.countOf(key)).toBe(1)
  expect((await minedBy(chain.rpc, account.address)).map(({ input }) => input)).toEqual([
    counterData(key),
    '0x',
  ])
  expect((await one.confirm({ runId, signal: soon() })).transactions.length).toBe(1)
  expect(await chain.nonceOf(account.address)).toBe(2)
})

test('a run is not confirmed at a block that the chain does not have, or that is older than the run', async () => {
  const { account, key, runId } = await fresh()
  const one = sender()
  const sent = await one.send({ runId, step: 'count', ...count(chain, key, account), signal: soon() })
  const { blockNumber: number, blockHash: hash } = sent
  const wrong = { number, hash: `0x${'12'.repeat(32)}` as const }
  await expect(one.confirm({ runId, head: wrong, signal: soon() })).rejects.toThrow(ConfirmationImpossible)
  const parent = await chain.rpc.call('eth_getBlockByNumber', [`0x${(number - 1).toString(16)}`, false])
  const older = { number: number - 1, hash: Object(parent).hash }
  await expect(one.confirm({ runId, head: older, signal: soon() })).rejects.toThrow(ConfirmationImpossible)
  expect((await one.intents(runId)).map(({ state }) => state)).toEqual(['mined'])
  expect((await one.confirm({ runId, head: { number, hash }, signal: soon() })).head).toEqual({
    number,
    hash,
  })
  expect((await one.intents(runId)).map(({ state }) => state)).toEqual(['done'])
})

test('an intent whose deadline passes stays open, and another process completes it', async () => {
  const { account, key, runId } = await fresh({ automine: false })
  const order = { runId, step: 'count', ...count(chain, key, account) }
  const late = sender().send({ ...order, signal: AbortSignal.timeout(150) })
  expect(await late.catch((error) => error)).toBeInstanceOf(IntentLeftOpen)
  expect((await sender().intents(runId)).map(({ state }) => state)).toEqual(['open'])
  await chain.automine(true)
  const other = sender()
  const { finished, unfinished } = await other.resume({ signal: soon() })
  expect(finished.filter((one) => one.runId === runId).map(({ step }) => step)).toEqual(['count'])
  expect(unfinished).toEqual([])
  expect(await chain.countOf(key)).toBe(1)
  expect(told(other)).toContain('intent_interrupted success')
})

test('an intent that was never signed waits for its key and says so', async () => {
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

test('an intent that stops at whatever question is completed once', async () => {
  let stoppedAtLast = false
  for (let stopAt = 1; !stoppedAtLast && stopAt < 40; stopAt += 1) {
    const { account, key, runId } = await fresh()
    const abort = new AbortController()
    const honest = honestProvider(chain.rpc)
    let asked = 0
    const provider: RpcProvider = {
      request: async (question) => {
        asked += 1
        if (asked === stopAt) abort.abort(new Error('the process ends'))
        return await honest.request(question)
      },
    }
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
}, 60_000)

test('nonces of another chain in the same database do not count', async () => {
  const { account, key, runId } = await fresh()
  const elsewhere = senderOn(chain, database, { deployment: 'another chain' })
  const order = () => ({ runId, step: 'count', ...count(chain, key, account), signal: soon() })
  await elsewhere.send(order())
  await sender().send(order())
  expect(await chain.countOf(key)).toBe(2)
  expect(await chain.nonceOf(account.address)).toBe(2)
})

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
