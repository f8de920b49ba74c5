import {
  BaseError,
  createPublicClient,
  createWalletClient,
  defineChain,
  type Hex,
  http,
  isAddressEqual,
  type LocalAccount,
  type PublicClient,
  type TransactionReceipt,
} from 'viem'
import { messageOf, StartupError } from '../../kernel/runtime/errors.ts'
import { type Deployment, writeContractsFile } from '../contracts/deployment.ts'
import { type DeploymentSettings, type DeploymentStep, planDeployment } from './deployment-plan.ts'
import { defaultTerms, termsProblem } from './policy.ts'

const daySeconds = 86_400

/**
 * Deploys every contract from `account`, one transaction after the other with nonces fixed in advance, and writes the
 * contracts file.
 * @throws StartupError when the settings contradict each other (nothing is sent then), the chain cannot be reached, the
 * balance is insufficient, or a transaction fails
 */
export async function deploy(options: {
  rpcUrl: string
  account: LocalAccount
  /** Roles without an address are the deployer's. */
  settings?: Partial<DeploymentSettings>
  contractsFile?: string
  onProgress?: (done: number, total: number, title: string) => void
}): Promise<Deployment> {
  const { rpcUrl, account } = options
  const settings = { ...settingsOf(account), ...options.settings }
  requireCoherent(settings)
  const transport = http(rpcUrl, { timeout: 10_000 })
  const chainId = await createPublicClient({ transport })
    .getChainId()
    .catch((cause) => {
      throw new StartupError(`Cannot deploy as the RPC must answer at ${rpcUrl}: ${reasonOf(cause)}`, {
        cause,
      })
    })
  const chain = defineChain({
    id: chainId,
    name: `chain ${chainId}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  })
  const reader = createPublicClient({ chain, transport, pollingInterval: 250 })
  const wallet = createWalletClient({ account, chain, transport })
  const firstNonce = await reader.getTransactionCount({ address: account.address, blockTag: 'pending' })
  const { steps, contracts } = planDeployment(account.address, firstNonce, settings)

  let startBlock: Deployment['startBlock'] | undefined
  for (const [index, step] of steps.entries()) {
    options.onProgress?.(index, steps.length, step.title)
    const { data, nonce, to } = step
    const hash = await wallet
      .sendTransaction({ data, nonce, ...(to === undefined ? {} : { to }) })
      .catch((cause) => {
        throw new StartupError(`Cannot deploy ${step.title}: ${reasonOf(cause)}`, { cause })
      })
    const receipt = await receiptOf(reader, step, hash, contracts)
    startBlock ??= { number: Number(receipt.blockNumber), hash: receipt.blockHash }
  }
  options.onProgress?.(steps.length, steps.length, 'done')
  const deployment: Deployment = { chainId, startBlock: startBlock ?? { number: 0 }, contracts }
  if (options.contractsFile !== undefined) writeContractsFile(options.contractsFile, deployment)
  return deployment
}

/** Checks what the constructors would reject, before anything is paid for. */
function requireCoherent(settings: DeploymentSettings): void {
  const roles = [
    ['arbiter', settings.arbiter],
    ['fee recipient', settings.feeRecipient],
    ['slash receiver', settings.slashReceiver],
  ] as const
  for (const [index, [role, address]] of roles.entries()) {
    const other = roles.slice(index + 1).find(([, candidate]) => isAddressEqual(candidate, address))
    if (other === undefined) continue
    throw new StartupError(
      `Cannot deploy as the arbiter, the fee recipient and the slash receiver must be three different addresses: ${address} would be ${role} and ${other[0]}. Name them by --arbiter, --fee-recipient and --slash-receiver; a role that is not named is the deployer's`,
    )
  }
  const problem = termsProblem(settings)
  if (problem !== undefined) throw new StartupError(`Cannot deploy as ${problem}`)
}

async function receiptOf(
  reader: PublicClient,
  step: DeploymentStep,
  hash: Hex,
  contracts: Deployment['contracts'],
): Promise<TransactionReceipt> {
  const receipt = await reader.waitForTransactionReceipt({ hash }).catch((cause) => {
    throw new StartupError(`Cannot deploy ${step.title}: ${reasonOf(cause)}`, { cause })
  })
  if (receipt.status !== 'success') {
    throw new StartupError(`Cannot deploy ${step.title} as its transaction ${hash} must succeed: it reverted`)
  }
  const { contractAddress } = receipt
  if (step.contract === undefined) return receipt
  const planned = contracts[step.contract]
  if (contractAddress == null || !isAddressEqual(contractAddress, planned)) {
    throw new StartupError(
      `Cannot deploy ${step.title} as it must be at ${planned}: it is at ${contractAddress}`,
    )
  }
  return receipt
}

/** One line: viem's own messages contain the whole request. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof BaseError)) return messageOf(cause)
  const [details = ''] = cause.details.split('\n')
  return details === '' ? cause.shortMessage : `${cause.shortMessage} (${details})`
}

function settingsOf({ address }: LocalAccount): DeploymentSettings {
  return {
    ...defaultTerms,
    budgetPeriod: 7 * daySeconds,
    arbiter: address,
    feeRecipient: address,
    slashReceiver: address,
    agent: address,
    attestor: address,
  }
}
