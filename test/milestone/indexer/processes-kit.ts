import { afterAll, afterEach, beforeEach } from 'bun:test'
import type { Database } from '../../../src/kernel/database/database.ts'
import { silentLog } from '../../../src/kernel/runtime/log.ts'
import type { ChainReader } from '../../../src/milestone/indexer/chain-reader.ts'
import { createIndexer, type Indexer, type IndexerOptions } from '../../../src/milestone/indexer/indexer.ts'
import { startTestAnvil } from '../../support/anvil.ts'
import { openTestPostgres } from '../../support/databases.ts'
import { startPostgres } from '../../support/postgres.ts'
import { waitFor } from '../../support/wait.ts'
import { deployKit } from './chain-kit.ts'
import { createCall, people, playScenario } from './scenario.ts'

const postgres = await startPostgres()
const anvil = await startTestAnvil()
export const kit = await deployKit(anvil.url)
await playScenario(kit)
let url: string
const closing: (() => Promise<void>)[] = []

afterAll(async () => {
  await anvil.stop()
  await postgres.stop()
})
// One chain, which only grows, and a database for each test.
beforeEach(async () => {
  url = await postgres.createDatabase()
})
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** One process of several on the same database. */
export async function openProcess({
  leads = false,
  ...overrides
}: Partial<IndexerOptions> & { leads?: boolean } = {}): Promise<{
  indexer: Indexer
  database: Database
}> {
  const opened = await openTestPostgres(url)
  const database = leads ? { ...opened, tryLead: async () => async () => {} } : opened
  const indexer = await createIndexer({
    database,
    deployment: kit.deployment,
    reader: kit.reader,
    log: silentLog,
    now: Date.now,
    pollMs: 20,
    replicaPollMs: 50,
    ...overrides,
  })
  closing.push(async () => {
    await indexer.stop()
    await database.close()
  })
  return { indexer, database }
}

export async function moreBlocks(count: number): Promise<void> {
  for (let block = 0; block < count; block += 1) {
    await kit.mine([createCall(kit, people(kit).builders[1], (await kit.now()) + 1000)])
  }
}

export async function untilAt(indexers: readonly Indexer[]): Promise<void> {
  const { hash } = await kit.reader.head()
  await waitFor(`all at ${hash}`, () => indexers.every(({ readModel }) => readModel.head?.hash === hash))
}

/** The node, which refuses every request while `isCut`. */
export function refusingWhile(isCut: () => boolean): ChainReader {
  const orRefuse = <Parameters extends unknown[], Answer>(ask: (...given: Parameters) => Promise<Answer>) => {
    return (...given: Parameters): Promise<Answer> =>
      isCut() ? Promise.reject(new Error('connection refused')) : ask(...given)
  }
  const { chainId, head, header, logs, call } = kit.reader
  return {
    chainId: orRefuse(chainId),
    head: orRefuse(head),
    header: orRefuse(header),
    logs: orRefuse(logs),
    call: orRefuse(call),
  }
}
