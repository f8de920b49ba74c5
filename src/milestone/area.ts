import { within } from '../kernel/runtime/async.ts'
import { messageOf } from '../kernel/runtime/errors.ts'
import { type AreaStatus, createAreaStatus, watchChainLength } from './area-status.ts'
import { createChaos } from './chaos/chaos.ts'
import { deploymentKey } from './contracts/deployment.ts'
import { createRunStore } from './cycle/run-store.ts'
import { type CycleRunner, createCycleRunner } from './cycle/runner.ts'
import { cashierAccount } from './demo/actors.ts'
import type { DemoChain } from './demo/start.ts'
import {
  type EvidenceStore,
  evidenceChannel,
  fetchLeaves,
  openEvidenceStore,
} from './evidence/evidence-store.ts'
import { createActivityStreams } from './feed/activity-streams.ts'
import { openPipelineFeed } from './feed/feed.ts'
import { followRows } from './feed/follow-rows.ts'
import { openRecoveryLog, type RecoveryLog } from './feed/recovery-log.ts'
import { createViemReader } from './indexer/chain-reader.ts'
import { createIndexer, type Indexer } from './indexer/indexer.ts'
import { type ChainOptions, type OpenChain, openChain } from './open-chain.ts'
import type { Payments } from './payments/payments.ts'
import type { PipelineFeed } from './pipeline-event.ts'
import type { RecoveryEvent } from './recovery-event.ts'
import type { MilestoneDeps } from './routes.ts'
import { createHttpExchange } from './rpc/exchange.ts'

/** Area C with everything it runs: its chain, its indexer, its records. */
export interface MilestoneArea extends Pick<AreaStatus, 'checks' | 'gauges'> {
  deps: Omit<MilestoneDeps, 'urls' | 'connections' | 'mayOperate'>
  /** An endpoint of the followed chain. */
  rpcUrl: string
  /** Undefined unless they are taken. */
  payments: Payments | undefined
  /** Resolves when requests can be answered: stored state is loaded, or the chain has been read to its head. */
  ready: Promise<void>
  /**
   * Stops once the verification run in progress has ended, or `signal` is aborted; no other one begins. Reads are
   * answered from memory afterwards, as stale for this reason.
   */
  retire(reason: string, signal: AbortSignal): Promise<void>
  stop(): Promise<void>
}

export interface MilestoneOptions extends ChainOptions {
  pollMs: number
  reindex: boolean
  /** Whether payments are taken on the demo chain. */
  takesPayments?: boolean
  /** Public address of the evidence indexer, called once this process listens. */
  indexerUrl: () => string
  /** Called once with the length of a demo chain that has too many blocks. */
  onOutgrown?: (blocks: number) => void
  /** Recorded in the recovery log at the start. */
  events?: readonly RecoveryEvent[]
}

/** Added bundles are announced; deleted ones may be shown this much longer. */
const evidencePollMs = 10_000
/** The start waits so long for the blocks of a demo chain that are not stored yet. */
const caughtUpMsMax = 30_000

/**
 * Starts what the area consists of, in this order, and stops it in reverse: at the end, or at once when a later part
 * fails.
 * @throws StartupError when the chain cannot be reached, is another one, or has no such contracts
 */
