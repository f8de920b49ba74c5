import type { Exchange, RpcReply, RpcRequest } from '../rpc/rpc.ts'

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

/** Further names of faults, each a type with a scope of its own. */
export const faultAliases = ['kill_rpc', 'kill_all'] as const
/** What a caller names a fault. */
export type FaultName = FaultType | (typeof faultAliases)[number]

/** Parts of a verification cycle that a fault may be confined to; `read` is whatever changes nothing. */
export const stepWords = [
  'create',
  'stake',
  'evidence',
  'vote',
  'tally',
  'finalize',
  'release',
  'withdraw',
  'book',
  'read',
] as const
export type StepWord = (typeof stepWords)[number]

/** One injected fault. Times in milliseconds since the epoch. */
export interface InjectedFault {
  type: FaultType
  /** What the caller named it; hits are counted under it. */
  name: FaultName
  since: number
  expiresAt: number
  /** Chance that one request is hit, 0 to 1. */
  probability: number
  /** Hits left; undefined without a limit. */
  remaining: number | undefined
  /** Only these JSON-RPC methods, or points of a cycle; undefined means the fault's own choice. */
  methods: readonly string[] | undefined
  /** Only this endpoint, by its place in the list of endpoints; undefined means all. */
  endpoint: number | undefined
  /** Only while a cycle is at one of these steps (see `stepWords`); undefined means all the time. */
  steps: readonly StepWord[] | undefined
  seed: number
  hits: number
}

/** What one injection noted of one endpoint's earlier answers. Holds little: the oldest note goes first. */
export interface FaultMemory {
  get(key: string): string | undefined
  set(key: string, value: string): void
  /** The oldest first. */
  entries(): readonly (readonly [key: string, value: string])[]
}

/** What a fault is given when its dice have fallen. `roll` answers 0 to 1, the same for the same seed, request and name. */
export interface Strike {
  endpoint: string
  request: RpcRequest
  signal: AbortSignal
  inner: Exchange
  roll: (name: string) => number
  memory: FaultMemory
  /** Takes the hit back: there was nothing here that this fault could spoil. */
  miss: () => void
}

/** A fault of the wire: one file, one name, one function. */
export interface WireFault {
  type: FaultType
  /** Methods it touches unless the injection names others; undefined means all. */
  methods?: readonly string[]
  /** Around faults of lower layers, 0 unless told: what contradicts earlier answers must know which of them got through. */
  layer?: number
  strike: (strike: Strike) => ReturnType<Exchange>
  /** Sees the answers to such methods that were not struck. */
  watch?: (seen: { request: RpcRequest; reply: RpcReply; memory: FaultMemory }) => void
}

/** Points of a verification cycle at which faults that are not of the wire act. */
export type CyclePoint =
  | { fault: 'reorg'; after: 'vote' | 'release' }
  | { fault: 'tx_dropped'; step: string }
  | { fault: 'tx_underpriced'; step: string }
  | { fault: 'nonce_conflict'; step: string }
  | { fault: 'revert'; verifier: string }
  | { fault: 'verifier_offline'; verifier: string }
  | { fault: 'evidence_missing'; root: string; verifier: string }

/** The chaos layer: faults are data, and only the demo pipeline's transport passes through it. */
export interface Chaos {
  /** Goes up whenever a fault is injected, hits, ends or is cleared. */
  readonly revision: number
  inject(request: {
    type: FaultType
    /** The type unless told. */
    name?: FaultName
    ttlSeconds?: number
    probability?: number
    count?: number
    methods?: readonly string[]
    endpoint?: number
    steps?: readonly StepWord[]
    seed?: number
  }): InjectedFault
  clear(): void
  /** Faults in force now. */
  active(): InjectedFault[]
  /** Hits by name since the start, ended faults included. */
  hits(): Partial<Record<FaultName, number>>
  /**
   * The layer itself, above the HTTP exchange and under the resilient client. `endpoints` is the client's list: dice and
   * filters know an endpoint by its place in it (without a list, by the order in which they are first asked).
   */
  wrap(inner: Exchange, endpoints?: readonly string[]): Exchange
  /**
   * Whether a fault strikes at this point of a cycle; counts a hit if it does. `key` names the occasion. A fault whose
   * injection names methods strikes only where the point's step, verifier or root is one of them.
   */
  strikes(point: CyclePoint, key: string): boolean
}
