import type { Address, Hex } from 'viem'
import { escrowStates } from '../contracts/abi.ts'
import type { Lens } from '../contracts/lens.ts'
import type { ReadModel } from '../indexer/read-model.ts'
import type { MilestoneRecord } from '../indexer/state.ts'

/** A statement that must hold after a cycle. `detail` has the findings when it does not. */
export interface Invariant {
  name: string
  held: boolean
  detail: string
}

/** Reads of the check, over connections without faults. */
export interface InvariantSources {
  readModel: ReadModel
  lens: Lens
  /** Positions (`block.logIndex`) of the milestone's events by `eth_getLogs`, and as they are stored. */
  eventsOnChain(id: Hex): Promise<string[]>
  eventsStored(id: Hex): Promise<string[]>
  /** At the newest block. */
  nonceOf(account: Address): Promise<number>
  /** Steps back of the served head since the last check without a reported reorg. */
  headsOutsideReorgs(): number
  /** Failures of this run without an outcome. */
  openFailures(): number
}

/** What the run did, which the chain must show. */
export interface RunTrace {
  milestoneHash: Hex | undefined
  /** By account: its nonce before the run, and how many of its transactions this run has put on the chain. */
  nonces: ReadonlyMap<Address, { before: number; sent: number }>
}

/** Checks each invariant of a finished cycle, by name. */
export async function checkInvariants(sources: InvariantSources, run: RunTrace): Promise<Invariant[]> {
  const { readModel } = sources
  const id = run.milestoneHash
  const milestone = id === undefined ? undefined : readModel.milestones.get(id)
  return [
    await stateEqualsContract(sources, id, milestone),
    id === undefined ? held('events equal as sets') : await eventsEqual(sources, id),
    oneVotePerVerifier(milestone),
    await noncesMovedAsPlanned(sources, run),
    moneyAddsUp(readModel),
    await spendingAddsUp(sources),
    count('the served head never fell outside a reported reorg', sources.headsOutsideReorgs()),
    count('each failure has a recovery or a terminal outcome', sources.openFailures()),
  ]
}

async function stateEqualsContract(
  { readModel, lens }: InvariantSources,
  id: Hex | undefined,
  milestone: MilestoneRecord | undefined,
): Promise<Invariant> {
  const name = 'the read model equals the contract at one block'
  const { head } = readModel
  if (id === undefined) return held(name)
  if (milestone === undefined || head === undefined)
    return broken(name, 'the read model has no such milestone')
  // The model may take a block during the read of the lens, so its values are copied first.
  const said = [
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
  return said === found
    ? held(name)
    : broken(name, `read model ${said}, contract ${found} at block ${head.number}`)
}

async function eventsEqual(sources: InvariantSources, id: Hex) {
  const name = 'events equal as sets'
  const [onChain, stored] = await Promise.all([sources.eventsOnChain(id), sources.eventsStored(id)])
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

async function noncesMovedAsPlanned({ nonceOf }: InvariantSources, { nonces }: RunTrace): Promise<Invariant> {
  const name = 'nonces moved by exactly the planned number'
  const wrong: string[] = []
  for (const [account, { before, sent }] of nonces) {
    const now = await nonceOf(account)
    if (now !== before + sent) wrong.push(`${account} moved by ${now - before} instead of ${sent}`)
  }
  return wrong.length === 0 ? held(name) : broken(name, wrong.join(', '))
}

function moneyAddsUp({ totals }: ReadModel): Invariant {
  const { locked, released: paid, refundable, refunded, totalStaked } = totals
  const sum = locked + paid + refundable + refunded
  const name = 'locked + released + refunded = staked'
  return sum === totalStaked ? held(name) : broken(name, `${sum} of ${totalStaked} wei`)
}

async function spendingAddsUp({ readModel, lens }: InvariantSources): Promise<Invariant> {
  const { treasury, head } = readModel
  const said = treasury.spent
  let sum = 0n
  for (const amount of treasury.spentByService.values()) sum += amount
  const name = 'treasury spent = sum over services'
  const onChain = head === undefined ? undefined : (await lens.treasury(head.hash)).spent
  if (onChain !== undefined && onChain !== said)
    return broken(name, `the contract says ${onChain}, the read model ${said}`)
  return sum === said ? held(name) : broken(name, `${sum} of ${said}`)
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
