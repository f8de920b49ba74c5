import { keccak256, maxUint256, parseEther, parseUnits, stringToHex } from 'viem'
import {
  type AddressBook,
  builderKeys,
  serviceKeys,
  sponsorKeys,
  type VerifierKey,
  verifierKeys,
} from './actors.ts'
import type { Calls } from './calls.ts'
import { type Clock, type PlannedMilestone, settledDay } from './milestone-plan.ts'
import { avatarOf, profiles } from './profiles.ts'
import type { Timeline } from './timeline.ts'

/** What the parts of the story are told with. */
export interface Stage {
  timeline: Timeline
  calls: Calls
  addressOf: AddressBook
  clock: Clock
}

const named = [...builderKeys, ...sponsorKeys, ...verifierKeys]
const bondsEth: Readonly<Record<VerifierKey, string>> = {
  atlas: '40',
  fieldcheck: '30',
  gridwatch: '24',
  sable: '18',
  north: '12',
}
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
    const texts = {
      avatar: avatarOf(profile),
      description: profile.description,
      url: profile.url,
      'com.github': profile.github,
      'com.twitter': profile.twitter,
    }
    timeline.add(at, key, calls.setAddr(name, addressOf(key)))
    timeline.add(at, key, calls.setPrimaryName(name))
    for (const [record, value] of Object.entries(texts))
      timeline.add(at, key, calls.setText(name, record, value))
  })
  // One name claims a reputation that is no number, as anybody may: readers must cope.
  const boastful = `${profiles.lantern.label}.eth`
  timeline.add(clock(0.3), 'lantern', calls.setText(boastful, 'svc.milestones.verified', 'lots'))
  timeline.add(clock(0.3), 'lantern', calls.setText(boastful, 'svc.reputation.score', '-5 out of 10'))
}

/** Five verifiers bond before the first milestone; one takes a little back at the end, which is still on its way. */
export function bondVerifiers({ timeline, calls, clock }: Stage): void {
  verifierKeys.forEach((key, index) => {
    timeline.add(clock(0.5 + index * 0.02), key, calls.bond(parseEther(bondsEth[key])))
  })
  timeline.add(clock(27.4), 'sable', calls.startUnbond(parseEther('2')))
}

/** The agent earns a fee for every verification, pays its services for it, and hands on what is left. */
export function runTreasury(stage: Stage, milestones: readonly PlannedMilestone[]): void {
  const { timeline, calls, addressOf, clock } = stage
  const budgets = { 'llm-inference': '60', 'evidence-storage': '25', 'rpc-access': '15', notification: '5' }
  for (const service of serviceKeys) {
    timeline.add(clock(0.6), 'agent', calls.setService(service, addressOf(service), usdc(budgets[service])))
  }
  for (const builder of builderKeys) {
    timeline.add(clock(0.62), 'deployer', calls.mint(addressOf(builder), usdc('1000')))
    timeline.add(clock(0.63), builder, calls.approveTreasury(maxUint256))
  }
  for (const { script, bundle } of milestones) {
    const { key, builder, evidence, talliedAt } = script
    const charge = (service: (typeof serviceKeys)[number], amount: bigint, day: number) =>
      timeline.add(clock(day), 'agent', calls.charge(service, amount, refOf(service, key)))
    if (evidence !== undefined && bundle !== undefined) {
      const bytes = bundle.leaves.reduce((sum, leaf) => sum + leaf.bytes, 0)
      timeline.add(clock(evidence.at + 0.002), builder, calls.payFee(usdc('25'), refOf('fee', key)))
      charge('evidence-storage', usdc('0.4') + BigInt(bytes) * 90n, evidence.at + 0.01)
      charge('llm-inference', usdc('2.35') + BigInt(bundle.leaves.length) * usdc('0.21'), evidence.at + 0.05)
    }
    const settledAt = settledDay(script)
    if (talliedAt !== undefined) charge('rpc-access', usdc('0.3'), talliedAt + 0.01)
    if (settledAt !== undefined) charge('notification', usdc('0.05'), settledAt + 0.03)
  }
  const sweeps = [
    [10.6, '60'],
    [20.6, '75'],
    [29.5, '45.5'],
  ] as const
  for (const [day, amount] of sweeps) {
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
    for (const [verifier] of script.votes ?? []) {
      timeline.add(clock(day + 0.08), 'agent', calls.settleVote(hash, addressOf(verifier)))
    }
    if (script.releasedAt !== undefined)
      timeline.add(clock(script.releasedAt + 0.1), script.builder, calls.withdraw())
    for (const [sponsor, at] of script.refunds ?? []) {
      if (sponsor === 'commons') timeline.add(clock(at + 0.15), sponsor, calls.withdraw())
    }
    if (script.builder === 'lantern') continue
    const { verified, failed } = figures.get(script.builder) ?? { verified: 0, failed: 0 }
    const now = script.verified ? { verified: verified + 1, failed } : { verified, failed: failed + 1 }
    figures.set(script.builder, now)
    const score = Math.round((100 * now.verified) / (now.verified + now.failed))
    const name = `${profiles[script.builder].label}.eth`
    timeline.add(
      clock(day + 0.06),
      'attestor',
      calls.setText(name, 'svc.milestones.verified', String(now.verified)),
    )
    timeline.add(clock(day + 0.06), 'attestor', calls.setText(name, 'svc.reputation.score', String(score)))
  }
  timeline.add(clock(16.1), 'deployer', calls.sweepSlashed())
}
