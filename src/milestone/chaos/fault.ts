import type { Exchange, RpcRequest } from '../chain/rpc.ts'

/** Every fault that can be injected, in the order that answers list them. */
export const faultTypes = [
  'rpc_timeout',
  'rpc_latency',
  'rpc_reset',
  'rpc_5xx',
  'rpc_429',
  'rpc_response_lost',
  'rpc_malformed',
  'rpc_bad_id',
  'rpc_wrong_chain',
  'stale_node',
  'split_heads',
  'log_gap',
  'log_range_limit',
  'reorg',
  'tx_dropped',
  'tx_underpriced',
  'nonce_conflict',
  'revert',
  'rpc_down',
  'verifier_offline',
  'evidence_missing',
] as const
export type FaultType = (typeof faultTypes)[number]

/** One injected fault. Times in milliseconds since the epoch. */
export interface InjectedFault {
  type: FaultType
  since: number
  expiresAt: number
  /** Chance that one request is hit, 0 to 1. */
  probability: number
  /** Hits left; undefined without a limit. */
  remaining: number | undefined
  /** Only these JSON-RPC methods; undefined means the fault's own choice. */
  methods: readonly string[] | undefined
  /** Only this endpoint, by its place in the list of endpoints; undefined means all. */
  endpoint: number | undefined
  seed: number
  hits: number
}

/** What a fault is given when its dice have fallen. `roll` answers 0 to 1, the same for the same seed, request and name. */
export interface Strike {
  endpoint: string
  request: RpcRequest
  signal: AbortSignal
  inner: Exchange
  roll: (name: string) => number
}

/** A fault of the wire: one file, one name, one function. */
export interface WireFault {
  type: FaultType
  /** Methods it touches unless the injection names others; undefined means all. */
  methods?: readonly string[]
  strike: (strike: Strike) => ReturnType<Exchange>
}

/** Points of a verification cycle at which faults that are not of the wire act. */
export type CyclePoint =
  | { fault: 'reorg'; after: 'vote' | 'release' }
  | { fault: 'tx_dropped'; step: string }
  | { fault: 'tx_underpriced'; step: string }
  | { fault: 'nonce_conflict'; step: string }
  | { fault: 'revert'; verifier: string }
  | { fault: 'verifier_offline'; verifier: string }
  | { fault: 'evidence_missing'; root: string }

/** The chaos layer: faults are data, and only the demo pipeline's transport passes through it. */
export interface Chaos {
  /** Goes up whenever a fault is injected, hits, ends or is cleared. */
  readonly revision: number
  inject(request: {
    type: FaultType
    ttlSeconds?: number
    probability?: number
    count?: number
    methods?: readonly string[]
    endpoint?: number
    seed?: number
  }): InjectedFault
  clear(): void
  /** Faults in force now. */
  active(): InjectedFault[]
  /** Hits by type since the start, ended faults included. */
  hits(): Partial<Record<FaultType, number>>
  /** The layer itself, above the HTTP exchange and under the resilient client. */
  wrap(inner: Exchange): Exchange
  /** Whether a fault strikes at this point of a cycle; counts a hit if it does. `key` names the occasion. */
  strikes(point: CyclePoint, key: string): boolean
}
