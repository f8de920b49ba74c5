import {
  type Abi,
  type Address,
  type ContractFunctionArgs,
  type ContractFunctionName,
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
import type { ContractName, Deployment } from '../contracts/deployment.ts'

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
  const callsOf = <const abi extends Abi>(contract: ContractName, abi: abi) => {
    const names = abi.flatMap((item) => (item.type === 'function' ? [item.name] : []))
    const calls = names.map((name) => [
      name,
      (...args: readonly unknown[]): Call => ({
        title: `${contract}.${name}`,
        to: contracts[contract],
        data: encodeFunctionData<Abi>({ abi, functionName: name, args }),
        value: 0n,
        gas: gasEach,
      }),
    ])
    return asCalls<abi>(Object.fromEntries(calls))
  }
  const escrow = callsOf('MilestoneEscrow', milestoneEscrowAbi)
  const registry = callsOf('VerifierRegistry', verifierRegistryAbi)
  const resolver = callsOf('NameResolver', nameResolverAbi)
  const usdc = callsOf('DemoUSDC', demoUsdcAbi)
  return {
    ...callsOf('NameRegistry', nameRegistryAbi),
    ...callsOf('AgentTreasury', agentTreasuryAbi),
    ...resolver,
    ...registry,
    ...escrow,
    stake: (id: Hex, wei: bigint): Call => ({ ...escrow.stake(id), value: wei }),
    dispute: (id: Hex, wei: bigint): Call => ({ ...escrow.dispute(id), value: wei }),
    bond: (wei: bigint): Call => ({ ...registry.bond(), value: wei }),
    payEther: (to: Address, wei: bigint): Call => {
      return { title: 'transfer of ether', to, data: '0x', value: wei, gas: 21_000n }
    },
    mint: usdc.mint,
    approveTreasury: (amount: bigint) => usdc.approve(contracts.AgentTreasury, amount),
    setAddr: (name: string, address: Address) => resolver.setAddr(namehash(name), address),
    setText: (name: string, key: string, value: string) => resolver.setText(namehash(name), key, value),
  }
}

type Writing = 'nonpayable' | 'payable'
type CallsOf<abi extends Abi> = {
  [Name in ContractFunctionName<abi, Writing>]: ContractFunctionArgs<
    abi,
    Writing,
    Name
  > extends infer Args extends readonly unknown[]
    ? (...args: Args) => Call
    : never
}

/** The only cast to the calls' types, which come from the ABI that the names are of. */
function asCalls<abi extends Abi>(calls: object): CallsOf<abi> {
  return calls as CallsOf<abi>
}
