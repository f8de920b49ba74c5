import type { ReadModel } from '../indexer/read-model.ts'

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
