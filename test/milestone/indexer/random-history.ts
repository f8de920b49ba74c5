import fc from 'fast-check'
import type { Address, Hex } from 'viem'
import type { BlockRef } from '../../../src/milestone/indexer/state.ts'
import { account, hash, type MadeBlock, type MadeEvent, makeBlock, params, splits } from './history.ts'

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
  if (kind === 4) return [registry('Bonded', { verifier: who, amount, bonded: amount * 3n })]
  if (kind === 5) {
    const args = { verifier: who, amount, bonded: amount, readyAt: 1_800_000_000 }
    return [{ contract: 'VerifierRegistry', name: 'UnbondStarted', args }]
  }
  if (kind === 6) {
    const args = {
      serviceKey: hash(`s${subject}`),
      service: `service ${subject}`,
      payee: who,
      amount,
      ref: hash(salt),
    }
    return [{ contract: 'AgentTreasury', name: 'Charged', args }]
  }
  if (kind === 7)
    return [{ contract: 'AgentTreasury', name: 'FeeEarned', args: { payer: who, amount, ref: hash(salt) } }]
  if (kind === 8) return [{ contract: 'AgentTreasury', name: 'RevenueSwept', args: { to: who, amount } }]
  if (kind < 15) return name(kind, subject, actor)
  if (kind > 30) return aside(kind, who, amount)
  return advance(simulation, kind, subject, actor)
}

/** What happens beside milestones, names and the treasury. */
function aside(kind: number, who: Address, amount: bigint): MadeEvent[] {
  const args = { verifier: who, amount }
  switch (kind) {
    case 31:
      return [{ contract: 'VerifierRegistry', name: 'Rewarded', args }]
    case 32:
      return [{ contract: 'VerifierRegistry', name: 'RewardsWithdrawn', args: { ...args, to: who } }]
    case 33:
      return [
        { contract: 'VerifierRegistry', name: 'SlashedSwept', args: { receiver: who, amount } },
        { contract: 'VerifierRegistry', name: 'SlashReceiverChanged', args: { receiver: who } },
      ]
    case 34:
      return [
        { contract: 'MilestoneEscrow', name: 'Paused', args: { account: who, until: 1_900_000_000 } },
        { contract: 'MilestoneEscrow', name: 'Unpaused', args: { account: who } },
      ]
    case 35:
      return [{ contract: 'MilestoneEscrow', name: 'FeeRecipientChanged', args: { feeRecipient: who } }]
    default: {
      const text = { account: who, indexedKey: hash('svc.key'), key: 'svc.key', value: `${amount}` }
      return [{ contract: 'NameResolver', name: 'ServiceTextChanged', args: text }]
    }
  }
}

function registry(name: 'Bonded', args: Extract<MadeEvent, { name: 'Bonded' }>['args']): MadeEvent {
  return { contract: 'VerifierRegistry', name, args }
}

function name(kind: number, subject: number, actor: number): MadeEvent[] {
  const label = `name${subject % 4}.eth`
  const node = hash(label)
  if (kind === 9) {
    return [
      {
        contract: 'NameRegistry',
        name: 'NameRegistered',
        args: { node, name: label, owner: account(actor) },
      },
    ]
  }
  if (kind === 10)
    return [{ contract: 'NameRegistry', name: 'NameTransferred', args: { node, owner: account(actor) } }]
  if (kind < 13) return [{ contract: 'NameResolver', name: 'AddrChanged', args: { node, a: account(actor) } }]
  if (kind === 13) {
    const key = `svc.key${actor}`
    return [
      {
        contract: 'NameResolver',
        name: 'TextChanged',
        args: { node, indexedKey: hash(key), key, value: `${subject}` },
      },
    ]
  }
  return [
    { contract: 'NameResolver', name: 'PrimaryNameChanged', args: { account: account(actor), name: label } },
  ]
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
  const args = {
    id,
    builder: account(actor),
    projectId: hash('project'),
    deadline: 1_900_000_000,
    metadataHash: hash(`metadata ${id}`),
    splits,
    params,
  }
  return [{ contract: 'MilestoneEscrow', name: 'MilestoneCreated', args }]
}

