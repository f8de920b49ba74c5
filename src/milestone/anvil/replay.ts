import { messageOf, StartupError } from '../../kernel/runtime/errors.ts'
import type { AnvilOptions, NodeRecovery } from './anvil.ts'
import type { BlockJournal, JournalBlock, StateChange } from './block-journal.ts'
import type { Checkpoints } from './checkpoints.ts'
import { type NodeRpc, NodeRpcError, quantity, readBlock, readHead, record } from './node-rpc.ts'

/** Where a replay had to stop because the node could not make the block again. */
interface ReplayCut {
  number: number
  /** Blocks given up, that one included. */
  dropped: number
  reason: string
}

/**
 * Mines the journal's blocks from `from` on in a node whose head is the block before and that mines on request only.
 *
 * A block whose hash comes out different was made with means that the journal does not have (a balance that was set past
 * the proxy, an account that was impersonated). The replay then ends with the block before, on the node and in the
 * journal, rather than go on with a state that never was.
 */
async function replayJournal(options: {
  rpc: NodeRpc
  journal: BlockJournal
  from: number
  onProgress: ((done: number, total: number) => void) | undefined
}): Promise<ReplayCut | undefined> {
  const { rpc, journal, from } = options
  const total = journal.headNumber - from + 1
  for (let number = from; number <= journal.headNumber; number += 1) {
    const reason =
      (await applyStateChanges(rpc, journal.stateChangesAfter(number - 1))) ??
      (await replayBlock(rpc, journal.read(number)))
    if (reason !== undefined) {
      const dropped = journal.headNumber - number + 1
      // A checkpoint may be what is wrong: only a replay from the first block proves that the journal is.
      if (from === 1) {
        await undoTo(rpc, number - 1)
        journal.append(number - 1, [])
      }
      return { number, dropped, reason }
    }
    options.onProgress?.(number - from + 1, total)
  }
  await applyStateChanges(rpc, journal.stateChangesAfter(journal.headNumber))
  return undefined
}

/** @returns why the node refused one of them */
export function applyStateChanges(
  rpc: NodeRpc,
  changes: readonly StateChange[],
): Promise<string | undefined> {
  return refusalBy(async () => {
    for (const { method, params } of changes)
      await (method === restoreMethod ? restoreState(rpc) : rpc.call(method, params))
    return undefined
  })
}

/**
 * Mines one block of the journal in a node whose head is the block before and that mines on request only.
 * @returns why the block could not be made, or undefined when it is the same
 */
export function replayBlock(rpc: NodeRpc, block: JournalBlock): Promise<string | undefined> {
  return refusalBy(async () => {
    await queueTransactions(rpc, block)
    // Unlike `evm_mine` this method returns what was mined, which saves a request.
    const mined = await rpc.call('evm_mine_detailed', [{ timestamp: block.timestamp, blocks: 1 }])
    const hash = Array.isArray(mined) ? record(mined[0])['hash'] : undefined
    return hash === block.hash ? undefined : `its hash is ${hash}, the journal has ${block.hash}`
  })
}

async function refusalBy(task: () => Promise<string | undefined>): Promise<string | undefined> {
  try {
    return await task()
  } catch (error) {
    if (error instanceof NodeRpcError) return messageOf(error)
    throw error
  }
}

async function queueTransactions(
  rpc: NodeRpc,
  { baseFeePerGas, transactions: [first, ...rest] }: JournalBlock,
): Promise<void> {
  const setBaseFee = ['anvil_setNextBlockBaseFeePerGas', [baseFeePerGas]] as const
  if (first === undefined) {
    await rpc.call(...setBaseFee)
    return
  }
  const sendFirst = ['eth_sendRawTransaction', [first]] as const
  try {
    await rpc.batch([setBaseFee, sendFirst])
  } catch (error) {
    if (!(error instanceof NodeRpcError)) throw error
    // It may have been checked against the base fee that was set before.
    await rpc.call(...sendFirst)
  }
  // One after the other: the order in which they arrive is their order in the block.
  for (const transaction of rest) await rpc.call('eth_sendRawTransaction', [transaction])
}

async function undoTo(rpc: NodeRpc, number: number): Promise<void> {
  await rpc.call('anvil_dropAllTransactions')
  const wrong = await readBlock(rpc, number + 1)
  if (wrong !== undefined) await rpc.call('anvil_rollback', [1])
}

/**
 * In the journal, marks where a node restored an earlier state. From there on Anvil 1.7.1 adds every empty slot of a
 * contract that is read to the state root, so that a replay has to restore the state at the same block.
 */
const restoreMethod = 'cairn_restoreState'

/** Restores the state of the head of a node without pending transactions: mines a block and takes it back. */
async function restoreState(rpc: NodeRpc): Promise<void> {
  await rpc.call('evm_mine')
  await rpc.call('anvil_rollback', [1])
}

/** Journals that the state of the journal's head was restored, once. */
export function journalRestore(journal: BlockJournal): void {
  const { headNumber } = journal
  if (headNumber === 0 || journal.stateChangesAfter(headNumber).at(-1)?.method === restoreMethod) return
  journal.appendStateChange({ method: restoreMethod, params: [] })
}

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
