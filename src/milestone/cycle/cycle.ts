import { type Hex, parseEther, parseUnits } from 'viem'
import { pause } from '../../kernel/runtime/async.ts'
import type { StepWord } from '../chaos/fault.ts'
import { agentTreasuryAbi, demoUsdcAbi } from '../contracts/abi.ts'
import type { ActorKey, ServiceKey, VerifierKey } from '../demo/actors.ts'
import type { Call } from '../demo/calls.ts'
import { verifyBundle } from '../evidence/evidence.ts'
import { TransactionReverted } from '../sender/errors.ts'
import { type Cycle, type CycleContext, type CycleProgress, noteAbout } from './context.ts'
import { endLeftovers } from './leftovers.ts'
import type { CyclePlan } from './plan.ts'
import { confirm, idOf, injectReorg, send, sendOnce } from './send.ts'
import {
  attest,
  auditVotes,
  book,
  createMilestone,
  finalize,
  fund,
  release,
  settleVotes,
  submitEvidence,
  tally,
  withdraw,
} from './steps.ts'

export interface CycleOutcome {
  verified: boolean
  released: boolean
  /** Why it ended short of a release. */
  reason: string | undefined
}

/** A step returns why the cycle must stop here, or undefined to go on. */
type Step = (cycle: Cycle) => Promise<string | undefined>

/** One verification, from creation to payment. */
const steps: readonly (readonly [part: StepWord, name: string, step: Step])[] = [
  ['create', 'top up', topUp],
  ['create', 'create', createMilestone],
  ['stake', 'fund', fund],
  ['stake', 'end leftovers', endLeftovers],
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
  ['read', 'confirm', confirm],
]
/** Its name, as `CycleProgress.step` has it. */
export const lastStep = steps.at(-1)?.[1]

/**
 * Runs or resumes one cycle: finished steps are recognised by their intents and not repeated. Rejects only when
 * `signal` fires or the chain rejects a call of the plan; an outcome without a release is a result.
 */
export async function runCycle(
  plan: CyclePlan,
  context: CycleContext,
  progress: CycleProgress,
  signal: AbortSignal,
): Promise<CycleOutcome> {
  // When one of several concurrent steps fails, the others must not go on after the end.
  const ending = new AbortController()
  const stored = await context.sender.intents(plan.runId)
  const cycle: Cycle = {
    ...context,
    plan,
    stored: new Map(stored.map((intent) => [intent.step, intent])),
    signal: AbortSignal.any([signal, ending.signal]),
    progress,
    voted: [],
    firstBlock: Number.MAX_SAFE_INTEGER,
    lastBlock: 0,
  }
  let reason: string | undefined
  try {
    for (const [part, name, step] of steps) {
      signal.throwIfAborted()
      progress.begin(part, name)
      reason = await step(cycle)
      if (reason !== undefined) break
    }
  } finally {
    ending.abort()
  }
  return { verified: progress.verified, released: progress.released, reason }
}

const etherMin = parseEther('1')
const etherAdded = parseEther('100')
const usdcAdded = parseUnits('1000', 6)

interface TopUp {
  step: string
  from: ActorKey
  call: Call
}

/**
 * Refills low balances: a builder's USDC lasts for some 1,000 fees, a service's weekly budget for some 3,000 charges.
 * When balances cannot be read, the cycle goes on without.
 */
async function topUp(cycle: Cycle): Promise<undefined> {
  const { plan } = cycle
  const payers = [plan.builder, plan.sponsor, 'agent', 'attestor', ...plan.verifiers] as const
  const found = await Promise.all([
    ...payers.map((payer) => etherFor(cycle, payer)),
    usdcFor(cycle),
    ...plan.charges.map(({ service, amount }) => budgetFor(cycle, service, amount)),
  ]).catch(() => [])
  for (const entry of found) if (entry !== undefined) await send(cycle, entry.step, entry.from, entry.call)
  return undefined
}

async function etherFor({ cleanReads, calls, actors }: Cycle, payer: ActorKey): Promise<TopUp | undefined> {
  const { address } = actors[payer]
  if ((await cleanReads.getBalance({ address })) >= etherMin) return undefined
  return { step: `top up ether ${payer}`, from: 'deployer', call: calls.payEther(address, etherAdded) }
}

