import { createModelWriter, type ModelWriter } from './model-writer.ts'
import type { Store } from './store.ts'

/** Folds everything the store holds into a model of its own. No RPC is needed. */
export async function loadModel(store: Store): Promise<ModelWriter> {
  const writer = createModelWriter()
  await store.read(async (snapshot) => {
    const cursor = await snapshot.cursor()
    if (cursor === undefined) return
    for await (const events of snapshot.eventsAbove(-1)) writer.load(events, cursor.head)
    writer.finishLoading(await snapshot.blocks(), cursor.revision)
  })
  return writer
}
