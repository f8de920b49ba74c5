import fc from 'fast-check'
import type { Hex } from 'viem'
import type { BlockRef } from '../../../src/milestone/indexer/state.ts'
import {
  account,
  escrow,
  event,
  hash,
  type MadeBlock,
  type MadeEvent,
  makeBlock,
  params,
  registry,
  splits,
} from './history.ts'

/** One random act: what is done, to which milestone, by whom. */
export type Act = readonly [kind: number, subject: number, actor: number]

export const acts = fc.array(fc.array(fc.tuple(fc.nat(36), fc.nat(7), fc.nat(4)), { maxLength: 6 }), {
  minLength: 1,
  maxLength: 24,
})

interface Simulated {
  id: Hex
  state: string
  staked: bigint
  backers: Map<number, bigint>
  voters: Set<number>
  capped: Set<number>
  settled: Set<number>
  abstained: boolean
}

/** Remembers enough of the contracts to emit events in an order in which they could emit them. */
export interface Simulation {
  milestones: Simulated[]
  made: number
}

/** Plays acts into blocks on `parent`. The simulation moves on with them; clone it to branch off. */
export function play(
  simulation: Simulation,
  parent: BlockRef | undefined,
  blocks: readonly (readonly Act[])[],
  salt: string,
): MadeBlock[] {
  const made: MadeBlock[] = []
  let tip = parent
  for (const [index, block] of blocks.entries()) {
    const events = block.flatMap((act) => perform(simulation, act, `${salt} ${index}`))
    const next = makeBlock(tip, events, salt)
    made.push(next)
    tip = next.block
  }
  return made
}

function perform(simulation: Simulation, [kind, subject, actor]: Act, salt: string): MadeEvent[] {
  const who = account(actor)
  const amount = BigInt(subject + 1) * 10n ** 17n
  if (kind < 4) return create(simulation, actor, salt)
  if (kind > 8 && kind < 15) return name(kind, subject, actor)
  if (kind > 14 && kind < 31) return advance(simulation, kind, subject, actor)
  const ref = hash(salt)
  switch (kind) {
    case 4:
      return [registry('Bonded', { verifier: who, amount, bonded: amount * 3n })]
    case 5:
      return [registry('UnbondStarted', { verifier: who, amount, bonded: amount, readyAt: 1_800_000_000 })]
    case 6: {
      const service = { serviceKey: hash(`s${subject}`), service: `service ${subject}` }
      return [event('AgentTreasury', 'Charged', { ...service, payee: who, amount, ref })]
    }
    case 7:
      return [event('AgentTreasury', 'FeeEarned', { payer: who, amount, ref })]
    case 8:
      return [event('AgentTreasury', 'RevenueSwept', { to: who, amount })]
    case 31:
      return [registry('Rewarded', { verifier: who, amount })]
    case 32:
      return [registry('RewardsWithdrawn', { verifier: who, amount, to: who })]
    case 33:
      return [
        registry('SlashedSwept', { receiver: who, amount }),
        registry('SlashReceiverChanged', { receiver: who }),
      ]
    case 34:
      return [escrow('Paused', { account: who, until: 1_900_000_000 }), escrow('Unpaused', { account: who })]
    case 35:
      return [escrow('FeeRecipientChanged', { feeRecipient: who })]
    default: {
      const text = { account: who, indexedKey: hash('svc.key'), key: 'svc.key', value: `${amount}` }
      return [event('NameResolver', 'ServiceTextChanged', text)]
    }
  }
}

function name(kind: number, subject: number, actor: number): MadeEvent[] {
  const label = `name${subject % 4}.eth`
  const node = hash(label)
  const owner = account(actor)
  if (kind === 9) return [event('NameRegistry', 'NameRegistered', { node, name: label, owner })]
  if (kind === 10) return [event('NameRegistry', 'NameTransferred', { node, owner })]
  if (kind < 13) return [event('NameResolver', 'AddrChanged', { node, a: owner })]
  if (kind === 14) return [event('NameResolver', 'PrimaryNameChanged', { account: owner, name: label })]
  const key = `svc.key${actor}`
  return [event('NameResolver', 'TextChanged', { node, indexedKey: hash(key), key, value: `${subject}` })]
}

function create(simulation: Simulation, actor: number, salt: string): MadeEvent[] {
  const id = hash(`milestone ${salt} ${simulation.made}`)
  simulation.made += 1
  simulation.milestones.push({
    id,
    state: 'open',
    staked: 0n,
    backers: new Map(),
    voters: new Set(),
    capped: new Set(),
    settled: new Set(),
    abstained: false,
  })
  const metadataHash = hash(`metadata ${id}`)
  const [projectId, deadline] = [hash('project'), 1_900_000_000]
  const args = { id, builder: account(actor), projectId, deadline, metadataHash, splits, params }
  return [escrow('MilestoneCreated', args)]
}

