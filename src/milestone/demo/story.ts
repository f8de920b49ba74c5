import { Type } from '@sinclair/typebox'
import { keccak256, maxUint256, parseEther, parseUnits, stringToHex } from 'viem'
import { checkedData, eachOf } from '../../kernel/runtime/checked-data.ts'
import {
  type AddressBook,
  builderKeys,
  buyerAccount,
  cashierAccount,
  serviceKeys,
  sponsorKeys,
  verifierKeys,
} from './actors.ts'
import type { Calls } from './calls.ts'
import { type Clock, type PlannedMilestone, settledDay } from './milestone-plan.ts'
import { profiles, textsOf } from './profiles.ts'
import data from './story.json'
import type { Timeline } from './timeline.ts'

export interface Stage {
  timeline: Timeline
  calls: Calls
  addressOf: AddressBook
  clock: Clock
}

const named = [...builderKeys, ...sponsorKeys, ...verifierKeys]
const Usdc = Type.String({ pattern: '^[0-9]+(\\.[0-9]+)?$' })
const Story = Type.Object(
  {
    /** Ether that each verifier bonds before the first milestone. */
    bonds: eachOf(verifierKeys, Type.String()),
    /** USDC that each service may cost in a period. */
    budgets: eachOf(serviceKeys, Usdc),
    /** When the agent sweeps its revenue, and how much. */
    sweeps: Type.Array(Type.Object({ day: Type.Number(), usdc: Usdc })),
    /** Label of the name that tries to borrow the reputation of `tidepool`. */
    borrower: Type.String(),
    /** Milestones to show as examples: released, overturned, refunded, and one in each open window. */
    examples: Type.Array(Type.String()),
  },
  { additionalProperties: false },
)
export const story = checkedData(Story, data, 'story.json')

const usdc = (amount: string) => parseUnits(amount, 6)
const refOf = (kind: string, key: string) => keccak256(stringToHex(`${kind}:${key}`))

/** Names, their records and their reverse records. */
export function registerNames({ timeline, calls, addressOf, clock }: Stage): void {
  for (const key of named) {
    timeline.add(clock(0.05), 'deployer', calls.register(profiles[key].label, addressOf(key)))
  }
  named.forEach((key, index) => {
    const profile = profiles[key]
    const name = `${profile.label}.eth`
    const at = clock(0.1 + index * 0.01)
    timeline.add(at, key, calls.setAddr(name, addressOf(key)))
    timeline.add(at, key, calls.setPrimaryName(name))
    for (const [record, value] of Object.entries(textsOf(profile)))
      timeline.add(at, key, calls.setText(name, record, value))
  })
}

/** Five verifiers bond before the first milestone; one unbonds a part at the end, which is still pending on day 30. */
export function bondVerifiers({ timeline, calls, clock }: Stage): void {
  verifierKeys.forEach((key, index) => {
    timeline.add(clock(0.5 + index * 0.02), key, calls.bond(parseEther(story.bonds[key])))
  })
  timeline.add(clock(27.4), 'sable', calls.startUnbond(parseEther('2')))
}

/** Transactions around the milestones of `attempts`. */
export function playAttempts({ timeline, calls, addressOf, clock }: Stage): void {
  timeline.add(clock(9.1), 'lantern', calls.payEther(addressOf('sybil'), parseEther('70')))
  // A name that points to another builder's account must not show that builder's reputation.
  timeline.add(clock(9.1), 'deployer', calls.register(story.borrower, addressOf('sybil')))
  timeline.add(clock(9.15), 'sybil', calls.setAddr(`${story.borrower}.eth`, addressOf('tidepool')))
  timeline.add(clock(9.15), 'sybil', calls.setPrimaryName(`${story.borrower}.eth`))
  // For some days one verifier holds more than half of all stake.
  timeline.add(clock(11.2), 'atlas', calls.bond(parseEther('50')))
  timeline.add(clock(15.7), 'atlas', calls.startUnbond(parseEther('50')))
  timeline.add(clock(17.42), 'deployer', calls.pause())
  timeline.add(clock(18), 'deployer', calls.unpause())
  timeline.add(clock(20.6) - 1, 'sybil', calls.bond(parseEther('60')))
  timeline.add(clock(20.9), 'sybil', calls.startUnbond(parseEther('60')))
}

