import { expect, test } from 'bun:test'
import {
  type ContractFunctionReturnType,
  createPublicClient,
  custom,
  encodeFunctionResult,
  zeroAddress,
} from 'viem'
import { escrowStates, milestoneEscrowAbi } from '../../../src/milestone/contracts/abi.ts'
import type { Cycle } from '../../../src/milestone/cycle/context.ts'
import { planCycle } from '../../../src/milestone/cycle/plan.ts'
import { finalize, release } from '../../../src/milestone/cycle/steps.ts'
import { demoActors } from '../../../src/milestone/demo/actors.ts'
import { createCalls } from '../../../src/milestone/demo/calls.ts'
import { deployment } from '../views/small-deployment.ts'
import { progressOf } from './progress.ts'

const zeroHash = `0x${'00'.repeat(32)}` as const
const { contracts } = deployment
const milestone: ContractFunctionReturnType<typeof milestoneEscrowAbi, 'view', 'milestone'> = {
  id: zeroHash,
  state: 0,
  verdict: true,
  overturned: false,
  builder: zeroAddress,
  deadline: 0,
  submittedAt: 0,
  votingEndsAt: 0,
  challengeEndsAt: 0,
  arbitrationEndsAt: 0,
  staked: 0n,
  approvingWeight: 0n,
  rejectingWeight: 0n,
  totalWeight: 0n,
  excessWeight: 0n,
  voters: 3,
  challenger: zeroAddress,
  disputeBond: 0n,
  evidenceRoot: zeroHash,
  metadataHash: zeroHash,
  splitsHash: zeroHash,
  params: planCycle({ runId: 'run_1', number: 1, startedAt: 0 }).params,
}

/** A cycle before its release, whose reads show these states one after the other. */
function cycleReading(states: (typeof escrowStates)[number][]) {
  const done: string[] = []
  const cycle: Partial<Cycle> = {
    plan: planCycle({ runId: 'run_1', number: 1, startedAt: 0 }),
    actors: demoActors(),
    calls: createCalls(contracts),
    contracts,
    reads: createPublicClient({
      transport: custom({
        request: async ({ method }) => {
          if (method === 'eth_getBlockByNumber') return { number: '0x1', timestamp: '0x1', transactions: [] }
          const state = escrowStates.indexOf(states.shift() ?? 'none')
          const result = { ...milestone, state, challengeEndsAt: 2 }
          return encodeFunctionResult({ abi: milestoneEscrowAbi, functionName: 'milestone', result })
        },
      }),
    }),
    sender: {
      send: async ({ step }) => {
        done.push(step)
        return { hash: zeroHash, blockNumber: 1, blockHash: zeroHash, status: 'success', logs: [] }
      },
      confirm: async () => {
        done.push('confirm')
        return { head: { number: 1, hash: zeroHash }, transactions: [] }
      },
      resume: async () => ({ finished: [], unfinished: [] }),
      intents: async () => [],
    },
    chaos: { applies: () => false },
    node: {
      mine: async () => void done.push('mine'),
      reorg: async () => {},
      setNextBaseFee: async () => {},
    },
    now: () => 3_000,
    signal: new AbortController().signal,
    stored: new Map(),
    progress: progressOf(),
    firstBlock: 0,
    lastBlock: 0,
  }
  return { cycle: cycle as Cycle, done }
}

test('a state from before the verdict, of an endpoint that lags, is read again before the stake is released', async () => {
  const { cycle, done } = cycleReading(['voting', 'provisional', 'verified'])
  expect(await release(cycle)).toBeUndefined()
  expect(done).toEqual(['confirm', 'confirm', 'release'])
  expect(cycle.progress).toMatchObject({ verified: true, released: true })
})

test('a final verdict against the milestone ends the cycle without a release', async () => {
  const { cycle, done } = cycleReading(['failed'])
  expect(await release(cycle)).toBe('the verdict was not an approval: failed')
  expect(done).toEqual([])
})

test('the end of the challenge window is not awaited any longer once a reorg has removed the verdict', async () => {
  const { cycle, done } = cycleReading(['provisional', 'provisional', 'none'])
  await finalize(cycle)
  expect(done).toEqual(['mine', 'mine', 'finalize'])
})
