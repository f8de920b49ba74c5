import { afterAll, beforeAll, expect, test } from 'bun:test'
import { decodePaymentRequiredHeader, decodePaymentResponseHeader } from '@x402/core/http'
import type { PaymentRequirements } from '@x402/core/types'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { createPublicClient, type Hex, http } from 'viem'
import { demoUsdcAbi } from '../src/milestone/contracts/abi.ts'
import { buyerAccount } from '../src/milestone/demo/actors.ts'
import { type DemoServer, startDemoServer } from './support/demo-server.ts'
import { type SignedPayment, signedPayment } from './support/signed-payment.ts'

const buyer = buyerAccount()
const request = {
  command: 'Summer launch, a gradient mesh, "Made for slow mornings", square',
  parameters: { brandKitId: 'demo-launch' },
}
const environment = { AREAS: 'campaign,milestone', X402: 'demo' }

let server: DemoServer
beforeAll(async () => {
  server = await startDemoServer({ environment })
})
afterAll(() => server.dispose())

const agent = () => `${server.url}/api/agent`
const client = () => createPublicClient({ transport: http(server.rpcUrl) })

function post(headers: Record<string, string> = {}, body: unknown = request): Promise<Response> {
  return fetch(agent(), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}

async function requirements(): Promise<PaymentRequirements> {
  const { accepts } = decodePaymentRequiredHeader((await post()).headers.get('payment-required') ?? '')
  const [first] = accepts
  if (first === undefined) throw new Error('nothing is accepted')
  return first
}

async function balances(): Promise<{ buyer: bigint; cashier: bigint }> {
  const { asset, payTo } = await requirements()
  const balanceOf = (account: string) =>
    client().readContract({
      address: hex(asset),
      abi: demoUsdcAbi,
      functionName: 'balanceOf',
      args: [hex(account)],
    })
  return { buyer: await balanceOf(buyer.address), cashier: await balanceOf(payTo) }
}

const hex = (text: string): Hex => `0x${text.slice(2)}`
const encoded = (payment: unknown) => Buffer.from(JSON.stringify(payment)).toString('base64')
const signature = (payment: SignedPayment) => ({ 'payment-signature': encoded(payment) })

/** What moved from the buyer to the cashier meanwhile. */
async function moved(during: () => Promise<unknown>): Promise<bigint> {
  const before = await balances()
  await during()
  const after = await balances()
  expect(after.cashier - before.cashier).toBe(before.buyer - after.buyer)
  return before.buyer - after.buyer
}

test('a message by A2A is paid for like a run', async () => {
  const send = (headers: Record<string, string> = {}) =>
    fetch(`${server.url}/a2a`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({
        ...{ jsonrpc: '2.0', id: 1, method: 'SendMessage' },
        params: { message: { messageId: '1', role: 'ROLE_USER', parts: [{ data: request }] } },
      }),
    })
  const unpaid = await send()
  expect([unpaid.status, unpaid.headers.has('payment-required')]).toEqual([402, true])
  const payment = await signedPayment(buyer, await requirements())
  const ids: string[] = []
  const spent = await moved(async () => {
    for (const _ of [1, 2]) {
      const paid = await send(signature(payment))
      expect([paid.status, paid.headers.has('payment-response')]).toEqual([200, true])
      ids.push((await paid.json()).result.task.id)
    }
  })
  expect([spent, new Set(ids).size]).toEqual([50_000n, 1])
})

test('an agent with @x402/fetch buys an image, and the same payment repeats the answer', async () => {
  const { asset, network } = await requirements()
  const sent: string[] = []
  const recording = async (input: RequestInfo | URL, init?: RequestInit) => {
    const outgoing = new Request(input, init)
    const header = outgoing.headers.get('payment-signature')
    if (header !== null) sent.push(header)
    return await fetch(outgoing)
  }
  const buy = wrapFetchWithPayment(
    Object.assign(recording, { preconnect: fetch.preconnect }),
    x402Client.fromConfig({
      schemes: [{ network: 'eip155:*', client: new ExactEvmScheme(buyer) }],
      spendControls: { allowedAssets: [{ asset, network, maxAmountPerPayment: '60000' }] },
    }),
  )
  const answers: Response[] = []
  const paid = await moved(async () => {
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(request),
    }
    answers.push(await buy(agent(), init))
    answers.push(await post({ 'payment-signature': sent[0] ?? '' }))
    answers.push(await post({ 'x-payment': sent[0] ?? '' }))
  })
  expect(paid).toBe(50_000n)
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  const [first, ...repeats] = await Promise.all(answers.map((answer) => answer.json()))
  expect(first).toMatchObject({ status: 'completed', provenanceReceiptId: expect.any(String) })
  for (const repeat of repeats) expect(repeat).toEqual(first)
  expect((await fetch(first.resultUrl)).headers.get('content-type')).toBe('image/png')
  const settled = decodePaymentResponseHeader(answers[0]?.headers.get('payment-response') ?? '')
  expect(settled).toMatchObject({ success: true, network: 'eip155:31337', amount: '50000' })
  const { status } = await client().getTransactionReceipt({ hash: hex(settled.transaction) })
  expect(status).toBe('success')
  expect((await post({ 'payment-signature': sent[0] ?? '' }, { ...request, command: 'Other' })).status).toBe(
    402,
  )
})

