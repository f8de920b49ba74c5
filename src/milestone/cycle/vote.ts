import type { Hex } from 'viem'
import { pause } from '../../kernel/runtime/async.ts'
import type { VerifierKey } from '../demo/actors.ts'
import { verifyBundle } from '../evidence/evidence.ts'
import { TransactionReverted } from '../sender/errors.ts'
import { type Cycle, noteAbout } from './context.ts'
import { injectReorg } from './reorg.ts'
import { idOf, send, sendOnce } from './send.ts'

/**
 * All verifiers check the evidence concurrently: each rebuilds the tree from the documents, and approves only what gives
 * the committed root; one that is offline or finds no evidence does not vote.
 */
export async function vote(cycle: Cycle): Promise<undefined> {
  const { plan, chaos, calls, progress } = cycle
  const { root } = plan.bundle
  await Promise.all(
    plan.verifiers.map(async (verifier) => {
      if (chaos.applies({ fault: 'verifier_offline', verifier }, plan.runId)) {
        return noteAbout(cycle, 'verifier_offline', verifier)('continue with the other verifiers', 'degraded')
      }
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