async function usdcFor({ cleanReads, contracts, calls, plan, actors }: Cycle): Promise<TopUp | undefined> {
  const { address } = actors[plan.builder]
  const balance = await cleanReads.readContract({
    address: contracts.DemoUSDC,
    abi: demoUsdcAbi,
    functionName: 'balanceOf',
    args: [address],
  })
  if (balance >= plan.fee) return undefined
  return { step: 'top up usdc', from: 'deployer', call: calls.mint(address, usdcAdded) }
}

async function budgetFor(
  { cleanReads, contracts, calls, actors }: Cycle,
  service: ServiceKey,
  amount: bigint,
): Promise<TopUp | undefined> {
  const [budget, spent] = await cleanReads.readContract({
    address: contracts.AgentTreasury,
    abi: agentTreasuryAbi,
    functionName: 'budgetOf',
    args: [service],
  })
  if (budget - spent >= amount) return undefined
  const call = calls.setService(service, actors[service].address, budget + usdcAdded)
  return { step: `top up budget ${service}`, from: 'agent', call }
}

/**
 * All verifiers check the evidence concurrently: each rebuilds the tree from the documents, and approves only what gives
 * the committed root; one that is offline or finds no evidence does not vote.
 */
async function vote(cycle: Cycle): Promise<undefined> {
  const { plan, chaos, calls, progress } = cycle
  const { root } = plan.bundle
  await Promise.all(
    plan.verifiers.map(async (verifier) => {
      if (chaos.applies({ fault: 'verifier_offline', verifier }, plan.runId)) {
        return noteAbout(cycle, 'verifier_offline', verifier)('continue with the other verifiers', 'degraded')
      }
      // Who had not voted when an earlier process tallied the votes is late.
      if (cycle.stored.has('tally') && !cycle.stored.has(`vote ${verifier}`)) return
      const leaves = await fetchUntilFound(cycle, verifier)
      // It does not vote on documents that it could not read.
      if (leaves === undefined) return
      if (chaos.applies({ fault: 'revert', verifier }, `${plan.runId} ${verifier}`))
        await voteThatMustRevert(cycle, verifier)
      await send(
        cycle,
        `vote ${verifier}`,
        verifier,
        calls.vote(idOf(cycle), verifyBundle(root, leaves), root),
      )
      cycle.voted.push(verifier)
    }),
  )
  progress.step = 'votes cast'
  await injectReorg(cycle, 'vote')
}

const fetchTries = 3
const fetchPauseMs = 50

/** The documents of the committed root; undefined when the evidence indexer has none after several requests. */
async function fetchUntilFound(cycle: Cycle, verifier: VerifierKey) {
  const { root } = cycle.plan.bundle
  const note = noteAbout(cycle, 'evidence_missing', verifier)
  for (let tries = 1; tries <= fetchTries; tries += 1) {
    const key = `${cycle.plan.runId} ${verifier}`
    const isMissing = cycle.chaos.applies({ fault: 'evidence_missing', root, verifier }, key)
    const leaves = isMissing ? undefined : await cycle.fetchLeaves(root)
    if (leaves !== undefined) {
      if (tries > 1) note(`found after ${tries} requests`, 'success')
      return leaves
    }
    if (tries === 1) note('request them again', 'pending')
    if (tries < fetchTries) await pause(fetchPauseMs * 2 ** tries, cycle.signal)
  }
  note('abstain', 'degraded')
  return undefined
}

/** A vote on another root than the committed one: the contract must reject it, and it must not be retried. */
async function voteThatMustRevert(cycle: Cycle, verifier: VerifierKey): Promise<void> {
  const wrongRoot: Hex = `0x${'5a'.repeat(32)}`
  const call = cycle.calls.vote(idOf(cycle), true, wrongRoot)
  const reason = await sendOnce(cycle, `reverting vote ${verifier}`, verifier, call).then(
    () => undefined,
    (error: unknown) => {
      if (!(error instanceof TransactionReverted)) throw error
      return error.message
    },
  )
  if (reason === undefined) throw new Error('A vote on another root was accepted')
  cycle.signal.throwIfAborted()
  noteAbout(cycle, 'revert', verifier)(`no retry: ${reason.slice(0, 160)}`, 'success')
}
