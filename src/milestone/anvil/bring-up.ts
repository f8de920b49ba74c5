import { StartupError } from '../../kernel/runtime/errors.ts'
import type { AnvilRecovery } from './anvil.ts'
import type { BlockJournal } from './block-journal.ts'
import type { Checkpoints } from './checkpoints.ts'
import { type NodeRpc, quantity, readHead } from './node-rpc.ts'
import { replayJournal } from './replay.ts'
import { noteRestore, restoreState } from './state-restore.ts'

/**
 * Takes an empty node to the journal's head and lets `prepare` go on from there. It mines on request only until its
 * clock is started.
 * @throws StartupError when the chain that results is not the journal's
 */
export async function bringUp(
  rpc: NodeRpc,
  journal: BlockJournal,
  checkpoints: Checkpoints,
  options: {
    prepare?: (rpc: NodeRpc, journal: BlockJournal) => Promise<void>
    onPhase: (phase: 'replaying' | 'preparing') => void
    onReplay?: (done: number, total: number) => void
    report: (recovery: AnvilRecovery) => void
  },
): Promise<void> {
  options.onPhase('replaying')
  const loaded = await checkpoints.load(rpc, journal)
  const { onReplay } = options
  const progress = onReplay === undefined ? {} : { onProgress: onReplay }
  const cut = await replayJournal({ rpc, journal, from: loaded + 1, ...progress })
  if (cut !== undefined && loaded > 0) {
    checkpoints.discard()
    throw new Error(`the saved state of block ${loaded} does not lead to block ${cut.number}: ${cut.reason}`)
  }
  if (cut !== undefined) {
    options.report({
      event: 'replay_cut',
      context: `block ${cut.number} could not be made again: ${cut.reason}`,
      action: `gave up the last ${cut.dropped} blocks and went on from block ${cut.number - 1}`,
      outcome: 'degraded',
      latencyMs: undefined,
    })
  }
  options.onPhase('preparing')
  await options.prepare?.(rpc, journal)
  // A saved state of this chain can then be loaded: loading restores as well.
  if (journal.headNumber > 0) await restoreState(rpc)
  noteRestore(journal)
  await requireHead(rpc, journal)
}

/** @throws StartupError when the node does not stand where the journal ends */
async function requireHead(rpc: NodeRpc, journal: BlockJournal): Promise<void> {
  const head = await readHead(rpc)
  const holds = head.number === journal.headNumber && (head.number === 0 || head.hash === journal.headHash)
  if (holds) return
  throw new StartupError(
    `Cannot rebuild the demo chain as its head must be block ${journal.headNumber} (${journal.headHash}): the node stands at ${head.number} (${head.hash})`,
  )
}

/** From now on blocks carry the time `nowMs` and what follows it, and every transaction is mined at once. */
export async function startClock(rpc: NodeRpc, nowMs: number): Promise<void> {
  const head = await readHead(rpc)
  // Time must not run backwards on the chain, even if it did on this machine.
  const seconds = Math.max(Math.floor(nowMs / 1000), head.timestamp)
  await rpc.call('evm_setTime', [quantity(seconds)])
  await rpc.call('evm_setAutomine', [true])
}
