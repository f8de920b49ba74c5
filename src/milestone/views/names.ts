import type { Address } from 'viem'
import { normalize } from 'viem/ens'
import type { ReadModel } from '../indexer/read-model.ts'
import type { NameRecord } from '../indexer/state.ts'

/** The primary name of an address, when its forward record points back; null without one. */
export function primaryName(readModel: ReadModel, address: Address): string | null {
  return readModel.names.primaryByAddress.get(address) ?? null
}

/**
 * The address whose reputation a name shows, as `NameResolver.serviceAccountOf` returns it: the one that the name's
 * present owner pointed it at, if that address claimed the name under the same owner.
 */
export function serviceAccount(readModel: ReadModel, record: NameRecord): Address | undefined {
  const { address, addressSetBy, owner, name } = record
  if (address === undefined || addressSetBy !== owner) return undefined
  const claim = readModel.names.claims.get(address)
  return claim?.name === name && claim.owner === owner ? address : undefined
}

const nameLengthMax = 255

/** A name in its ENSIP-15 form, `.eth` added to a bare label; or why it has none. */
export function normalName(raw: string): { name: string } | { problem: string } {
  if (raw.length > nameLengthMax) return { problem: `a name has at most ${nameLengthMax} characters` }
  if (raw.trim() === '') return { problem: 'a name is not empty' }
  try {
    const name = normalize(raw)
    return { name: name.includes('.') ? name : `${name}.eth` }
  } catch {
    return { problem: 'it is not a name that ENSIP-15 allows' }
  }
}
