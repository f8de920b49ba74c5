import { join } from 'node:path'
import { encodeFunctionData, toHex } from 'viem'
import { verifierRegistryAbi } from '../../src/milestone/contracts/abi.ts'
import { readContractsFile } from '../../src/milestone/contracts/deployment.ts'
import { demoActors } from '../../src/milestone/demo/actors.ts'
import type { DemoServer } from './demo-server.ts'
import { waitFor } from './wait.ts'

/**
 * Makes one more event of the feed by a transaction in a block of its own: somebody bonds one ether. Ends when it is
 * mined, which the node does after it has answered.
 */
export function bondOn(server: DemoServer): () => Promise<void> {
  const { contracts } = readContractsFile(join(server.dataDir, 'chain/contracts.json'))
  const from = demoActors().deployer.address
  const data = encodeFunctionData({ abi: verifierRegistryAbi, functionName: 'bond' })
  return async () => {
    // An estimate is of this second: the first bond of the next one writes more.
    const gas = toHex(300_000)
    const hash = await server.rpc<string>('eth_sendTransaction', [
      { from, to: contracts.VerifierRegistry, data, gas, value: toHex(10n ** 18n) },
    ])
    const receipt = await waitFor('the bond is mined', async () => {
      const found = await server.rpc<{ status: string } | null>('eth_getTransactionReceipt', [hash])
      return found ?? undefined
    })
    if (receipt.status !== '0x1') throw new Error(`The bond ${hash} failed`)
  }
}
