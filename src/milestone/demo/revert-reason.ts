import { type Address, type Hex, isHex } from 'viem'
import { type NodeRpc, quantity } from '../anvil/node-rpc.ts'
import { decodeRevert } from '../contracts/revert.ts'

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
  return decodeRevert(isHex(output) ? output : undefined).text
}
