import { swaggerUiAsset } from '../../src/kernel/runtime/assets.ts'
import { createRunStore } from '../../src/milestone/cycle/run-store.ts'
import { buildBundle } from '../../src/milestone/evidence/evidence.ts'
import { openEvidenceStore } from '../../src/milestone/evidence/evidence-store.ts'
import { createActivityStreams } from '../../src/milestone/feed/activity-streams.ts'
import { openPipelineFeed } from '../../src/milestone/feed/feed.ts'
import { openRecoveryLog } from '../../src/milestone/feed/recovery-log.ts'
import type { Operations } from '../../src/milestone/views/operations.ts'
import type { MadeEvent } from '../milestone/indexer/history.ts'
import { named, releasedMilestone, snapshotOf, textSet } from '../milestone/views/small-chain.ts'
import { deployment } from '../milestone/views/small-deployment.ts'
import { openTestPglite } from './databases.ts'
import { serveApp } from './serve-app.ts'

/** The one bundle of evidence that is held. */
export const heldBundle = {
  ...buildBundle([{ name: 'a', mediaType: 'text/plain', content: 'evidence' }]),
  title: 'Evidence',
  createdAt: 1_700_000_000,
}

export type SmallServer = Awaited<ReturnType<typeof startSmallServer>>

/** The whole application over a chain of one milestone ("m", built by ada.eth), listening. */
export async function startSmallServer(
  options: {
    /** Of the streams; as served by default. */
    pingMs?: number
    /** A further block. */
    events?: readonly MadeEvent[]
    bundle?: typeof heldBundle
    health?: Partial<Operations['health']>
  } = {},
) {
  const { pingMs, events = [], bundle = heldBundle } = options
  const texts = ['avatar', 'description', 'com.github', 'com.twitter'].map((key) =>
    textSet('ada.eth', key, key),
  )
  const { readModel } = snapshotOf([
    [...named('ada.eth', 0), ...texts],
    ...releasedMilestone('m'),
    ...(events.length > 0 ? [events] : []),
  ])
  const { log, logLines, listening, quota, mount } = serveApp({ base: 'https://status.example' })
  let stale = false
  const { database, remove } = await openTestPglite()
  const evidence = await openEvidenceStore(database.db)
  await evidence.save(bundle)
  const recoveryLog = await openRecoveryLog({
    database,
    deployment: 'small',
    log,
    now: () => 1_700_000_000_000,
  })
  const pipeline = await openPipelineFeed({
    database,
    deployment: 'small',
    log,
    clock: () => 1_700_000_000,
  })
  const streams = createActivityStreams({
    readModel,
    onModelChange: () => () => {},
    pipeline,
    deployment: 'small',
    ...(pingMs !== undefined && { pingMs }),
  })
  mount({
    swaggerUi: swaggerUiAsset,
    quotas: { chaos: quota('chaos', 30, database) },
    milestone: {
      readModel,
      deployment,
      policy: () => undefined,
      freshness: () => ({ stale, reason: 'the first block is awaited' }),
      clock: () => readModel.head?.timestamp ?? 0,
      recoveryLog,
      pipeline,
      streams,
      evidence,
      health: () => ({
        rpc: [],
        indexer: { state: 'following', head: null, lagBlocks: null },
        pipeline: { reachable: null },
        database: { ok: true, kind: 'pglite' },
        ...options.health,
      }),
      operators: { pipeline: undefined, runs: createRunStore(database, 'small', Date.now) },
    },
  })
  return {
    listening,
    readModel,
    recoveryLog,
    pipeline,
    /** What was logged so far, one JSON object a line. */
    logLines,
    /** Whether the reader says that it has lost the chain. */
    setStale: (value: boolean) => {
      stale = value
    },
    dispose: async () => {
      await streams.close(1_000)
      await listening.stop(1_000)
      await pipeline.stop()
      await recoveryLog.settle()
      await remove()
    },
  }
}
