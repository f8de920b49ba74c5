import type { Address } from 'viem'
import type { ReadModel } from '../indexer/read-model.ts'
import type { NameRecord } from '../indexer/state.ts'

/** The primary name of an address, when its forward record points back; null without one. */
export function primaryName(model: ReadModel, address: Address): string | null {
  return model.names.primaryByAddress.get(address) ?? null
}

/**
 * The address whose reputation a name shows, as `NameResolver.serviceAccountOf` answers: the one that the name's present
 * owner pointed it at, if that address claimed the name under the same owner.
 */
export function serviceAccount(model: ReadModel, record: NameRecord): Address | undefined {
  const { address, addressSetBy, owner, name } = record
  if (address === undefined || addressSetBy !== owner) return undefined
  const claim = model.names.claims.get(address)
  return claim?.name === name && claim.owner === owner ? address : undefined
}
