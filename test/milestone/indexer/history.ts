import { type Address, getAddress, type Hex, keccak256, toHex } from 'viem'
import type {
  ChainEvent,
  EventName,
  EventOf,
  FollowedContract,
} from '../../../src/milestone/indexer/events.ts'
import type { ChainBatch } from '../../../src/milestone/indexer/model-writer.ts'
import type { BlockRef } from '../../../src/milestone/indexer/state.ts'

/** A block and what happened in it. */
export interface MadeBlock {
  block: BlockRef
  events: ChainEvent[]
}

export type MadeEvent = {
  [C in FollowedContract]: {
    [N in EventName<C>]: Pick<EventOf<C, N>, 'contract' | 'name' | 'args'>
  }[EventName<C>]
}[FollowedContract]

/** An event of a followed contract; the compiler holds its arguments against the contract's ABI. */
export function event<C extends FollowedContract, N extends EventName<C>>(
  contract: C,
  name: N,
  args: EventOf<C, N>['args'],
): MadeEvent {
  // TypeScript cannot prove that three related type parameters form one member of the union.
  return { contract, name, args } as MadeEvent
}

export function escrow<N extends EventName<'MilestoneEscrow'>>(
  name: N,
  args: EventOf<'MilestoneEscrow', N>['args'],
): MadeEvent {
  return event('MilestoneEscrow', name, args)
}

export function registry<N extends EventName<'VerifierRegistry'>>(
  name: N,
  args: EventOf<'VerifierRegistry', N>['args'],
): MadeEvent {
  return event('VerifierRegistry', name, args)
}

export const params = {
  votingPeriod: 3600,
  challengePeriod: 3600,
  arbitrationPeriod: 3600,
  quorumBps: 5000,
  approvalBps: 6000,
  feeBps: 100,
  slashBps: 1000,
  minVoters: 1,
}

export const splits = [
  { recipient: account(20), bps: 7000 },
  { recipient: account(21), bps: 3000 },
]

export function hash(text: string): Hex {
  return keccak256(toHex(text))
}

export function account(index: number): Address {
  return getAddress(`0x${hash(`account ${index}`).slice(26)}`)
}

/** Puts events into the block after `parent`; `salt` separates blocks of one height. */
export function makeBlock(parent: BlockRef | undefined, events: readonly MadeEvent[], salt = ''): MadeBlock {
  const number = (parent?.number ?? 0) + 1
  const block: BlockRef = {
    number,
    hash: hash(`block ${number} ${salt} ${parent?.hash ?? ''}`),
    parentHash: parent?.hash ?? hash('genesis'),
    timestamp: 1_700_000_000 + number * 12,
  }
  const placed = events.map((event, logIndex) => ({
    ...event,
    blockNumber: number,
    logIndex,
    blockHash: block.hash,
    txHash: hash(`transaction ${block.hash} ${logIndex >> 1}`),
    timestamp: block.timestamp,
  }))
  return { block, events: placed }
}

/** One batch of these blocks. */
export function batchOf(blocks: readonly MadeBlock[], undoTo?: BlockRef): ChainBatch {
  return {
    undoTo,
    blocks: blocks.map(({ block }) => block),
    events: blocks.flatMap(({ events }) => events),
  }
}
