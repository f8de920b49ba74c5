import { type Address, type LocalAccount, toHex } from 'viem'
import { HDKey, privateKeyToAccount } from 'viem/accounts'
import { once } from '../../kernel/runtime/once.ts'

/**
 * The key at m/44'/60'/0'/0 of the published test phrase, as deriving it takes a third of a second at every start. Keys of
 * that phrase are public, so they are for demo chains only.
 */
export const demoParentKey =
  'xprv9zz7v8QuW9DB5aPK3A4sGm1Nd3gNbg3NznE3Gu3TUPDFCEvZwALBrjY5d5h8eyKywqqFkKXDaxAKsmL4qVMzN3wBGaC2h3WoJT74EVuGwZi'

export const builderKeys = ['tidepool', 'orchard', 'quarry', 'lantern'] as const
export const sponsorKeys = ['harbor', 'commons', 'ridgeline'] as const
export const verifierKeys = ['atlas', 'fieldcheck', 'gridwatch', 'sable', 'north'] as const
export const serviceKeys = ['llm-inference', 'evidence-storage', 'rpc-access', 'notification'] as const

export type BuilderKey = (typeof builderKeys)[number]
export type SponsorKey = (typeof sponsorKeys)[number]
export type VerifierKey = (typeof verifierKeys)[number]
export type ServiceKey = (typeof serviceKeys)[number]

const order = [
  'deployer',
  'arbiter',
  'agent',
  'attestor',
  ...builderKeys,
  ...sponsorKeys,
  ...verifierKeys,
  ...serviceKeys,
  // A second account of a dishonest builder.
  'sybil',
] as const

/** The accounts of the demo chain, in the order of the test phrase. */
export type ActorKey = (typeof order)[number]
export type Actors = Readonly<Record<ActorKey, LocalAccount>>

const parentKey = once(() => HDKey.fromExtendedKey(demoParentKey))

/** An account of the test phrase by its index. */
export function accountAt(index: number): LocalAccount {
  const { privateKey } = parentKey().deriveChild(index)
  if (privateKey === null) throw new Error(`Cannot derive key ${index} of the test phrase`)
  return privateKeyToAccount(toHex(privateKey))
}

/** Deriving the keys takes a tenth of a second. */
export const demoActors = once((): Actors => recordOf(order, accountAt))

/** An object with a value for each key. The only cast: `Object.fromEntries` forgets the keys. */
export function recordOf<const Key extends string, Value>(
  keys: readonly Key[],
  make: (index: number) => Value,
): Record<Key, Value> {
  return Object.fromEntries(keys.map((key, index) => [key, make(index)])) as Record<Key, Value>
}

/**
 * Accounts of payments, after the actors in the test phrase. The cashier is not an actor, whose nonces verification cycles
 * account for; the buyer account is there to try a paid call.
 */
export const cashierAccount = () => accountAt(order.length)
export const buyerAccount = () => accountAt(order.length + 1)

export type AddressBook = (key: ActorKey) => Address