/** The agent earns a fee for every verification, pays its services, and sweeps the rest. */
export function runTreasury(stage: Stage, milestones: readonly PlannedMilestone[]): void {
  const { timeline, calls, addressOf, clock } = stage
  for (const service of serviceKeys) {
    timeline.add(
      clock(0.6),
      'agent',
      calls.setService(service, addressOf(service), usdc(story.budgets[service])),
    )
  }
  for (const builder of builderKeys) {
    timeline.add(clock(0.62), 'deployer', calls.mint(addressOf(builder), usdc('1000')))
    timeline.add(clock(0.63), builder, calls.approveTreasury(maxUint256))
  }
  timeline.add(clock(0.64), 'deployer', calls.payEther(cashierAccount().address, parseEther('10')))
  timeline.add(clock(0.64), 'deployer', calls.mint(buyerAccount().address, usdc('100')))
  for (const { script, bundle } of milestones) {
    const { key, builder, evidence, talliedAt } = script
    const charge = (service: (typeof serviceKeys)[number], amount: bigint, day: number) =>
      timeline.add(clock(day), 'agent', calls.charge(service, amount, refOf(service, key)))
    if (evidence !== undefined && bundle !== undefined) {
      const bytes = bundle.leaves.reduce((sum, leaf) => sum + leaf.bytes, 0)
      timeline.add(clock(evidence.at), builder, calls.payFee(usdc('25'), refOf('fee', key)))
      charge('evidence-storage', usdc('0.4') + BigInt(bytes) * 90n, evidence.at + 0.05)
      charge('llm-inference', usdc('2.35') + BigInt(bundle.leaves.length) * usdc('0.21'), evidence.at + 0.05)
    }
    const settledAt = settledDay(script)
    if (talliedAt !== undefined) charge('rpc-access', usdc('0.3'), talliedAt)
    if (settledAt !== undefined) charge('notification', usdc('0.05'), settledAt + 0.08)
  }
  for (const { day, usdc: amount } of story.sweeps) {
    timeline.add(clock(day), 'agent', calls.sweepRevenue(addressOf('deployer'), usdc(amount)))
  }
}

/** After a verdict: votes are settled, money is withdrawn, the attestor writes the builder's figures. */
export function settleAccounts(stage: Stage, milestones: readonly PlannedMilestone[]): void {
  const { timeline, calls, addressOf, clock } = stage
  const figures = new Map<string, { verified: number; failed: number }>()
  const settled = milestones
    .map(({ script, hash }) => ({ script, hash, day: settledDay(script) ?? Number.POSITIVE_INFINITY }))
    .filter(({ day }) => Number.isFinite(day))
    .sort((a, b) => a.day - b.day)
  for (const { script, hash, day } of settled) {
    const votes = script.votes ?? []
    // After an overturned verdict the wrong votes must be settled first.
    const voters = [false, true].flatMap((isRight) =>
      votes.filter(([, support]) => (support === script.verified) === isRight).map(([key]) => addressOf(key)),
    )
    if (voters.length > 0) timeline.add(clock(day + 0.08), 'agent', calls.settleVotes(hash, voters))
    for (const verifier of script.abstained ?? [])
      timeline.add(clock(day + 0.08), 'agent', calls.settleAbstention(hash, addressOf(verifier)))
    if (script.releasedAt !== undefined)
      timeline.add(clock(script.releasedAt + 0.1), script.builder, calls.withdraw())
    for (const [sponsor, at] of script.refunds ?? []) {
      if (sponsor === 'commons') timeline.add(clock(at + 0.15), sponsor, calls.withdraw())
    }
    if (script.stakes.every(([backer]) => backer === script.builder)) continue
    const { verified, failed } = figures.get(script.builder) ?? { verified: 0, failed: 0 }
    const now = script.verified ? { verified: verified + 1, failed } : { verified, failed: failed + 1 }
    figures.set(script.builder, now)
    const score = Math.round((100 * now.verified) / (now.verified + now.failed))
    const builder = addressOf(script.builder)
    timeline.add(
      clock(day + 0.08),
      'attestor',
      calls.setServiceText(builder, 'svc.milestones.verified', String(now.verified)),
    )
    timeline.add(
      clock(day + 0.08),
      'attestor',
      calls.setServiceText(builder, 'svc.reputation.score', String(score)),
    )
  }
  timeline.add(clock(15.4), 'atlas', calls.withdrawRewards(addressOf('atlas')))
  timeline.add(clock(16.1), 'deployer', calls.sweepSlashed())
}
