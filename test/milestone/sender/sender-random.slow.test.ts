import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { keccak256, type LocalAccount, toHex } from 'viem'
import type { RpcProvider } from '../../../src/milestone/rpc/rpc.ts'
import type { IntentAtPoint } from '../../../src/milestone/sender/sending.ts'
import { testSeed } from '../../support/seed.ts'
import { isSoak, sizeOf } from '../../support/soak.ts'
import {
  count,
  counterData,
  foreignTransaction,
  freshAccount,
  minedBy,
  plainProvider,
  senderOn,
} from './sender-kit.ts'
import { setStage } from './sender-stage.ts'

const { chain, database } = await setStage()
let runs = 0
let keys = 0
const seed = testSeed('sender-random.test.ts')
/** The many runs of the soak need more than a test usually has. */
const timeoutMs = isSoak ? 3_600_000 : undefined

const kinds = ['drop', 'spike', 'foreign', 'reorg', 'crash'] as const
/** How often each accident has really happened, over all runs. */
const happened = new Map<string, number>()
function noteAccident(kind: (typeof kinds)[number] | 'request failed'): void {
  happened.set(kind, (happened.get(kind) ?? 0) + 1)
}

const accident = fc.record({
  intent: fc.nat(4),
  point: fc.constantFrom('stored', 'signed', 'sent', 'receipt'),
  kind: fc.constantFrom(...kinds),
  depth: fc.integer({ min: 1, max: 3 }),
})
const schedule = fc.record({
  /** Pause between two blocks, in milliseconds; with the long one, blocks come when something is sent. */
  blockMs: fc.constantFrom(10, 150),
  atOnce: fc.boolean(),
  /** Which of two accounts sends each intent. */
  senders: fc.array(fc.nat(1), { minLength: 1, maxLength: 5 }),
  accidents: fc.array(accident, { maxLength: 6 }),
  /** Share of the requests that fail, in percent. */
  faultyPercent: fc.constantFrom(0, 10, 30),
  resumes: fc.boolean(),
  randomSeed: fc.nat(),
})
type Schedule = typeof schedule extends fc.Arbitrary<infer Value> ? Value : never

/** Fails at random: before the request, after the answer, or with null in place of the answer. */
function faultyProvider({ faultyPercent, randomSeed }: Schedule): RpcProvider {
  const plain = plainProvider(chain.rpc)
  let asked = 0
  return {
    request: async (question) => {
      asked += 1
      const sample = Number(BigInt(keccak256(toHex(`${randomSeed} ${asked}`))) % 100n)
      if (sample >= faultyPercent) return await plain.request(question)
      noteAccident('request failed')
      if (sample % 3 === 0) throw new Error('connection reset')
      const answer = await plain.request(question)
      if (sample % 3 === 1) throw new Error('the answer was lost')
      return answer === undefined ? answer : null
    },
  }
}

/** Causes each accident once, when its intent reaches its point. */
function accidentsAt(accidents: Schedule['accidents'], accounts: readonly LocalAccount[], crash: () => void) {
  const left = new Set(accidents)
  return async (point: string, { step, account, nonce, hash }: IntentAtPoint) => {
    for (const one of left) {
      if (one.point !== point || String(one.intent) !== step) continue
      left.delete(one)
      if (one.kind === 'drop' && hash === undefined) continue
      noteAccident(one.kind)
      if (one.kind === 'drop') await chain.rpc.call('anvil_dropTransaction', [hash])
      if (one.kind === 'spike')
        await chain.rpc.call('anvil_setNextBlockBaseFeePerGas', [`0x${(5n * 10n ** 10n).toString(16)}`])
      if (one.kind === 'reorg') await chain.reorg(one.depth)
      if (one.kind === 'crash') crash()
      const signer = accounts.find(({ address }) => address === account)
      // Where the nonce is used already there is nothing to take.
      if (one.kind === 'foreign' && signer !== undefined)
        await foreignTransaction(chain, signer, nonce).catch(() => {})
    }
  }
}

async function play(plan: Schedule): Promise<void> {
  runs += 1
  const runId = `run ${runs}`
  await chain.rpc.call('anvil_setNextBlockBaseFeePerGas', ['0x3b9aca00'])
  await chain.mine()
  const fromBlock = Number(await chain.rpc.call('eth_blockNumber'))
  const accounts = [await freshAccount(chain), await freshAccount(chain)]
  const firstKey = keys + 1
  keys += plan.senders.length
  const orders = plan.senders.flatMap((index, step) => {
    const account = accounts[index]
    return account === undefined
      ? []
      : [{ runId, step: String(step), ...count(chain, firstKey + step, account) }]
  })

  const stopMining = keepMining(plan.blockMs)
  let process = new AbortController()
  const cause = accidentsAt(plan.accidents, accounts, () => process.abort(new Error('crash')))
  const at = async (point: string, intent: IntentAtPoint) => {
    await cause(point, intent)
    if (point === 'sent' && plan.blockMs > 100) await chain.mine()
  }
  const provider = faultyProvider(plan)
  try {
    for (let isOver = false; !isOver; ) {
      process = new AbortController()
      const signal = AbortSignal.any([process.signal, AbortSignal.timeout(100_000)])
      const sender = senderOn(chain, database, { deployment: runId, accounts, provider, hooks: { at } })
      try {
        if (plan.resumes) await sender.resume({ signal })
        if (plan.atOnce) await Promise.all(orders.map((order) => sender.send({ ...order, signal })))
        else for (const order of orders) await sender.send({ ...order, signal })
        await sender.confirm({ runId, signal })
        isOver = true
      } catch (error) {
        if (!process.signal.aborted) throw error
      }
    }
  } finally {
    await stopMining()
  }
  // All that still waits in the pool must do no harm either.
  await chain.mine()
  await chain.mine()

  const plain = senderOn(chain, database, { deployment: runId })
  expect((await plain.intents(runId)).map(({ state }) => state)).toEqual(orders.map(() => 'done'))
  for (const [index] of orders.entries()) expect(await chain.countOf(firstKey + index)).toBe(1)
  const mined = await Promise.all(accounts.map(({ address }) => minedBy(chain.rpc, address, fromBlock)))
  const calls = mined.flat().filter(({ input }) => input !== '0x')
  expect(calls.map(({ input }) => input).sort()).toEqual(
    orders.map((_, index) => counterData(firstKey + index)).sort(),
  )
}

function keepMining(blockMs: number): () => Promise<void> {
  let isOver = false
  const mining = (async () => {
    while (!isOver) {
      await chain.mine()
      await Bun.sleep(blockMs)
    }
  })()
  return async () => {
    isOver = true
    await mining
  }
}

/** One of every accident, with requests that fail: each of them has happened with every seed. */
const everyAccident: Schedule = {
  blockMs: 10,
  atOnce: false,
  senders: [0, 1, 0, 1, 0],
  accidents: kinds.map((kind, intent) => ({ intent, point: 'sent', kind, depth: 2 })),
  faultyPercent: 30,
  resumes: true,
  randomSeed: 1,
}

test(
  'after any accidents each intent has exactly one transaction on the chain',
  async () => {
    await fc.assert(fc.asyncProperty(schedule, play), {
      seed,
      ...(process.env['TEST_PATH'] !== undefined && { path: process.env['TEST_PATH'] }),
      examples: [[everyAccident]],
      numRuns: sizeOf({ short: 3, soak: 25 }),
      endOnFailure: true,
    })
    expect([...happened.keys()].sort()).toEqual([...kinds, 'request failed'].sort())
  },
  timeoutMs,
)
