import { type Address, decodeErrorResult, type Hex, isHex } from 'viem'
import * as abi from '../chain/abi.ts'
import { type NodeRpc, quantity } from '../chain/node-rpc.ts'

const errors = [
  ...abi.milestoneEscrowAbi,
  ...abi.verifierRegistryAbi,
  ...abi.agentTreasuryAbi,
  ...abi.demoUsdcAbi,
  ...abi.nameRegistryAbi,
  ...abi.nameResolverAbi,
].filter((item) => item.type === 'error')

/** Why a transaction of block `number` failed, by the contracts' own error names. */
export async function revertReason(
  rpc: NodeRpc,
  call: { from: Address; to: Address | undefined; data: Hex; value: bigint },
  number: number,
): Promise<string> {
  const trace = await rpc.call('debug_traceCall', [
    { ...call, value: quantity(call.value) },
    quantity(number),
    { tracer: 'callTracer' },
  ])
  const output = typeof trace === 'object' && trace !== null && 'output' in trace ? trace.output : undefined
  return isHex(output) ? readable(output) : 'no reason was given'
}

function readable(data: Hex): string {
  try {
    const { errorName, args } = decodeErrorResult({ abi: errors, data })
    return `${errorName}(${(args ?? []).map(String).join(', ')})`
  } catch {
    return data
  }
}
