import type { Address, Hex } from 'viem'
import type { Deployment } from '../contracts/deployment.ts'
import type { ChainLog } from './chain-reader.ts'
import { decodeLog, followedContracts } from './event-codec.ts'
import type { ChainEvent } from './events.ts'

/**
 * Decodes logs that are in chain order. Logs of other contracts and events that the ABIs do not know are left out.
 * @throws Error when a log's data cannot be what its event says
 */
export function eventsOf(
  { contracts }: Deployment,
  logs: readonly ChainLog[],
  timestamps: ReadonlyMap<number, number>,
): ChainEvent[] {
  const byAddress = new Map(followedContracts().map((name) => [contracts[name].toLowerCase(), name]))
  let txHash: Hex = '0x'
  return logs.flatMap((log) => {
    const contract = byAddress.get(log.address.toLowerCase())
    if (contract === undefined) return []
    // The events of one transaction keep one string of its hash.
    if (log.txHash !== txHash) txHash = log.txHash
    const { blockNumber, logIndex, blockHash } = log
    const timestamp = timestamps.get(blockNumber) ?? 0
    return decodeLog(contract, log, { blockNumber, logIndex, blockHash, txHash, timestamp }) ?? []
  })
}

export function followedAddresses({ contracts }: Deployment): Address[] {
  return followedContracts().map((name) => contracts[name])
}
