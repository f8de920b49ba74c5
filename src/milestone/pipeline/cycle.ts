import { type Hex, type LocalAccount, parseEventLogs, type Log as ViemLog } from 'viem'
import { milestoneEscrowAbi } from '../chain/abi.ts'
import type { NodeActions } from '../chain/node-actions.ts'
import type { Chaos, StepWord } from '../chaos/fault.ts'
import type { ActorKey, Actors, VerifierKey } from '../demo/actors.ts'
import type { Call, Calls } from '../demo/calls.ts'
import type { EvidenceLeaf, StoredBundle } from '../evidence.ts'
import { type CyclePlan, splitsHashOf } from './cycle-plan.ts'
import { judgeEvidence } from './verifier-agent.ts'

/** A transaction that was mined and kept by the chain. */
export interface Mined {
  hash: Hex
  blockNumber: number
  logs: readonly ViemLog[]
}

/** The state words of `IMilestoneEscrow.State` that a cycle asks for. */
export interface MilestoneNow {
  state: number
  challengeEndsAt: number
}

export interface CycleDeps {
  actors: Actors
  calls: Calls
  chaos: Pick<Chaos, 'strikes'>
  /** Sends once per (run, step), however often it is asked. */
  send(order: {
    runId: string
    step: string
    account: LocalAccount
    call: Call
    signal: AbortSignal
  }): Promise<Mined>
  /** Whether a rejection of `send` only says that the call would revert now, so that nothing was sent. */
  isRefusal(error: unknown): boolean
  /** Makes sure that everything this run has sent is still on the chain, and sends again what a reorg took. */
  confirm(runId: string, signal: AbortSignal): Promise<void>
  /** Through the same, possibly faulted, transport. */
  readMilestone(id: Hex, signal: AbortSignal): Promise<MilestoneNow>
  /** Who voted, by `eth_getLogs` from a block on; ranges that an endpoint refuses are halved. */
  votersInLogs(id: Hex, fromBlock: number, signal: AbortSignal): Promise<Hex[]>
  /** Seconds since the epoch by the chain's newest block. */
  chainTime(signal: AbortSignal): Promise<number>
  /** The node itself, never faulted: for faults that only a node can have, and to let time pass on an idle chain. */
  node: NodeActions
  publishEvidence(bundle: StoredBundle): Promise<void>
  fetchLeaves(root: Hex): Promise<readonly EvidenceLeaf[] | undefined>
  /** Verified and failed milestones of a builder and its name, once the read model has this block. */
  figuresAt(
    blockNumber: number,
    builder: Hex,
    signal: AbortSignal,
  ): Promise<{ name: string; verified: number; failed: number } | undefined>
  onNote(note: {
    event: string
    action: string
    target: string
    outcome: 'success' | 'degraded' | 'failed' | 'pending'
  }): void
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>
  now(): number
}

export interface CycleOutcome {
  verified: boolean
  released: boolean
  /** Why it ended short of a release. */
  reason: string | undefined
}

/** What a cycle knows so far; told to the caller as it grows. */
export interface CycleProgress {
  milestoneHash: Hex | undefined
  txHashes: Hex[]
  /** In words, for reports. */
  step: string
  /** The part of the cycle that runs, for faults that are confined to one. */
  part: StepWord | undefined
}

interface Cycle extends CycleDeps {
  plan: CyclePlan
  signal: AbortSignal
  progress: CycleProgress
  /** Verifiers whose vote is on the chain. */
  voted: VerifierKey[]
  /** Of what was mined first and last. */
  firstBlock: number
  lastBlock: number
}

/** A step answers why the cycle must stop here, or nothing to go on. */
type Step = (cycle: Cycle) => Promise<string | undefined>

