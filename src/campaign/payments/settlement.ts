import type { PaymentPayload, PaymentRequirements } from '@x402/core/types'
import type { Payment } from './read-payment.ts'

/** What pays for runs: the chain on which payments are verified and settled. */
export interface Settlement {
  /** Where payments go; `aheadSeconds` is how far the chain's clock is ahead of ours. */
  terms(): Pick<PaymentRequirements, 'network' | 'asset' | 'payTo' | 'extra'> & { aheadSeconds: number }
  /** Why a payment cannot be settled; undefined when it can. @throws Error when that is not known now */
  refusalOf(payment: PaymentPayload, requirements: PaymentRequirements): Promise<string | undefined>
  /** Moves the money once, however often it is called. @throws Error when the outcome is unknown; call it again */
  settle(
    authorization: Payment['payload']['authorization'],
    signature: Payment['payload']['signature'],
    signal: AbortSignal,
  ): Promise<{ transaction: string } | { refused: string }>
}