test('the paid call of the documentation works', async () => {
  const run = () =>
    Bun.$`${process.execPath} ${import.meta.dir}/../scripts/examples/pay.ts ${server.url}`.text()
  const outputs: string[] = []
  expect(await moved(async () => outputs.push(await run()))).toBe(50_000n)
  expect(outputs[0]).toMatch(/Asked for 0.05 USDC[\s\S]*Paid by 0x\w{40} in 0x\w{64}\nImage http/)
})

test('two requests with one payment make one run and one settlement', async () => {
  const payment = signature(await signedPayment(buyer, await requirements()))
  const answers: Response[] = []
  expect(
    await moved(async () => {
      answers.push(...(await Promise.all([post(payment), post(payment), post(payment)])))
    }),
  ).toBe(50_000n)
  const bodies = await Promise.all(answers.map((answer) => answer.json()))
  expect(new Set(bodies.map(({ draftId }) => draftId)).size).toBe(1)
})

test('a payment that is not what is asked for is a 402 with its reason, and nothing runs or is charged', async () => {
  const required = await requirements()
  const other = '0x00000000000000000000000000000000000000aa'
  const signed = (changes: Parameters<typeof signedPayment>[2], accepted = required) =>
    signedPayment(buyer, accepted, changes)
  const good = await signed({})
  const cases: [string, unknown][] = [
    ['payTo must be', await signed({}, { ...required, payTo: other })],
    ['asset must be', await signed({}, { ...required, asset: other })],
    ['network must be', await signed({}, { ...required, network: 'eip155:8453' })],
    ['amount must be', await signed({}, { ...required, amount: '1' })],
    ['invalid_exact_evm_recipient_mismatch', await signed({ to: other })],
    ['authorization_value_mismatch', await signed({ value: '49999' })],
    ['invalid_exact_evm_signature', await signed({ chainId: 1 })],
    ['authorization_valid_before', await signed({ validBefore: '1' })],
    ['authorization_valid_after', await signed({ validAfter: '99999999999' })],
    ['Cannot read this payment', { ...good, x402Version: 1 }],
    ['Cannot read this payment', { ...good, payload: { signature: '0x' } }],
    ['Cannot read this payment', 'x'.repeat(10_000)],
  ]
  const drafts = async () => await (await fetch(`${server.url}/api/drafts`)).text()
  const before = await drafts()
  expect(
    await moved(async () => {
      for (const [reason, payment] of cases) {
        const answer = await post({ 'payment-signature': encoded(payment) })
        const body = await answer.json()
        expect([answer.status, body.error.code]).toEqual([402, 'payment_required'])
        expect(body.error.message).toContain(reason)
        expect(answer.headers.has('payment-required')).toBe(true)
      }
      expect((await post({ 'payment-signature': '%%%' })).status).toBe(402)
    }),
  ).toBe(0n)
  expect(await drafts()).toBe(before)
})

test('a run that fails is not charged, and its payment still buys another', async () => {
  const payment = signature(await signedPayment(buyer, await requirements()))
  const wrong = { ...request, parameters: { brandKitId: 'no-such-kit' } }
  expect(await moved(async () => expect((await post(payment, wrong)).status).toBe(404))).toBe(0n)
  expect(await moved(async () => expect((await post(payment)).status).toBe(200))).toBe(50_000n)
})

test('the card names the chain, and a variant without kits costs its own price', async () => {
  const card = await (await fetch(`${server.url}/.well-known/agent.json`)).json()
  expect(card.commerce.x402).toEqual({
    enabled: true,
    header: 'X-PAYMENT',
    price: '0.05',
    currency: 'USDC',
    network: 'eip155:31337',
  })
  const old = await fetch(`${server.url}/v1.3/api/agent`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ command: 'Sea at dawn' }),
  })
  expect(old.status).toBe(402)
  const { accepts } = decodePaymentRequiredHeader(old.headers.get('payment-required') ?? '')
  expect(accepts[0]?.amount).toBe('10000')
})

test('a server killed once its settlement is mined gives the stored answer after its restart', async () => {
  const required = await requirements()
  const signed = await signedPayment(buyer, required)
  const before = await balances()
  const lost = post(signature(signed)).catch(() => undefined)
  const settled = () =>
    client().readContract({
      address: hex(required.asset),
      abi: demoUsdcAbi,
      functionName: 'authorizationState',
      args: [buyer.address, signed.payload.authorization.nonce],
    })
  while (!(await settled())) await Bun.sleep(5)
  await server.kill('SIGKILL')
  await lost
  server = await startDemoServer({ dataDir: server.dataDir, environment })
  const answers = [await post(signature(signed)), await post(signature(signed))]
  const [first, second] = await Promise.all(answers.map((answer) => answer.json()))
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(second).toEqual(first)
  const after = await balances()
  expect(after.cashier - before.cashier).toBe(50_000n)
})
