import type { Address, Hex } from 'viem'
import { type ChainQuestions, ChainTrouble } from './chain-questions.ts'

/** Tries of one question: the search has many, and starts from nothing when one of them stays without an answer. */
const triesMax = 4

/**
 * The mined transaction that has used a nonce. It is looked up in the block itself, because the absence of a receipt
 * proves nothing: an answer may be stale or lost. Undefined when the chain does not show it (any more).
 */
export async function findNonceOwner(
  chain: ChainQuestions,
  account: Address,
  nonce: number,
): Promise<Hex | undefined> {
  const head = await insisting(() => chain.block('latest'))
  if (head === undefined) return undefined
  const isUsedAt = async (block: number) =>
    (await insisting(() => chain.transactionCount(account, block))) > nonce
  if (!(await isUsedAt(head.number))) return undefined

  // Used at `after`, not yet at `before`; it was most likely used lately, so the steps back start small.
  let after = head.number
  let before = after - 1
  for (let step = 1; before >= 0 && (await isUsedAt(before)); step *= 2) {
    after = before
    before = Math.max(-1, before - step)
  }
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (await isUsedAt(middle)) after = middle
    else before = middle
  }
  return await insisting(() => chain.transactionIn(after, account, nonce))
}

async function insisting<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await ask()
    } catch (error) {
      if (tries === triesMax || !(error instanceof ChainTrouble)) throw error
    }
  }
}
