import { decodeErrorResult, type Hex } from 'viem'
import * as abi from './abi.ts'

/** Why a contract reverted, by the name of its own error. Integers in `args` are decimal strings. */
export interface RevertReason {
  /** Undefined when the data does not match a known error. */
  name: string | undefined
  args: readonly string[]
  /** For display, such as `MilestoneEscrowNotBuilder(0x…, 0x…)`. */
  text: string
}

const errors = [
  ...abi.milestoneEscrowAbi,
  ...abi.verifierRegistryAbi,
  ...abi.agentTreasuryAbi,
  ...abi.demoUsdcAbi,
  ...abi.nameRegistryAbi,
  ...abi.nameResolverAbi,
].filter((item) => item.type === 'error')

/** Reads what a reverting call returned, by the errors of our contracts and those of Solidity itself. */
export function decodeRevert(data: Hex | undefined): RevertReason {
  if (data === undefined || data === '0x') return { name: undefined, args: [], text: 'no reason was given' }
  try {
    const { errorName, args = [] } = decodeErrorResult({ abi: errors, data })
    const texts = args.map(String)
    return { name: errorName, args: texts, text: `${errorName}(${texts.join(', ')})` }
  } catch {
    return { name: undefined, args: [], text: data }
  }
}
