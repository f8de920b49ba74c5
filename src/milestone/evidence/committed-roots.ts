import { decodeFunctionData, type Hex } from 'viem'
import { milestoneEscrowAbi } from '../contracts/abi.ts'
import { hexOf } from '../rpc/hex.ts'

/** The evidence roots that calls of the escrow commit; other calls commit none. */
export function committedRoots(calls: readonly { data: string }[]): Hex[] {
  return calls.flatMap(({ data }) => {
    try {
      const call = decodeFunctionData({ abi: milestoneEscrowAbi, data: hexOf(data) })
      return call.functionName === 'submitEvidence' ? call.args[1] : []
    } catch {
      return []
    }
  })
}
