import { StartupError } from '../../kernel/runtime/errors.ts'
import type { AnvilOptions, NodeRecovery } from './anvil.ts'
import type { BlockJournal } from './block-journal.ts'
import type { Checkpoints } from './checkpoints.ts'
import { type NodeRpc, quantity, readHead } from './node-rpc.ts'
import { journalRestore, replayJournal, restoreState } from './replay.ts'

/**
 * Replays the journal in an empty node and has `prepare` extend the chain. The node mines on request only until its
 * clock is started.
 * @throws StartupError when the chain that results is not the journal's
 */
export async function bringUp(
  rpc: NodeRpc,
  journal: BlockJournal,
  checkpoints: Checkpoints,
  options: Pick<AnvilOptions, 'prepare' | 'onReplay'> & {
    onPhase: (phase: 'replaying' | 'preparing') => void
    report: (event: NodeRecovery) => void
  },
): Promise<void> {
  options.onPhase('replaying')
  const loaded = await checkpoints.load(rpc, journal)
  const cut = await replayJournal({ rpc, journal, from: loaded + 1, onProgress: options.onReplay })
  if (cut !== undefined && loaded > 0) {
    checkpoints.discard()
    throw new Error(`the checkpoint at block ${loaded} does not lead to block ${cut.number}: ${cut.reason}`)
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
  // To load a checkpoint restores the state as well, so a replay from one leads to the same state root.
  const restore = async () => {
    if (journal.headNumber > 0) await restoreState(rpc)
    journalRestore(journal)
  }
  const checkpoint = async () => {
    await restore()
    // Without it the next start replays the whole chain.
    await checkpoints.save(rpc, journal).catch(() => {})
  }
  await options.prepare?.(rpc, journal, checkpoint)
  await restore()
  const head = await readHead(rpc)
  if (head.number === journal.headNumber && (head.number === 0 || head.hash === journal.headHash)) return
  throw new StartupError(
    `Cannot rebuild the demo chain as its head must be block ${journal.headNumber} (${journal.headHash}): the node's head is ${head.number} (${head.hash})`,
  )
}

/** From now on blocks carry the time `nowMs` and what follows it. */
export async function setClock(rpc: NodeRpc, nowMs: number): Promise<void> {
  const head = await readHead(rpc)
  // Time must not run backwards on the chain, even if it did on this machine.
  const seconds = Math.max(Math.floor(nowMs / 1000), head.timestamp)
  await rpc.call('evm_setTime', [quantity(seconds)])
}

/** As `setClock`, and from now on every transaction is mined at once. */
export async function startClock(rpc: NodeRpc, nowMs: number): Promise<void> {
  await setClock(rpc, nowMs)
  await rpc.call('evm_setAutomine', [true])
}
