import { afterAll, afterEach, beforeEach } from 'bun:test'
import type { Database } from '../../../src/kernel/database/database.ts'
import { silentLog } from '../../../src/kernel/runtime/log.ts'
import type { ChainReader } from '../../../src/milestone/indexer/chain-reader.ts'
import { createIndexer, type Indexer, type IndexerOptions } from '../../../src/milestone/indexer/indexer.ts'
import { startTestAnvil } from '../../support/anvil.ts'
import { openTestPostgres } from '../../support/databases.ts'
import { startPostgres } from '../../support/postgres.ts'
import { waitFor } from '../../support/wait.ts'
import { type ChainKit, deployKit } from './chain-kit.ts'
import { createCall, people, playScenario } from './scenario.ts'

/** For the tests of one file: one chain, which only grows, and a database for each test. */
export async function setStage() {
  const postgres = await startPostgres()
  const anvil = await startTestAnvil()
  const kit = await deployKit(anvil.url)
  await playScenario(kit)
  const stage: Stage = { kit, url: '', closing: [] }
  afterAll(async () => {
    await anvil.stop()
    await postgres.stop()
  })
  beforeEach(async () => {
    stage.url = await postgres.createDatabase()
  })
  afterEach(async () => {
    for (const close of stage.closing.splice(0).reverse()) await close()
  })
  return {
    kit,
    /** One process of several on the same database. */
    openProcess: (overrides?: ProcessOptions) => openProcess(stage, overrides),
    moreBlocks: (count: number) => moreBlocks(kit, count),
    untilAt: (indexers: readonly Indexer[]) => untilAt(kit, indexers),
    /** The node, which refuses every request while `isCut`. */
    refusingWhile: (isCut: () => boolean) => refusingWhile(kit, isCut),
  }
}

interface Stage {
  readonly kit: ChainKit
  url: string
  readonly closing: (() => Promise<void>)[]
}

type ProcessOptions = Partial<IndexerOptions> & { leads?: boolean }

async function openProcess(
  { kit, url, closing }: Stage,
  { leads = false, ...overrides }: ProcessOptions = {},
): Promise<{ indexer: Indexer; database: Database }> {
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

async function moreBlocks(kit: ChainKit, count: number): Promise<void> {
  for (let block = 0; block < count; block += 1) {
    await kit.mine([createCall(kit, people(kit).builders[1], (await kit.now()) + 1000)])
  }
}

async function untilAt(kit: ChainKit, indexers: readonly Indexer[]): Promise<void> {
  const { hash } = await kit.reader.head()
  await waitFor(`all at ${hash}`, () => indexers.every(({ readModel }) => readModel.head?.hash === hash))
}

function refusingWhile(kit: ChainKit, isCut: () => boolean): ChainReader {
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