export async function startMilestoneArea(options: MilestoneOptions): Promise<MilestoneArea> {
  const { database, log, now } = options
  await using started = new AsyncDisposableStack()

  // A chain reports before its log can be opened, as the log needs the deployment.
  const early: RecoveryEvent[] = [...(options.events ?? [])]
  let record = (event: RecoveryEvent): void => void early.push(event)
  const chain = await openChain(options, (event) => record(event))
  started.defer(() => chain.demo?.stop())
  const deployment = deploymentKey(chain.deployment)
  const recoveryLog = await openRecoveryLog({ database, deployment, log, now })
  started.defer(() => recoveryLog.stop())
  record = recoveryLog.record
  early.forEach(record)

  const indexer = await createIndexer({
    ...options,
    deployment: chain.deployment,
    reader: createViemReader(chain.client.client),
    onRecovery: recoveryLog.record,
    ...(chain.demo === undefined ? {} : { beforeApply: chain.demo.journalBlocks }),
  })
  started.defer(() => indexer.stop())

  const evidence = await openEvidenceStore(database.db)
  const refreshEvidence = () =>
    evidence.refresh().catch((error) => log.debug('cannot refresh evidence', { error: messageOf(error) }))
  started.defer(await followRows(database, evidenceChannel, refreshEvidence, evidencePollMs))

  // The time of a demo chain may be ahead of ours: what is done about a block must not be listed before it.
  const clock = () => Math.floor(Math.max(now() / 1000, indexer.readModel.head?.timestamp ?? 0))
  const feed = await openPipelineFeed({
    database,
    deployment,
    log,
    clock,
  })
  started.defer(() => feed.stop())
  const streams = createActivityStreams({
    readModel: indexer.readModel,
    onModelChange: indexer.subscribe,
    pipeline: feed,
    deployment,
  })

  let unusable: string | undefined
  // A demo chain drops connections until it is complete: reading it earlier would only report failures.
  chain.readable.then(
    () => indexer.start(),
    (error) => {
      unusable = `the demo chain cannot be used: ${messageOf(error)}`
      log.error(unusable)
    },
  )
  const stopping = new AbortController()
  const ready = readyToAnswer(chain, indexer, stopping.signal)
  const onReady = (run: () => unknown) =>
    void ready.then(
      () => (stopping.signal.aborted ? undefined : run()),
      () => {},
    )
  let isReady = false
  onReady(() => {
    isReady = true
  })
  // Only now, so that the first answer does not share the machine with the start of another node.
  onReady(() => chain.demo?.startSecond())

  const runner =
    chain.demo &&
    openCycleRunner({ ...options, chain, demo: chain.demo, indexer, evidence, feed, recoveryLog })
  if (runner !== undefined) started.defer(() => runner.stop())
  const resume = (what: string, run: (() => Promise<void>) | undefined) =>
    onReady(() => run?.().catch((error) => log.error(`cannot resume ${what}`, { error: messageOf(error) })))
  resume('verification runs', runner?.resume)
  const payments =
    chain.demo && options.takesPayments === true
      ? await openPayments({ ...options, chain, indexer, recoveryLog })
      : undefined
  resume('payments', payments?.resume)
  if (options.chain.kind === 'demo')
    started.defer(
      watchChainLength({
        head: () => (isReady ? indexer.readModel.head?.number : undefined),
        blocksMax: options.chain.blocksMax,
        isBusy: () => runner?.verification.part() !== undefined,
        onOutgrown: options.onOutgrown ?? (() => {}),
        now,
      }),
    )
  const status = createAreaStatus({
    ...options,
    chain,
    indexer,
    streams,
    runner,
    unusable: () => unusable,
  })
  started.defer(status.stop)
  started.defer(() => stopping.abort(new Error('the area was stopped')))

  const running = started.move()
  return {
    deps: {
      readModel: indexer.readModel,
      deployment: chain.deployment,
      clock,
      policy: chain.policy,
      freshness: status.freshness,
      recoveryLog,
      pipeline: feed,
      streams,
      evidence,
      health: status.health,
      operators: {
        pipeline: runner && { ...runner, feed, endpoints: chain.rpcUrls.length },
        runs: createRunStore(database, deployment, now),
      },
    },
    checks: status.checks,
    gauges: status.gauges,
    rpcUrl: chain.rpcUrls[0],
    payments,
    ready,
    retire: async (reason, signal) => {
      unusable = reason
      await runner?.verification.retire(signal)
      await running.disposeAsync()
    },
    stop: () => running.disposeAsync(),
  }
}

/**
 * Without stored state the chain is read to its head first. With it requests are answered meanwhile, but a demo chain
 * is awaited, and followed: a verification cycle needs both. One that cannot be rebuilt or followed shows in /readyz and
 * does not stop the answers.
 */
async function readyToAnswer(chain: OpenChain, indexer: Indexer, signal: AbortSignal): Promise<void> {
  if (indexer.readModel.head === undefined) return await chain.ready.then(() => indexer.caughtUp)
  if (chain.demo === undefined) return
  await within(chain.ready, signal)
    .then(() => within(indexer.caughtUp, AbortSignal.any([signal, AbortSignal.timeout(caughtUpMsMax)])))
    .catch(() => {})
}

async function openPayments(
  options: Pick<MilestoneOptions, 'database' | 'log' | 'now'> & {
    chain: OpenChain
    indexer: Indexer
    recoveryLog: RecoveryLog
  },
): Promise<Payments> {
  const { chain, indexer, recoveryLog } = options
  const { createPayments } = await import('./payments/payments.ts')
  return createPayments({
    ...options,
    deployment: chain.deployment,
    endpoints: chain.rpcUrls,
    exchange: createHttpExchange(),
    cashier: cashierAccount(),
    chainTime: () => indexer.readModel.head?.timestamp,
    onEvent: ({ runId: _, ...event }) => recoveryLog.record(event),
  })
}

/** Verification cycles on the demo chain: faults are injected into their transport, and into nothing else. */
function openCycleRunner(
  options: Pick<MilestoneOptions, 'database' | 'indexerUrl' | 'log' | 'now'> & {
    chain: OpenChain
    demo: DemoChain
    indexer: Indexer
    evidence: EvidenceStore
    feed: PipelineFeed
    recoveryLog: RecoveryLog
  },
) {
  const { chain, demo, log, now } = options
  const chaos = createChaos({ now, log, step: () => runner.verification.part() })
  const runner: CycleRunner = createCycleRunner({
    ...options,
    deployment: chain.deployment,
    endpoints: chain.rpcUrls,
    actions: demo.actions,
    fetchLeaves: (root) => fetchLeaves(options.indexerUrl(), root),
    chaos,
    exchange: createHttpExchange(),
    random: Math.random,
  })
  return { ...runner, chaos }
}
