import { getAddress, type Hex, parseEventLogs } from 'viem'
import { pause } from '../../kernel/runtime/async.ts'
import { escrowStates, milestoneEscrowAbi } from '../contracts/abi.ts'
import { type Cycle, noteAbout } from './context.ts'
import {
  type MilestoneReading,
  readChainTime,
  readMilestone,
  readTotalBonded,
  readVoters,
  untilModelAt,
} from './reads.ts'
import { confirm, idOf, injectReorg, send, splitsOf } from './send.ts'

export async function createMilestone(cycle: Cycle): Promise<undefined> {
  const { plan, actors, calls } = cycle
  const { projectId, deadline, metadataHash, params } = plan
  const mined = await send(
    cycle,
    'create',
    plan.builder,
    calls.create(projectId, deadline, metadataHash, splitsOf(cycle), params),
  )
  const [created] = parseEventLogs({
    abi: milestoneEscrowAbi,
    eventName: 'MilestoneCreated',
    logs: [...mined.logs],
  })
  if (created === undefined)
    throw new Error(`Cannot find the milestone that ${actors[plan.builder].address} created`)
  cycle.progress.milestoneHash = created.args.id
}

export async function fund(cycle: Cycle): Promise<undefined> {
  await send(cycle, 'stake', cycle.plan.sponsor, cycle.calls.stake(idOf(cycle), cycle.plan.stakeWei))
}

export async function submitEvidence(cycle: Cycle): Promise<undefined> {
  const { plan, calls } = cycle
  await cycle.evidence.save({ ...plan.bundle, title: plan.title, createdAt: plan.startedAt })
  await send(cycle, 'submit evidence', plan.builder, calls.submitEvidence(idOf(cycle), plan.bundle.root))
}

const auditTries = 5
const auditPauseMs = 150

/**
 * The votes in the chain's logs must be the votes that were cast. Incomplete logs are read again; if they stay
 * incomplete, the gap is reported and the contract's state decides.
 */
export async function auditVotes(cycle: Cycle): Promise<undefined> {
  const { voted, actors } = cycle
  const note = noteAbout(cycle, 'log_gap', 'votes')
  for (let tries = 1; tries <= auditTries; tries += 1) {
    const found = await readVoters(cycle)
    const missing = voted.filter((verifier) => !found.includes(actors[verifier].address))
    if (missing.length === 0) {
      if (tries > 1) note(`complete after ${tries} requests`, 'success')
      return
    }
    if (tries === 1) note(`${missing.length} votes are missing: read the logs again`, 'pending')
    await pause(auditPauseMs * tries, cycle.signal)
  }
  note('use the state of the contract', 'degraded')
}

/** Early only when the outcome is certain; without enough votes the milestone stays pending. */
export async function tally(cycle: Cycle): Promise<string | undefined> {
  const { plan, voted, calls } = cycle
  if (voted.length < plan.params.minVoters)
    return `pending: ${voted.length} of ${plan.params.minVoters} needed votes were cast`
  const milestone = await milestoneOnce(cycle, ({ voters }) => voters >= voted.length)
  if (escrowStates[milestone.state] !== 'voting') return undefined
  const bonded = await readTotalBonded(cycle, milestone.submittedAt - 1)
  if (!isCertain(milestone, bonded, plan.params.approvalBps))
    return `pending: ${voted.length} of ${plan.verifiers.length} votes were cast, and the missing ones could change the outcome`
  await send(cycle, 'tally', 'agent', calls.tally(idOf(cycle)))
  return undefined
}

/**
 * Whether no stake bonded when the evidence came could change the outcome: the rule of `MilestoneEscrow` for an early
 * tally. A majority of all stake is more than the quorum of a cycle.
 */
function isCertain(
  { approvingWeight, rejectingWeight, excessWeight }: MilestoneReading,
  bonded: bigint,
  approvalBps: number,
) {
  const total = bonded - excessWeight
  return approvingWeight * 10_000n >= total * BigInt(approvalBps) || rejectingWeight * 2n > total
}

const countTries = 10

