import { createHmac } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import type { SigningKey } from '../receipts/signing-key.ts'

/** Signs callbacks for receivers that hold their caller's secret, and for those that read the published keys. */
export interface Signatures {
  /** The secret of a caller, in the form of Standard Webhooks. */
  secretOf(caller: string): string
  /** The headers of a delivery. `at` in milliseconds since the epoch. */
  headersOf(delivery: {
    id: string
    caller: string
    body: string
    at: number
  }): Promise<Record<string, string>>
}

/** `secret` is the same for all processes on the database. */
export function createSignatures({ secret, key }: { secret: string; key: SigningKey }): Signatures {
  const secretOf = (caller: string) =>
    `whsec_${createHmac('sha256', secret).update(`callbacks of ${caller}`).digest('base64')}`
  return {
    secretOf,
    headersOf: async ({ id, caller, body, at }) => {
      const date = new Date(at)
      const timestamp = String(Math.floor(at / 1000))
      const symmetric = new Webhook(secretOf(caller)).sign(id, date, body)
      const asymmetric = await key.signText(`${id}.${timestamp}.${body}`)
      return {
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': `${symmetric} v1a,${asymmetric}`,
      }
    },
  }
}
