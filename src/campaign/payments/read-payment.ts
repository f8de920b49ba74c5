import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'

const HexOf = (bytes: number) =>
  Type.Unsafe<`0x${string}`>(Type.String({ pattern: `^0x[0-9a-fA-F]{${2 * bytes}}$` }))
/** Of at most 78 digits, as an integer of 256 bits has. */
const Digits = Type.String({ pattern: '^(0|[1-9][0-9]{0,77})$' })
const Network = Type.Unsafe<`${string}:${string}`>(Type.String({ pattern: '^[^:]{1,40}:[^:]{1,40}$' }))
const ShortText = Type.String({ maxLength: 100 })

/** A payment of x402 version 2 by the scheme `exact` with an ERC-3009 authorization of an account's own key. */
const PaymentSchema = Type.Object({
  x402Version: Type.Literal(2),
  accepted: Type.Object({
    scheme: ShortText,
    network: Network,
    asset: ShortText,
    amount: ShortText,
    payTo: ShortText,
    maxTimeoutSeconds: Type.Integer({ minimum: 0 }),
    extra: Type.Record(Type.String(), Type.Unknown()),
  }),
  payload: Type.Object({
    authorization: Type.Object({
      from: HexOf(20),
      to: HexOf(20),
      value: Digits,
      validAfter: Digits,
      validBefore: Digits,
      nonce: HexOf(32),
    }),
    signature: HexOf(65),
  }),
})
export type Payment = Static<typeof PaymentSchema>

const headerCharsMax = 8_192

/** The payment in a header; undefined for what is not one. */
export function readPayment(header: string): Payment | undefined {
  if (header.length > headerCharsMax || !/^[A-Za-z0-9+/]+={0,2}$/.test(header)) return undefined
  try {
    const value: unknown = JSON.parse(Buffer.from(header, 'base64').toString('utf8'))
    return Value.Check(PaymentSchema, value) ? value : undefined
  } catch {
    return undefined
  }
}
