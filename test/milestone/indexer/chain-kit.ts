import {
  type Abi,
  type Address,
  type ContractConstructorArgs,
  createPublicClient,
  createTestClient,
  createWalletClient,
  type EncodeFunctionDataParameters,
  encodeDeployData,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  http,
} from 'viem'
import { anvil as anvilChain } from 'viem/chains'
import * as abis from '../../../src/milestone/contracts/abi.ts'
import * as bytecodes from '../../../src/milestone/contracts/bytecode.ts'
import type { Deployment } from '../../../src/milestone/contracts/deployment.ts'
import { demoPolicy } from '../../../src/milestone/demo/policy.ts'
import { createViemReader } from '../../../src/milestone/indexer/chain-reader.ts'

/** A transaction before it is sent. */
export interface Call {
  from: Address
  to?: Address
  data: Hex
  value?: bigint
}

const gas = 12_000_000n
/** Bonds older than this count in a vote. */
const warmUpSeconds = 30

/** Milestones of few voters and small stakes. */
const policy = { ...demoPolicy, minVotersMin: 1, stakeMin: 1n }

export type ChainKit = Awaited<ReturnType<typeof deployKit>>

/**
 * Deploys everything through the first account, which is also arbiter, registrar, attestor and owner. Fees go to the
 * eleventh account, the common pool to the twelfth.
 */
export async function deployKit(url: string) {
  const test = testClient(url)
  const client = createPublicClient({ chain: anvilChain, transport: http(url, { retryCount: 0 }) })
  const wallet = createWalletClient({ chain: anvilChain, transport: http(url, { retryCount: 0 }) })
  const accounts = await wallet.getAddresses()
  const [owner, feeRecipient, slashReceiver] = [accounts[0], accounts[10], accounts[11]]
  if (owner === undefined || feeRecipient === undefined || slashReceiver === undefined)
    throw new Error('The node has too few accounts')

  const mine = async (calls: readonly Call[] = []) => {
    const hashes: Hex[] = []
    for (const { value, ...call } of calls) {
      hashes.push(
        await wallet.request({
          method: 'eth_sendTransaction',
          params: [{ ...call, gas: hex(gas), ...(value === undefined ? {} : { value: hex(value) }) }],
        }),
      )
    }
    await test.mine({ blocks: 1 })
    for (const [index, hash] of hashes.entries()) {
      const receipt = await client.getTransactionReceipt({ hash })
      if (receipt.status === 'reverted')
        throw new Error(
          `Call ${index} of the block reverted: ${JSON.stringify(calls[index], (_, value) => String(value))}`,
        )
    }
  }
  let nonce = await client.getTransactionCount({ address: owner })
  const startNumber = Number(await client.getBlockNumber()) + 1
  const deploy = async <A extends Abi>(
    abi: A,
    bytecode: Hex,
    args: ContractConstructorArgs<A>,
  ): Promise<Address> => {
    const address = getContractAddress({ from: owner, nonce: BigInt(nonce) })
    nonce += 1
    await mine([{ from: owner, data: deployData(abi, bytecode, args) }])
    return address
  }
  const VerifierRegistry = await deploy(abis.verifierRegistryAbi, bytecodes.verifierRegistryBytecode, [
    30 * 86_400,
    warmUpSeconds,
    10n ** 17n,
    slashReceiver,
  ])
  const MilestoneEscrow = await deploy(abis.milestoneEscrowAbi, bytecodes.milestoneEscrowBytecode, [
    VerifierRegistry,
    owner,
    feeRecipient,
    owner,
    policy,
  ])
  const DemoUSDC = await deploy(abis.demoUsdcAbi, bytecodes.demoUsdcBytecode, [owner])
  const AgentTreasury = await deploy(abis.agentTreasuryAbi, bytecodes.agentTreasuryBytecode, [
    DemoUSDC,
    owner,
    86_400,
  ])
  const NameRegistry = await deploy(abis.nameRegistryAbi, bytecodes.nameRegistryBytecode, [owner])
  const NameResolver = await deploy(abis.nameResolverAbi, bytecodes.nameResolverBytecode, [
    NameRegistry,
    owner,
  ])
  const UniversalResolver = await deploy(abis.universalResolverAbi, bytecodes.universalResolverBytecode, [
    NameRegistry,
    NameResolver,
  ])
  const MilestoneLens = await deploy(abis.milestoneLensAbi, bytecodes.milestoneLensBytecode, [
    MilestoneEscrow,
    VerifierRegistry,
    AgentTreasury,
  ])
  await mine([call(owner, VerifierRegistry, abis.verifierRegistryAbi, 'setEscrow', [MilestoneEscrow])])
  const start = await client.getBlock({ blockNumber: BigInt(startNumber) })
  const deployment: Deployment = {
    chainId: anvilChain.id,
    startBlock: { number: startNumber, hash: start.hash },
    contracts: {
      VerifierRegistry,
      MilestoneEscrow,
      AgentTreasury,
      DemoUSDC,
      NameRegistry,
      NameResolver,
      UniversalResolver,
      MilestoneLens,
    },
  }
  return {
    url,
    accounts,
    reader: createViemReader(client),
    /** Mines one block of these calls, in this order. @throws when one of them fails */
    mine,
    /** Mines empty blocks. */
    skip: (blocks: number) => test.mine({ blocks }),
    /** Replaces the newest blocks by empty ones; their transactions are gone for good. */
    reorg: (depth: number) => askNode(url, 'anvil_reorg', [depth, []]),
    /** Takes the newest blocks away. */
    rollback: (depth: number) => askNode(url, 'anvil_rollback', [depth]),
    /** Lets the chain's time pass before the next block. */
    wait: async (seconds: number) => {
      await test.increaseTime({ seconds })
    },
    now: async () => Number((await client.getBlock()).timestamp),
    /** Remembers the chain as it is. @returns brings it back */
    snapshot: async () => {
      const id = await test.snapshot()
      return () => test.revert({ id })
    },
    deployment,
  }
}

/** One call of a contract's function. */
export function call<A extends Abi>(
  from: Address,
  to: Address,
  abi: A,
  functionName: string,
  args: readonly unknown[],
  value?: bigint,
): Call {
  const data = encodeFunctionData(untyped({ abi, functionName, args }))
  return { from, to, data, ...(value === undefined ? {} : { value }) }
}

function deployData<A extends Abi>(abi: A, bytecode: Hex, args: ContractConstructorArgs<A>): Hex {
  const encode: (parameters: { abi: Abi; bytecode: Hex; args: readonly unknown[] }) => Hex = encodeDeployData
  return encode({ abi, bytecode, args: Array.isArray(args) ? args : [] })
}

/** Names and arguments are checked when they are encoded; typing them here would double each test's length. */
function untyped(parameters: {
  abi: Abi
  functionName: string
  args: readonly unknown[]
}): EncodeFunctionDataParameters {
  return parameters as EncodeFunctionDataParameters
}

function testClient(url: string) {
  return createTestClient({ mode: 'anvil', chain: anvilChain, transport: http(url, { retryCount: 0 }) })
}

/** Methods that viem does not know. */
async function askNode(url: string, method: string, params: readonly unknown[]): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const answer: unknown = await response.json()
  if (Object(answer).error !== undefined) throw new Error(`${method}: ${JSON.stringify(answer)}`)
}

function hex(value: bigint): Hex {
  return `0x${value.toString(16)}`
}
