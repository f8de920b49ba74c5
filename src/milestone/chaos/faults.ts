import { type FaultType, faultTypes, type WireFault } from './fault.ts'
import { logGap } from './log-gap.ts'
import { logRangeLimit } from './log-range-limit.ts'
import { rpc5xx } from './rpc-5xx.ts'
import { rpc429 } from './rpc-429.ts'
import { rpcBadId } from './rpc-bad-id.ts'
import { rpcDown } from './rpc-down.ts'
import { rpcLatency } from './rpc-latency.ts'
import { rpcMalformed } from './rpc-malformed.ts'
import { rpcReset } from './rpc-reset.ts'
import { rpcResponseLost } from './rpc-response-lost.ts'
import { rpcTimeout } from './rpc-timeout.ts'
import { rpcWrongChain } from './rpc-wrong-chain.ts'
import { splitHeads } from './split-heads.ts'
import { staleNode } from './stale-node.ts'

/** The faults of the wire. Those of the node and of the pipeline act at points of a cycle instead. */
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

/** Further names of faults. `endpoint` is what the name itself says; undefined strikes all of them. */
export const faultAliases: Readonly<Partial<Record<string, { type: FaultType; endpoint?: number }>>> = {
  kill_rpc: { type: 'rpc_down', endpoint: 0 },
  kill_all: { type: 'rpc_down' },
}

/** The fault that a caller names, aliases included; undefined when there is none of that name. */
export function resolveFaultType(text: string): FaultType | 'clear' | undefined {
  if (text === 'clear') return 'clear'
  const alias = Object.hasOwn(faultAliases, text) ? faultAliases[text] : undefined
  return alias?.type ?? faultTypes.find((type) => type === text)
}
