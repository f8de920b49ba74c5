import type { Lens } from '../contracts/lens.ts'
import type { Header } from './chain-reader.ts'
import {
  type CheckOutcome,
  crossCheck,
  expectedOf,
  nothingTouched,
  type Touched,
  touch,
  touchUndone,
} from './cross-check.ts'
import { type FetchedBlocks, type FetchScope, fetchBatch, refetchByBlock } from './fetch-batch.ts'
import type { ChainBatch, ModelChange, ModelWriter } from './model-writer.ts'
import { InconsistentEvents } from './reducers/fold.ts'
import type { BlockRef } from './state.ts'

/** How often logs and contracts are read before a difference halts the indexer; the pause between doubles. */
const readingsMax = 7
const firstPauseMs = 25

/** Only an operator can fix this: following stops, and the model is still served. */
export class Halt extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'Halt'
  }
}

export interface TakeScope extends FetchScope {
  lens: Lens
  writer: ModelWriter
  /** What earlier batches changed and no lens could check yet, as the node had no state for their blocks. */
  unchecked: Touched
  /** Stores the batch and returns its revision. */
  commit(batch: ChainBatch): Promise<number>
  beforeApply(blocks: readonly BlockRef[]): Promise<void>
  pause(ms: number): Promise<void>
}

export interface TakenBatch {
  change: ModelChange
  fetched: FetchedBlocks
  /** The difference to the contracts that reading the logs again removed; undefined without one. */
  repaired: string | undefined
}

/**
 * Takes in the next blocks: fetch, rehearse, compare with the contracts, store, apply.
 * @throws Halt when the events, read repeatedly, still differ from the contracts
 */
export async function takeBatch(
  scope: TakeScope,
  { parent, undo, tip, span }: { parent: BlockRef | undefined; undo: boolean; tip: Header; span: number },
): Promise<TakenBatch> {
  const undoTo = undo ? parent : undefined
  let fetched = await fetchBatch(scope, { parent, tip, span })
  let touched = touchedBy(scope, undoTo, fetched)
  let outcome = await check(scope, { batch: batchOf(undoTo, fetched), touched })
  let repaired: string | undefined
  for (let reading = 1; outcome.kind === 'differs'; reading += 1) {
    if (reading === readingsMax) throw new Halt(divergedReason(fetched, outcome.difference))
    repaired ??= outcome.difference
    // A node may mix two blocks for a moment, in its logs or in a call at its newest block: give it time to settle.
    await scope.pause(firstPauseMs * 2 ** (reading - 1))
    fetched = await refetchByBlock(scope, { parent, fetched })
    touched = touchedBy(scope, undoTo, fetched)
    outcome = await check(scope, { batch: batchOf(undoTo, fetched), touched })
  }
  if (outcome.kind === 'unavailable' && fetched.reachesTip) {
    throw new Error(`The node does not read the contracts at its own head: ${outcome.reason}`)
  }
  const batch = batchOf(undoTo, fetched)
  await scope.beforeApply(batch.blocks)
  const revision = await scope.commit(batch)
  const change = scope.writer.apply(batch, revision)
  scope.unchecked = outcome.kind === 'unavailable' ? touched : nothingTouched()
  return { change, fetched, repaired }
}

function batchOf(undoTo: BlockRef | undefined, { blocks, events }: FetchedBlocks): ChainBatch {
  return { undoTo, blocks, events }
}

function touchedBy(
  { unchecked, writer }: TakeScope,
  undoTo: BlockRef | undefined,
  { events }: FetchedBlocks,
): Touched {
  const touched: Touched = {
    milestones: new Set(unchecked.milestones),
    verifiers: new Set(unchecked.verifiers),
    accounts: new Set(unchecked.accounts),
    treasury: unchecked.treasury,
  }
  if (undoTo !== undefined) touchUndone(touched, writer.readModel, undoTo.number)
  touch(touched, events)
  return touched
}

/** Compares the batch with the contracts at its last block, without making it visible. */
async function check(
  { lens, writer }: TakeScope,
  { batch, touched }: { batch: ChainBatch; touched: Touched },
): Promise<CheckOutcome> {
  const head = batch.blocks.at(-1)
  if (head === undefined) return { kind: 'agrees' }
  try {
    const expected = writer.rehearse(batch, (readModel) => expectedOf(readModel, touched))
    return await crossCheck(lens, expected, head.hash)
  } catch (error) {
    if (error instanceof InconsistentEvents) return { kind: 'differs', difference: error.message }
    throw error
  }
}

function divergedReason({ blocks }: FetchedBlocks, difference: string): string {
  const [first, last] = [blocks[0]?.number, blocks.at(-1)?.number]
  return `The events of blocks ${first} to ${last} do not match the contracts: ${difference}. What was indexed before is kept and served; ask another node, or run "cairn serve --reindex"`
}
