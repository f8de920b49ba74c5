import { expect, test } from 'bun:test'
import { FormatRegistry, type TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import fc from 'fast-check'
import { parseEther } from 'viem'
import { demoPolicy } from '../../../src/milestone/demo/policy.ts'
import { createModelWriter } from '../../../src/milestone/indexer/model-writer.ts'
import { Activity, activity } from '../../../src/milestone/views/activity.ts'
import { ensName, NameRecordAnswer } from '../../../src/milestone/views/ens-name.ts'
import { BundleList, bundleList } from '../../../src/milestone/views/evidence.ts'
import { ExplorerMilestones, explorerMilestones } from '../../../src/milestone/views/explorer-milestones.ts'
import type { Feed } from '../../../src/milestone/views/merged-feed.ts'
import { MilestoneStatus, milestoneStatus } from '../../../src/milestone/views/milestone-status.ts'
import { Operations, operations } from '../../../src/milestone/views/operations.ts'
import { Recovery, recovery } from '../../../src/milestone/views/recovery.ts'
import type { Snapshot } from '../../../src/milestone/views/snapshot.ts'
import {
  CapitalHistory,
  capitalHistory,
  Sponsor,
  Sponsors,
  sponsor,
  sponsors,
} from '../../../src/milestone/views/sponsor.ts'
import { StatusDemo, statusDemo } from '../../../src/milestone/views/status-demo.ts'
import {
  Treasury,
  TreasuryHistory,
  treasury,
  treasuryHistory,
} from '../../../src/milestone/views/treasury.ts'
import { Verifiers, verifiers } from '../../../src/milestone/views/verifiers.ts'
import { testSeed } from '../../support/seed.ts'
import { sizeOf } from '../../support/soak.ts'
import { batchOf } from '../indexer/history.ts'
import { acts, play } from '../indexer/random-history.ts'
import { deployment } from './small-deployment.ts'

const seed = testSeed('every-view')
FormatRegistry.Set('uri', (text) => URL.canParse(text))

/** Chains of random acts, each folded into a model of its own. */
type Now = Snapshot & Feed & { lastEventId: string }
const snapshots = acts.map((blocks): Now => {
  const writer = createModelWriter()
  writer.apply(batchOf(play({ milestones: [], made: 0 }, undefined, blocks, 'view')), 1)
  const { head } = writer.readModel
  if (head === undefined) throw new Error('a chain of at least one block has a head')
  const { number, hash, timestamp } = head
  return {
    readModel: writer.readModel,
    asOf: { chainId: 31337, blockNumber: number, blockHash: hash, timestamp, stale: false },
    pipeline: { events: [], forgottenSeq: 0 },
    lastEventId: '',
  }
})
const page = { limit: 3, cursor: undefined }
const history = { totalEvents: 0, failures: 0, recoveries: 0, events: [] }
const health = {
  rpc: [],
  indexer: { state: 'following', head: null, lagBlocks: null },
  pipeline: { reachable: null },
  database: { ok: true, kind: 'pglite' },
}

function answersOf(now: Now): [TSchema, unknown][] {
  const urls = { statusUrl: 'http://localhost', indexerUrl: 'http://localhost/api/indexer' }
  return [
    [StatusDemo, statusDemo(now, { deployment, policy: demoPolicy, ...urls })],
    [ExplorerMilestones, explorerMilestones(now, { ...page, state: undefined, builder: undefined })],
    [ExplorerMilestones, explorerMilestones(now, { ...page, state: 'failed', builder: 'name1' })],
    [Operations, operations(now, { health, recovery: history, chaosActive: false })],
    [Sponsor, sponsor(now, page)],
    [Activity, activity(now, { ...page, limit: 200, type: undefined, since: undefined })],
    [Verifiers, verifiers(now)],
    [Sponsors, sponsors(now)],
    [CapitalHistory, capitalHistory(now)],
    [TreasuryHistory, treasuryHistory(now)],
    [Treasury, treasury(now)],
    [Recovery, recovery(now, history, [], undefined)],
    [BundleList, bundleList(now, [], page)],
    ...now.readModel.order.map((milestone): [TSchema, unknown] => [
      MilestoneStatus,
      milestoneStatus(now, milestone.hash, { deployment, titleOf: () => undefined }),
    ]),
    ...[...now.readModel.names.byName.keys()].map((name): [TSchema, unknown] => [
      NameRecordAnswer,
      ensName(now, name),
    ]),
  ]
}

test('after any events on the chain every answer has the shape of its description', () => {
  fc.assert(
    fc.property(snapshots, (now) => {
      for (const [schema, answer] of answersOf(now)) {
        // As it goes over the wire: what JSON drops must not have been needed.
        const sent: unknown = JSON.parse(JSON.stringify(answer))
        expect([...Value.Errors(schema, sent)].map(({ path, message }) => `${path} ${message}`)).toEqual([])
      }
    }),
    { seed, numRuns: sizeOf({ short: 30, soak: 1_000 }) },
  )
})

test('the views of one block agree with each other about milestones, votes and money', () => {
  fc.assert(
    fc.property(snapshots, (now) => {
      const about = { deployment, titleOf: () => undefined }
      const all = now.readModel.order.map(({ hash }) => milestoneStatus(now, hash, about))
      const { summary, milestones } = sponsor(now, { limit: 200, cursor: undefined })
      const wei = Object.fromEntries(
        Object.entries(summary).flatMap(([key, value]) =>
          typeof value === 'string' ? [[key, parseEther(value)]] : [],
        ),
      )
      const { totalLocked = 0n, totalReleased = 0n, totalRefundable = 0n, totalRefunded = 0n } = wei
      const staked = all.reduce((sum, { totalStaked }) => sum + BigInt(totalStaked), 0n)
      expect(totalLocked + totalReleased + totalRefundable + totalRefunded).toBe(staked)
      expect(wei['totalStaked']).toBe(staked)
      expect(summary.verifiedCount).toBe(all.filter(({ verified }) => verified).length)
      expect(milestones.map(({ milestoneHash }) => milestoneHash)).toEqual(
        all.map(({ milestoneHash }) => milestoneHash).reverse(),
      )
      const sums = (names: readonly string[], rows: readonly Record<string, unknown>[]) =>
        names.map((name) => rows.reduce((sum, row) => sum + parseEther(String(row[name])), 0n))
      const states = ['lockedEth', 'releasedEth', 'refundableEth', 'refundedEth']
      const totals = [totalLocked, totalReleased, totalRefundable, totalRefunded]
      expect(sums(states, sponsors(now).sponsors)).toEqual(totals)
      expect(sums(states, capitalHistory(now).days.slice(-1))).toEqual(totals)
      const { earned, spent, swept } = treasury(now)
      expect(treasuryHistory(now).days.at(-1)).toMatchObject({ earned, spent, swept })
      const { consensus, verifiers: listed } = verifiers(now)
      expect(consensus.totalVotes).toBe(all.reduce((sum, { votes }) => sum + votes.length, 0))
      const open = now.readModel.order.flatMap(({ votes, params }) =>
        votes.flatMap(({ weight, slashed }) =>
          slashed === undefined ? [(weight * BigInt(params.slashBps)) / 10_000n] : [],
        ),
      )
      expect(listed.reduce((sum, { lockedEth }) => sum + parseEther(lockedEth), 0n)).toBe(
        open.reduce((sum, lock) => sum + lock, 0n),
      )
      const { overview } = operations(now, { health, recovery: history, chaosActive: false })
      expect(overview.totalStakedEth).toBe(summary.totalStaked)
      const counts = (['pending', 'verified', 'failed'] as const).map(
        (state) => explorerMilestones(now, { ...page, state, builder: undefined }).total,
      )
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(all.length)
    }),
    { seed, numRuns: sizeOf({ short: 30, soak: 1_000 }) },
  )
})
