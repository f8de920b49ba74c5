import type { Exchange, RpcReply, RpcRequest } from '../rpc/rpc.ts'
import table from './faults.json'

export type FaultType = keyof typeof table
/** Every fault that can be injected, in the order that answers list them. The only cast: `Object.keys` forgets the keys. */
export const faultTypes: readonly FaultType[] = Object.keys(table) as FaultType[]

/** Other names of faults, each with its own default scope. */
export const faultAliases = ['kill_rpc', 'kill_all'] as const
export type FaultName = FaultType | (typeof faultAliases)[number]

/** Everything that can be injected by name. */
export const faultNames: readonly FaultName[] = [...faultTypes, ...faultAliases]

/** Parts of a verification cycle that a fault may be confined to; `read` is all that changes nothing. */
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
  /** As the caller named it; hits are counted by this name. */
  name: FaultName
  since: number
  expiresAt: number
  /** Of a hit per request, 0 to 1. */
  probability: number
  /** Hits left; undefined without a limit. */
  remaining: number | undefined
  /** Only these JSON-RPC methods or points of a cycle; undefined means the fault's default. */
  methods: readonly string[] | undefined
  /** Only this endpoint, by its index; undefined means all. */
  endpoint: number | undefined
  /** Only while a cycle is at one of these steps (see `stepWords`); undefined means all the time. */
  steps: readonly StepWord[] | undefined
  seed: number
  hits: number
}

/** A small cache of one endpoint's earlier answers; drops the oldest entry first. */
export interface FaultMemory {
  get(key: string): string | undefined
  set(key: string, value: string): void
  /** Oldest first. */
  entries(): readonly (readonly [key: string, value: string])[]
}

/** One request that a fault hits. */
export interface FaultHit {
  endpoint: string
  request: RpcRequest
  signal: AbortSignal
  inner: Exchange
  /** A number from 0 to below 1, the same for the same seed, request and name. */
  sample: (name: string) => number
  memory: FaultMemory
  /** Revokes the hit, as the reply offers nothing that this fault could change. */
  revoke: () => void
}

/** A fault of the wire. */
export interface WireFault {
  type: FaultType
  /** Default methods; undefined means all. */
  methods?: readonly string[]
  /** Wraps faults of lower layers; 0 by default. Contradicting earlier answers needs what the caller saw. */
  layer?: number
  apply: (hit: FaultHit) => ReturnType<Exchange>
  /** Sees the replies that were not hit. */
  observe?: (seen: { request: RpcRequest; reply: RpcReply; memory: FaultMemory }) => void
}

/** Points of a verification cycle where the other faults apply. */
export type CyclePoint =
  | { fault: 'reorg'; after: 'vote' | 'release' }
  | { fault: 'tx_dropped'; step: string }
  | { fault: 'tx_underpriced'; step: string }
  | { fault: 'nonce_conflict'; step: string }
  | { fault: 'revert'; verifier: string }
  | { fault: 'verifier_offline'; verifier: string }
  | { fault: 'evidence_missing'; root: string; verifier: string }

/** A fault to inject, within the bounds of `ChaosRequest`. */
export interface FaultRequest
  extends Partial<Pick<InjectedFault, 'probability' | 'methods' | 'steps' | 'seed'>> {
  type: FaultType
  /** The type by default. */
  name?: FaultName
  ttlSeconds?: number
  count?: number
  endpoint?: number
}

/** The fault injection of the pipeline. */
export interface Chaos {
  /** Goes up whenever a fault is injected, hits, ends or is cleared. */
  readonly revision: number
  inject(request: FaultRequest): InjectedFault
  clear(): void
  /** Faults that are active now. */
  active(): InjectedFault[]
  /** Hits by name since the start, ended faults included. */
  hits(): Partial<Record<FaultName, number>>
  /**
   * Wraps the HTTP exchange, under the resilient client. `endpoints` is the client's list: samples and filters identify
   * an endpoint by its index in it (without a list, by the order of their first requests).
   */
  wrap(inner: Exchange, endpoints?: readonly string[]): Exchange
  /**
   * Whether a fault applies at this point of a cycle; counts a hit if it does. `key` identifies the occasion. An
   * injection with `methods` applies only where they include the point's step, verifier or root.
   */
  applies(point: CyclePoint, key: string): boolean
}
