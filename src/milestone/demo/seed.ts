import { type Address, type Hex, isHex, keccak256, parseGwei } from 'viem'
import { StartupError } from '../../kernel/runtime/errors.ts'
import { demoChainId } from '../anvil/anvil.ts'
import type { BlockJournal } from '../anvil/block-journal.ts'
import { undoableBlocks } from '../anvil/checkpoints.ts'
import { type NodeRpc, quantity, readBlock, record } from '../anvil/node-rpc.ts'
import { decodeRevert } from '../contracts/revert.ts'
import type { SeedPlan } from './plan.ts'
import type { PlannedBlock, PlannedTransaction } from './timeline.ts'

const seededMark = 'seeded'

export function isSeeded(journal: Pick<BlockJournal, 'isMarked'>): boolean {
  return journal.isMarked(seededMark)
}

/** In the journal from the first block of the plan on. */
export function planMarkOf({ digest }: SeedPlan): string {
  return `plan ${digest}`
}

/**
 * Mines the plan's blocks on a node at the journal's head that mines on request only. Every block is in the journal
 * before the next one, so after a crash seeding resumes with the next block.
 * @throws StartupError when a transaction fails, or the journal has blocks of another plan
 */
export async function seedChain(options: {
  rpc: NodeRpc
  journal: BlockJournal
  /** Called only for a chain that is not seeded, as planning takes a quarter of a second. */
  planOf: () => SeedPlan
  onProgress?: (done: number, total: number) => void
  /** Saves the chain's state, so that the next start replays half of the chain. */
  checkpoint?: () => Promise<void>
}): Promise<void> {
  const { rpc, journal, onProgress, checkpoint } = options
  if (isSeeded(journal)) return
  const plan = options.planOf()
  const planMark = planMarkOf(plan)
  if (journal.headNumber > 0 && !journal.isMarked(planMark)) {
    throw new StartupError(
      `Cannot finish the demo chain as it must be seeded by one version of this program: ${journal.headNumber} blocks were made by another. Start over with --fresh`,
    )
  }
  journal.mark(planMark)
  // Signing is most of the work, so the next block is signed while the node mines this one.
  const rest = plan.blocks.slice(journal.headNumber)
  let next = rest[0] === undefined ? undefined : signBlock(plan, rest[0])
  for (const [index, block] of rest.entries()) {
    const signed = (await next) ?? []
    const following = rest[index + 1]
    next = following === undefined ? undefined : signBlock(plan, following)
    // A rejection is handled when the block is mined.
    next?.catch(() => {})
    await mineBlock(rpc, journal, plan, block, signed)
    if (block.number === plan.blocks.length - undoableBlocks) await checkpoint?.()
    onProgress?.(block.number, plan.blocks.length)
  }
  journal.mark(seededMark)
  await journal.sync()
}

function signBlock({ actors }: SeedPlan, { transactions }: PlannedBlock): Promise<Hex[]> {
  return Promise.all(
    transactions.map(({ from, nonce, to, data, value, gas }) =>
      actors[from].signTransaction({
        type: 'eip1559',
        chainId: demoChainId,
        nonce,
        data,
        value,
        gas,
        maxFeePerGas: parseGwei('3'),
        maxPriorityFeePerGas: parseGwei('0.1'),
        ...(to === undefined ? {} : { to }),
      }),
    ),
  )
}

async function mineBlock(
  rpc: NodeRpc,
  journal: BlockJournal,
  plan: SeedPlan,
  { number, timestamp, transactions }: PlannedBlock,
  signed: readonly Hex[],
): Promise<void> {
  await rpc.call('evm_setNextBlockTimestamp', [quantity(timestamp)])
  // Sequentially, as their order of arrival is their order in the block.
  for (const raw of signed) await rpc.call('eth_sendRawTransaction', [raw])
  await rpc.call('evm_mine', [])
  const block = await readBlock(rpc, number)
  const isWhole = block?.transactions.every((hash, index) => hash === keccak256(signed[index] ?? '0x'))
  if (block === undefined || !isWhole || block.transactions.length !== signed.length) {
    throw new StartupError(
      `Cannot seed the demo chain: block ${number} does not hold its ${signed.length} transactions`,
    )
  }
  await requireSuccess(rpc, plan, number, transactions)
  journal.append(number - 1, [{ ...block, transactions: [...signed] }])
}

async function requireSuccess(
  rpc: NodeRpc,
  plan: SeedPlan,
  number: number,
  transactions: readonly PlannedTransaction[],
): Promise<void> {
  const receipts = await rpc.call('eth_getBlockReceipts', [quantity(number)])
  if (!Array.isArray(receipts)) throw new Error('Cannot read the receipts of the node: they are not a list')
  for (const [index, transaction] of transactions.entries()) {
    if (record(receipts[index])['status'] === '0x1') continue
    const { to, data, value } = transaction
    const from = plan.actors[transaction.from].address
    const reason = await revertReason(rpc, { from, to, data, value }, number)
    throw new StartupError(
      `Cannot seed the demo chain as ${transaction.title} of block ${number} failed: ${reason}`,
    )
  }
}

/** Why a transaction of block `number` failed, by the contracts' own error names. */
async function revertReason(
  rpc: NodeRpc,
  call: { from: Address; to: Address | undefined; data: Hex; value: bigint },
  number: number,
): Promise<string> {
  const trace = await rpc.call('debug_traceCall', [
    { ...call, value: quantity(call.value) },
    quantity(number),
    { tracer: 'callTracer' },
  ])
  const output = typeof trace === 'object' && trace !== null && 'output' in trace ? trace.output : undefined
  return decodeRevert(isHex(output) ? output : undefined).text
}
