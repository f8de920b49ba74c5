import type { Address, Hex } from 'viem'
import { escrowStates } from '../contracts/abi.ts'
import type { Lens } from '../contracts/lens.ts'
import type { ReadModel } from '../indexer/read-model.ts'
import type { MilestoneRecord } from '../indexer/state.ts'
import type { Invariant } from './run-views.ts'

/** An account before and after a run. Nonces count from the one that the chain expected before the run. */
export interface NonceMove {
  account: Address
  /** How far its nonce moved on the chain. */
  moved: number
  /** Nonces that are taken by transactions of this service. */
  sent: number
  /** Those of them that were taken before the run: by transactions that a reorg took back. */
  heldBefore: number
}

/** State after a run, read over connections without faults. */
export interface RunFacts {
  milestoneHash: Hex | undefined
  readModel: ReadModel
  lens: Lens
  /** Positions (`block.logIndex`) of the milestone's events by `eth_getLogs`, and as they are stored. */
  eventsOnChain: readonly string[]
  eventsStored: readonly string[]
  nonces: readonly NonceMove[]
  /** Steps back of the served head since the last check without a reported reorg. */
  headsOutsideReorgs(): number
  /** Failures of this run without an outcome. */
  openFailures(): number
  /** The step at which a run ended whose stake was released; undefined after its last step, and without a release. */
  endedAt: string | undefined
}

/** Checks each invariant of a finished cycle, by name. */
export async function checkInvariants(facts: RunFacts): Promise<Invariant[]> {
  const { readModel, milestoneHash: id } = facts
  const milestone = id === undefined ? undefined : readModel.milestones.get(id)
  return [
    await stateEqualsContract(facts, milestone),
    eventsEqual(facts),
    oneVotePerVerifier(milestone),
    noncesMovedAsPlanned(facts),
    moneyAddsUp(readModel),
    await spendingAddsUp(facts),
    count('the served head never fell outside a reported reorg', facts.headsOutsideReorgs()),
    count('each failure has a recovery or a terminal outcome', facts.openFailures()),
    everyStepDone(facts),
  ]
}

/** Votes that are not settled stay locked, and figures that are not attested differ from the chain. */
function everyStepDone({ endedAt }: RunFacts): Invariant {
  const name = 'after a release every step is done'
  return endedAt === undefined ? held(name) : broken(name, `it ended at: ${endedAt}`)
}

async function stateEqualsContract(
  { milestoneHash, readModel, lens }: RunFacts,
  milestone: MilestoneRecord | undefined,
): Promise<Invariant> {
  const name = 'the read model equals the contract at one block'
  const { head } = readModel
  if (milestoneHash === undefined) return held(name)
  if (milestone === undefined || head === undefined)
    return broken(name, 'the read model has no such milestone')
  // The model may take a block during the read of the lens, so its values are copied first.
  const inModel = [
    milestone.staked,
    milestone.approvingWeight,
    milestone.rejectingWeight,
    BigInt(milestone.votes.length),
    escrowStates.indexOf(milestone.state),
  ].join(' ')
  const [onChain] = await lens.milestones([milestone.hash], head.hash)
  if (onChain === undefined) return broken(name, 'the contract has no such milestone')
  const staked = escrowStates[onChain.state] === 'released' ? 0n : onChain.staked
  const found = [
    staked,
    onChain.approvingWeight,
    onChain.rejectingWeight,
    BigInt(onChain.voters),
    onChain.state,
  ].join(' ')
  return inModel === found
    ? held(name)
    : broken(name, `read model ${inModel}, contract ${found} at block ${head.number}`)
}

function eventsEqual({ eventsOnChain: onChain, eventsStored: stored }: RunFacts): Invariant {
  const name = 'events equal as sets'
  const missing = onChain.filter((position) => !stored.includes(position))
  const extra = stored.filter((position) => !onChain.includes(position))
  const doubled = stored.length - new Set(stored).size
  if (missing.length + extra.length + doubled === 0) return held(name)
  return broken(
    name,
    `missing ${missing.join(' ') || 'none'}, extra ${extra.join(' ') || 'none'}, doubled ${doubled}`,
  )
}

function oneVotePerVerifier(milestone: MilestoneRecord | undefined): Invariant {
  const name = 'one vote per verifier'
  const voters = milestone?.votes.map((vote) => vote.verifier) ?? []
  const doubled = voters.length - new Set(voters).size
  return doubled === 0 ? held(name) : broken(name, `${doubled} votes too many`)
}

/**
 * A reorg may take back transactions of earlier runs. They are sent again with the account's next transaction, so an
 * account that this run did not use may have gone back, or be where it was.
 */
export function noncesMovedAsPlanned({ nonces }: Pick<RunFacts, 'nonces'>): Invariant {
  const name = 'nonces moved by exactly the planned number'
  const wrong = nonces.flatMap(({ account, moved, sent, heldBefore }) => {
    const isUnused = sent === heldBefore
    return (isUnused ? moved <= heldBefore : moved === sent)
      ? []
      : [`${account} moved by ${moved} instead of ${sent}`]
  })
  return wrong.length === 0 ? held(name) : broken(name, wrong.join(', '))
}

function moneyAddsUp({ totals }: ReadModel): Invariant {
  const { locked, released: paid, refundable, refunded, totalStaked } = totals
  const sum = locked + paid + refundable + refunded
  const name = 'locked + released + refunded = staked'
  return sum === totalStaked ? held(name) : broken(name, `${sum} of ${totalStaked} wei`)
}

async function spendingAddsUp({ readModel, lens }: RunFacts): Promise<Invariant> {
  const { treasury, head } = readModel
  const { spent } = treasury
  const sum = treasury.spentByService.values().reduce((total, amount) => total + amount, 0n)
  const name = 'treasury spent = sum over services'
  const onChain = head === undefined ? undefined : (await lens.treasury(head.hash)).spent
  if (onChain !== undefined && onChain !== spent)
    return broken(name, `the contract has ${onChain}, the read model ${spent}`)
  return sum === spent ? held(name) : broken(name, `${sum} of ${spent}`)
}

function count(name: string, violations: number): Invariant {
  return violations === 0 ? held(name) : broken(name, `${violations} times`)
}

function held(name: string): Invariant {
  return { name, held: true, detail: '' }
}

function broken(name: string, detail: string): Invariant {
  return { name, held: false, detail }
}
