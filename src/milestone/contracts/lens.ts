import {
  type Address,
  type ContractFunctionReturnType,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
} from 'viem'
import { milestoneLensAbi as abi } from './abi.ts'

type LensAnswer<N extends 'milestones' | 'verifiers' | 'treasury' | 'claimables'> =
  ContractFunctionReturnType<typeof abi, 'view', N>

export type LensMilestone = LensAnswer<'milestones'>[number]
export type LensVerifier = LensAnswer<'verifiers'>[number]

/** One `eth_call` at the block of that hash. */
export type CallAt = (request: { to: Address; data: Hex; blockHash: Hex }) => Promise<Hex>

/** The lens does not exist at that block: it was deployed later, or the address is wrong. */
export class LensMissing extends Error {
  constructor(address: Address) {
    super(`Cannot read the MilestoneLens as there is no contract at ${address}`)
    this.name = 'LensMissing'
  }
}

/** The contracts' own state at one block hash. Long lists are read in parts; results keep the order of the keys. */
export type Lens = ReturnType<typeof createLens>

/** Keys of one call: well under the gas that nodes allow a call (about 60,000 for each milestone). */
const keysPerCall = 200

export function createLens(callAt: CallAt, to: Address) {
  const call = async (data: Hex, blockHash: Hex) => {
    const answer = await callAt({ to, data, blockHash })
    if (answer === '0x') throw new LensMissing(to)
    return answer
  }
  const inParts = async <K, T>(keys: readonly K[], read: (part: K[]) => Promise<readonly T[]>) => {
    const found: T[] = []
    for (let start = 0; start < keys.length; start += keysPerCall) {
      found.push(...(await read(keys.slice(start, start + keysPerCall))))
    }
    return found
  }
  return {
    milestones: (ids: readonly Hex[], blockHash: Hex): Promise<readonly LensMilestone[]> =>
      inParts(ids, async (part) => {
        const data = await call(
          encodeFunctionData({ abi, functionName: 'milestones', args: [part] }),
          blockHash,
        )
        return decodeFunctionResult({ abi, functionName: 'milestones', data })
      }),
    verifiers: (accounts: readonly Address[], blockHash: Hex): Promise<readonly LensVerifier[]> =>
      inParts(accounts, async (part) => {
        const data = await call(
          encodeFunctionData({ abi, functionName: 'verifiers', args: [part] }),
          blockHash,
        )
        return decodeFunctionResult({ abi, functionName: 'verifiers', data })
      }),
    claimables: (accounts: readonly Address[], blockHash: Hex): Promise<readonly bigint[]> =>
      inParts(accounts, async (part) => {
        const data = await call(
          encodeFunctionData({ abi, functionName: 'claimables', args: [part] }),
          blockHash,
        )
        return decodeFunctionResult({ abi, functionName: 'claimables', data })
      }),
    treasury: async (blockHash: Hex) => {
      const data = await call(encodeFunctionData({ abi, functionName: 'treasury' }), blockHash)
      return decodeFunctionResult({ abi, functionName: 'treasury', data })
    },
  }
}
