/** Buys a campaign image by x402 on the demo chain of a server with `X402=demo`, with the demo's account for buyers. */
import { decodePaymentRequiredHeader, decodePaymentResponseHeader } from '@x402/core/http'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { mnemonicToAccount } from 'viem/accounts'
import { noServer, server } from './client.ts'

// The phrase is public: its accounts hold money of demo chains alone.
const phrase = 'test test test test test test test test test test test junk'
const buyer = mnemonicToAccount(phrase, { addressIndex: 22 })
const url = `${server}/api/agent`
const request = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({
    command: 'Summer launch over a calm sea at dawn, "Made for slow mornings", square',
    parameters: { brandKitId: 'demo-launch' },
  }),
}

const unpaid = await fetch(url, request).catch(noServer)
if (unpaid.status !== 402)
  throw new Error(`Runs of this server are free (${unpaid.status}): start it with X402=demo`)
const [offer] = decodePaymentRequiredHeader(unpaid.headers.get('payment-required') ?? '').accepts
if (offer === undefined) throw new Error('This server accepts no payment')
const { asset, network, amount } = offer
console.log(`Asked for ${Number(amount) / 1e6} USDC (${asset}) on ${network}`)

const pay = wrapFetchWithPayment(
  fetch,
  x402Client.fromConfig({
    schemes: [{ network, client: new ExactEvmScheme(buyer) }],
    // The client pays in tokens that it supports, and in those named here.
    spendControls: { allowedAssets: [{ asset, network, maxAmountPerPayment: '100000' }] },
  }),
)
const paid = await pay(url, request)
const run = await paid.json()
if (paid.status !== 200) throw new Error(`The run failed: ${JSON.stringify(run)}`)
const { transaction } = decodePaymentResponseHeader(paid.headers.get('payment-response') ?? '')
console.log(`Paid by ${buyer.address} in ${transaction}\nImage ${run.resultUrl}`)
