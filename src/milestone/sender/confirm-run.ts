import { type BlockName, type ChainQuestions, ChainTrouble, createChainQuestions } from './chain-questions.ts'
import type { SentTransaction } from './drive-intent.ts'
import type { Intent, IntentName } from './intents.ts'
import { ConfirmationImpossible, IntentLeftOpen, TransactionReverted } from './sender-errors.ts'
import type { Sending } from './sending.ts'

/**
 * Finds every transaction of a run on one chain: that of `head`. In the order in which they were made, so that what a
 * reorg took is sent again before what builds on it.
 */
export async function confirmRun(
  sending: Sending,
  what: { runId: string; step?: string; head?: BlockName; signal: AbortSignal },
  drive: (name: IntentName) => Promise<SentTransaction>,
): Promise<{ head: BlockName; transactions: SentTransaction[] }> {
  const { runId, step, signal } = what
  const chain = createChainQuestions(sending.provider, signal)
  const states = ['open', 'mined', 'reverted', 'done'] as const
  const intents = (await sending.store.list({ runId, states })).filter(
    (intent) => step === undefined || intent.step === step,
  )
  let pauseMs = sending.pace.lookMs
  for (;;) {
    const found = await driveAll(intents, drive)
    try {
      const head = await headOf(chain, what)
      const latest = Math.max(...found.map(({ transaction }) => transaction.blockNumber))
      if (latest > head.number && what.head !== undefined)
        throw new ConfirmationImpossible(runId, head, `a transaction of the run is in block ${latest}`)
      if (latest <= head.number && (await isChainOf(chain, head, found))) {
        for (const { intent, transaction } of found) {
          const { hash, blockNumber, blockHash } = transaction
          await sending.store.settle(intent.id, { state: 'done', hash, blockNumber, blockHash })
        }
        return { head, transactions: found.map(({ transaction }) => transaction) }
      }
    } catch (error) {
      if (signal.aborted) throw new IntentLeftOpen({ runId, step: step ?? 'confirm' }, signal.reason)
      if (!(error instanceof ChainTrouble)) throw error
    }
    await sending.sleep(pauseMs, signal)
    pauseMs = Math.min(pauseMs * 2, sending.pace.lookMsMax)
  }
}

/** An intent whose receipt says reverted has ended before; there is nothing to confirm. */
async function driveAll(intents: readonly Intent[], drive: (name: IntentName) => Promise<SentTransaction>) {
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
  chain: ChainQuestions,
  { runId, head }: { runId: string; head?: BlockName },
): Promise<BlockName> {
  const found = await chain.block(head?.number ?? 'latest')
  if (head !== undefined && found?.hash !== head.hash)
    throw new ConfirmationImpossible(runId, head, 'the chain has another block there')
  if (found === undefined)
    throw new ChainTrouble('eth_getBlockByNumber', new Error('there is no newest block'))
  return found
}

/** Reads the head once more at the end: blocks that were read in between are then those of one chain. */
async function isChainOf(
  chain: ChainQuestions,
  head: BlockName,
  found: readonly { transaction: SentTransaction }[],
): Promise<boolean> {
  const blocks = new Map(found.map(({ transaction }) => [transaction.blockNumber, transaction.blockHash]))
  for (const [number, hash] of blocks) if ((await chain.block(number))?.hash !== hash) return false
  const newest = await chain.block('latest')
  const again = newest?.number === head.number ? newest : await chain.block(head.number)
  return again?.hash === head.hash
}
