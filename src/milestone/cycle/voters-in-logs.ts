import { type Address, encodeEventTopics, getAddress, type Hex, isHex, RpcRequestError, slice } from 'viem'
import { milestoneEscrowAbi } from '../contracts/abi.ts'
import type { RpcProvider } from '../rpc/rpc.ts'

/** Voters of a milestone by the chain's logs from `fromBlock` on; a refused range is read in halves. */
export async function votersInLogs(
  provider: RpcProvider,
  escrow: Address,
  id: Hex,
  fromBlock: number,
  signal: AbortSignal,
): Promise<Address[]> {
  const toBlock = Number(await provider.request({ method: 'eth_blockNumber' }))
  const topics = encodeEventTopics({ abi: milestoneEscrowAbi, eventName: 'Voted', args: { id } })
  const read = async (from: number, to: number): Promise<Address[]> => {
    signal.throwIfAborted()
    try {
      const logs = await provider.request({
        method: 'eth_getLogs',
        params: [{ address: escrow, topics, fromBlock: quantity(from), toBlock: quantity(to) }],
      })
      return Array.isArray(logs) ? logs.map((log) => voterOf(log)) : []
    } catch (error) {
      if (!(error instanceof RpcRequestError) || from >= to) throw error
      const middle = Math.floor((from + to) / 2)
      return [...(await read(from, middle)), ...(await read(middle + 1, to))]
    }
  }
  return [...new Set(await read(Math.min(fromBlock, toBlock), toBlock))]
}

function voterOf(log: { topics?: unknown }): Address {
  const verifier: unknown = Array.isArray(log.topics) ? log.topics[2] : undefined
  if (!isHex(verifier)) throw new Error('Cannot read a vote as its log has no verifier')
  return getAddress(slice(verifier, 12))
}

function quantity(block: number): Hex {
  return `0x${block.toString(16)}`
}
