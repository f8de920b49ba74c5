import {
  type Abi,
  type Address,
  type ContractFunctionArgs,
  type ContractFunctionName,
  type EncodeFunctionDataParameters,
  encodeFunctionData,
  type Hex,
  namehash,
} from 'viem'
import {
  agentTreasuryAbi,
  demoUsdcAbi,
  milestoneEscrowAbi,
  nameRegistryAbi,
  nameResolverAbi,
  verifierRegistryAbi,
} from '../contracts/abi.ts'
import type { Deployment } from '../contracts/deployment.ts'

/** One transaction without its sender. `title` is for error messages. */
export interface Call {
  title: string
  to: Address | undefined
  data: Hex
  value: bigint
  gas: bigint
}

type CreateArgs = ContractFunctionArgs<typeof milestoneEscrowAbi, 'nonpayable', 'create'>
export type Split = CreateArgs[3][number]
/** Periods in seconds, shares in basis points. */
export type EscrowParams = CreateArgs[4]

export type Calls = ReturnType<typeof createCalls>

const gasEach = 500_000n

/** The calls of the demo, ready to be signed. Amounts in wei or the token's smallest unit. */
export function createCalls(contracts: Deployment['contracts']) {
  const to =
    (name: keyof Deployment['contracts']) =>
    <const abi extends Abi, functionName extends ContractFunctionName<abi>>(
      parameters: EncodeFunctionDataParameters<abi, functionName>,
      value = 0n,
    ): Call => ({
      title: `${name}.${parameters.functionName}`,
      to: contracts[name],
      data: encodeFunctionData(parameters),
      value,
      gas: gasEach,
    })
  const escrow = to('MilestoneEscrow')
  const registry = to('VerifierRegistry')
  const treasury = to('AgentTreasury')
  const usdc = to('DemoUSDC')
  const names = to('NameRegistry')
  const resolver = to('NameResolver')
  const escrowAbi = milestoneEscrowAbi
  return {
    create: (
      projectId: Hex,
      deadline: number,
      metadataHash: Hex,
      splits: readonly Split[],
      params: EscrowParams,
    ) =>
      escrow({
        abi: escrowAbi,
        functionName: 'create',
        args: [projectId, deadline, metadataHash, splits, params],
      }),
    stake: (id: Hex, wei: bigint) => escrow({ abi: escrowAbi, functionName: 'stake', args: [id] }, wei),
    submitEvidence: (id: Hex, root: Hex) =>
      escrow({ abi: escrowAbi, functionName: 'submitEvidence', args: [id, root] }),
    vote: (id: Hex, support: boolean, root: Hex) =>
      escrow({ abi: escrowAbi, functionName: 'vote', args: [id, support, root] }),
    tally: (id: Hex) => escrow({ abi: escrowAbi, functionName: 'tally', args: [id] }),
    dispute: (id: Hex, wei: bigint) => escrow({ abi: escrowAbi, functionName: 'dispute', args: [id] }, wei),
    rule: (id: Hex, verdict: boolean) =>
      escrow({ abi: escrowAbi, functionName: 'rule', args: [id, verdict] }),
    finalize: (id: Hex) => escrow({ abi: escrowAbi, functionName: 'finalize', args: [id] }),
    cancel: (id: Hex) => escrow({ abi: escrowAbi, functionName: 'cancel', args: [id] }),
    release: (id: Hex, splits: readonly Split[]) =>
      escrow({ abi: escrowAbi, functionName: 'release', args: [id, splits] }),
    refund: (id: Hex, backer: Address) =>
      escrow({ abi: escrowAbi, functionName: 'refund', args: [id, backer] }),
    withdraw: () => escrow({ abi: escrowAbi, functionName: 'withdraw' }),
    capWeight: (id: Hex, verifier: Address) =>
      escrow({ abi: escrowAbi, functionName: 'capWeight', args: [id, verifier] }),
    /** After an overturned verdict the wrong votes come first: their slashed stake pays the right ones. */
    settleVotes: (id: Hex, verifiers: readonly Address[]) =>
      escrow({ abi: escrowAbi, functionName: 'settleVotes', args: [id, verifiers] }),
    settleAbstention: (id: Hex, verifier: Address) =>
      escrow({ abi: escrowAbi, functionName: 'settleAbstention', args: [id, verifier] }),
    pause: () => escrow({ abi: escrowAbi, functionName: 'pause' }),
    unpause: () => escrow({ abi: escrowAbi, functionName: 'unpause' }),
    bond: (wei: bigint) => registry({ abi: verifierRegistryAbi, functionName: 'bond' }, wei),
    startUnbond: (wei: bigint) =>
      registry({ abi: verifierRegistryAbi, functionName: 'startUnbond', args: [wei] }),
    withdrawRewards: (receiver: Address) =>
      registry({ abi: verifierRegistryAbi, functionName: 'withdrawRewards', args: [receiver] }),
    sweepSlashed: () => registry({ abi: verifierRegistryAbi, functionName: 'sweepSlashed' }),
    setService: (service: string, payee: Address, budget: bigint) =>
      treasury({ abi: agentTreasuryAbi, functionName: 'setService', args: [service, payee, budget] }),
    payFee: (amount: bigint, ref: Hex) =>
      treasury({ abi: agentTreasuryAbi, functionName: 'payFee', args: [amount, ref] }),
    charge: (service: string, amount: bigint, ref: Hex) =>
      treasury({ abi: agentTreasuryAbi, functionName: 'charge', args: [service, amount, ref] }),
    sweepRevenue: (receiver: Address, amount: bigint) =>
      treasury({ abi: agentTreasuryAbi, functionName: 'sweepRevenue', args: [receiver, amount] }),
    payEther: (receiver: Address, wei: bigint): Call => {
      return { title: 'transfer of ether', to: receiver, data: '0x', value: wei, gas: 21_000n }
    },
    mint: (receiver: Address, amount: bigint) =>
      usdc({ abi: demoUsdcAbi, functionName: 'mint', args: [receiver, amount] }),
    approveTreasury: (amount: bigint) =>
      usdc({ abi: demoUsdcAbi, functionName: 'approve', args: [contracts.AgentTreasury, amount] }),
    register: (label: string, owner: Address) =>
      names({ abi: nameRegistryAbi, functionName: 'register', args: [label, owner] }),
    setAddr: (name: string, address: Address) =>
      resolver({ abi: nameResolverAbi, functionName: 'setAddr', args: [namehash(name), address] }),
    setText: (name: string, key: string, value: string) =>
      resolver({ abi: nameResolverAbi, functionName: 'setText', args: [namehash(name), key, value] }),
    setServiceText: (account: Address, key: string, value: string) =>
      resolver({ abi: nameResolverAbi, functionName: 'setServiceText', args: [account, key, value] }),
    setPrimaryName: (name: string) =>
      resolver({ abi: nameResolverAbi, functionName: 'setPrimaryName', args: [name] }),
  }
}
