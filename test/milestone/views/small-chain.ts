import { type Hex, toHex } from 'viem'
import { createModelWriter } from '../../../src/milestone/indexer/model-writer.ts'
import type { BlockRef } from '../../../src/milestone/indexer/state.ts'
import type { Feed } from '../../../src/milestone/views/merged-feed.ts'
import type { Snapshot } from '../../../src/milestone/views/snapshot.ts'
import {
  account,
  batchOf,
  hash,
  type MadeBlock,
  type MadeEvent,
  makeBlock,
  params,
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
  const args = {
    id: idOf(name),
    builder: account(builder),
    projectId: toHex(project, { size: 32 }),
    deadline: 1_900_000_000,
    metadataHash: hash(`metadata ${name}`),
    splits,
    params,
  }
  return { contract: 'MilestoneEscrow', name: 'MilestoneCreated', args }
}

/** `held` is what the milestone holds afterwards. */
export function staked(name: string, backer: number, amount: bigint, held: bigint): MadeEvent {
  const args = { id: idOf(name), backer: account(backer), amount, staked: held }
  return { contract: 'MilestoneEscrow', name: 'MilestoneStaked', args }
}

export function submitted(name: string): MadeEvent {
  const args = {
    id: idOf(name),
    evidenceRoot: rootOf(name),
    votingEndsAt: 1_800_000_000,
    totalWeight: 10n * ether,
  }
  return { contract: 'MilestoneEscrow', name: 'EvidenceSubmitted', args }
}

/** `excess` of the verifier's stake is above a third. */
export function capped(name: string, verifier: number, excess: bigint): MadeEvent {
  const args = { id: idOf(name), verifier: account(verifier), excess }
  return { contract: 'MilestoneEscrow', name: 'WeightCapped', args }
}

export function voted(name: string, verifier: number, support: boolean, weight = ether): MadeEvent {
  const args = { id: idOf(name), verifier: account(verifier), support, weight, evidenceRoot: rootOf(name) }
  return { contract: 'MilestoneEscrow', name: 'Voted', args }
}

export function tallied(
  name: string,
  verdict: boolean,
  approvingWeight = ether,
  rejectingWeight = 0n,
): MadeEvent {
  const args = {
    id: idOf(name),
    verdict,
    approvingWeight,
    rejectingWeight,
    voters: 1,
    challengeEndsAt: 1_810_000_000,
  }
  return { contract: 'MilestoneEscrow', name: 'Tallied', args }
}

export function disputed(name: string, challenger = 9, arbitrationEndsAt = 1_820_000_000): MadeEvent {
  const args = { id: idOf(name), challenger: account(challenger), bond: ether / 10n, arbitrationEndsAt }
  return { contract: 'MilestoneEscrow', name: 'MilestoneDisputed', args }
}

export function ruled(name: string, verdict: boolean, overturned: boolean): MadeEvent {
  return { contract: 'MilestoneEscrow', name: 'Ruled', args: { id: idOf(name), verdict, overturned } }
}

export function cancelled(name: string): MadeEvent {
  return { contract: 'MilestoneEscrow', name: 'MilestoneCancelled', args: { id: idOf(name) } }
}

export function finalized(name: string, verified: boolean): MadeEvent {
  const args = { id: idOf(name), verified, evidenceRoot: rootOf(name) }
  return { contract: 'MilestoneEscrow', name: 'MilestoneFinalized', args }
}

export function released(name: string, amount: bigint, fee = 0n): MadeEvent {
  return { contract: 'MilestoneEscrow', name: 'MilestoneReleased', args: { id: idOf(name), amount, fee } }
}

export function credited(name: string, to: number, amount: bigint): MadeEvent {
  return {
    contract: 'MilestoneEscrow',
    name: 'Credited',
    args: { id: idOf(name), account: account(to), amount },
  }
}

export function backerRefunded(name: string, backer: number, amount: bigint, held: bigint): MadeEvent {
  const args = { id: idOf(name), backer: account(backer), amount, staked: held }
  return { contract: 'MilestoneEscrow', name: 'BackerRefunded', args }
}

export function refunded(name: string): MadeEvent {
  return { contract: 'MilestoneEscrow', name: 'MilestoneRefunded', args: { id: idOf(name) } }
}

export function bonded(verifier: number, amount: bigint): MadeEvent {
  const args = { verifier: account(verifier), amount, bonded: amount }
  return { contract: 'VerifierRegistry', name: 'Bonded', args }
}

export function slashed(verifier: number, amount: bigint, left: bigint): MadeEvent {
  return {
    contract: 'VerifierRegistry',
    name: 'Slashed',
    args: { verifier: account(verifier), amount, bonded: left },
  }
}

export function voteSettled(name: string, verifier: number, slashed = 0n): MadeEvent {
  const args = { id: idOf(name), verifier: account(verifier), slashed }
  return { contract: 'MilestoneEscrow', name: 'VoteSettled', args }
}

/** Charged for not voting, with what is left of the bond. */
export function abstained(name: string, verifier: number, amount: bigint, left: bigint): MadeEvent[] {
  const who = account(verifier)
  return [
    {
      contract: 'VerifierRegistry',
      name: 'AbstentionCharged',
      args: { verifier: who, amount, bonded: left },
    },
    {
      contract: 'MilestoneEscrow',
      name: 'AbstentionSettled',
      args: { id: idOf(name), verifier: who, charged: amount },
    },
  ]
}

export function rewarded(verifier: number, amount: bigint): MadeEvent {
  return { contract: 'VerifierRegistry', name: 'Rewarded', args: { verifier: account(verifier), amount } }
}

export function charged(service: string, amount: bigint, ref: string = service): MadeEvent {
  const args = { serviceKey: hash(service), service, payee: account(5), amount, ref: hash(ref) }
  return { contract: 'AgentTreasury', name: 'Charged', args }
}

export function feeEarned(amount: bigint): MadeEvent {
  const args = { payer: account(6), amount, ref: hash(`fee ${amount}`) }
  return { contract: 'AgentTreasury', name: 'FeeEarned', args }
}

export function swept(amount: bigint): MadeEvent {
  return { contract: 'AgentTreasury', name: 'RevenueSwept', args: { to: account(7), amount } }
}

/** A registered name whose address record is the account, and which the account claims for itself. */
export function named(name: string, owner: number): MadeEvent[] {
  const node = hash(name)
  return [
    { contract: 'NameRegistry', name: 'NameRegistered', args: { node, name, owner: account(owner) } },
    addressSet(name, owner),
    claimed(name, owner),
  ]
}

export function textSet(name: string, key: string, value: string): MadeEvent {
  const args = { node: hash(name), indexedKey: hash(key), key, value }
  return { contract: 'NameResolver', name: 'TextChanged', args }
}

/** What the attestor wrote of an account. */
export function attested(of: number, key: string, value: string): MadeEvent {
  const args = { account: account(of), indexedKey: hash(key), key, value }
  return { contract: 'NameResolver', name: 'ServiceTextChanged', args }
}

export function addressSet(name: string, to: number): MadeEvent {
  return { contract: 'NameResolver', name: 'AddrChanged', args: { node: hash(name), a: account(to) } }
}

export function claimed(name: string, by: number): MadeEvent {
  return { contract: 'NameResolver', name: 'PrimaryNameChanged', args: { account: account(by), name } }
}

export function transferred(name: string, to: number): MadeEvent {
  return { contract: 'NameRegistry', name: 'NameTransferred', args: { node: hash(name), owner: account(to) } }
}

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