/** The milestone once it satisfies `test`, or after some time: what a reorg removed is resubmitted meanwhile. */
async function milestoneOnce(cycle: Cycle, test: (milestone: MilestoneReading) => boolean) {
  for (let tries = 1; ; tries += 1) {
    const milestone = await readMilestone(cycle)
    if (test(milestone) || tries === countTries) return milestone
    await pause(auditPauseMs, cycle.signal)
    await confirm(cycle)
  }
}

export async function finalize(cycle: Cycle): Promise<undefined> {
  await untilChallengeEnds(cycle)
  await send(cycle, 'finalize', 'agent', cycle.calls.finalize(idOf(cycle)))
}

const undecided: ReadonlySet<string | undefined> = new Set(['none', 'open', 'voting', 'provisional'])

export async function release(cycle: Cycle): Promise<string | undefined> {
  // An endpoint that lags behind shows an earlier state than the final verdict.
  const milestone = await milestoneOnce(cycle, ({ state }) => !undecided.has(escrowStates[state]))
  const state = escrowStates[milestone.state]
  if (state !== 'verified' && state !== 'released') return `the verdict was not an approval: ${state}`
  cycle.progress.verified = true
  await send(cycle, 'release', 'agent', cycle.calls.release(idOf(cycle), [...splitsOf(cycle)]))
  cycle.progress.released = true
  await injectReorg(cycle, 'release')
  return undefined
}

export async function withdraw(cycle: Cycle): Promise<undefined> {
  await send(cycle, 'withdraw', cycle.plan.builder, cycle.calls.withdraw())
}

/** The agent's fee for this verification and its costs; the treasury books each reference once. */
export async function book(cycle: Cycle): Promise<undefined> {
  const { plan, calls } = cycle
  const ref = idOf(cycle)
  await send(cycle, 'fee', plan.builder, calls.payFee(plan.fee, ref))
  await Promise.all(
    plan.charges.map(({ service, amount }, index) => {
      const chargeRef: Hex = `0x${(BigInt(ref) ^ BigInt(index + 1)).toString(16).padStart(64, '0')}`
      return send(cycle, `charge ${service}`, 'agent', calls.charge(service, amount, chargeRef))
    }),
  )
}

/** Unlocks the stake of these votes; locked stake would weigh less in every later cycle. */
export async function settleVotes(cycle: Cycle): Promise<undefined> {
  const { plan, voted, actors, calls } = cycle
  // In the order of the plan, as votes end in another order in every process.
  const verifiers = plan.verifiers.flatMap((key) => (voted.includes(key) ? [actors[key].address] : []))
  await send(cycle, 'settle votes', 'agent', calls.settleVotes(idOf(cycle), verifiers))
}

/** Attests the builder's figures as the events have them. */
export async function attest(cycle: Cycle): Promise<undefined> {
  const { plan, actors, calls } = cycle
  const { address } = actors[plan.builder]
  await untilModelAt(cycle.indexer, cycle.lastBlock, cycle.signal)
  const figures = cycle.indexer.readModel.builders.get(getAddress(address))
  if (figures === undefined) return
  const { verified, failed } = figures
  const score = Math.round((100 * verified) / Math.max(1, verified + failed))
  const write = (step: string, key: string, value: number) =>
    send(cycle, step, 'attestor', calls.setServiceText(address, key, String(value)))
  await Promise.all([
    write('attest verified', 'svc.milestones.verified', verified),
    write('attest score', 'svc.reputation.score', score),
  ])
}

/**
 * Waits by the chain's clock. An idle chain has no new timestamps, so a block is mined once the time has come. The end is
 * read again each time, as a reorg may have removed the verdict.
 */
async function untilChallengeEnds(cycle: Cycle): Promise<void> {
  for (;;) {
    const [{ state, challengeEndsAt }, time] = await Promise.all([readMilestone(cycle), readChainTime(cycle)])
    if (escrowStates[state] !== 'provisional' || time >= challengeEndsAt) return
    const waitMs = challengeEndsAt * 1000 - cycle.now()
    if (waitMs > 0) await pause(Math.min(waitMs, 500), cycle.signal)
    else {
      await cycle.node.mine()
      await pause(20, cycle.signal)
    }
  }
}
