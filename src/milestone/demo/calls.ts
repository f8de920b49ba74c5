import { type Address, encodeFunctionData, type Hex, namehash } from 'viem'
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

/** Periods in seconds, shares in basis points. */
export interface EscrowParams {
  votingPeriod: number
  challengePeriod: number
  arbitrationPeriod: number
  quorumBps: number
  approvalBps: number
  feeBps: number
  slashBps: number
  minVoters: number
}

export interface Split {
  recipient: Address
  bps: number
}

export type Calls = ReturnType<typeof createCalls>

const gasEach = 500_000n

/** The contracts' functions that the demo calls, as data to be signed. Amounts in wei or the token's smallest unit. */
export function createCalls(contracts: Deployment['contracts']) {
  const to =
    (name: keyof Deployment['contracts']) =>
    (title: string, data: Hex, value = 0n): Call => {
      return { title: `${name}.${title}`, to: contracts[name], data, value, gas: gasEach }
    }
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
    ) => {
      const args = [projectId, deadline, metadataHash, splits, params] as const
      return escrow('create', encodeFunctionData({ abi: escrowAbi, functionName: 'create', args }))
    },
    stake: (id: Hex, wei: bigint) =>
      escrow('stake', encodeFunctionData({ abi: escrowAbi, functionName: 'stake', args: [id] }), wei),
    submitEvidence: (id: Hex, root: Hex) =>
      escrow(
        'submitEvidence',
        encodeFunctionData({ abi: escrowAbi, functionName: 'submitEvidence', args: [id, root] }),
      ),
    vote: (id: Hex, support: boolean, root: Hex) =>
      escrow('vote', encodeFunctionData({ abi: escrowAbi, functionName: 'vote', args: [id, support, root] })),
    tally: (id: Hex) =>
      escrow('tally', encodeFunctionData({ abi: escrowAbi, functionName: 'tally', args: [id] })),
    dispute: (id: Hex, wei: bigint) =>
      escrow('dispute', encodeFunctionData({ abi: escrowAbi, functionName: 'dispute', args: [id] }), wei),
    rule: (id: Hex, verdict: boolean) =>
      escrow('rule', encodeFunctionData({ abi: escrowAbi, functionName: 'rule', args: [id, verdict] })),
    finalize: (id: Hex) =>
      escrow('finalize', encodeFunctionData({ abi: escrowAbi, functionName: 'finalize', args: [id] })),
    cancel: (id: Hex) =>
      escrow('cancel', encodeFunctionData({ abi: escrowAbi, functionName: 'cancel', args: [id] })),
    release: (id: Hex, splits: readonly Split[]) =>
      escrow('release', encodeFunctionData({ abi: escrowAbi, functionName: 'release', args: [id, splits] })),
    refund: (id: Hex, backer: Address) =>
      escrow('refund', encodeFunctionData({ abi: escrowAbi, functionName: 'refund', args: [id, backer] })),
    withdraw: () => escrow('withdraw', encodeFunctionData({ abi: escrowAbi, functionName: 'withdraw' })),
    capWeight: (id: Hex, verifier: Address) =>
      escrow(
        'capWeight',
        encodeFunctionData({ abi: escrowAbi, functionName: 'capWeight', args: [id, verifier] }),
      ),
    /** After an overturned verdict the wrong votes come first: what they lose is what the right ones are paid. */
    settleVotes: (id: Hex, verifiers: readonly Address[]) =>
      escrow(
        'settleVotes',
        encodeFunctionData({ abi: escrowAbi, functionName: 'settleVotes', args: [id, verifiers] }),
      ),
    settleAbstention: (id: Hex, verifier: Address) =>
      escrow(
        'settleAbstention',
        encodeFunctionData({ abi: escrowAbi, functionName: 'settleAbstention', args: [id, verifier] }),
      ),
    pause: () => escrow('pause', encodeFunctionData({ abi: escrowAbi, functionName: 'pause' })),
    unpause: () => escrow('unpause', encodeFunctionData({ abi: escrowAbi, functionName: 'unpause' })),
    bond: (wei: bigint) =>
      registry('bond', encodeFunctionData({ abi: verifierRegistryAbi, functionName: 'bond' }), wei),
    startUnbond: (wei: bigint) =>
      registry(
        'startUnbond',
        encodeFunctionData({ abi: verifierRegistryAbi, functionName: 'startUnbond', args: [wei] }),
      ),
    withdrawRewards: (receiver: Address) =>
      registry(
        'withdrawRewards',
        encodeFunctionData({
          abi: verifierRegistryAbi,
          functionName: 'withdrawRewards',
          args: [receiver],
        }),
      ),
    sweepSlashed: () =>
      registry(
        'sweepSlashed',
        encodeFunctionData({ abi: verifierRegistryAbi, functionName: 'sweepSlashed' }),
      ),
    setService: (service: string, payee: Address, budget: bigint) => {
      const args = [service, payee, budget] as const
      return treasury(
        'setService',
        encodeFunctionData({ abi: agentTreasuryAbi, functionName: 'setService', args }),
      )
    },
    payFee: (amount: bigint, ref: Hex) =>
      treasury(
        'payFee',
        encodeFunctionData({ abi: agentTreasuryAbi, functionName: 'payFee', args: [amount, ref] }),
      ),
    charge: (service: string, amount: bigint, ref: Hex) => {
      const args = [service, amount, ref] as const
      return treasury('charge', encodeFunctionData({ abi: agentTreasuryAbi, functionName: 'charge', args }))
    },
    sweepRevenue: (receiver: Address, amount: bigint) => {
      const args = [receiver, amount] as const
      return treasury(
        'sweepRevenue',
        encodeFunctionData({ abi: agentTreasuryAbi, functionName: 'sweepRevenue', args }),
      )
    },
    payEther: (receiver: Address, wei: bigint): Call => {
      return { title: 'transfer of ether', to: receiver, data: '0x', value: wei, gas: 21_000n }
    },
    mint: (receiver: Address, amount: bigint) =>
      usdc('mint', encodeFunctionData({ abi: demoUsdcAbi, functionName: 'mint', args: [receiver, amount] })),
    approveTreasury: (amount: bigint) => {
      const args = [contracts.AgentTreasury, amount] as const
      return usdc('approve', encodeFunctionData({ abi: demoUsdcAbi, functionName: 'approve', args }))
    },
    register: (label: string, owner: Address) =>
      names(
        'register',
        encodeFunctionData({ abi: nameRegistryAbi, functionName: 'register', args: [label, owner] }),
      ),
    setAddr: (name: string, address: Address) => {
      const args = [namehash(name), address] as const
      return resolver('setAddr', encodeFunctionData({ abi: nameResolverAbi, functionName: 'setAddr', args }))
    },
    setText: (name: string, key: string, value: string) => {
      const args = [namehash(name), key, value] as const
      return resolver('setText', encodeFunctionData({ abi: nameResolverAbi, functionName: 'setText', args }))
    },
    setServiceText: (account: Address, key: string, value: string) => {
      const args = [account, key, value] as const
      return resolver(
        'setServiceText',
        encodeFunctionData({ abi: nameResolverAbi, functionName: 'setServiceText', args }),
      )
    },
    setPrimaryName: (name: string) =>
      resolver(
        'setPrimaryName',
        encodeFunctionData({ abi: nameResolverAbi, functionName: 'setPrimaryName', args: [name] }),
      ),
  }
}
