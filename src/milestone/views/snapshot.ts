import { Type as t } from '@sinclair/typebox'
import type { ReadModel } from '../indexer/read-model.ts'
import { Hash, Seconds } from '../wire/shapes.ts'

export const AsOf = t.Object(
  {
    chainId: t.Integer({ examples: [31337] }),
    blockNumber: t.Integer({ minimum: 0, examples: [412] }),
    blockHash: Hash('The block that the whole answer was read from'),
    timestamp: Seconds('Time of that block'),
    stale: t.Boolean({
      description:
        'true while the public reader cannot reach the chain or is behind; faults of the pipeline do not count',
      examples: [false],
    }),
  },
  { title: 'AsOf', description: 'The one block that this answer describes' },
)
export type AsOf = typeof AsOf.static

/** What every view is made from: the read model, and its block. */
export interface Snapshot {
  readModel: ReadModel
  asOf: AsOf
}

/** One page of a list. */
export interface PageQuery {
  limit: number
  cursor?: string | undefined
}

/** A function of the read model that is computed once per state of the model, as sums over a whole chain are. */
export function perRevision<Value>(
  compute: (readModel: ReadModel) => Value,
): (readModel: ReadModel) => Value {
  const known = new WeakMap<ReadModel, { revision: number; value: Value }>()
  return (readModel) => {
    const { revision } = readModel
    const earlier = known.get(readModel)
    if (earlier?.revision === revision) return earlier.value
    const value = compute(readModel)
    known.set(readModel, { revision, value })
    return value
  }
}
