import { type Address, encodeAbiParameters, type Hex, keccak256, zeroAddress, zeroHash } from 'viem'
import { type Lens, type LensMilestone, LensMissing, type LensVerifier } from '../contracts/lens.ts'
import { ChainRefusal } from './chain-reader.ts'
import type { ChainEvent } from './events.ts'
import type { ReadModel } from './read-model.ts'
import type { EscrowState, MilestoneRecord, SplitRecord, VerifierRecord } from './state.ts'

/** What events changed, as far as the lens can tell whether it was folded right. */
export interface Touched {
  milestones: Set<Hex>
  verifiers: Set<Address>
  accounts: Set<Address>
  treasury: boolean
}

/** What the model says of it, as texts to compare. */
export interface Expected {
  milestones: ReadonlyMap<Hex, string>
  verifiers: ReadonlyMap<Address, string>
  accounts: ReadonlyMap<Address, string>
  treasury: string | undefined
}

export type CheckOutcome =
  | { kind: 'agrees' }
  | { kind: 'differs'; difference: string }
  /** The node no longer has the state of that block, or the lens did not exist yet. */
  | { kind: 'unavailable'; reason: string }

export function nothingTouched(): Touched {
  return { milestones: new Set(), verifiers: new Set(), accounts: new Set(), treasury: false }
}

/** All that the model holds: what was loaded from a database is compared with the contracts once. */
export function everythingIn(model: ReadModel): Touched {
  return {
    milestones: new Set(model.milestones.keys()),
    verifiers: new Set(model.verifiers.keys()),
    accounts: new Set(model.claimable.keys()),
    treasury: model.head !== undefined,
  }
}

/** Adds what `events` changed to `touched`. */
export function touch(touched: Touched, events: readonly ChainEvent[]): void {
  for (const event of events) {
    if (event.contract === 'AgentTreasury') touched.treasury = true
    if (event.contract !== 'MilestoneEscrow' && event.contract !== 'VerifierRegistry') continue
    if ('id' in event.args) touched.milestones.add(event.args.id)
    if ('verifier' in event.args) touched.verifiers.add(event.args.verifier)
    if (event.name === 'Credited' || event.name === 'Withdrawn') touched.accounts.add(event.args.account)
  }
}

/** Adds what the blocks above `kept` changed, as far as the feed tells: undoing them must leave it as it was. */
export function touchUndone(touched: Touched, model: ReadModel, kept: number): void {
  for (let index = model.activity.length - 1; index >= 0; index -= 1) {
    const entry = model.activity[index]
    if (entry === undefined || entry.blockNumber <= kept) return
    if (entry.milestone !== undefined) touched.milestones.add(entry.milestone)
    if (entry.account !== undefined) touched.verifiers.add(entry.account)
    touched.treasury = true
  }
}

export function expectedOf(model: ReadModel, touched: Touched): Expected {
  const { earned, spent, swept } = model.treasury
  return {
    milestones: textsOf(touched.milestones, (id) => milestoneText(model.milestones.get(id))),
    verifiers: textsOf(touched.verifiers, (account) => verifierText(model.verifiers.get(account))),
    accounts: textsOf(touched.accounts, (account) => String(model.claimable.get(account) ?? 0n)),
    treasury: touched.treasury ? treasuryText({ earned, spent, swept }) : undefined,
  }
}

/** Compares with the contracts' own state at the block of that hash. Rejects only when the node does not answer. */
export async function crossCheck(lens: Lens, expected: Expected, blockHash: Hex): Promise<CheckOutcome> {
  const { milestones, verifiers, accounts, treasury } = expected
  try {
    const difference =
      firstDifference(
        'milestone',
        milestones,
        (await lens.milestones([...milestones.keys()], blockHash)).map(lensMilestoneText),
      ) ??
      firstDifference(
        'verifier',
        verifiers,
        (await lens.verifiers([...verifiers.keys()], blockHash)).map(lensVerifierText),
      ) ??
      firstDifference(
        'claimable of',
        accounts,
        (await lens.claimables([...accounts.keys()], blockHash)).map(String),
      ) ??
      (treasury === undefined
        ? undefined
        : firstDifference('treasury', new Map([['', treasury]]), [
            treasuryText(await lens.treasury(blockHash)),
          ]))
    return difference === undefined ? { kind: 'agrees' } : { kind: 'differs', difference }
  } catch (error) {
    if (error instanceof ChainRefusal || error instanceof LensMissing) {
      return { kind: 'unavailable', reason: error.message }
    }
    throw error
  }
}

