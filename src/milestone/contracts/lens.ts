import {
  type AbiFunction,
  type AbiParameter,
  type Address,
  type ContractFunctionReturnType,
  encodeFunctionData,
  type Hex,
} from 'viem'
import { milestoneLensAbi } from './abi.ts'
import { digitsOf, type WordType, wordType } from './abi-words.ts'

type LensAnswer<N extends 'milestones' | 'verifiers' | 'treasury' | 'claimables'> =
  ContractFunctionReturnType<typeof milestoneLensAbi, 'view', N>

export type LensMilestone = LensAnswer<'milestones'>[number]
export type LensVerifier = LensAnswer<'verifiers'>[number]
export type LensTreasury = LensAnswer<'treasury'>

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
export interface Lens {
  milestones(ids: readonly Hex[], blockHash: Hex): Promise<readonly LensMilestone[]>
  verifiers(accounts: readonly Address[], blockHash: Hex): Promise<readonly LensVerifier[]>
  claimables(accounts: readonly Address[], blockHash: Hex): Promise<readonly bigint[]>
  treasury(blockHash: Hex): Promise<LensTreasury>
}

/** Keys of one call: well under the gas that nodes allow a call (about 60,000 for each milestone). */
const keysPerCall = 200

const milestoneWords = wordsOf('milestones')
const verifierWords = wordsOf('verifiers')
const claimableWords = wordsOf('claimables')
const treasuryWords = wordsOf('treasury')

export function createLens(callAt: CallAt, address: Address): Lens {
  const call = async (data: Hex, blockHash: Hex) => {
    const answer = await callAt({ to: address, data, blockHash })
    if (answer === '0x') throw new LensMissing(address)
    return digitsOf(answer)
  }
  const inParts = async <K, T>(keys: readonly K[], read: (part: K[]) => Promise<T[]>): Promise<T[]> => {
    const found: T[] = []
    for (let start = 0; start < keys.length; start += keysPerCall) {
      found.push(...(await read(keys.slice(start, start + keysPerCall))))
    }
    return found
  }
  return {
    milestones: (ids, blockHash) =>
      inParts(ids, async (part) => {
        const data = encodeFunctionData({ abi: milestoneLensAbi, functionName: 'milestones', args: [part] })
        return asAnswer<LensMilestone[]>(milestoneWords.read(await call(data, blockHash), 0))
      }),
    verifiers: (accounts, blockHash) =>
      inParts(accounts, async (part) => {
        const data = encodeFunctionData({ abi: milestoneLensAbi, functionName: 'verifiers', args: [part] })
        return asAnswer<LensVerifier[]>(verifierWords.read(await call(data, blockHash), 0))
      }),
    claimables: (accounts, blockHash) =>
      inParts(accounts, async (part) => {
        const data = encodeFunctionData({ abi: milestoneLensAbi, functionName: 'claimables', args: [part] })
        return asAnswer<bigint[]>(claimableWords.read(await call(data, blockHash), 0))
      }),
    treasury: async (blockHash) => {
      const data = encodeFunctionData({ abi: milestoneLensAbi, functionName: 'treasury' })
      return asAnswer<LensTreasury>(treasuryWords.read(await call(data, blockHash), 0))
    },
  }
}

/** The layout of a function's result, from the ABI. */
function wordsOf(name: string): WordType {
  const items: readonly { type: string; name?: string }[] = milestoneLensAbi
  const item = items.find((candidate): candidate is AbiFunction => candidate.name === name)
  const output: AbiParameter | undefined = item?.outputs[0]
  if (output === undefined) throw new Error(`Cannot find ${name} in the ABI of the lens`)
  return wordType(output)
}

/** The only cast to a result's type: its layout and its type come from the same ABI. */
function asAnswer<T>(value: unknown): T {
  return value as T
}