function advance({ milestones }: Simulation, kind: number, subject: number, actor: number): MadeEvent[] {
  const milestone = milestones[subject % Math.max(1, milestones.length)]
  if (milestone === undefined) return []
  const { id } = milestone
  const who = account(actor)
  const evidenceRoot = hash(`root ${id}`)
  const finalize = (verified: boolean): MadeEvent => {
    milestone.state = verified ? 'verified' : 'failed'
    return escrow('MilestoneFinalized', { id, verified, evidenceRoot })
  }
  switch (milestone.state) {
    case 'open': {
      if (kind < 24) {
        const amount = BigInt(actor + 1) * 10n ** 18n
        milestone.staked += amount
        milestone.backers.set(actor, (milestone.backers.get(actor) ?? 0n) + amount)
        return [escrow('MilestoneStaked', { id, backer: who, amount, staked: milestone.staked })]
      }
      if (kind === 24) return [finalize(false)]
      if (kind === 25) return [escrow('MilestoneCancelled', { id }), finalize(false)]
      milestone.state = 'voting'
      const votingEndsAt = 1_900_000_000
      return [escrow('EvidenceSubmitted', { id, evidenceRoot, votingEndsAt, totalWeight: 10n ** 20n })]
    }
    case 'voting': {
      if (kind === 26 && !milestone.capped.has(actor)) {
        milestone.capped.add(actor)
        return [escrow('WeightCapped', { id, verifier: who, excess: 10n ** 18n })]
      }
      if (kind < 26 && !milestone.voters.has(actor)) {
        milestone.voters.add(actor)
        const support = kind % 2 === 0
        return [escrow('Voted', { id, verifier: who, support, weight: 10n ** 18n, evidenceRoot })]
      }
      milestone.state = 'provisional'
      const votes = { approvingWeight: 3n, rejectingWeight: 1n, voters: milestone.voters.size }
      return [escrow('Tallied', { id, verdict: kind % 2 === 0, ...votes, challengeEndsAt: 1_900_000_000 })]
    }
    case 'provisional': {
      if (kind < 22) return [finalize(kind % 3 !== 0)]
      milestone.state = 'disputed'
      const args = { id, challenger: who, bond: 10n ** 16n, arbitrationEndsAt: 1_900_000_000 }
      return [escrow('MilestoneDisputed', args)]
    }
    case 'disputed':
      return [
        escrow('Ruled', { id, verdict: kind % 2 === 0, overturned: kind % 3 === 0 }),
        escrow('Credited', { id, account: who, amount: 10n ** 16n }),
        finalize(kind % 2 === 0),
      ]
    case 'verified': {
      milestone.state = 'released'
      const amount = milestone.staked
      return [
        escrow('MilestoneReleased', { id, amount, fee: 1n }),
        escrow('Credited', { id, account: who, amount }),
        escrow('Withdrawn', { account: who, amount }),
      ]
    }
    case 'failed':
      return refund(milestone)
    default:
      return settle(milestone)
  }
}

function refund(milestone: Simulated): MadeEvent[] {
  const [next] = milestone.backers
  if (next === undefined) return settle(milestone)
  const [index, amount] = next
  milestone.backers.delete(index)
  milestone.staked -= amount
  const { id, staked } = milestone
  const backer = account(index)
  const refunded = [
    escrow('BackerRefunded', { id, backer, amount, staked }),
    escrow('Credited', { id, account: backer, amount }),
  ]
  if (staked > 0n) return refunded
  milestone.state = 'refunded'
  return [...refunded, escrow('MilestoneRefunded', { id })]
}

function settle(milestone: Simulated): MadeEvent[] {
  const voter = [...milestone.voters].find((candidate) => !milestone.settled.has(candidate))
  if (voter === undefined) return settleAbstention(milestone)
  milestone.settled.add(voter)
  const slashed = BigInt(voter % 2) * 10n ** 15n
  const verifier = account(voter)
  const settled = escrow('VoteSettled', { id: milestone.id, verifier, slashed })
  if (slashed === 0n) return [settled]
  return [registry('Slashed', { verifier, amount: slashed, bonded: slashed }), settled]
}

/** Of one who is not among the actors, so never voted. */
function settleAbstention(milestone: Simulated): MadeEvent[] {
  if (milestone.abstained) return []
  milestone.abstained = true
  const verifier = account(9)
  const charged = BigInt(milestone.voters.size % 2) * 10n ** 15n
  const settled = escrow('AbstentionSettled', { id: milestone.id, verifier, charged })
  if (charged === 0n) return [settled]
  return [registry('AbstentionCharged', { verifier, amount: charged, bonded: charged }), settled]
}
