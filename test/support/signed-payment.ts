import type { PaymentPayload, PaymentRequirements } from '@x402/core/types'
import { authorizationTypes } from '@x402/evm'
import { type Hex, type LocalAccount, toHex } from 'viem'
import type { Authorization } from '../../src/milestone/payments/payments.ts'

export interface SignedPayment extends PaymentPayload {
  payload: { authorization: Authorization; signature: Hex }
}

/** A payment for these requirements, as a client signs it; `changes` are signed in place of what is required. */
export async function signedPayment(
  payer: LocalAccount,
  requirements: PaymentRequirements,
  changes: Partial<Authorization> & { chainId?: number; asset?: string } = {},
): Promise<SignedPayment> {
  const { chainId = 31337, asset = requirements.asset, ...changed } = changes
  const now = Math.floor(Date.now() / 1000)
  const authorization: Authorization = {
    from: payer.address,
    to: hex(requirements.payTo),
    value: requirements.amount,
    validAfter: String(now - 600),
    validBefore: String(now + requirements.maxTimeoutSeconds),
    nonce: toHex(crypto.getRandomValues(new Uint8Array(32))),
    ...changed,
  }
  const signature = await payer.signTypedData({
    domain: { name: 'Demo USDC', version: '1', chainId, verifyingContract: hex(asset) },
    types: authorizationTypes,
    primaryType: 'TransferWithAuthorization',
    message: {
      from: authorization.from,
      to: authorization.to,
      value: BigInt(authorization.value),
      validAfter: BigInt(authorization.validAfter),
      validBefore: BigInt(authorization.validBefore),
      nonce: authorization.nonce,
    },
  })
  return { x402Version: 2, accepted: requirements, payload: { authorization, signature } }
}

function hex(address: string): Hex {
  return `0x${address.slice(2)}`
}
