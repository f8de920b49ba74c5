import { expect, test } from 'bun:test'
import type { Cycle } from '../../../src/milestone/cycle/context.ts'
import { cycleRunOf, endLeftovers, leftoversOf } from '../../../src/milestone/cycle/leftovers.ts'
import { planCycle } from '../../../src/milestone/cycle/plan.ts'
import { demoActors } from '../../../src/milestone/demo/actors.ts'
import { createCalls } from '../../../src/milestone/demo/calls.ts'
import type { Indexer } from '../../../src/milestone/indexer/indexer.ts'
import { TransactionReverted } from '../../../src/milestone/sender/errors.ts'
import type { Sender } from '../../../src/milestone/sender/sender.ts'
import { account, type MadeEvent } from '../indexer/history.ts'
import {
  created,
  ether,
  finalized,
  idOf,
  released,
  rootOf,
  snapshotOf,
  submitted,
  tallied,
  voted,
  voteSettled,
} from '../views/small-chain.ts'
import { deployment } from '../views/small-deployment.ts'
import { progressOf } from './progress.ts'

const calls = createCalls(deployment.contracts)

/** A milestone that was left while votes were cast, with a window that ends at a time. */
function left(name: string, votingEndsAt: number, project = 'cycle-7'): MadeEvent[] {
  return [
    created(name, 0, project),
    submitted(name, rootOf(name), votingEndsAt),
    voted(name, 1, true),
    voted(name, 2, true),
  ]
}

function provisional(name: string, challengeEndsAt: number): MadeEvent[] {
  return [...left(name, 0), tallied(name, false, 2n * ether, 0n, challengeEndsAt)]
}

const now = snapshotOf([[created('one')]]).asOf.timestamp
const failed = (name: string) => [...provisional(name, now), finalized(name, false)]
const paid = (name: string): MadeEvent[] => [
  ...provisional(name, now),
  finalized(name, true),
  released(name, 0n),
]
const votersOf = (...verifiers: number[]) => verifiers.map(account)

test.each([
  ['voting that ends now', left('a', now), [[`end voting ${idOf('a')}`, calls.tally(idOf('a'))]]],
  ['voting that ends a second later', left('a', now + 1), []],
  ['a milestone of somebody else', left('a', now, 'bicycle-7'), []],
  [
    'a challenge window that ends now',
    provisional('a', now),
    [[`end challenge ${idOf('a')}`, calls.finalize(idOf('a'))]],
  ],
  ['a challenge window that ends a second later', provisional('a', now + 1), []],
  [
    'votes that are not settled',
    failed('a'),
    [[`free stake ${idOf('a')}`, calls.settleVotes(idOf('a'), votersOf(1, 2))]],
  ],
  [
    'a vote that is not settled',
    [...failed('a'), voteSettled('a', 1)],
    [[`free stake ${idOf('a')}`, calls.settleVotes(idOf('a'), votersOf(2))]],
  ],
  [
    'votes on a milestone that is released',
    paid('a'),
    [[`free stake ${idOf('a')}`, calls.settleVotes(idOf('a'), votersOf(1, 2))]],
  ],
  ['votes that are settled', [...failed('a'), voteSettled('a', 1), voteSettled('a', 2)], []],
])('of %s the right calls are left over', (_, events, expected) => {
  const found = leftoversOf(snapshotOf([events]).readModel, calls)
  expect(found.map(({ step, call }) => [step, call])).toEqual(expected)
})

test('the milestone of the cycle itself is not left over', () => {
  const { readModel } = snapshotOf([[...left('a', now), ...paid('b')]])
  expect(leftoversOf(readModel, calls, idOf('b')).map(({ step }) => step)).toEqual([
    `end voting ${idOf('a')}`,
  ])
})

test('a cycle ends four milestones at most, the oldest first', () => {
  const names = ['a', 'b', 'c', 'd', 'e']
  const events = names.flatMap((name) => left(name, now))
  expect(leftoversOf(snapshotOf([events]).readModel, calls).map(({ step }) => step)).toEqual(
    names.slice(0, 4).map((name) => `end voting ${idOf(name)}`),
  )
})

test.each([
  ['in its simulation', undefined],
  ['when it is mined', idOf('transaction')],
])('a leftover that reverts %s was ended meanwhile: the next one is ended', async (_, hash) => {
  const { readModel } = snapshotOf([[...left('a', now), ...left('b', now)]])
  const steps: string[] = []
  const runs = new Set<string>()
  const indexer: Partial<Indexer> = { readModel }
  const sender: Partial<Sender> = {
    send: async (order) => {
      steps.push(order.step)
      runs.add(order.runId)
      if (order.step.endsWith(idOf('a')))
        throw new TransactionReverted(order, { name: undefined, args: [], text: 'no' }, hash)
      return { hash: idOf('sent'), blockNumber: 1, blockHash: idOf('block'), status: 'success', logs: [] }
    },
  }
  const cycle: Partial<Cycle> = {
    plan: planCycle({ runId: 'run_1', number: 1, startedAt: 0 }),
    actors: demoActors(),
    calls,
    indexer: indexer as Indexer,
    sender: sender as Sender,
    signal: new AbortController().signal,
    stored: new Map(),
    progress: progressOf(),
  }
  await endLeftovers(cycle as Cycle)
  expect(steps).toEqual([`end voting ${idOf('a')}`, `end voting ${idOf('b')}`])
  // Apart from the run and from each other: one that is refused after a reorg does not hold up what comes later.
  expect(runs.size).toBe(2)
  expect([...runs].map(cycleRunOf)).toEqual(['run_1', 'run_1'])
  expect(runs).not.toContain('run_1')
})
