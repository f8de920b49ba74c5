import { existsSync } from 'node:fs'
import type { Database } from '../kernel/database/database.ts'
import type { ReadyCheck } from '../kernel/http/health.ts'
import { messageOf, StartupError } from '../kernel/runtime/errors.ts'
import type { Log } from '../kernel/runtime/log.ts'
import type { GaugeSource } from '../kernel/runtime/metrics.ts'
import type { ChainConfig } from '../kernel/settings/config.ts'
import { createChaos } from './chaos/chaos.ts'
import type { ChaosDeps } from './chaos/routes.ts'
import { type Deployment, deploymentKey, readContractsFile } from './contracts/deployment.ts'
import { type EscrowPolicy, readPolicy } from './contracts/policy.ts'
import { createPipeline, type Pipeline } from './cycle/pipeline.ts'
import { createRunStore } from './cycle/run-store.ts'
import { type DemoChain, type DemoProgress, startDemoChain } from './demo/start.ts'
import { type EvidenceLibrary, evidenceChannel, openEvidenceLibrary } from './evidence/evidence-store.ts'
import { fetchLeaves } from './evidence/fetch-leaves.ts'
import { type ActivityStreams, createActivityStreams } from './feed/activity-streams.ts'
import { openPipelineFeed, type PipelineFeed } from './feed/feed.ts'
import { followRows } from './feed/follow-rows.ts'
import { type NewRecoveryEvent, openRecoveryLog, type RecoveryLog } from './feed/recovery-log.ts'
import { watchDatabase } from './indexer/database-watch.ts'
import { createIndexer, type Indexer } from './indexer/indexer.ts'
import { createViemReader } from './indexer/viem-reader.ts'
import type { MilestoneDeps } from './routes.ts'
import { checkEndpoints, createChainClient } from './rpc/client.ts'
import { watchEndpoints } from './rpc/endpoint-watch.ts'
import { createHttpExchange } from './rpc/exchange.ts'

/** Area C with everything it runs: its chain, its reader, its records. */
export interface MilestoneArea {
  deps: Omit<MilestoneDeps, 'urls'>
  /** Undefined where the chain is not this process's own. */
  pipeline: ChaosDeps['pipeline']
  storedReport: ChaosDeps['storedReport']
  checks: readonly ReadyCheck[]
  gauges: readonly GaugeSource[]
  /** An endpoint of the followed chain. */
  rpcUrl: string
  /** Resolves when answers can be given: stored state is loaded, or the chain has been read to its head. */
  ready: Promise<void>
  stop(): Promise<void>
}

export interface MilestoneOptions {
  chain: ChainConfig
  dataDir: string
  database: Database
  pollMs: number
  fresh: boolean
  reindex: boolean
  anvilBinary: () => Promise<string>
  log: Log
  now: () => number
  /** Public address of the evidence indexer, asked for once this process listens. */
  indexerUrl: () => string
  onProgress: (progress: DemoProgress) => void
}

/** How long after its next look at the chain was due answers say that they may be stale. */
const staleAfterMs = 10_000
/** Added bundles are announced; deleted ones may be shown a little longer. */
const evidencePollMs = 10_000

