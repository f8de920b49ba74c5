import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createPublicClient, type Hex, http, parseEther } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { Database } from '../../../src/kernel/database/database.ts'
import { silentLog } from '../../../src/kernel/runtime/log.ts'
import { createNodeRpc, quantity } from '../../../src/milestone/anvil/node-rpc.ts'
import { demoUsdcAbi } from '../../../src/milestone/contracts/abi.ts'
import { buyerAccount, cashierAccount } from '../../../src/milestone/demo/actors.ts'
import { createPayments } from '../../../src/milestone/payments/payments.ts'
import { createHttpExchange } from '../../../src/milestone/rpc/exchange.ts'
import { startTestAnvil, type TestAnvil } from '../../support/anvil.ts'
import { openTestPglite } from '../../support/databases.ts'
import { type SignedPayment, signedPayment } from '../../support/signed-payment.ts'
import { type ChainKit, call, deployKit } from '../indexer/chain-kit.ts'

let node: TestAnvil
let kit: ChainKit
let opened: { database: Database; remove: () => Promise<void> }
const buyer = buyerAccount()
const cashier = cashierAccount()

beforeAll(async () => {
  node = await startTestAnvil()
  opened = await openTestPglite()
  kit = await deployKit(node.url)
  const rpc = createNodeRpc(node.url)
  await rpc.call('anvil_setBalance', [cashier.address, quantity(parseEther('10'))])
  await rpc.call('anvil_setBalance', [buyer.address, quantity(parseEther('10'))])
  const [owner = '0x'] = kit.accounts
  await kit.mine([call(owner, asset(), demoUsdcAbi, 'mint', [buyer.address, 1_000_000n])])
  await rpc.call('evm_setAutomine', [true])
})

afterAll(async () => {
  await opened.remove()
  await node.stop()
})

const asset = () => kit.deployment.contracts.DemoUSDC

/** As a new process would make them. */
function paymentsOf(
  options: {
    endpoint?: string
    startBlock?: { number: number }
    hooks?: { at: (point: string) => void }
  } = {},
) {
  return createPayments({
    database: opened.database,
    deployment: { ...kit.deployment, startBlock: options.startBlock ?? kit.deployment.startBlock },
    endpoints: [options.endpoint ?? node.url],
    exchange: createHttpExchange(),
    cashier,
    chainTime: () => undefined,
    onEvent: () => {},
    log: silentLog,
    now: Date.now,
    ...(options.hooks && { hooks: options.hooks }),
  })
}

function requirementsOf(payments: ReturnType<typeof paymentsOf>) {
  const { aheadSeconds, ...terms } = payments.terms()
  return { scheme: 'exact', ...terms, amount: '50000', maxTimeoutSeconds: 600 }
}

const soon = () => AbortSignal.timeout(30_000)
const client = () => createPublicClient({ transport: http(node.url) })

async function balanceOf(account: Hex): Promise<bigint> {
  return await client().readContract({
    address: asset(),
    abi: demoUsdcAbi,
    functionName: 'balanceOf',
    args: [account],
  })
}

const settle = (payments: ReturnType<typeof paymentsOf>, { payload }: SignedPayment) =>
  payments.settle(payload.authorization, payload.signature, soon())

test('a payment is settled once, however often and by whichever process it is asked for', async () => {
  const payments = paymentsOf()
  const payment = await signedPayment(buyer, requirementsOf(payments))
  expect(await payments.refusalOf(payment, requirementsOf(payments))).toBeUndefined()
  const before = await balanceOf(cashier.address)
  const [first, second] = await Promise.all([settle(payments, payment), settle(payments, payment)])
  expect(first).toEqual({ transaction: expect.stringMatching(/^0x[0-9a-f]{64}$/) })
  expect(second).toEqual(first)
  expect(await settle(paymentsOf(), payment)).toEqual(first)
  expect(await balanceOf(cashier.address)).toBe(before + 50_000n)
  expect(await payments.refusalOf(payment, requirementsOf(payments))).toBe(
    'invalid_exact_evm_nonce_already_used',
  )
})

test('a payment that does not pay what is required is refused by its reason', async () => {
  const payments = paymentsOf()
  const required = requirementsOf(payments)
  const refusalOf = async (
    changes: Parameters<typeof signedPayment>[2],
    payer: typeof buyer = buyer,
    accepted = required,
  ) => await payments.refusalOf(await signedPayment(payer, accepted, changes), required)
  const [stranger = '0x'] = kit.accounts
  expect(await refusalOf({ value: '49999' })).toBe('invalid_exact_evm_payload_authorization_value_mismatch')
  expect(await refusalOf({ to: stranger })).toBe('invalid_exact_evm_recipient_mismatch')
  expect(await refusalOf({ chainId: 1 })).toBe('invalid_exact_evm_signature')
  expect(await refusalOf({ asset: stranger })).toBe('invalid_exact_evm_signature')
  expect(await refusalOf({ from: stranger })).toBe('invalid_exact_evm_signature')
  expect(await refusalOf({}, buyer, { ...required, network: 'eip155:1' })).toBe(
    'invalid_exact_evm_network_mismatch',
  )
  expect(await refusalOf({ validBefore: '1' })).toBe('invalid_exact_evm_payload_authorization_valid_before')
  expect(await refusalOf({}, privateKeyToAccount(`0x${'ab'.repeat(32)}`))).toBe(
    'invalid_exact_evm_insufficient_balance',
  )
})

test('a payment is not refused while no endpoint answers, as it may be good', async () => {
  const required = requirementsOf(paymentsOf())
  const payment = await signedPayment(buyer, required)
  const away = paymentsOf({ endpoint: 'http://127.0.0.1:1' })
  await expect(away.refusalOf(payment, required)).rejects.toThrow('Cannot get an answer')
  const { authorization, signature } = payment.payload
  await expect(away.settle(authorization, signature, AbortSignal.timeout(300))).rejects.toThrow('stays open')
  expect(await settle(paymentsOf(), payment)).toHaveProperty('transaction')
})

test.each(['stored', 'signed', 'sent', 'receipt'])(
  'a settlement that ends at "%s" is found by the next process, which pays no second time',
  async (at) => {
    const broken = paymentsOf({
      hooks: {
        at: (point) => {
          if (point === at) throw new Error('the process has ended')
        },
      },
    })
    const payment = await signedPayment(buyer, requirementsOf(broken))
    const before = await balanceOf(cashier.address)
    await expect(settle(broken, payment)).rejects.toThrow('the process has ended')
    expect(await settle(paymentsOf(), payment)).toHaveProperty('transaction')
    expect(await balanceOf(cashier.address)).toBe(before + 50_000n)
  },
)

test('a transaction of somebody else that has paid counts as paid; one of another amount does not', async () => {
  const payments = paymentsOf()
  const payment = await signedPayment(buyer, requirementsOf(payments))
  const paid = await settle(payments, payment)
  // Without the journal of that settlement, it is a transaction of somebody else.
  const { authorization, signature } = payment.payload
  const other = paymentsOf({ startBlock: { number: 1 } })
  expect(await other.settle(authorization, signature, soon())).toEqual(paid)
  const moved = await signedPayment(buyer, requirementsOf(payments), {
    nonce: authorization.nonce,
    value: '1',
  })
  expect(await other.settle({ ...moved.payload.authorization }, moved.payload.signature, soon())).toEqual({
    refused: 'invalid_exact_evm_nonce_already_used',
  })
})