function advance({ milestones }: Simulation, kind: number, subject: number, actor: number): MadeEvent[] {
  const milestone = milestones[subject % Math.max(1, milestones.length)]
  if (milestone === undefined) return []
  const { id } = milestone
  const who = account(actor)
  const root = hash(`root ${id}`)
  const escrow = <E extends MadeEvent>(event: E): MadeEvent[] => [event]
  const finalize = (verified: boolean): MadeEvent[] => {
    milestone.state = verified ? 'verified' : 'failed'
    return escrow({
      contract: 'MilestoneEscrow',
      name: 'MilestoneFinalized',
      args: { id, verified, evidenceRoot: root },
    })
  }
  switch (milestone.state) {
    case 'open': {
      if (kind < 24) {
        const amount = BigInt(actor + 1) * 10n ** 18n
        milestone.staked += amount
        milestone.backers.set(actor, (milestone.backers.get(actor) ?? 0n) + amount)
        return escrow({
          contract: 'MilestoneEscrow',
          name: 'MilestoneStaked',
          args: { id, backer: who, amount, staked: milestone.staked },
        })
      }
      if (kind === 24) return finalize(false)
      if (kind === 25) {
        return [{ contract: 'MilestoneEscrow', name: 'MilestoneCancelled', args: { id } }, ...finalize(false)]
      }
      milestone.state = 'voting'
      return escrow({
        contract: 'MilestoneEscrow',
        name: 'EvidenceSubmitted',
        args: { id, evidenceRoot: root, votingEndsAt: 1_900_000_000, totalWeight: 10n ** 20n },
      })
    }
    case 'voting': {
      if (kind === 26 && !milestone.capped.has(actor)) {
        milestone.capped.add(actor)
        return escrow({
          contract: 'MilestoneEscrow',
          name: 'WeightCapped',
          args: { id, verifier: who, excess: 10n ** 18n },
        })
      }
      if (kind < 26 && !milestone.voters.has(actor)) {
        milestone.voters.add(actor)
        return escrow({
          contract: 'MilestoneEscrow',
          name: 'Voted',
          args: { id, verifier: who, support: kind % 2 === 0, weight: 10n ** 18n, evidenceRoot: root },
        })
      }
      milestone.state = 'provisional'
      const verdict = kind % 2 === 0
      const voters = milestone.voters.size
      return escrow({
        contract: 'MilestoneEscrow',
        name: 'Tallied',
        args: {
          id,
          verdict,
          approvingWeight: 3n,
          rejectingWeight: 1n,
          voters,
          challengeEndsAt: 1_900_000_000,
        },
      })
    }
    case 'provisional': {
      if (kind < 22) return finalize(kind % 3 !== 0)
      milestone.state = 'disputed'
      return escrow({
        contract: 'MilestoneEscrow',
        name: 'MilestoneDisputed',
        args: { id, challenger: who, bond: 10n ** 16n, arbitrationEndsAt: 1_900_000_000 },
      })
    }
    case 'disputed':
      return [
        {
          contract: 'MilestoneEscrow',
          name: 'Ruled',
          args: { id, verdict: kind % 2 === 0, overturned: kind % 3 === 0 },
        },
        { contract: 'MilestoneEscrow', name: 'Credited', args: { id, account: who, amount: 10n ** 16n } },
        ...finalize(kind % 2 === 0),
      ]
    case 'verified': {
      milestone.state = 'released'
      return [
        {
          contract: 'MilestoneEscrow',
          name: 'MilestoneReleased',
          args: { id, amount: milestone.staked, fee: 1n },
        },
        {
          contract: 'MilestoneEscrow',
          name: 'Credited',
          args: { id, account: who, amount: milestone.staked },
        },
        { contract: 'MilestoneEscrow', name: 'Withdrawn', args: { account: who, amount: milestone.staked } },
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
  const [backer, amount] = next
  milestone.backers.delete(backer)
  milestone.staked -= amount
  const { id, staked } = milestone
  const refunded: MadeEvent[] = [
    {
      contract: 'MilestoneEscrow',
      name: 'BackerRefunded',
      args: { id, backer: account(backer), amount, staked },
    },
    { contract: 'MilestoneEscrow', name: 'Credited', args: { id, account: account(backer), amount } },
  ]
  if (staked > 0n) return refunded
  milestone.state = 'refunded'
  return [...refunded, { contract: 'MilestoneEscrow', name: 'MilestoneRefunded', args: { id } }]
}

function settle(milestone: Simulated): MadeEvent[] {
  const voter = [...milestone.voters].find((candidate) => !milestone.settled.has(candidate))
  if (voter === undefined) return settleAbstention(milestone)
  milestone.settled.add(voter)
  const slashed = BigInt(voter % 2) * 10n ** 15n
  const verifier = account(voter)
  const settled: MadeEvent = {
    contract: 'MilestoneEscrow',
    name: 'VoteSettled',
    args: { id: milestone.id, verifier, slashed },
  }
  if (slashed === 0n) return [settled]
  return [
    { contract: 'VerifierRegistry', name: 'Slashed', args: { verifier, amount: slashed, bonded: slashed } },
    settled,
  ]
}

/** Of one who is not among the actors, so never voted. */
function settleAbstention(milestone: Simulated): MadeEvent[] {
  if (milestone.abstained) return []
  milestone.abstained = true
  const verifier = account(9)
  const charged = BigInt(milestone.voters.size % 2) * 10n ** 15n
  const settled: MadeEvent = {
    contract: 'MilestoneEscrow',
    name: 'AbstentionSettled',
    args: { id: milestone.id, verifier, charged },
  }
  if (charged === 0n) return [settled]
  const args = { verifier, amount: charged, bonded: charged }
  return [{ contract: 'VerifierRegistry', name: 'AbstentionCharged', args }, settled]
}
