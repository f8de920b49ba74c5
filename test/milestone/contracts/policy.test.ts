import { afterAll, expect, test } from 'bun:test'
import type { Address } from 'viem'
import { StartupError } from '../../../src/kernel/runtime/errors.ts'
import { readPolicy } from '../../../src/milestone/contracts/policy.ts'
import { demoPolicy } from '../../../src/milestone/demo/policy.ts'
import { createChainClient } from '../../../src/milestone/open-chain.ts'
import { startTestAnvil } from '../../support/anvil.ts'
import { deployKit } from '../indexer/chain-kit.ts'

const anvil = await startTestAnvil()
const kit = await deployKit(anvil.url)
afterAll(() => anvil.stop())

function read(MilestoneEscrow: Address, url = anvil.url) {
  const { deployment } = kit
  const contracts = { ...deployment.contracts, MilestoneEscrow }
  return readPolicy(createChainClient([url]).client, { ...deployment, contracts })
}

test('the policy of the deployment is read from its escrow', async () => {
  const policy = await read(kit.deployment.contracts.MilestoneEscrow)
  expect(policy).toEqual({ ...demoPolicy, minVotersMin: 1, stakeMin: 1n })
})

test.each(['VerifierRegistry', 'nobody'] as const)(
  'an escrow without a policy (%s) is refused in one line',
  async (name) => {
    const { contracts } = kit.deployment
    const address = name === 'nobody' ? '0x00000000000000000000000000000000DeaDBeef' : contracts[name]
    const refused = read(address)
    await expect(refused).rejects.toThrow(StartupError)
    await expect(refused).rejects.toThrow(
      `Cannot use the MilestoneEscrow at ${address} as it has no policy: it was deployed by an earlier version of Cairn, or is another contract. Deploy the contracts again with \`cairn deploy\``,
    )
  },
)

test('a chain that does not answer is not taken for an earlier version', async () => {
  const silent = Bun.serve({ port: 0, fetch: () => new Response('', { status: 503 }) })
  try {
    const { MilestoneEscrow } = kit.deployment.contracts
    await expect(read(MilestoneEscrow, silent.url.href)).rejects.toThrow(
      /^Cannot read the policy of the MilestoneEscrow at 0x[0-9a-fA-F]{40}: Cannot get an answer to eth_call/,
    )
  } finally {
    await silent.stop(true)
  }
})
