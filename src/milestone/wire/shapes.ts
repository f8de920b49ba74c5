import { Type as t } from '@sinclair/typebox'
import type { Hex } from 'viem'

/** Parts that several answers share. Every object may have further members; those listed are always present. */

export const Hash = (description: string, example = `0x${'3f'.repeat(32)}`) =>
  t.String({ pattern: '^0x[0-9a-f]{64}$', description, examples: [example] })
export const ChecksumAddress = (description: string) =>
  t.String({
    pattern: '^0x[0-9a-fA-F]{40}$',
    description: `${description}, with its EIP-55 checksum`,
    examples: ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8'],
  })
export const Wei = (description: string) =>
  t.String({ pattern: '^[0-9]+$', description: `${description}, in wei`, examples: ['2500000000000000000'] })
export const Ether = (description: string) =>
  t.String({
    pattern: '^[0-9]+\\.[0-9]{4,18}$',
    description: `${description}: exact decimal number of ETH with at least 4 decimals`,
    examples: ['2.5000'],
  })
export const Usdc = (description: string) =>
  t.Number({ description: `${description}, in USDC`, examples: [41.25] })
export const Seconds = (description: string) =>
  t.Integer({ description: `${description}, in seconds since the epoch`, examples: [1_790_000_000] })
export const Count = (description: string) => t.Integer({ minimum: 0, description, examples: [3] })
export const Name = (description: string) =>
  t.Union([t.String(), t.Null()], { description: `${description}; null without one`, examples: ['ada.eth'] })
export const nullable = <Schema extends ReturnType<typeof t.Integer> | ReturnType<typeof t.String>>(
  schema: Schema,
  description: string,
) => t.Union([schema, t.Null()], { description, examples: schema['examples'] })
export const EndOf = (phase: string, before: string) =>
  nullable(
    t.Integer({ examples: [1_790_000_000] }),
    `End of ${phase}, in seconds since the epoch; null before ${before}`,
  )
export const TimeOf = (event: string) =>
  nullable(
    t.Integer({ examples: [1_790_000_000] }),
    `Time of ${event}, in seconds since the epoch; null before it`,
  )
export const MilestoneTitle = nullable(
  t.String({ examples: ['Solar pump, phase 1'] }),
  'Title of its evidence bundle; null before evidence, and where the bundle is not held',
)
export const Next = t.Union([t.String(), t.Null()], {
  description: 'Send it as `cursor` for the next page; null at the end',
  examples: ['MTIzLjQ'],
})
export const Ok = t.Literal(true, { description: 'true in every answer that is not an error' })

/** `text` as a lower-case 32-byte hash; undefined unless it is 0x and 64 hexadecimal digits. */
export function asHash(text: string): Hex | undefined {
  return /^0x[0-9a-fA-F]{64}$/.test(text) ? `0x${text.slice(2).toLowerCase()}` : undefined
}
