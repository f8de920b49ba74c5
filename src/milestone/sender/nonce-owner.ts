import type { Address, Hex } from 'viem'
import { ChainRequestFailed, type ChainRequests } from './chain-requests.ts'

/** Of one request: the search needs many, and starts over when one of them fails. */
const attemptsMax = 4

/**
 * The mined transaction that has used a nonce. It is looked up in the block, as a missing receipt proves nothing: an
 * answer may be stale or lost. Undefined when the chain does not show it.
 */
export async function findNonceOwner(
  chain: ChainRequests,
  account: Address,
  nonce: number,
): Promise<Hex | undefined> {
  const head = await withRetries(() => chain.block('latest'))
  if (head === undefined) return undefined
  const isUsedAt = async (block: number) =>
    (await withRetries(() => chain.transactionCount(account, block))) > nonce
  if (!(await isUsedAt(head.number))) return undefined

  // Used at `after`, not yet at `before`. A recent block is likely, so the steps back start small.
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
  return await withRetries(() => chain.transactionIn(after, account, nonce))
}

async function withRetries<Answer>(request: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await request()
    } catch (error) {
      if (attempt === attemptsMax || !(error instanceof ChainRequestFailed)) throw error
    }
  }
}