function firstDifference(
  what: string,
  expected: ReadonlyMap<string, string>,
  found: readonly string[],
): string | undefined {
  let index = 0
  for (const [key, text] of expected) {
    const actual = found[index]
    if (actual !== text) return `${what} ${key}: events say "${text}", the contract says "${actual}"`
    index += 1
  }
  return undefined
}

function textsOf<K>(keys: ReadonlySet<K>, write: (key: K) => string): ReadonlyMap<K, string> {
  return new Map([...keys].map((key) => [key, write(key)]))
}

function treasuryText({ earned, spent, swept }: { earned: bigint; spent: bigint; swept: bigint }): string {
  return [earned, spent, swept].join(' ')
}

/** A verifier whose every event was undone is to the contracts one who never came. */
function verifierText(record: VerifierRecord | undefined): string {
  if (record === undefined) return '0 0 0 0 0'
  const { bonded, unbonding, openVotes, locked, rewarded, rewardsWithdrawn } = record
  return [bonded, unbonding, openVotes, locked, rewarded - rewardsWithdrawn].join(' ')
}

function lensVerifierText({ bonded, unbonding, openVotes, locked, rewards }: LensVerifier): string {
  return [bonded, unbonding, openVotes, locked, rewards].join(' ')
}

const lensStates: readonly EscrowState[] = [
  'open',
  'voting',
  'provisional',
  'disputed',
  'verified',
  'failed',
  'released',
  'refunded',
]

const noMilestone = 'none'
/** Where the contract stops counting. */
const votersMax = 65_535

function milestoneText(record: MilestoneRecord | undefined): string {
  if (record === undefined) return noMilestone
  const { params } = record
  return [
    record.state,
    record.verdict ?? false,
    record.overturned,
    record.builder,
    record.deadline,
    record.submittedAt ?? 0,
    record.votingEndsAt ?? 0,
    record.challengeEndsAt ?? 0,
    record.arbitrationEndsAt ?? 0,
    // The contract leaves the stake written where it was after paying it out.
    record.state === 'released' ? record.released : record.staked,
    record.approvingWeight,
    record.rejectingWeight,
    record.totalWeight,
    record.excessWeight,
    Math.min(record.votes.length, votersMax),
    record.challenger ?? zeroAddress,
    record.disputeBond,
    record.evidenceRoot ?? zeroHash,
    record.metadataHash,
    splitsHash(record.splits),
    Object.values(params).join(','),
  ].join(' ')
}

const splitsParameters = [
  {
    type: 'tuple[]',
    components: [
      { type: 'address', name: 'recipient' },
      { type: 'uint16', name: 'bps' },
    ],
  },
] as const

function splitsHash(splits: readonly SplitRecord[]): Hex {
  return keccak256(encodeAbiParameters(splitsParameters, [splits]))
}

function lensMilestoneText(view: LensMilestone): string {
  const state = lensStates[view.state - 1]
  if (state === undefined) return noMilestone
  return [
    state,
    view.verdict,
    view.overturned,
    view.builder,
    view.deadline,
    view.submittedAt,
    view.votingEndsAt,
    view.challengeEndsAt,
    view.arbitrationEndsAt,
    view.staked,
    view.approvingWeight,
    view.rejectingWeight,
    view.totalWeight,
    view.excessWeight,
    view.voters,
    view.challenger,
    view.disputeBond,
    view.evidenceRoot,
    view.metadataHash,
    view.splitsHash,
    Object.values(view.params).join(','),
  ].join(' ')
}
