import { type FaultName, type FaultType, faultNames, type WireFault } from './fault.ts'
import { splitHeads } from './split-heads.ts'
import { staleNode } from './stale-node.ts'
import {
  logGap,
  logRangeLimit,
  rpc5xx,
  rpc429,
  rpcBadId,
  rpcDown,
  rpcLatency,
  rpcMalformed,
  rpcReset,
  rpcResponseLost,
  rpcTimeout,
  rpcWrongChain,
} from './wire-faults.ts'

/** The faults of the wire. The others, of the node and of the cycle, apply at points of a cycle. */
export const wireFaults: readonly WireFault[] = [
  rpcTimeout,
  rpcLatency,
  rpcReset,
  rpc5xx,
  rpc429,
  rpcResponseLost,
  rpcMalformed,
  rpcBadId,
  rpcWrongChain,
  staleNode,
  splitHeads,
  logGap,
  logRangeLimit,
  rpcDown,
]

/** A fault with the default scope of its name. */
export interface NamedFault {
  name: FaultName
  type: FaultType
  /** Undefined for all endpoints, and for faults that are not of the wire. */
  endpoint: number | undefined
  /** Hits at most; undefined without a limit. */
  count: number | undefined
}

/** Default hits of faults that would otherwise leave a cycle without a quorum. */
export const countDefaults: Readonly<Partial<Record<FaultType, number>>> = {
  verifier_offline: 1,
  evidence_missing: 2,
}

/**
 * The fault of a name with its default scope, which the remaining endpoints survive unless the name includes all of
 * them. Undefined for an unknown name.
 */
export function resolveFault(text: string): NamedFault | 'clear' | undefined {
  if (text === 'clear') return 'clear'
  const name = faultNames.find((known) => known === text)
  if (name === undefined) return undefined
  const type = name === 'kill_rpc' || name === 'kill_all' ? 'rpc_down' : name
  const isTotal = name === 'rpc_down' || name === 'kill_all'
  const isOfWire = wireFaults.some((fault) => fault.type === type)
  return {
    name,
    type,
    endpoint: isOfWire && !isTotal ? 0 : undefined,
    count: countDefaults[type],
  }
}
