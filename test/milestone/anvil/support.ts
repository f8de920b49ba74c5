import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Hex, parseGwei } from 'viem'
import { anvilBinary } from '../../../src/kernel/runtime/assets.ts'
import { silentLog } from '../../../src/kernel/runtime/log.ts'
import type { AnvilOptions } from '../../../src/milestone/anvil/anvil.ts'
import { type NodeBlock, type NodeRpc, readBlock, readHead } from '../../../src/milestone/anvil/node-rpc.ts'
import { accountAt } from '../../../src/milestone/demo/actors.ts'
import { quickTmpdir } from '../../support/quick-tmpdir.ts'

const binary = await anvilBinary()
export const genesisTimestamp = 1_780_000_000
const richAccount = accountAt(0)

/** A folder that is gone when the test is over, and the options of a node that lives in it. */
export function nodeFolder(): { options: AnvilOptions; folder: string; remove: () => void } {
  const folder = mkdtempSync(join(quickTmpdir(), 'cairn-node-'))
  // However busy the machine is, no health check fails, and readers see what was sent and never a part of a chain.
  const timings = {
    healthTimeoutMs: 60_000,
    catchUpMsMax: 60_000,
    readWaitMsMax: 60_000,
    drainMsMax: 60_000,
  }
  const options = { folder, binary, log: silentLog, genesisTimestamp, backoffMs: () => 10, timings }
  return { folder, options, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

export function signTransfer(nonce: number, value: bigint): Promise<Hex> {
  return richAccount.signTransaction({
    chainId: 31337,
    type: 'eip1559',
    nonce,
    gas: 21_000n,
    maxFeePerGas: parseGwei('5'),
    maxPriorityFeePerGas: 1n,
    to: '0x00000000000000000000000000000000000000aa',
    value,
  })
}

/** Sends one transfer of `value` wei and waits for its block, on a node that mines at once. */
export async function transfer(rpc: NodeRpc, value: bigint): Promise<NodeBlock> {
  const nonce = Number(await rpc.call('eth_getTransactionCount', [richAccount.address, 'latest']))
  await rpc.call('eth_sendRawTransactionSync', [await signTransfer(nonce, value)])
  return readHead(rpc)
}

/** Every block from the first to the head, oldest first. */
export async function readChain(rpc: NodeRpc): Promise<NodeBlock[]> {
  const head = await readHead(rpc)
  const blocks: NodeBlock[] = []
  for (let number = 0; number <= head.number; number += 1) {
    const block = await readBlock(rpc, number)
    if (block !== undefined) blocks.push(block)
  }
  return blocks
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
