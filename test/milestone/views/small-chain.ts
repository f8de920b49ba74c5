import { type Hex, toHex } from 'viem'
import { createModelWriter } from '../../../src/milestone/indexer/model-writer.ts'
import type { BlockRef } from '../../../src/milestone/indexer/state.ts'
import type { Feed } from '../../../src/milestone/views/merged-feed.ts'
import type { Snapshot } from '../../../src/milestone/views/snapshot.ts'
import {
  account,
  batchOf,
  escrow,
  event,
  hash,
  type MadeBlock,
  type MadeEvent,
  makeBlock,
  params,
  registry,
  splits,
} from '../indexer/history.ts'

/** What a view is made from after these blocks: the events go through the real fold. */
export function snapshotOf(
  blocks: readonly (readonly MadeEvent[])[],
  stale = false,
): Snapshot & Feed & { lastEventId: string } {
  const writer = createModelWriter()
  const made: MadeBlock[] = []
  let tip: BlockRef | undefined
  for (const events of blocks) {
    const next = makeBlock(tip, events)
    made.push(next)
    tip = next.block
  }
  writer.apply(batchOf(made), 1)
  const head = tip ?? makeBlock(undefined, []).block
  const asOf = {
    chainId: 31337,
    blockNumber: head.number,
    blockHash: head.hash,
    timestamp: head.timestamp,
    stale,
  }
  return { readModel: writer.readModel, asOf, pipeline: { events: [], forgottenSeq: 0 }, lastEventId: '' }
}

/** Time of the block of that number, counted from 1. */
export function timeOf(blockNumber: number): number {
  return 1_700_000_000 + blockNumber * 12
}

export const ether = 10n ** 18n
export const usdc = 10n ** 6n

export function idOf(name: string): Hex {
  return hash(`milestone ${name}`)
}
export function rootOf(name: string): Hex {
  return hash(`evidence ${name}`)
}

export function created(name: string, builder = 0, project = 'solar-pump'): MadeEvent {
  return escrow('MilestoneCreated', {
    id: idOf(name),
    builder: account(builder),
    projectId: toHex(project, { size: 32 }),
    deadline: 1_900_000_000,
    metadataHash: hash(`metadata ${name}`),
    splits,
    params,
  })
}

/** `held` is what the milestone holds afterwards. */
export const staked = (name: string, backer: number, amount: bigint, held: bigint) =>
  escrow('MilestoneStaked', { id: idOf(name), backer: account(backer), amount, staked: held })

export const submitted = (name: string, evidenceRoot = rootOf(name), votingEndsAt = 1_800_000_000) =>
  escrow('EvidenceSubmitted', { id: idOf(name), evidenceRoot, votingEndsAt, totalWeight: 10n * ether })

/** `excess` of the verifier's stake is above a third. */
export const capped = (name: string, verifier: number, excess: bigint) =>
  escrow('WeightCapped', { id: idOf(name), verifier: account(verifier), excess })

export const voted = (name: string, verifier: number, support: boolean, weight = ether) =>
  escrow('Voted', {
    id: idOf(name),
    verifier: account(verifier),
    support,
    weight,
    evidenceRoot: rootOf(name),
  })

export function tallied(
  name: string,
  verdict: boolean,
  approvingWeight = ether,
  rejectingWeight = 0n,
  challengeEndsAt = 1_810_000_000,
): MadeEvent {
  const weights = { approvingWeight, rejectingWeight, voters: 1 }
  return escrow('Tallied', { id: idOf(name), verdict, ...weights, challengeEndsAt })
}

export function disputed(name: string, challenger = 9, arbitrationEndsAt = 1_820_000_000): MadeEvent {
  const bond = ether / 10n
  const args = { id: idOf(name), challenger: account(challenger), bond, arbitrationEndsAt }
  return escrow('MilestoneDisputed', args)
}

export const ruled = (name: string, verdict: boolean, overturned: boolean) =>
  escrow('Ruled', { id: idOf(name), verdict, overturned })

export const cancelled = (name: string) => escrow('MilestoneCancelled', { id: idOf(name) })

export const finalized = (name: string, verified: boolean) =>
  escrow('MilestoneFinalized', { id: idOf(name), verified, evidenceRoot: rootOf(name) })

