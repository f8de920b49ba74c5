import { type Address, encodeEventTopics, getAddress, isHex, RpcRequestError, slice } from 'viem'
import { pause } from '../../kernel/runtime/async.ts'
import { quantity } from '../anvil/node-rpc.ts'
import { milestoneEscrowAbi, verifierRegistryAbi } from '../contracts/abi.ts'
import type { Indexer } from '../indexer/indexer.ts'
import type { Cycle } from './context.ts'
import { idOf } from './send.ts'

/** The cycle's milestone, through the pipeline. `state` is an index of `escrowStates`. */
export async function readMilestone(cycle: Cycle) {
  cycle.signal.throwIfAborted()
  return await cycle.reads.readContract({
    address: cycle.contracts.MilestoneEscrow,
    abi: milestoneEscrowAbi,
    functionName: 'milestone',
    args: [idOf(cycle)],
  })
}

export type MilestoneReading = Awaited<ReturnType<typeof readMilestone>>

/** All stake bonded at a time (seconds since the epoch), warmed up or not. */
export async function readTotalBonded(cycle: Cycle, timestamp: number): Promise<bigint> {
  cycle.signal.throwIfAborted()
  return await cycle.reads.readContract({
    address: cycle.contracts.VerifierRegistry,
    abi: verifierRegistryAbi,
    functionName: 'totalBondedAt',
    args: [timestamp],
  })
}

/** Timestamp of the newest block, in seconds since the epoch. */
export async function readChainTime({ reads }: Cycle): Promise<number> {
  return Number((await reads.getBlock({ blockTag: 'latest' })).timestamp)
}

/** Voters by the chain's logs of this cycle; a range that an endpoint refuses is read in halves. */
export async function readVoters(cycle: Cycle): Promise<Address[]> {
  const { client, contracts, firstBlock, signal } = cycle
  const newest = Number(await client.request({ method: 'eth_blockNumber' }))
  const topics = encodeEventTopics({
    abi: milestoneEscrowAbi,
    eventName: 'Voted',
    args: { id: idOf(cycle) },
  })
  const read = async (from: number, to: number): Promise<Address[]> => {
    signal.throwIfAborted()
    const range = { fromBlock: quantity(from), toBlock: quantity(to) }
    try {
      const params = [{ address: contracts.MilestoneEscrow, topics, ...range }]
      const logs = await client.request({ method: 'eth_getLogs', params })
      return Array.isArray(logs) ? logs.map((log) => voterOf(log)) : []
    } catch (error) {
      if (!(error instanceof RpcRequestError) || from >= to) throw error
      const middle = Math.floor((from + to) / 2)
      return [...(await read(from, middle)), ...(await read(middle + 1, to))]
    }
  }
  return [...new Set(await read(Math.min(firstBlock, newest), newest))]
}

function voterOf(log: { topics?: unknown }): Address {
  const verifier: unknown = Array.isArray(log.topics) ? log.topics[2] : undefined
  if (!isHex(verifier)) throw new Error('Cannot read a vote as its log has no verifier')
  return getAddress(slice(verifier, 12))
}

/** Waits until the read model has a block. */
export async function untilModelAt(
  indexer: Pick<Indexer, 'readModel'>,
  blockNumber: number,
  signal: AbortSignal,
): Promise<void> {
  while ((indexer.readModel.head?.number ?? 0) < blockNumber) {
    signal.throwIfAborted()
    await pause(20, signal)
  }
}
