import type { PaymentPayload, PaymentRequirements } from '@x402/core/types'
import { ExactEvmScheme } from '@x402/evm/exact/facilitator'
import {
  BaseError,
  createPublicClient,
  custom,
  encodeFunctionData,
  type Hex,
  keccak256,
  type LocalAccount,
  type PublicClient,
  parseEventLogs,
  parseSignature,
} from 'viem'
import type { Database } from '../../kernel/database/database.ts'
import type { Log } from '../../kernel/runtime/log.ts'
import { demoUsdcAbi } from '../contracts/abi.ts'
import { type Deployment, deploymentKey, paymentsKey } from '../contracts/deployment.ts'
import { decodeRevert } from '../contracts/revert.ts'
import type { RecoveryEvent } from '../recovery-event.ts'
import { createResilientClient } from '../rpc/client.ts'
import { RpcUnavailable } from '../rpc/errors.ts'
import type { Exchange } from '../rpc/rpc.ts'
import { TransactionReverted } from '../sender/errors.ts'
import { createSender } from '../sender/sender.ts'
import type { SenderHooks } from '../sender/sending.ts'

/** An ERC-3009 authorization as x402 sends it: amounts and seconds since the epoch in decimal digits. */
export interface Authorization {
  from: Hex
  to: Hex
  value: string
  validAfter: string
  validBefore: string
  nonce: Hex
}

/** Payments in DemoUSDC by authorizations of their payers. */
export type Payments = ReturnType<typeof createPayments>

const settleGas = 200_000n
const step = 'settle'
const resumeMsMax = 60_000

/** What the contract's errors mean, by the names that x402 has for them. */
const reasons: Readonly<Record<string, string>> = {
  ERC20InsufficientBalance: 'invalid_exact_evm_insufficient_balance',
  ERC3009InvalidAuthorizationTime: 'invalid_exact_evm_payload_authorization_time',
  ERC3009InvalidSignature: 'invalid_exact_evm_payload_signature',
  ERC3009UsedAuthorization: 'invalid_exact_evm_nonce_already_used',
}

