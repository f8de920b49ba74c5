import { createModelWriter, type ModelWriter } from './model-writer.ts'
import type { StoreSnapshot } from './store-snapshot.ts'

/** Folds everything that is stored into a model of its own. Needs no RPC. */
export async function loadModel(snapshot: StoreSnapshot): Promise<ModelWriter> {
  const writer = createModelWriter()
  const cursor = await snapshot.cursor()
  if (cursor === undefined) return writer
  for await (const events of snapshot.eventsAbove(-1)) writer.load(events, cursor.head)
  writer.setBlocks(await snapshot.blocks(), cursor.revision)
  return writer
}
