import { type Hex, isHex } from 'viem'

/** What a node said instead of a result. */
export interface RpcRefusal {
  code: number
  message: string
  data: Hex | undefined
}

/** The node's own words in an error of whatever layer; undefined when no node answered. */
export function refusalIn(error: unknown): RpcRefusal | undefined {
  let refusal: RpcRefusal | undefined
  for (let inner: unknown = error; inner instanceof Error; inner = inner.cause) {
    const code = 'code' in inner ? inner.code : undefined
    // Exceptions of the platform have positive codes, and -1 is what viem calls anything unknown.
    if (typeof code !== 'number' || !(code < -1 || code === 3)) continue
    const details = 'details' in inner && typeof inner.details === 'string' ? inner.details : ''
    refusal ??= { code, message: details === '' ? inner.message : details, data: undefined }
    // A layer above may repeat the code and leave the data below.
    refusal.data ??= dataOf('data' in inner ? inner.data : undefined)
  }
  return refusal
}

/** What became of a transaction that was handed to a node, as far as its answer tells. */
export type BroadcastAnswer = 'taken' | 'underpriced' | 'nonce used' | 'refused' | 'lost'

/**
 * Nodes tell these apart by words alone. A wrong guess costs a question, never a second transaction: what happened is
 * found out by hash and by nonce.
 */
export function broadcastAnswerOf(refusal: RpcRefusal): BroadcastAnswer {
  const { message } = refusal
  if (/already ?(known|imported|exists)|known transaction/i.test(message)) return 'taken'
  if (/underpriced|fee ?too ?low|less than block base fee|below .*base fee/i.test(message))
    return 'underpriced'
  if (/nonce too low|nonce has already been used|oldnonce/i.test(message)) return 'nonce used'
  return 'refused'
}

/** Whether a node's answer to a simulation is about the transaction, so that asking again would change nothing. */
export function isAboutTransaction({ code, message, data }: RpcRefusal): boolean {
  return (
    code === 3 ||
    data !== undefined ||
    /revert|EVM error|invalid (opcode|jump)|insufficient funds|intrinsic gas|out of gas/i.test(message)
  )
}

function dataOf(data: unknown): Hex | undefined {
  if (isHex(data)) return data
  return typeof data === 'object' && data !== null && 'data' in data && isHex(data.data)
    ? data.data
    : undefined
}
