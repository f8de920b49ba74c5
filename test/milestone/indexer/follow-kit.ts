import { afterAll, expect } from 'bun:test'
import type { Database } from '../../../src/kernel/database/database.ts'
import { silentLog } from '../../../src/kernel/runtime/log.ts'
import { deploymentKey } from '../../../src/milestone/contracts/deployment.ts'
import { createLens } from '../../../src/milestone/contracts/lens.ts'
import type { ChainReader } from '../../../src/milestone/indexer/chain-reader.ts'
import { crossCheck, everythingIn, expectedOf } from '../../../src/milestone/indexer/cross-check.ts'
import { createFollower, type FollowerOptions } from '../../../src/milestone/indexer/follow.ts'
import type { ModelChange } from '../../../src/milestone/indexer/model-writer.ts'
import type { ReadModel } from '../../../src/milestone/indexer/read-model.ts'
import { createStore, type Store } from '../../../src/milestone/indexer/store.ts'
import { loadModel } from '../../../src/milestone/indexer/store-snapshot.ts'
import type { RecoveryEvent } from '../../../src/milestone/recovery-event.ts'
import { startTestAnvil } from '../../support/anvil.ts'
import { openTestPglite } from '../../support/databases.ts'
import { type ChainKit, deployKit } from './chain-kit.ts'

/** A node with the contracts on it, and a database, for the tests of one file. */
export async function openStage() {
  const { database, remove } = await openTestPglite()
  const anvil = await startTestAnvil()
  afterAll(async () => {
    await anvil.stop()
    await remove()
  })
  const kit = await deployKit(anvil.url)
  const follow = (overrides?: Partial<FollowerOptions>, of = kit) => openFollower(database, of, overrides)
  return {
    database,
    kit,
    follow,
    /** Removes what was indexed, as another test would read it. */
    forget: async () => await (await follow()).store.drop(),
  }
}

/** A follower over the store's model, as a fresh process would have it. */
async function openFollower(database: Database, kit: ChainKit, overrides: Partial<FollowerOptions> = {}) {
  const store = createStore(database, deploymentKey(kit.deployment))
  const writer = await store.read(loadModel)
  const reports: RecoveryEvent[] = []
  const changes: ModelChange[] = []
  const follower = createFollower({
    reader: kit.reader,
    deployment: kit.deployment,
    store,
    writer,
    log: silentLog,
    now: Date.now,
    pollMs: 20,
    onRecovery: (report) => reports.push(report),
    onChange: (change) => changes.push(change),
    ...overrides,
  })
  return { store, writer, readModel: writer.readModel, follower, reports, changes }
}

/** Everything the model says that the contracts can tell as well, at the model's own block. */
export async function expectContractsAgree(kit: ChainKit, readModel: ReadModel): Promise<void> {
  if (readModel.head === undefined) throw new Error('The model is empty')
  const lens = createLens(kit.reader.call, kit.deployment.contracts.MilestoneLens)
  expect(await crossCheck(lens, expectedOf(readModel, everythingIn(readModel)), readModel.head.hash)).toEqual(
    {
      kind: 'agrees',
    },
  )
}

/** The same reader with some methods in other hands. */
export function wrapReader(reader: ChainReader, overrides: Partial<ChainReader>): ChainReader {
  return { ...reader, ...overrides }
}

/** The store's revision; 0 when it is empty. */
export async function revisionOf(store: Store): Promise<number> {
  return (await store.read((snapshot) => snapshot.cursor()))?.revision ?? 0
}