/** One verification, from nothing to paid: each line is a step. */
const steps: readonly (readonly [part: StepWord, name: string, step: Step])[] = [
  ['create', 'create', createMilestone],
  ['stake', 'fund', fund],
  ['evidence', 'submit evidence', submitEvidence],
  ['vote', 'vote', vote],
  ['read', 'audit votes', auditVotes],
  ['tally', 'tally', tally],
  ['finalize', 'finalize', finalize],
  ['release', 'release', release],
  ['withdraw', 'withdraw', withdraw],
  ['book', 'book', book],
  ['book', 'settle votes', settleVotes],
  ['book', 'attest', attest],
  ['read', 'confirm', confirmAll],
]

const stateVoting = 2
const stateProvisional = 3
const stateVerified = 5
const stateReleased = 7

/**
 * Runs one cycle, or goes on with it: a step that was done before is recognised by its intents and not done again.
 * Rejects only when `signal` fires or the chain refuses what the plan asks; an outcome short of a release is an answer.
 */
export async function runCycle(
  plan: CyclePlan,
  deps: CycleDeps,
  progress: CycleProgress,
  signal: AbortSignal,
): Promise<CycleOutcome> {
  const cycle: Cycle = {
    ...deps,
    plan,
    signal,
    progress,
    voted: [],
    firstBlock: Number.MAX_SAFE_INTEGER,
    lastBlock: 0,
  }
  let reason: string | undefined
  for (const [part, name, step] of steps) {
    signal.throwIfAborted()
    progress.part = part
    progress.step = name
    reason = await step(cycle)
    if (reason !== undefined) break
  }
  const { state } = await deps.readMilestone(idOf(cycle), signal)
  return {
    verified: state === stateVerified || state === stateReleased,
    released: state === stateReleased,
    reason,
  }
}