/** @throws StartupError when the chain cannot be reached, is another one, or holds no such contracts */
export async function startMilestoneArea(options: MilestoneOptions): Promise<MilestoneArea> {
  const { database, log, now } = options
  const early: NewRecoveryEvent[] = []
  let record = (event: NewRecoveryEvent): void => void early.push(event)
  // Stopped in reverse order: at the end, or at once when a later part fails.
  await using started = new AsyncDisposableStack()
  const chain = await openChain(options, (event) => record(event))
  started.defer(() => chain.demo?.stop())
  const deployment = deploymentKey(chain.deployment)
  const recoveryLog = await openRecoveryLog({ database, deployment, log, now })
  started.defer(() => recoveryLog.stop())
  record = recoveryLog.record
  early.forEach(record)
  const client = createChainClient(chain.rpcUrls)
  const indexer = await createIndexer({
    database,
    deployment: chain.deployment,
    reader: createViemReader(client.client),
    pollMs: options.pollMs,
    reindex: options.reindex,
    log,
    now,
    onRecovery: (event) => recoveryLog.record(event),
    ...(chain.demo === undefined ? {} : { beforeApply: chain.demo.journalBlocks }),
  })
  started.defer(() => indexer.stop())
  const evidence = await openEvidenceLibrary(database.db)
  started.defer(
    await followRows(
      database,
      evidenceChannel,
      () =>
        evidence
          .refresh()
          .catch((error) => log.debug('cannot refresh evidence', { error: messageOf(error) })),
      evidencePollMs,
    ),
  )
  const pipeline = await openPipelineFeed({
    database,
    deployment,
    log,
    // A demo chain's time may be ahead of ours: what is done about a block must not stand before it.
    clock: () => Math.max(now() / 1000, indexer.model.head?.timestamp ?? 0),
  })
  started.defer(() => pipeline.stop())
  const streams = createActivityStreams({
    model: indexer.model,
    onModelChange: indexer.subscribe,
    pipeline,
    deployment,
  })
  let unusable: string | undefined
  startWhenUsable(chain, indexer, (reason) => {
    unusable = reason
    log.error(reason)
  })
  const reason = () => unusable ?? reasonOf(indexer)
  let { policy } = chain
  const readDemoPolicy = async () => {
    policy = await readPolicy(client.client, chain.deployment)
  }
  const policyRead = chain.demo?.ready.then(
    () => readDemoPolicy().catch((error) => log.warn('cannot read the policy', { reason: messageOf(error) })),
    () => {},
  )
  const ready = Promise.all([readyToAnswer(chain, indexer), policyRead]).then(() => {})
  // Not earlier: the first answer waits for one node, and should not share the machine with the start of another.
  ready.then(chain.demo?.startSecond, () => {})

  const demoPipeline =
    chain.demo === undefined
      ? undefined
      : openDemoPipeline({
          ...options,
          chain,
          demo: chain.demo,
          indexer,
          evidence,
          feed: pipeline,
          recoveryLog,
        })
  if (demoPipeline !== undefined) {
    started.defer(() => demoPipeline.stop())
    ready
      .then(demoPipeline.resume)
      .catch((error) => log.error('cannot go on with verification runs', { error: messageOf(error) }))
  }

  const databaseWatch = watchDatabase(database)
  started.defer(() => databaseWatch.stop())
  const endpointWatch = watchEndpoints(chain.rpcUrls, createHttpExchange())
  started.defer(() => endpointWatch.stop())
  const isStale = () => {
    const { state, lastContactAt } = indexer.status()
    return (
      state !== 'following' ||
      lastContactAt === undefined ||
      now() - lastContactAt > options.pollMs + staleAfterMs
    )
  }
  const running = started.move()
  return {
    deps: {
      readModel: indexer.model,
      deployment: chain.deployment,
      policy: () => policy,
      freshness: () => ({ stale: isStale(), reason: reason() }),
      recoveryLog,
      chaos: demoPipeline?.chaos,
      pipeline,
      streams,
      evidence,
      health: () => {
        const { state, lagBlocks } = indexer.status()
        return {
          rpc: endpointWatch.shown(client.health()),
          indexer: { state, head: indexer.model.head?.number ?? null, lagBlocks: lagBlocks ?? null },
          pipeline: { reachable: demoPipeline === undefined ? null : !demoPipeline.isCutOff() },
          database: { ok: databaseWatch.ok(), kind: database.kind },
        }
      },
    },
    pipeline:
      demoPipeline === undefined
        ? undefined
        : {
            chaos: demoPipeline.chaos,
            verification: demoPipeline.verification,
            feed: pipeline,
            endpoints: chain.rpcUrls.length,
          },
    storedReport: createRunStore(database, deployment, now).report,
    checks: [
      {
        name: 'chain',
        check: () => (indexer.status().state === 'following' ? undefined : reason()),
      },
      { name: 'read model', check: () => (indexer.model.head === undefined ? reason() : undefined) },
    ],
    gauges: gaugesOf(indexer, streams),
    rpcUrl: chain.rpcUrls[0],
    ready,
    stop: () => running.disposeAsync(),
  }
}

