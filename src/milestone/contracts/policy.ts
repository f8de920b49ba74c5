import { BaseError, type ContractFunctionReturnType, type PublicClient } from 'viem'
import { messageOf, StartupError } from '../../kernel/runtime/errors.ts'
import { RpcUnavailable } from '../rpc/errors.ts'
import { milestoneEscrowAbi } from './abi.ts'
import type { Deployment } from './deployment.ts'

/**
 * What no milestone's parameters may undercut or exceed, fixed when the escrow was deployed. Periods in seconds, shares
 * in basis points, amounts in wei.
 */
export type EscrowPolicy = ContractFunctionReturnType<typeof milestoneEscrowAbi, 'view', 'policy'>

/** @throws StartupError when no endpoint answers, or the escrow is not one of this version */
export async function readPolicy(
  client: Pick<PublicClient, 'readContract'>,
  { contracts }: Deployment,
): Promise<EscrowPolicy> {
  const address = contracts.MilestoneEscrow
  try {
    return await client.readContract({ address, abi: milestoneEscrowAbi, functionName: 'policy' })
  } catch (cause) {
    const silence = cause instanceof BaseError ? cause.walk((error) => error instanceof RpcUnavailable) : null
    throw new StartupError(
      silence === null
        ? `Cannot use the MilestoneEscrow at ${address} as it has no policy: it was deployed by an earlier version of Cairn, or is another contract. Deploy the contracts again with \`cairn deploy\``
        : `Cannot read the policy of the MilestoneEscrow at ${address}: ${messageOf(silence)}`,
      { cause },
    )
  }
}
