import { headOf } from './check-result.ts'
import { isQuantity } from './shapes.ts'

/** The newest block in an answer. */
export interface Head {
  number: number
  /** Undefined when only the number was requested. */
  hash: string | undefined
}

/**
 * `current`: may be served. `behind`: older than the known head. `conflict`: another block at the height of the known
 * head.
 */
export type HeadVerdict = 'current' | 'behind' | 'conflict'

/** Remembers the newest head, so that no served answer goes back behind it. */
export type HeadTracker = ReturnType<typeof createHeadTracker>

export function createHeadTracker() {
  let head: Head | undefined
  let reached = 0
  /** Answers for the newest block, without and with its transactions. */
  let blocks: { plain?: unknown; full?: unknown } = {}

  const remember = (seen: Head, params: readonly unknown[], result: unknown) => {
    if (head === undefined || seen.number > head.number) {
      head = seen
      blocks = {}
    }
    if (seen.hash === undefined) return
    head = seen
    if (params[1] === true) blocks.full = result
    else blocks.plain = result
  }
  const newest = (method: string, params: readonly unknown[]): unknown => {
    if (head === undefined || !readsHead(method, params)) return undefined
    if (method === 'eth_blockNumber') return `0x${head.number.toString(16)}`
    return params[1] === true ? blocks.full : blocks.plain
  }
  return {
    get head() {
      return head
    },
    /** Height of the newest block in any answer. */
    get newestKnown() {
      return Math.max(reached, head?.number ?? 0)
    },
    /** Compares an answer with the known head, and remembers it when it may be served. */
    observe: (method: string, params: readonly unknown[], result: unknown): HeadVerdict => {
      const seen = headIn(method, params, result)
      if (seen === undefined) return 'current'
      if (seen.number < reached) return 'behind'
      if (head !== undefined) {
        if (seen.number < head.number) return 'behind'
        const known = seen.number === head.number ? head.hash : undefined
        if (known !== undefined && seen.hash !== undefined && seen.hash !== known) return 'conflict'
      }
      remember(seen, params, result)
      return 'current'
    },
    /** The cached answer for the known head; undefined when there is none. */
    newest,
    /** The answer to serve in place of `result`; undefined when it is outdated and no newer one is cached. */
    serve: (method: string, params: readonly unknown[], result: unknown) => {
      const seen = headIn(method, params, result)
      if (seen === undefined || head === undefined) return result
      return newest(method, params) ?? (seen.number < head.number ? undefined : result)
    },
    /** Takes over the answer's head after the chain replaced its newest block. */
    replace: (method: string, params: readonly unknown[], result: unknown) => {
      const seen = headIn(method, params, result)
      if (seen === undefined) return
      head = undefined
      remember(seen, params, result)
    },
    /** A receipt is in a block of this height: lower heads are outdated. */
    reach: (number: number) => {
      reached = Math.max(reached, number)
    },
    /** After a reorg: heads from `ancestor` on may be served again. */
    goBack: (ancestor: number) => {
      reached = Math.min(reached, ancestor)
      if (head === undefined) return
      head = { number: Math.min(head.number, ancestor), hash: undefined }
      blocks = {}
    },
  }
}

/** Whether the answer to this request contains the newest block. */
export function readsHead(method: string, params: readonly unknown[]): boolean {
  return method === 'eth_blockNumber' || (method === 'eth_getBlockByNumber' && params[0] === 'latest')
}

/** The head in a checked answer; undefined for other requests. */
export function headIn(method: string, params: readonly unknown[], result: unknown): Head | undefined {
  if (!readsHead(method, params)) return undefined
  if (method === 'eth_blockNumber')
    return isQuantity(result) ? { number: Number(result), hash: undefined } : undefined
  return headOf(result)
}