/** Verification cycles on the demo chain: chaos strikes the transport of these, and of nothing else. */
function openDemoPipeline(options: {
  chain: OpenChain
  demo: DemoChain
  database: Database
  indexer: Indexer
  evidence: EvidenceLibrary
  feed: PipelineFeed
  recoveryLog: RecoveryLog
  indexerUrl: () => string
  log: Log
  now: () => number
}) {
  const { chain, demo, log, now } = options
  const chaos = createChaos({ now, log, step: () => pipeline.verification.part() })
  const pipeline: Pipeline = createPipeline({
    ...options,
    deployment: chain.deployment,
    endpoints: chain.rpcUrls,
    actions: demo.actions,
    fetchLeaves: (root) => fetchLeaves(options.indexerUrl(), root),
    chaos,
    exchange: createHttpExchange(),
    random: Math.random,
  })
  return { ...pipeline, chaos }
}

interface OpenChain {
  rpcUrls: readonly [string, ...string[]]
  deployment: Deployment
  /** Undefined for a demo chain, which answers later. */
  policy: EscrowPolicy | undefined
  demo: DemoChain | undefined
}

async function openChain(
  options: MilestoneOptions,
  record: (event: NewRecoveryEvent) => void,
): Promise<OpenChain> {
  const { chain, dataDir, database, fresh, log, now, onProgress } = options
  if (chain.kind === 'demo') {
    const demo = await startDemoChain({
      dataDir,
      db: database.db,
      fresh,
      log,
      anvilBinary: await options.anvilBinary(),
      port: chain.port,
      now,
      onProgress,
      onRecovery: (event) => record({ target: 'demo chain', ...event }),
    })
    return { rpcUrls: demo.rpcUrls, deployment: demo.deployment, policy: undefined, demo }
  }
  if (!existsSync(chain.contractsFile)) {
    throw new StartupError(
      `Cannot read CONTRACTS_FILE "${chain.contractsFile}" as it is not there: \`cairn deploy\` writes one`,
    )
  }
  const deployment = readContractsFile(chain.contractsFile)
  await checkEndpoints(chain.rpcUrls, deployment.chainId)
  const policy = await readPolicy(createChainClient(chain.rpcUrls).client, deployment)
  return { rpcUrls: chain.rpcUrls, deployment, policy, demo: undefined }
}

/** The demo chain drops connections until it is whole again: asking it before would only report failures. */
function startWhenUsable({ demo }: OpenChain, indexer: Indexer, onUnusable: (reason: string) => void): void {
  if (demo === undefined) indexer.start()
  else {
    demo.ready.then(
      () => indexer.start(),
      (error) => onUnusable(`the demo chain cannot be used: ${messageOf(error)}`),
    )
  }
}

/**
 * Without stored state the chain is read to its head first. With it, answers are given meanwhile, but a demo chain is
 * awaited: a verification cycle needs it. One that cannot be rebuilt shows in /readyz and does not stop the answers.
 */
async function readyToAnswer({ demo }: OpenChain, indexer: Indexer): Promise<void> {
  if (indexer.model.head !== undefined) return await demo?.ready.catch(() => {})
  await demo?.ready
  await indexer.caughtUp
}

function reasonOf(indexer: Indexer): string {
  const { state, reason } = indexer.status()
  return reason ?? `the reader is ${state}`
}

function gaugesOf(indexer: Indexer, streams: ActivityStreams): GaugeSource[] {
  return [
    {
      name: 'cairn_indexer_head_block',
      help: 'Newest block in the read model',
      read: () => indexer.model.head?.number,
    },
    {
      name: 'cairn_indexer_lag_blocks',
      help: 'Blocks behind the chain',
      read: () => indexer.status().lagBlocks,
    },
    {
      name: 'cairn_milestones',
      help: 'Milestones in the read model',
      read: () => indexer.model.order.length,
    },
    {
      name: 'cairn_activity_streams',
      help: 'Clients that the activity feed is streamed to',
      read: () => streams.openCount,
    },
  ]
}
