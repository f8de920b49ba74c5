import { expect, test } from 'bun:test'
import type { NodeRpc } from '../../../src/milestone/anvil/node-rpc.ts'
import { whileNotMining } from '../../../src/milestone/anvil/pause-mining.ts'

test('a node mines again afterwards even when the transactions that arrived meanwhile could not be mined', async () => {
  let automine: unknown = true
  let pending = '0x0'
  const block = {
    number: '0x1',
    hash: '0x01',
    parentHash: '0x00',
    timestamp: '0x1',
    baseFeePerGas: '0x7',
    transactions: [],
  }
  const answers: Record<string, (params: readonly unknown[]) => unknown> = {
    anvil_getAutomine: () => automine,
    evm_setAutomine: ([value]) => {
      automine = value
      return null
    },
    txpool_status: () => ({ pending }),
    eth_getBlockByNumber: () => block,
    evm_mine: () => {
      throw new Error('the connection was reset')
    },
  }
  const rpc: NodeRpc = {
    url: 'http://127.0.0.1:1',
    call: async (method, params = []) => answers[method]?.(params),
    batch: async () => [],
  }
  const task = async () => {
    expect(automine).toBe(false)
    pending = '0x1'
  }
  await expect(whileNotMining(rpc, task)).rejects.toThrow('the connection was reset')
  expect(automine).toBe(true)
})
