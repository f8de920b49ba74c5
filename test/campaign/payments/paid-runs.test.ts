import { afterAll, beforeAll, expect, test } from 'bun:test'
import { privateKeyToAccount } from 'viem/accounts'
import { createPaidRuns, type PaidRuns, type Settlement } from '../../../src/campaign/payments/paid-runs.ts'
import type { AgentResponse } from '../../../src/campaign/requests/request.ts'
import type { Database } from '../../../src/kernel/database/database.ts'
import { silentLog } from '../../../src/kernel/runtime/log.ts'
import { openTestPglite } from '../../support/databases.ts'
import { signedPayment } from '../../support/signed-payment.ts'

const payer = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const terms = {
  network: 'eip155:31337',
  asset: '0x00000000000000000000000000000000000000ab',
  payTo: '0x00000000000000000000000000000000000000cd',
  extra: { name: 'Demo USDC', version: '1' },
} as const

let opened: { database: Database; remove: () => Promise<void> }
beforeAll(async () => {
  opened = await openTestPglite()
})
afterAll(() => opened.remove())

/** The process: its chain settles unless told, and counts how often it was asked. */
async function start(
  options: {
    isAlone?: boolean
    settle?: () => Promise<{ transaction: string } | { refused: string }>
    at?: number
  } = {},
) {
  const counts = { runs: 0, settlements: 0, withdrawn: 0 }
  const settlement: Settlement = {
    terms: () => ({ ...terms, aheadSeconds: 0 }),
    refusalOf: async () => undefined,
    settle: async () => {
      counts.settlements += 1
      return (await options.settle?.()) ?? { transaction: '0x01' }
    },
  }
  const paidRuns = await createPaidRuns({
    db: opened.database.db,
    isAlone: options.isAlone ?? true,
    settlement: () => settlement,
    withdraw: async () => {
      counts.withdrawn += 1
    },
    agentUrl: 'http://agent.example',
    network: terms.network,
    log: silentLog,
    now: () => options.at ?? 1_000_000,
  })
  const work = async (): Promise<AgentResponse> => {
    counts.runs += 1
    return {
      status: 'completed',
      draftId: `d_${crypto.randomUUID()}`,
      studioReviewUrl: 'http://studio.example',
    }
  }
  return { paidRuns, counts, work }
}

type Call = Parameters<PaidRuns['once']>[0]

async function newCall(owner = 'ada'): Promise<Call> {
  const required = { scheme: 'exact', ...terms, amount: '50000', maxTimeoutSeconds: 600 }
  const header = Buffer.from(JSON.stringify(await signedPayment(payer, required))).toString('base64')
  return {
    owner,
    capability: '1.5.0',
    request: { command: 'sea' },
    headers: new Headers({ 'x-payment': header }),
  }
}

test('a settlement whose outcome is unknown is a 503 to be retried, and the retry neither runs nor settles anew', async () => {
  const call = await newCall()
  let isAway = true
  const { paidRuns, counts, work } = await start({
    settle: async () => {
      if (isAway) throw new Error('no endpoint answers')
      return { transaction: '0x02' }
    },
  })
  await expect(paidRuns.once(call, work)).rejects.toMatchObject({
    status: 503,
    slug: 'settlement_unknown',
    retryAfterSeconds: 5,
  })
  await expect(paidRuns.once(call, work)).rejects.toMatchObject({ status: 503 })
  isAway = false
  const first = await paidRuns.once(call, work)
  expect(await paidRuns.once(call, work)).toEqual(first)
  expect(counts).toMatchObject({ runs: 1, withdrawn: 0 })
})

test('a process that ends between settling and answering leaves the answer to the next one', async () => {
  const call = await newCall()
  const ended = await start({
    settle: async () => {
      throw new Error('ended after the settlement')
    },
  })
  await expect(ended.paidRuns.once(call, ended.work)).rejects.toMatchObject({ status: 503 })
  const next = await start()
  const answer = await next.paidRuns.once(call, next.work)
  expect(answer.body.status).toBe('completed')
  expect(next.counts).toEqual({ runs: 0, settlements: 1, withdrawn: 0 })
})

test('a payment whose process ended in its run is free again at the next start, or on a shared database after three minutes', async () => {
  for (const shared of [false, true]) {
    const call = await newCall()
    const ended = await start()
    const never = new Promise<AgentResponse>(() => {})
    const reached = Promise.withResolvers<void>()
    void ended.paidRuns.once(call, () => {
      reached.resolve()
      return never
    })
    await reached.promise
    const soon = await start({ isAlone: false })
    await expect(soon.paidRuns.once(call, soon.work)).rejects.toMatchObject({
      status: 503,
      slug: 'payment_in_progress',
    })
    const next = await start(shared ? { isAlone: false, at: 1_180_001 } : {})
    await next.paidRuns.once(call, next.work)
    expect(next.counts).toMatchObject({ runs: 1, settlements: 1 })
  }
})

test('a settlement that is refused answers 402, withdraws the draft and keeps no answer', async () => {
  const call = await newCall()
  const { paidRuns, counts, work } = await start({ settle: async () => ({ refused: 'moved meanwhile' }) })
  await expect(paidRuns.once(call, work)).rejects.toMatchObject({
    status: 402,
    message: expect.stringContaining('moved meanwhile'),
  })
  expect(counts).toEqual({ runs: 1, settlements: 1, withdrawn: 1 })
})

test('a payment of one caller gives another caller nothing', async () => {
  const call = await newCall()
  const { paidRuns, counts, work } = await start()
  await paidRuns.once(call, work)
  await expect(paidRuns.once({ ...call, owner: 'eve' }, work)).rejects.toMatchObject({ status: 402 })
  expect(counts.runs).toBe(1)
})