export const released = (name: string, amount: bigint, fee = 0n) =>
  escrow('MilestoneReleased', { id: idOf(name), amount, fee })

export const credited = (name: string, to: number, amount: bigint) =>
  escrow('Credited', { id: idOf(name), account: account(to), amount })

export const backerRefunded = (name: string, backer: number, amount: bigint, held: bigint) =>
  escrow('BackerRefunded', { id: idOf(name), backer: account(backer), amount, staked: held })

export const refunded = (name: string) => escrow('MilestoneRefunded', { id: idOf(name) })

export const bonded = (verifier: number, amount: bigint) =>
  registry('Bonded', { verifier: account(verifier), amount, bonded: amount })

export const slashed = (verifier: number, amount: bigint, left: bigint) =>
  registry('Slashed', { verifier: account(verifier), amount, bonded: left })

export const voteSettled = (name: string, verifier: number, slashed = 0n) =>
  escrow('VoteSettled', { id: idOf(name), verifier: account(verifier), slashed })

/** Charged for not voting, with what is left of the bond. */
export function abstained(name: string, verifier: number, amount: bigint, left: bigint): MadeEvent[] {
  const who = account(verifier)
  return [
    registry('AbstentionCharged', { verifier: who, amount, bonded: left }),
    escrow('AbstentionSettled', { id: idOf(name), verifier: who, charged: amount }),
  ]
}

export const rewarded = (verifier: number, amount: bigint) =>
  registry('Rewarded', { verifier: account(verifier), amount })

export function charged(service: string, amount: bigint, ref: string = service): MadeEvent {
  const args = { serviceKey: hash(service), service, payee: account(5), amount, ref: hash(ref) }
  return event('AgentTreasury', 'Charged', args)
}

export const feeEarned = (amount: bigint) =>
  event('AgentTreasury', 'FeeEarned', { payer: account(6), amount, ref: hash(`fee ${amount}`) })

export const swept = (amount: bigint) => event('AgentTreasury', 'RevenueSwept', { to: account(7), amount })

export const registered = (name: string, owner: number) =>
  event('NameRegistry', 'NameRegistered', { node: hash(name), name, owner: account(owner) })

/** A registered name whose address record is the account, and which the account claims for itself. */
export const named = (name: string, owner: number): MadeEvent[] => [
  registered(name, owner),
  addressSet(name, owner),
  claimed(name, owner),
]

export const textSet = (name: string, key: string, value: string) =>
  event('NameResolver', 'TextChanged', { node: hash(name), indexedKey: hash(key), key, value })

/** What the attestor wrote of an account. */
export const attested = (of: number, key: string, value: string) =>
  event('NameResolver', 'ServiceTextChanged', { account: account(of), indexedKey: hash(key), key, value })

export const addressSet = (name: string, to: number) =>
  event('NameResolver', 'AddrChanged', { node: hash(name), a: account(to) })

export const claimed = (name: string, by: number) =>
  event('NameResolver', 'PrimaryNameChanged', { account: account(by), name })

export const transferred = (name: string, to: number) =>
  event('NameRegistry', 'NameTransferred', { node: hash(name), owner: account(to) })

/** A milestone that was verified and paid out: staked 2 ETH by account 3. */
export function releasedMilestone(name: string, builder = 0): MadeEvent[][] {
  return [
    [created(name, builder)],
    [staked(name, 3, 2n * ether, 2n * ether)],
    [submitted(name)],
    [voted(name, 1, true), voted(name, 2, true)],
    [tallied(name, true, 2n * ether)],
    [finalized(name, true)],
    [released(name, 2n * ether, ether / 100n), credited(name, builder, 2n * ether - ether / 100n)],
  ]
}

/** A milestone that was rejected and whose stake, 1 ETH by account 4, waits to be refunded. */
export function failedMilestone(name: string, builder = 0): MadeEvent[][] {
  return [
    [created(name, builder)],
    [staked(name, 4, ether, ether)],
    [submitted(name)],
    [voted(name, 1, false), voted(name, 2, true)],
    [tallied(name, false, ether, ether)],
    [finalized(name, false)],
  ]
}
