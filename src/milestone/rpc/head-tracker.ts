import { headOf } from './check-result.ts'
import { isQuantity } from './shapes.ts'

/** The newest block that an answer names. */
export interface SeenHead {
  number: number
  /** Undefined when only the number was asked for. */
  hash: string | undefined
}

/**
 * `serve`: may be answered. `behind`: the endpoint has not seen what was seen before. `conflict`: it shows another block
 * at the height of the newest one.
 */
export type HeadVerdict = 'serve' | 'behind' | 'conflict'

/** Keeps the newest head that was seen, so that no answer goes back behind it. */
export interface HeadTracker {
  readonly head: SeenHead | undefined
  /** Height of the newest block that any answer named. */
  readonly newestKnown: number
  /** Judges an answer to a question for the head, and remembers it when it may be served. */
  judge(method: string, params: readonly unknown[], result: unknown): HeadVerdict
  /** The answer of the newest head to such a question; undefined when that cannot be given without asking. */
  newest(method: string, params: readonly unknown[]): unknown
  /** The answer to serve when `result` came; undefined when it was overtaken on its way, and nothing newer is kept. */
  serve(method: string, params: readonly unknown[], result: unknown): unknown
  /** The chain did replace its newest block: the answer's head stands from now on. */
  replace(method: string, params: readonly unknown[], result: unknown): void
  /** A receipt names a block of this height: lower heads are outdated. */
  reach(number: number): void
  /** The chain went back: heads from `ancestor` on may be served again. */
  goBack(ancestor: number): void
}

export function createHeadTracker(): HeadTracker {
  let head: SeenHead | undefined
  let reached = 0
  /** The newest block as it was answered, without and with its transactions. */
  let blocks: { plain?: unknown; full?: unknown } = {}

  const remember = (seen: SeenHead, params: readonly unknown[], result: unknown) => {
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
    if (head === undefined || !asksHead(method, params)) return undefined
    if (method === 'eth_blockNumber') return `0x${head.number.toString(16)}`
    return params[1] === true ? blocks.full : blocks.plain
  }
  return {
    get head() {
      return head
    },
    get newestKnown() {
      return Math.max(reached, head?.number ?? 0)
    },
    judge: (method, params, result) => {
      const seen = seenIn(method, params, result)
      if (seen === undefined) return 'serve'
      if (seen.number < reached) return 'behind'
      if (head !== undefined) {
        if (seen.number < head.number) return 'behind'
        const known = seen.number === head.number ? head.hash : undefined
        if (known !== undefined && seen.hash !== undefined && seen.hash !== known) return 'conflict'
      }
      remember(seen, params, result)
      return 'serve'
    },
    newest,
    serve: (method, params, result) => {
      const seen = seenIn(method, params, result)
      if (seen === undefined || head === undefined) return result
      return newest(method, params) ?? (seen.number < head.number ? undefined : result)
    },
    replace: (method, params, result) => {
      const seen = seenIn(method, params, result)
      if (seen === undefined) return
      head = undefined
      remember(seen, params, result)
    },
    reach: (number) => {
      reached = Math.max(reached, number)
    },
    goBack: (ancestor) => {
      reached = Math.min(reached, ancestor)
      if (head === undefined) return
      head = { number: Math.min(head.number, ancestor), hash: undefined }
      blocks = {}
    },
  }
}

/** Whether the answer to this question names the newest block. */
export function asksHead(method: string, params: readonly unknown[]): boolean {
  return method === 'eth_blockNumber' || (method === 'eth_getBlockByNumber' && params[0] === 'latest')
}

/** The head that a checked answer names; undefined when it was not asked for the head. */
export function seenIn(method: string, params: readonly unknown[], result: unknown): SeenHead | undefined {
  if (!asksHead(method, params)) return undefined
  if (method === 'eth_blockNumber')
    return isQuantity(result) ? { number: Number(result), hash: undefined } : undefined
  return headOf(result)
}
