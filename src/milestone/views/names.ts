import type { Address } from 'viem'
import type { ReadModel } from '../indexer/read-model.ts'

/** The primary name of an address, when its forward record points back; null without one. */
export function primaryName(model: ReadModel, address: Address): string | null {
  return model.names.primaryByAddress.get(address) ?? null
}
