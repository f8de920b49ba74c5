import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Address, encodeAbiParameters, type Hex, keccak256, stringToHex, toHex } from 'viem'
import { anvilBinary } from '../../../src/kernel/runtime/assets.ts'
import { startAnvilProcess } from '../../../src/milestone/anvil/anvil-process.ts'
import { createNodeRpc, quantity, readHead } from '../../../src/milestone/anvil/node-rpc.ts'
import { type Deployment, writeContractsFile } from '../../../src/milestone/contracts/deployment.ts'
import { accountAt } from '../../../src/milestone/demo/actors.ts'
import { type Call, createCalls } from '../../../src/milestone/demo/calls.ts'
import { planDeployment } from '../../../src/milestone/demo/deployment-plan.ts'
import { burnAddress, demoPolicy } from '../../../src/milestone/demo/policy.ts'

/** A chain of real transactions with as many finished milestones as wanted. */
export interface BigChain {
  rpcUrl: string
  deployment: Deployment
  contractsFile: string
  /** Takes milestones through their whole life: created, staked, judged by three votes, verified, released. */
  grow(milestones: number): Promise<void>
  /** Mines one empty block. */
  mine(): Promise<void>
  /** Events that the followed contracts emitted so far. */
  eventCount(): Promise<number>
  stop(): Promise<void>
}

const chainId = 31337
const genesisTimestamp = 1_790_000_000
/** As many calls as a block of 30 million gas takes at 500,000 each, the size of blocks of real chains. */
const wave = 55
const params = {
  votingPeriod: 1_000_000,
  challengePeriod: 100,
  arbitrationPeriod: 100,
  quorumBps: 5000,
  approvalBps: 6000,
  feeBps: 300,
  // Three verifiers vote on a whole wave before any of their votes is settled.
  slashBps: 1,
  minVoters: 3,
}
const policy = { ...demoPolicy, slashBpsMin: 1, stakeMin: 1n }
const accounts: readonly Address[] = Array.from({ length: 20 }, (_, index) => accountAt(index).address)

export async function startBigChain(): Promise<BigChain> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-bench-chain-'))
  const node = await startAnvilProcess({
    binary: await anvilBinary(),
    home: join(folder, 'home'),
    chainId,
    genesisTimestamp,
  })
  const rpc = createNodeRpc(node.url)
  const [deployer, arbiter, ...others] = accounts
  if (deployer === undefined || arbiter === undefined) throw new Error('no accounts')
  const builders = others.slice(0, 8)
  const sponsors = others.slice(8, 12)
  const verifiers = others.slice(12, 15)
  const nonces = new Map<Address, number>()

  const send = async (calls: readonly (Call & { from: Address })[]) => {
    for (let start = 0; start < calls.length; start += 250) {
      await rpc.batch(
        calls.slice(start, start + 250).map(({ from, to, data, value, gas }) => {
          const nonce = nonces.get(from) ?? 0
          nonces.set(from, nonce + 1)
          const transaction = {
            from,
            to,
            data,
            value: quantity(value),
            gas: quantity(gas),
            nonce: quantity(nonce),
            gasPrice: quantity(3_000_000_000),
          }
          return ['eth_sendTransaction', [transaction]] as const
        }),
      )
    }
    await rpc.call('evm_mine')
    await expectSuccess(rpc, calls)
  }

  const plan = planDeployment(deployer, 0, {
    unbondingPeriod: 2_000_000,
    warmUpPeriod: 30,
    policy,
    minBondWei: 10n ** 17n,
    budgetPeriod: 86_400,
    arbiter,
    feeRecipient: deployer,
    slashReceiver: burnAddress,
    agent: deployer,
    attestor: deployer,
  })
  await send(
    plan.steps.map(({ title, to, data, gas }) => ({ title, to, data, value: 0n, gas, from: deployer })),
  )
  const first = await readHead(rpc)
  const deployment: Deployment = {
    chainId,
    startBlock: { number: first.number, hash: first.hash },
    contracts: plan.contracts,
  }
  const contractsFile = join(folder, 'contracts.json')
  writeContractsFile(contractsFile, deployment)

  const calls = createCalls(plan.contracts)
  await send(verifiers.map((from) => ({ ...calls.bond(10n ** 19n), from })))
  // Votes weigh stake that has warmed up.
  await rpc.call('evm_increaseTime', [60])
  let made = 0
  const growWave = async (count: number) => {
    const { timestamp } = await readHead(rpc)
    const each = Array.from({ length: count }, (_, offset) => {
      const number = made + offset
      const builder = builders[number % builders.length] ?? deployer
      const splits = [{ recipient: builder, bps: 10_000 }]
      const projectId = stringToHex(`bench-${number}`, { size: 32 })
      const builderNonce = BigInt(Math.floor(number / builders.length))
      return {
        builder,
        splits,
        projectId,
        sponsor: sponsors[number % sponsors.length] ?? deployer,
        id: milestoneId(plan.contracts.MilestoneEscrow, builder, projectId, builderNonce),
        root: toHex(number + 1, { size: 32 }),
      }
    })
    made += count
    await send(
      each.map((m) => ({
        ...calls.create(m.projectId, timestamp + 1_000_000, m.root, m.splits, params),
        from: m.builder,
      })),
    )
    await send(each.map((m) => ({ ...calls.stake(m.id, 10n ** 15n), from: m.sponsor })))
    await send(each.map((m) => ({ ...calls.submitEvidence(m.id, m.root), from: m.builder })))
    for (const from of verifiers) await send(each.map((m) => ({ ...calls.vote(m.id, true, m.root), from })))
    await send(each.map((m) => ({ ...calls.tally(m.id), from: deployer })))
    await rpc.call('evm_increaseTime', [200])
    await send(each.map((m) => ({ ...calls.finalize(m.id), from: deployer })))
    await send(each.map((m) => ({ ...calls.release(m.id, m.splits), from: deployer })))
    await send(each.map((m) => ({ ...calls.settleVotes(m.id, verifiers), from: deployer })))
  }
  return {
    rpcUrl: node.url,
    deployment,
    contractsFile,
    async grow(milestones) {
      for (let left = milestones; left > 0; left -= wave) await growWave(Math.min(wave, left))
    },
    async mine() {
      await rpc.call('evm_mine')
    },
    async eventCount() {
      const head = await readHead(rpc)
      let count = 0
      for (let number = 0; number <= head.number; number += 1) {
        const logs = await rpc.call('eth_getLogs', [
          { fromBlock: quantity(number), toBlock: quantity(number), address: Object.values(plan.contracts) },
        ])
        count += Array.isArray(logs) ? logs.length : 0
      }
      return count
    },
    async stop() {
      await node.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function milestoneId(escrow: Address, builder: Address, projectId: Hex, nonce: bigint): Hex {
  return keccak256(
    encodeAbiParameters(
      [
        { type: 'uint256' },
        { type: 'address' },
        { type: 'address' },
        { type: 'bytes32' },
        { type: 'uint256' },
      ],
      [BigInt(chainId), escrow, builder, projectId, nonce],
    ),
  )
}

async function expectSuccess(rpc: ReturnType<typeof createNodeRpc>, calls: readonly Call[]) {
  const receipts = await rpc.call('eth_getBlockReceipts', ['latest'])
  const list = Array.isArray(receipts) ? receipts : []
  const failed = list.filter((receipt) => receipt.status !== '0x1')
  if (list.length !== calls.length || failed.length > 0) {
    const [first] = calls
    throw new Error(
      `Of ${calls.length} transactions such as ${first?.title} ${list.length} were mined and ${failed.length} failed`,
    )
  }
}