async function createMilestone(cycle: Cycle): Promise<undefined> {
  const { plan, actors, calls } = cycle
  const { projectId, deadline, metadataHash, params } = plan
  const mined = await send(
    cycle,
    'create',
    plan.builder,
    calls.create(projectId, deadline, metadataHash, splitsHashOf(splits(cycle)), params),
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

async function fund(cycle: Cycle): Promise<undefined> {
  await send(cycle, 'stake', cycle.plan.sponsor, cycle.calls.stake(idOf(cycle), cycle.plan.stakeWei))
}

async function submitEvidence(cycle: Cycle): Promise<undefined> {
  const { plan, calls } = cycle
  await cycle.publishEvidence({ ...plan.bundle, title: plan.title, createdAt: plan.startedAt })
  await send(cycle, 'submit evidence', plan.builder, calls.submitEvidence(idOf(cycle), plan.bundle.root))
}

/** Every verifier looks for itself, all at once; one that is offline or finds nothing to look at does not vote. */
async function vote(cycle: Cycle): Promise<undefined> {
  const { plan, chaos, calls, progress } = cycle
  const { root } = plan.bundle
  // One of them may be silent in each cycle, another one in the next: the others are a quorum.
  const absent = plan.verifiers[plan.number % plan.verifiers.length]
  await Promise.all(
    plan.verifiers.map(async (verifier) => {
      if (verifier === absent && chaos.strikes({ fault: 'verifier_offline', verifier }, plan.runId)) {
        return cycle.onNote({
          event: 'verifier_offline',
          action: 'go on with the others',
          target: verifier,
          outcome: 'degraded',
        })
      }
      const missing = chaos.strikes({ fault: 'evidence_missing', root }, `${plan.runId} ${verifier}`)
      const judgement = await judgeEvidence(root, missing ? async () => undefined : cycle.fetchLeaves)
      if (judgement.verdict === 'abstain') {
        return cycle.onNote({
          event: 'evidence_missing',
          action: 'abstain',
          target: verifier,
          outcome: 'degraded',
        })
      }
      if (chaos.strikes({ fault: 'revert', verifier }, `${plan.runId} ${verifier}`))
        await voteThatMustRevert(cycle, verifier)
      await send(
        cycle,
        `vote ${verifier}`,
        verifier,
        calls.vote(idOf(cycle), judgement.verdict === 'approve', root),
      )
      cycle.voted.push(verifier)
    }),
  )
  progress.step = 'votes cast'
  await reorgIfStruck(cycle, 'vote')
}

/** A vote on another root than the committed one: the contract must refuse it, and nobody may try it again. */
async function voteThatMustRevert(cycle: Cycle, verifier: VerifierKey): Promise<void> {
  const wrongRoot: Hex = `0x${'5a'.repeat(32)}`
  const reason = await cycle
    .send(
      order(cycle, `reverting vote ${verifier}`, verifier, cycle.calls.vote(idOf(cycle), true, wrongRoot)),
    )
    .then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    )
  if (reason === undefined) throw new Error('A vote on another root was accepted')
  cycle.signal.throwIfAborted()
  cycle.onNote({
    event: 'revert',
    action: `no retry: ${reason.slice(0, 160)}`,
    target: verifier,
    outcome: 'success',
  })
}

const auditTries = 5
const auditPauseMs = 150

/**
 * The votes by the chain's logs must be the votes that were cast. Logs that lack some are asked for again; if they stay
 * so, the contract's own state is what counts, and the gap is told.
 */
async function auditVotes(cycle: Cycle): Promise<undefined> {
  const { voted, actors } = cycle
  const note = (action: string, outcome: 'success' | 'degraded' | 'pending') =>
    cycle.onNote({ event: 'log_gap', action, target: 'votes', outcome })
  for (let tries = 1; tries <= auditTries; tries += 1) {
    const found = await cycle.votersInLogs(idOf(cycle), cycle.firstBlock, cycle.signal)
    const missing = voted.filter((verifier) => !found.includes(actors[verifier].address))
    if (missing.length === 0) {
      if (tries > 1) note(`complete after ${tries} requests`, 'success')
      return
    }
    if (tries === 1) note(`${missing.length} votes are missing: ask again`, 'pending')
    await cycle.sleep(auditPauseMs * tries, cycle.signal)
  }
  note('go by the state of the contract', 'degraded')
}

/** Early only when the outcome is certain: without enough votes the milestone stays pending, and says so. */
async function tally(cycle: Cycle): Promise<string | undefined> {
  const { plan, voted, calls } = cycle
  if (voted.length < plan.params.minVoters)
    return `pending: ${voted.length} of ${plan.params.minVoters} needed votes were cast`
  const { state } = await cycle.readMilestone(idOf(cycle), cycle.signal)
  if (state === stateVoting) await send(cycle, 'tally', 'agent', calls.tally(idOf(cycle)))
  return undefined
}

async function finalize(cycle: Cycle): Promise<undefined> {
  const { state, challengeEndsAt } = await cycle.readMilestone(idOf(cycle), cycle.signal)
  if (state === stateProvisional) await untilChainTime(cycle, challengeEndsAt)
  await send(cycle, 'finalize', 'agent', cycle.calls.finalize(idOf(cycle)))
}

async function release(cycle: Cycle): Promise<string | undefined> {
  const { state } = await cycle.readMilestone(idOf(cycle), cycle.signal)
  if (state !== stateVerified && state !== stateReleased) return 'the verdict was not an approval'
  await send(cycle, 'release', 'agent', cycle.calls.release(idOf(cycle), [...splits(cycle)]))
  await reorgIfStruck(cycle, 'release')
  return undefined
}

async function withdraw(cycle: Cycle): Promise<undefined> {
  await send(cycle, 'withdraw', cycle.plan.builder, cycle.calls.withdraw())
}

/** The agent's fee for this verification, and what it paid for it; the treasury books each reference once. */
async function book(cycle: Cycle): Promise<undefined> {
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

/** Frees the stake that answered for these votes. */
async function settleVotes(cycle: Cycle): Promise<undefined> {
  const { voted, actors, calls } = cycle
  await Promise.all(
    voted.map((verifier) =>
      send(cycle, `settle ${verifier}`, 'agent', calls.settleVote(idOf(cycle), actors[verifier].address)),
    ),
  )
}

/** The name's own records say what the events say. */
async function attest(cycle: Cycle): Promise<undefined> {
  const { plan, actors, calls } = cycle
  const figures = await cycle.figuresAt(cycle.lastBlock, actors[plan.builder].address, cycle.signal)
  if (figures === undefined) return
  const { name, verified, failed } = figures
  const score = Math.round((100 * verified) / Math.max(1, verified + failed))
  await Promise.all([
    send(
      cycle,
      'attest verified',
      'attestor',
      calls.setText(name, 'svc.milestones.verified', String(verified)),
    ),
    send(cycle, 'attest score', 'attestor', calls.setText(name, 'svc.reputation.score', String(score))),
  ])
}

async function confirmAll(cycle: Cycle): Promise<undefined> {
  await cycle.confirm(cycle.plan.runId, cycle.signal)
}

/** Takes back the newest blocks of this run, as a chain may; then everything in them is sent again. */
async function reorgIfStruck(cycle: Cycle, after: 'vote' | 'release'): Promise<void> {
  if (!cycle.chaos.strikes({ fault: 'reorg', after }, `${cycle.plan.runId} ${after}`)) return
  const depth = after === 'vote' ? 2 : 1
  await cycle.node.reorg(depth)
  cycle.onNote({
    event: 'reorg',
    action: `undo ${depth} blocks, send the same intents again`,
    target: after,
    outcome: 'pending',
  })
  await cycle.confirm(cycle.plan.runId, cycle.signal)
  cycle.onNote({
    event: 'reorg',
    action: 'the same intents are mined again',
    target: after,
    outcome: 'success',
  })
}

/** Waits by the chain's clock; an idle chain's clock stands still, so a block is mined when the time has come. */
async function untilChainTime(cycle: Cycle, timestamp: number): Promise<void> {
  while ((await cycle.chainTime(cycle.signal)) < timestamp) {
    const waitMs = timestamp * 1000 - cycle.now()
    if (waitMs > 0) await cycle.sleep(Math.min(waitMs, 500), cycle.signal)
    else {
      await cycle.node.mine()
      await cycle.sleep(20, cycle.signal)
    }
  }
}

const refusalsMax = 10
const refusalPauseMs = 200

/**
 * Sends one call of the plan. A call that would revert may stand on something that a reorg took a moment ago: then that
 * is sent again first. What reverts all the same is a fault of the plan, and rejects.
 */
async function send(cycle: Cycle, step: string, from: ActorKey, call: Call): Promise<Mined> {
  cycle.progress.step = step
  for (let refusals = 0; ; refusals += 1) {
    try {
      const mined = await cycle.send(order(cycle, step, from, call))
      if (refusals > 0) noteRefusal(cycle, step, 'what was lost is back', 'success')
      cycle.firstBlock = Math.min(cycle.firstBlock, mined.blockNumber)
      cycle.lastBlock = Math.max(cycle.lastBlock, mined.blockNumber)
      if (!cycle.progress.txHashes.includes(mined.hash)) cycle.progress.txHashes.push(mined.hash)
      return mined
    } catch (error) {
      if (!cycle.isRefusal(error)) throw error
      if (refusals === refusalsMax) {
        noteRefusal(cycle, step, 'give up', 'failed')
        throw error
      }
      if (refusals === 0) noteRefusal(cycle, step, 'make sure of what it stands on', 'pending')
      await cycle.sleep(refusalPauseMs, cycle.signal)
      await cycle.confirm(cycle.plan.runId, cycle.signal)
    }
  }
}

function noteRefusal(cycle: Cycle, step: string, action: string, outcome: 'success' | 'failed' | 'pending') {
  cycle.onNote({ event: 'call_would_revert', action, target: step, outcome })
}

function order(cycle: Cycle, step: string, from: ActorKey, call: Call) {
  return { runId: cycle.plan.runId, step, account: cycle.actors[from], call, signal: cycle.signal }
}

function splits({ plan, actors }: Cycle) {
  return plan.splitsOf(actors[plan.builder].address, actors[plan.sponsor].address)
}

function idOf({ progress }: Cycle): Hex {
  if (progress.milestoneHash === undefined) throw new Error('The milestone is not created yet')
  return progress.milestoneHash
}