export function createPayments(options: {
  database: Database
  deployment: Deployment
  endpoints: readonly [string, ...string[]]
  exchange: Exchange
  /** Sends the settlements and receives the money; nothing else sends from it. */
  cashier: LocalAccount
  /** Time of the newest block, in seconds since the epoch. */
  chainTime: () => number | undefined
  onEvent: (event: RecoveryEvent) => void
  log: Log
  now: () => number
  hooks?: SenderHooks
}) {
  const { deployment, cashier, chainTime, now } = options
  const { chainId, contracts, startBlock } = deployment
  const asset = contracts.DemoUSDC
  const provider = createResilientClient({
    ...options,
    chainId,
    random: Math.random,
    checksConsistency: false,
  })
  const client = createPublicClient({ transport: custom(provider, { retryCount: 0 }), cacheTime: 0 })
  const sender = createSender({
    ...options,
    provider,
    chainId,
    deployment: paymentsKey(deploymentKey(deployment)),
    accounts: [cashier],
  })

  /** The transaction that used an authorization to pay us, from any sender. */
  const paidBy = async ({ from, to, value, nonce }: Authorization): Promise<Hex | undefined> => {
    const [used] = await client.getContractEvents({
      address: asset,
      abi: demoUsdcAbi,
      eventName: 'AuthorizationUsed',
      args: { authorizer: from, nonce },
      fromBlock: BigInt(startBlock.number),
    })
    if (used === undefined) return undefined
    const { logs } = await client.getTransactionReceipt({ hash: used.transactionHash })
    const args = { from, to }
    const paid = parseEventLogs({ abi: demoUsdcAbi, eventName: 'Transfer', args, logs }).some(
      (event) => event.args.value === BigInt(value),
    )
    return paid ? used.transactionHash : undefined
  }

  return {
    /** Where payments go; `aheadSeconds` is how far the chain's clock is ahead of ours, 0 when it is not. */
    terms: (): {
      network: `${string}:${string}`
      asset: string
      payTo: string
      extra: { name: string; version: string; assetTransferMethod: 'eip3009' }
      aheadSeconds: number
    } => ({
      network: `eip155:${chainId}`,
      asset,
      payTo: cashier.address,
      // The domain of EIP-712 that payers sign for.
      extra: { name: 'Demo USDC', version: '1', assetTransferMethod: 'eip3009' },
      aheadSeconds: Math.max(0, Math.ceil((chainTime() ?? 0) - now() / 1000)),
    }),
    /**
     * Why a payment cannot be settled as things are; undefined when it can.
     * @throws RpcUnavailable when no endpoint answers
     */
    refusalOf: async (payment: PaymentPayload, requirements: PaymentRequirements) => {
      const watch = watchFailures(client)
      const { isValid, invalidReason } = await new ExactEvmScheme({
        ...watch.reads,
        getAddresses: () => [cashier.address],
        verifyTypedData: notUsed,
        writeContract: notUsed,
        sendTransaction: notUsed,
        waitForTransactionReceipt: notUsed,
      }).verify(payment, requirements)
      if (watch.unavailable !== undefined) throw watch.unavailable
      if (isValid) return undefined
      return (watch.revert && reasons[watch.revert]) ?? invalidReason ?? 'invalid_payload'
    },
    /**
     * Moves the money, once however often it is called.
     * @returns the transaction, or why the payment was refused, so that no money has moved
     * @throws Error when the outcome is unknown; a later call finds out
     */
    settle: async (
      authorization: Authorization,
      signature: Hex,
      signal: AbortSignal,
    ): Promise<{ transaction: Hex } | { refused: string }> => {
      const { from, to, value, validAfter, validBefore, nonce } = authorization
      const { r, s, yParity } = parseSignature(signature)
      const window = [BigInt(value), BigInt(validAfter), BigInt(validBefore)] as const
      const data = encodeFunctionData({
        abi: demoUsdcAbi,
        functionName: 'transferWithAuthorization',
        args: [from, to, ...window, nonce, 27 + yParity, r, s],
      })
      const runId = `x402 ${keccak256(data)}`
      try {
        await sender.send({
          runId,
          step,
          account: cashier,
          to: asset,
          data,
          value: 0n,
          gas: settleGas,
          signal,
        })
        const [transaction] = (await sender.confirm({ runId, signal })).transactions
        if (transaction === undefined) throw new Error(`Cannot find the settlement of ${runId}`)
        return { transaction: transaction.hash }
      } catch (error) {
        const refused = error instanceof TransactionReverted ? reasons[error.reason.name ?? ''] : undefined
        if (refused === undefined) throw error
        const transaction = await paidBy(authorization)
        if (transaction !== undefined) return { transaction }
        // One that was sent may be mined yet.
        const [intent] = await sender.intents(runId)
        if (intent?.state === 'refused' || intent?.state === 'reverted') return { refused }
        throw error
      }
    },
    /** Settles what an earlier process has left open. */
    resume: async () => {
      await sender.resume({ signal: AbortSignal.timeout(resumeMsMax) })
    },
  }
}

/**
 * The reads of a verification, by the chain's clock: in the block that is mined next. The library takes a read that fails
 * for a payment that is refused, so failures are kept apart here.
 */
function watchFailures(client: PublicClient) {
  const found: { unavailable?: Error; revert?: string } = {}
  const watched = async <Answer>(read: Promise<Answer>): Promise<Answer> => {
    try {
      return await read
    } catch (error) {
      const cause = error instanceof BaseError ? error : undefined
      const unavailable = cause?.walk((each) => each instanceof RpcUnavailable)
      if (unavailable instanceof Error) found.unavailable = unavailable
      const raw = cause?.walk((each) => 'raw' in Object(each))
      const revert = decodeRevert(Reflect.get(Object(raw), 'raw')).name
      if (revert !== undefined) found.revert = revert
      throw error
    }
  }
  const reads: Pick<ConstructorParameters<typeof ExactEvmScheme>[0], 'getCode' | 'readContract'> = {
    getCode: (address) => watched(client.getCode(address)),
    readContract: (call) => watched(client.readContract({ ...call, blockTag: 'pending' })),
  }
  return Object.assign(found, { reads })
}

async function notUsed(): Promise<never> {
  throw new Error('Cannot do this in a verification: payments are settled by the sender')
}
