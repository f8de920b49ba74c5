import type { ReadModel } from '../indexer/read-model.ts'
import type { AsOf } from '../model.ts'

/** What every view is made from: the read model, and the block it stands at. */
export interface Snapshot {
  model: ReadModel
  asOf: AsOf
}

/** How the last page of a list is asked for. */
export interface PageQuery {
  limit: number
  cursor: string | undefined
}
