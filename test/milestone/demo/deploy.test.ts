import { afterAll, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isAddressEqual } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { StartupError } from '../../../src/kernel/runtime/errors.ts'
import { createNodeRpc } from '../../../src/milestone/anvil/node-rpc.ts'
import {
  agentTreasuryAbi,
  milestoneEscrowAbi,
  milestoneLensAbi,
  nameResolverAbi,
  verifierRegistryAbi,
} from '../../../src/milestone/contracts/abi.ts'
import { readContractsFile } from '../../../src/milestone/contracts/deployment.ts'
import { demoActors } from '../../../src/milestone/demo/actors.ts'
import { deploy } from '../../../src/milestone/demo/deploy.ts'
import { burnAddress, defaultTerms } from '../../../src/milestone/demo/policy.ts'
import { createAnvil } from '../anvil/single-node.ts'
import { nodeFolder } from '../anvil/support.ts'
import { clientOf } from './support.ts'

const { folder, options, remove } = nodeFolder()
const { deployer, arbiter, agent, attestor } = demoActors()
const roles = { arbiter: arbiter.address, slashReceiver: burnAddress }
const anvil = await createAnvil(options)
await anvil.ready
afterAll(async () => {
  await anvil.stop()
  remove()
})

test('a deployment is complete, wired together, and written to the contracts file', async () => {
  const contractsFile = join(folder, 'contracts.json')
  const titles: string[] = []
  const deployment = await deploy({
    rpcUrl: anvil.rpcUrl,
    account: deployer,
    settings: { ...roles, agent: agent.address, attestor: attestor.address },
    contractsFile,
    onProgress: (done, total, title) => titles.push(`${done}/${total} ${title}`),
  })
  const { contracts, startBlock } = deployment
  const client = clientOf(anvil.rpcUrl, deployment)
  for (const address of Object.values(contracts))
    expect((await client.getCode({ address }))?.length).toBeGreaterThan(2_000)
  const escrow = { address: contracts.MilestoneEscrow, abi: milestoneEscrowAbi }
  const registry = { address: contracts.VerifierRegistry, abi: verifierRegistryAbi }
  expect(await client.readContract({ ...registry, functionName: 'escrow' })).toBe(contracts.MilestoneEscrow)
  expect(await client.readContract({ ...escrow, functionName: 'registry' })).toBe(contracts.VerifierRegistry)
  expect(await client.readContract({ ...escrow, functionName: 'arbiter' })).toBe(arbiter.address)
  expect(await client.readContract({ ...escrow, functionName: 'feeRecipient' })).toBe(deployer.address)
  expect(await client.readContract({ ...escrow, functionName: 'policy' })).toEqual(defaultTerms.policy)
  expect(await client.readContract({ ...registry, functionName: 'slashReceiver' })).toBe(burnAddress)
  expect(await client.readContract({ ...registry, functionName: 'warmUpPeriod' })).toBe(86_400)
  const treasury = { address: contracts.AgentTreasury, abi: agentTreasuryAbi }
  expect(await client.readContract({ ...treasury, functionName: 'owner' })).toBe(agent.address)
  const resolver = { address: contracts.NameResolver, abi: nameResolverAbi }
  expect(await client.readContract({ ...resolver, functionName: 'attestor' })).toBe(attestor.address)
  const token = await client.readContract({ ...treasury, functionName: 'token' })
  expect(isAddressEqual(token, contracts.DemoUSDC)).toBe(true)
  expect(
    await client.readContract({
      address: contracts.MilestoneLens,
      abi: milestoneLensAbi,
      functionName: 'treasury',
    }),
  ).toEqual({ earned: 0n, spent: 0n, swept: 0n, balance: 0n })
  expect(readContractsFile(contractsFile)).toEqual(deployment)
  expect(JSON.parse(readFileSync(contractsFile, 'utf8'))).toMatchObject({ chainId: 31337 })
  expect(await client.getBlock({ blockNumber: BigInt(startBlock.number) })).toMatchObject({
    hash: startBlock.hash,
  })
  expect(titles).toHaveLength(10)
  expect(titles.at(-1)).toBe('9/9 done')
})

test('an account that has sent before deploys to other addresses', async () => {
  const options = { rpcUrl: anvil.rpcUrl, account: agent, settings: roles }
  const first = await deploy(options)
  const second = await deploy(options)
  expect(second.contracts.MilestoneEscrow).not.toBe(first.contracts.MilestoneEscrow)
  expect(second.startBlock.number).toBeGreaterThan(first.startBlock.number)
})

const other = attestor.address
const { policy } = defaultTerms

test.each([
  [
    'the deployer in every role',
    {},
    /: 0x\w{40} would be arbiter and fee recipient\. Name them by --arbiter,/,
  ],
  ['an arbiter who is the deployer', { slashReceiver: other }, /would be arbiter and fee recipient/],
  ['a paid arbiter', { ...roles, slashReceiver: arbiter.address }, /would be arbiter and slash receiver/],
  ['one purse for all', { arbiter: other }, /would be fee recipient and slash receiver/],
  [
    'windows longer than unbonding',
    { ...roles, unbondingPeriod: 1 },
    /^Cannot deploy as votingPeriodMin, .* at most: they sum to 345600$/,
  ],
  [
    'a floor above its ceiling',
    { ...roles, policy: { ...policy, slashBpsMax: 1 } },
    /^Cannot deploy as slashBpsMin must be slashBpsMax \(1\) at most: it is 500$/,
  ],
])('%s is refused before anything is sent', async (_, settings, says) => {
  const rpc = createNodeRpc(anvil.rpcUrl)
  const nonce = () => rpc.call('eth_getTransactionCount', [deployer.address, 'pending'])
  const before = await nonce()
  const refusal = await deploy({ rpcUrl: anvil.rpcUrl, account: deployer, settings }).catch((error) => error)
  expect(refusal).toBeInstanceOf(StartupError)
  expect(refusal.message).toMatch(says)
  expect(await nonce()).toBe(before)
})

test('an account without money, and an endpoint that is not there, are refused in one sentence', async () => {
  const account = privateKeyToAccount(generatePrivateKey())
  const poor = deploy({ rpcUrl: anvil.rpcUrl, account, settings: roles })
  const poorFailure = await poor.catch((error: unknown) => error)
  expect(poorFailure).toBeInstanceOf(StartupError)
  expect(String(poorFailure)).toMatch(
    /^StartupError: Cannot deploy VerifierRegistry: .*exceeds the balance of the account.*$/,
  )
  const nowhere = deploy({ rpcUrl: 'http://127.0.0.1:9', account: deployer, settings: roles })
  await expect(nowhere).rejects.toThrow('Cannot deploy as the RPC must answer at http://127.0.0.1:9: ')
})
