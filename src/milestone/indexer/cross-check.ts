import { type Address, encodeAbiParameters, type Hex, keccak256, zeroAddress, zeroHash } from 'viem'
import { escrowStates } from '../contracts/abi.ts'
import { type Lens, type LensMilestone, LensMissing, type LensVerifier } from '../contracts/lens.ts'
import { ChainRefusal } from './chain-reader.ts'
import type { ChainEvent } from './events.ts'
import type { ReadModel } from './read-model.ts'
import type { MilestoneRecord, SplitRecord, VerifierRecord } from './state.ts'

/** What events changed, as far as the lens can check it. */
export interface Touched {
  milestones: Set<Hex>
  verifiers: Set<Address>
  accounts: Set<Address>
  treasury: boolean
}

/** What the model has for it, as texts to compare. */
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

/** Everything in the model: what was loaded from a database is compared with the contracts once. */
export function everythingIn(readModel: ReadModel): Touched {
  return {
    milestones: new Set(readModel.milestones.keys()),
    verifiers: new Set(readModel.verifiers.keys()),
    accounts: new Set(readModel.claimable.keys()),
    treasury: readModel.head !== undefined,
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

/** Adds what the blocks above `ancestor` changed, by the feed: undoing them must restore it. */
export function touchUndone(touched: Touched, readModel: ReadModel, ancestor: number): void {
  for (let index = readModel.activity.length - 1; index >= 0; index -= 1) {
    const entry = readModel.activity[index]
    if (entry === undefined || entry.blockNumber <= ancestor) return
    if (entry.milestone !== undefined) touched.milestones.add(entry.milestone)
    if (entry.account !== undefined) touched.verifiers.add(entry.account)
    touched.treasury = true
  }
}

export function expectedOf(readModel: ReadModel, touched: Touched): Expected {
  const { earned, spent, swept } = readModel.treasury
  return {
    milestones: textsOf(touched.milestones, (id) => {
      const record = readModel.milestones.get(id)
      return record === undefined ? noMilestone : milestoneText(lensMilestoneOf(record))
    }),
    verifiers: textsOf(touched.verifiers, (account) => verifierText(readModel.verifiers.get(account))),
    accounts: textsOf(touched.accounts, (account) => String(readModel.claimable.get(account) ?? 0n)),
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
        (await lens.milestones([...milestones.keys()], blockHash)).map(milestoneText),
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

/** To the contracts a verifier whose every event was undone never existed. */
function verifierText(record: VerifierRecord | undefined): string {
  if (record === undefined) return '0 0 0 0 0'
  const { bonded, unbonding, openVotes, locked, rewarded, rewardsWithdrawn } = record
  return [bonded, unbonding, openVotes, locked, rewarded - rewardsWithdrawn].join(' ')
}

function lensVerifierText({ bonded, unbonding, openVotes, locked, rewards }: LensVerifier): string {
  return [bonded, unbonding, openVotes, locked, rewards].join(' ')
}

const noMilestone = 'none'
/** The largest count of the contract. */
const votersMax = 65_535

/** A milestone as the contract has it. */
function lensMilestoneOf(record: MilestoneRecord): LensMilestone {
  return {
    id: record.hash,
    state: escrowStates.indexOf(record.state),
    verdict: record.verdict ?? false,
    overturned: record.overturned,
    builder: record.builder,
    deadline: record.deadline,
    submittedAt: record.submittedAt ?? 0,
    votingEndsAt: record.votingEndsAt ?? 0,
    challengeEndsAt: record.challengeEndsAt ?? 0,
    arbitrationEndsAt: record.arbitrationEndsAt ?? 0,
    // The contract does not clear the stake after paying it out.
    staked: record.state === 'released' ? record.released : record.staked,
    approvingWeight: record.approvingWeight,
    rejectingWeight: record.rejectingWeight,
    totalWeight: record.totalWeight,
    excessWeight: record.excessWeight,
    voters: Math.min(record.votes.length, votersMax),
    challenger: record.challenger ?? zeroAddress,
    disputeBond: record.disputeBond,
    evidenceRoot: record.evidenceRoot ?? zeroHash,
    metadataHash: record.metadataHash,
    splitsHash: splitsHash(record.splits),
    params: record.params,
  }
}

/** The members of both sides must have the order of the ABI. */
function milestoneText({ id: _, state, params, ...rest }: LensMilestone): string {
  const word = escrowStates[state] ?? noMilestone
  if (word === noMilestone) return noMilestone
  return [word, ...Object.values(rest), Object.values(params).join(',')].join(' ')
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
