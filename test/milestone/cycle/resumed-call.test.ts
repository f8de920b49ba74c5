import { expect, test } from 'bun:test'
import { zeroHash } from 'viem'
import type { Cycle } from '../../../src/milestone/cycle/context.ts'
import { planCycle } from '../../../src/milestone/cycle/plan.ts'
import { send } from '../../../src/milestone/cycle/send.ts'
import { settleVotes } from '../../../src/milestone/cycle/steps.ts'
import { demoActors, type VerifierKey } from '../../../src/milestone/demo/actors.ts'
import { createCalls } from '../../../src/milestone/demo/calls.ts'
import type { SendOrder } from '../../../src/milestone/sender/sender.ts'
import { deployment } from '../views/small-deployment.ts'
import { progressOf } from './progress.ts'

/** A cycle that sends nothing, with what it would have sent. */
function cycleSending(about: Partial<Pick<Cycle, 'voted' | 'stored'>>) {
  const sent: SendOrder[] = []
  const cycle: Partial<Cycle> = {
    plan: planCycle({ runId: 'run_1', number: 1, startedAt: 0 }),
    actors: demoActors(),
    calls: createCalls(deployment.contracts),
    progress: progressOf({ verified: true, released: true }),
    stored: new Map(),
    voted: [],
    firstBlock: 0,
    lastBlock: 0,
    signal: new AbortController().signal,
    onNote: () => {},
    ...about,
    sender: {
      send: async (order: SendOrder) => {
        sent.push(order)
        return { hash: zeroHash, blockNumber: 1, blockHash: zeroHash, logs: [] }
      },
    } as unknown as Cycle['sender'],
  }
  return { cycle: cycle as Cycle, sent }
}

test('votes are settled in one order, whichever vote is mined first', async () => {
  const orders: VerifierKey[][] = [
    ['atlas', 'fieldcheck', 'gridwatch'],
    ['gridwatch', 'atlas', 'fieldcheck'],
  ]
  const calls = await Promise.all(
    orders.map(async (voted) => {
      const { cycle, sent } = cycleSending({ voted })
      await settleVotes(cycle)
      return sent.map(({ data }) => data)
    }),
  )
  expect(calls[1]).toEqual(calls[0] ?? [])
})

test('a step that an earlier process has stored is sent as it was, with the figures of then', async () => {
  const calls = createCalls(deployment.contracts)
  const attest = (verified: number) =>
    calls.setServiceText(demoActors().tidepool.address, 'svc.milestones.verified', String(verified))
  const { to, data, value, gas } = attest(19)
  if (to === undefined) throw new Error('No recipient')
  const stored = new Map([['attest verified', { to, data, value: value ?? 0n, gas: gas ?? 0n }]])
  const { cycle, sent } = cycleSending({ stored })
  await send(cycle, 'attest verified', 'attestor', attest(20))
  await send(cycle, 'attest score', 'attestor', attest(95))
  expect(sent.map((order) => order.data)).toEqual([data, attest(95).data])
})
