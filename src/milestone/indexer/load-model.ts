import { createModelWriter, type ModelWriter } from './model-writer.ts'
import type { Store } from './store.ts'
import type { StoreSnapshot } from './store-snapshot.ts'

/** Folds everything the store holds into a model of its own. No RPC is needed. */
export async function loadModel(store: Store): Promise<ModelWriter> {
  return await store.read(loadSnapshot)
}

export async function loadSnapshot(snapshot: StoreSnapshot): Promise<ModelWriter> {
  const writer = createModelWriter()
  const cursor = await snapshot.cursor()
  if (cursor === undefined) return writer
  for await (const events of snapshot.eventsAbove(-1)) writer.load(events, cursor.head)
  writer.setBlocks(await snapshot.blocks(), cursor.revision)
  return writer
}
