import type { Hex } from 'viem'
import {
  type BlockId,
  ChainRequestFailed,
  type ChainRequests,
  createChainRequests,
} from './chain-requests.ts'
import { isStepFailed, StepFailed, TransactionReverted } from './errors.ts'
import type { Intent, IntentName } from './intents.ts'
import type { DriveOptions, Sending, SentTransaction } from './sending.ts'

const refusalsMax = 20

export interface ConfirmOrder {
  runId: string
  /** The block that the transactions must not be above; by default the newest. */
  head?: BlockId
  /** Only what was mined of the run's intents before this one. */
  before?: Intent
  signal: AbortSignal
}

/**
 * Confirms every transaction of a run on the chain of `head`, in their order of creation, so that what a reorg removed
 * is resubmitted before what depends on it. Before that the endpoints should agree: else a transaction that one of them
 * still shows as mined may follow what depends on it.
 */
export async function confirmRun(
  sending: Sending,
  what: ConfirmOrder,
  drive: (name: IntentName, how: DriveOptions) => Promise<SentTransaction>,
): Promise<{ head: BlockId; transactions: SentTransaction[] }> {
  const { runId, before, signal } = what
  const chain = createChainRequests(sending.provider, signal)
  const states = ['open', 'mined', 'reverted', 'done'] as const
  const intents = await (before === undefined
    ? sending.store.list({ runId, states })
    : sending.store.minedBefore(before))
  let resubmits = false
  let pauseMs = sending.pace.pollMs
  for (let refusals = 0; ; ) {
    try {
      const found = await driveAll(intents, (intent) =>
        drive(intent, { retriesReverted: intent.state !== 'reverted', resubmits }),
      )
      resubmits = false
      const head = await headOf(chain, what)
      const latest = Math.max(...found.map(({ transaction }) => transaction.blockNumber))
      if (latest > head.number && what.head !== undefined)
        throw cannotConfirm(runId, head, `a transaction of the run is in block ${latest}`)
      if (latest <= head.number && (await isChainOf(chain, head, found))) {
        for (const { intent, transaction } of before === undefined ? found : []) {
          const { hash, blockNumber, blockHash } = transaction
          await sending.store.settle(intent.id, { state: 'done', hash, blockNumber, blockHash })
        }
        return { head, transactions: found.map(({ transaction }) => transaction) }
      }
    } catch (error) {
      if (signal.aborted) throw new StepFailed('left_open', { runId, step: 'confirm' }, signal.reason)
      if (isStepFailed(error, 'transaction_missing')) {
        await sending.untilEndpointsAgree(signal)
        resubmits = true
        continue
      }
      // It depends on a transaction that a reorg has removed since that one was found, or on time.
      const isRefused = error instanceof TransactionReverted || isStepFailed(error, 'earlier_call_reverted')
      refusals += isRefused ? 1 : 0
      if (refusals > refusalsMax || !(isRefused || error instanceof ChainRequestFailed)) throw error
    }
    await sending.sleep(pauseMs, signal)
    pauseMs = Math.min(pauseMs * 2, sending.pace.pollMsMax)
  }
}

/** Intents that had reverted before need no confirmation. */
async function driveAll(intents: readonly Intent[], drive: (intent: Intent) => Promise<SentTransaction>) {
  const found: { intent: Intent; transaction: SentTransaction }[] = []
  for (const intent of intents) {
    try {
      found.push({ intent, transaction: await drive(intent) })
    } catch (error) {
      if (!(error instanceof TransactionReverted) || intent.state !== 'reverted') throw error
    }
  }
  return found
}

async function headOf(
  chain: ChainRequests,
  { runId, head }: { runId: string; head?: BlockId },
): Promise<BlockId> {
  const found = await chain.block(head?.number ?? 'latest')
  if (head !== undefined && found?.hash !== head.hash)
    throw cannotConfirm(runId, head, 'the chain has another block there')
  if (found === undefined)
    throw new ChainRequestFailed('eth_getBlockByNumber', new Error('there is no newest block'))
  return found
}

/** Reads the head again at the end, so that the blocks read in between are of one chain. */
async function isChainOf(
  chain: ChainRequests,
  head: BlockId,
  found: readonly { transaction: SentTransaction }[],
): Promise<boolean> {
  const blocks = new Map(found.map(({ transaction }) => [transaction.blockNumber, transaction.blockHash]))
  for (const [number, hash] of blocks) if ((await chain.block(number))?.hash !== hash) return false
  const newest = await chain.block('latest')
  const again = newest?.number === head.number ? newest : await chain.block(head.number)
  return again?.hash === head.hash
}

function cannotConfirm(runId: string, { number, hash }: { number: number; hash: Hex }, state: string): Error {
  return new Error(`Cannot confirm run "${runId}" at block ${number} (${hash}): ${state}`)
}
