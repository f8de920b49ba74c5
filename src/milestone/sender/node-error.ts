import { type Hex, isHex } from 'viem'

/** An error in a JSON-RPC response. */
export interface NodeError {
  code: number
  message: string
  data: Hex | undefined
}

/** The node's error within an error of any layer; undefined when no node answered. */
export function nodeErrorIn(error: unknown): NodeError | undefined {
  let found: NodeError | undefined
  for (let inner: unknown = error; inner instanceof Error; inner = inner.cause) {
    const code = 'code' in inner ? inner.code : undefined
    // Exceptions of the platform have positive codes; -1 is viem's code for unknown errors.
    if (typeof code !== 'number' || !(code < -1 || code === 3)) continue
    const details = 'details' in inner && typeof inner.details === 'string' ? inner.details : ''
    found ??= { code, message: details === '' ? inner.message : details, data: undefined }
    // An outer layer may repeat the code without the data.
    found.data ??= dataOf('data' in inner ? inner.data : undefined)
  }
  return found
}

/** The outcome of a broadcast by the node's answer. */
export type BroadcastAnswer = 'taken' | 'underpriced' | 'nonce used' | 'refused' | 'lost'

/**
 * Nodes distinguish these by messages only. A wrong guess costs a request, never a second transaction, as the outcome
 * is looked up by hash and nonce.
 */
export function broadcastAnswerOf({ message }: NodeError): BroadcastAnswer {
  if (/already ?(known|imported|exists)|known transaction/i.test(message)) return 'taken'
  if (/underpriced|fee ?too ?low|less than block base fee|below .*base fee/i.test(message))
    return 'underpriced'
  if (/nonce too low|nonce has already been used|oldnonce/i.test(message)) return 'nonce used'
  return 'refused'
}

/** Whether a node's error in a simulation is about the transaction, so that a retry would bring the same. */
export function isAboutTransaction({ code, message, data }: NodeError): boolean {
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
