import { type Address, createPublicClient, custom, getAddress, type Hex, type PublicClient } from 'viem'
import type { Database } from '../../kernel/database/database.ts'
import { startSweeping } from '../../kernel/database/sweep.ts'
import type { Log } from '../../kernel/runtime/log.ts'
import type { NodeActions } from '../anvil/node-actions.ts'
import type { Chaos } from '../chaos/fault.ts'
import { milestoneEscrowAbi, verifierRegistryAbi } from '../contracts/abi.ts'
import { type Deployment, deploymentKey } from '../contracts/deployment.ts'
import { createLens } from '../contracts/lens.ts'
import { type Actors, createActors } from '../demo/actors.ts'
import { createCalls } from '../demo/calls.ts'
import type { EvidenceLeaf } from '../evidence/evidence.ts'
import type { EvidenceLibrary } from '../evidence/evidence-store.ts'
import type { PipelineFeed } from '../feed/feed.ts'
import type { RecoveryLog } from '../feed/recovery-log.ts'
import type { Indexer } from '../indexer/indexer.ts'
import { pause } from '../indexer/pause.ts'
import { createViemReader } from '../indexer/viem-reader.ts'
import { createResilientClient } from '../rpc/client.ts'
import type { Exchange } from '../rpc/rpc.ts'
import { createSender } from '../sender/sender.ts'
import { TransactionReverted } from '../sender/sender-errors.ts'
import { createSenderFaults } from '../sender/sender-faults.ts'
import { type CycleOutcome, runCycle } from './cycle.ts'
import type { CycleDeps, CycleProgress } from './cycle-deps.ts'
import { type CycleSeed, planCycle } from './cycle-plan.ts'
import { untilEndpointsAgree } from './endpoints-agree.ts'
import { checkInvariants, type RunTrace } from './invariants.ts'
import { leftoversOf } from './leftovers.ts'
import { pruneRuns } from './prune-runs.ts'
import { measureRun, openFailures, watchSilence } from './run-measures.ts'
import { createRunStore } from './run-store.ts'
import { createFunds } from './top-up.ts'
import { createTrace, watchServedHeads } from './trace.ts'
import { createVerification, type Verification, type VerificationReport } from './verification.ts'
import { votersInLogs } from './voters-in-logs.ts'

/** Everything that runs verification cycles on the demo chain, through a transport that chaos may strike. */
export interface Pipeline {
  readonly verification: Verification
  /** Whether no endpoint has answered the running cycle for a second. */
  isCutOff(): boolean
  /** Finishes what an earlier process left; call once, when the chain can be used. */
  resume(): Promise<void>
  stop(): Promise<void>
}

export interface PipelineOptions {
  database: Database
  deployment: Deployment
  endpoints: readonly [string, ...string[]]
  actions: NodeActions
  indexer: Indexer
  evidence: EvidenceLibrary
  fetchLeaves: (root: Hex) => Promise<readonly EvidenceLeaf[] | undefined>
  feed: Pick<PipelineFeed, 'append'>
  recoveryLog: RecoveryLog
  chaos: Chaos
  exchange: Exchange
  log: Log
  now: () => number
  random: () => number
}

const caughtUpMsMax = 10_000
const cutOffShownMs = 1_000

export function createPipeline(options: PipelineOptions): Pipeline {
  const {
    database,
    deployment,
    endpoints,
    actions,
    indexer,
    chaos,
    exchange,
    recoveryLog,
    log,
    now,
    random,
  } = options
  const { chainId, contracts } = deployment
  const actors = createActors()
  const accounts = Object.values(actors)
  let runId: string | undefined

  const clean = createResilientClient({
    endpoints,
    exchange,
    chainId,
    now,
    random,
    holdsHead: false,
    comparesLogs: false,
  })
  const accidents = createSenderFaults({ chaos, actions, clean, accounts, chainId })
  const silence = watchSilence(now)
  const client = createResilientClient({
    endpoints,
    exchange: silence.wrap(chaos.wrap(accidents.wrap(exchange), endpoints)),
    chainId,
    now,
    random,
    log,
    onEvent: (event) => recoveryLog.record({ ...event, runId }),
  })
  const reads = createPublicClient({ transport: custom(client, { retryCount: 0 }), cacheTime: 0 })
  const sender = createSender({
    database,
    provider: client,
    chainId,
    deployment: deploymentKey(deployment),
    accounts,
    now,
    log,
    onEvent: (event) => recoveryLog.record(event),
    hooks: accidents.hooks,
    // A demo chain mines at once: a receipt that is not there soon has a reason.
    pace: { doubtMs: 100, doubtMsMax: 400 },
  })
  const trace = createTrace({ database, deployment, clean })
  const cleanReads = createPublicClient({ transport: custom(clean, { retryCount: 0 }) })
  const lens = createLens(createViemReader(cleanReads).call, contracts.MilestoneLens)
  const heads = watchServedHeads(indexer)
  // A reorg that the public reader has met lets the pipeline's heads go back as well.
  const stopReorgs = indexer.subscribe(({ undoneTo }) => {
    if (undoneTo !== undefined) client.reportReorg({ ancestor: undoneTo })
  })
  const runs = createRunStore(database, deploymentKey(deployment), now)
  const before = new Map<string, Map<Address, number>>()

  const calls = createCalls(contracts)
  const deps: CycleDeps = {
    actors,
    calls,
    chaos,
    send: async ({ call, ...order }) => {
      if (call.to === undefined) throw new Error(`Cannot send ${call.title} to nobody`)
      return await sender.send({ ...order, to: call.to, data: call.data, value: call.value, gas: call.gas })
    },
    isRefusal: (error) => error instanceof TransactionReverted && error.hash === undefined,
    confirm: async (id, signal) => {
      await sender.confirm({ runId: id, signal })
    },
    readMilestone: (id, signal) => readMilestone(reads, contracts.MilestoneEscrow, id, signal),
    totalBondedAt: (timestamp, signal) => totalBondedAt(reads, contracts.VerifierRegistry, timestamp, signal),
    leftovers: () => leftoversOf(indexer.model, calls),
    votersInLogs: (id, fromBlock, signal) =>
      votersInLogs(client, contracts.MilestoneEscrow, id, fromBlock, signal),
    chainTime: async () => Number((await reads.getBlock({ blockTag: 'latest' })).timestamp),
    node: {
      ...actions,
      reorg: async (depth) => {
        await actions.reorg(depth)
        // The fault is a reorg of the chain, not of one node: it has struck when every node that answers shows it.
        await untilEndpointsAgree(endpoints, exchange, now)
        client.reportReorg({ depth })
      },
    },
    funds: createFunds(cleanReads, contracts),
    publishEvidence: (bundle) => options.evidence.save(bundle),
    fetchLeaves: options.fetchLeaves,
    figuresAt: async (blockNumber, builder, signal) => {
      await modelAt(indexer, blockNumber, signal)
      return indexer.model.builders.get(getAddress(builder))
    },
    onNote: (note) => recoveryLog.record({ ...note, context: 'verification cycle', runId }),
    sleep: pause,
    now,
  }

  const execute = async (seed: CycleSeed, progress: CycleProgress, signal: AbortSignal) => {
    runId = seed.runId
    before.set(seed.runId, await noncesOf(actors, trace.nonceOf, signal))
    return await runCycle(planCycle(seed), deps, progress, signal)
  }

  const close = async (
    { runId: id, number }: CycleSeed,
    { verified, released, reason }: CycleOutcome,
    report: VerificationReport,
  ) => {
    const { milestoneHash } = report
    options.feed.append({
      type: 'chaos',
      title: verified ? 'Verification cycle verified' : 'Verification cycle not verified',
      description: `Cycle ${number} ended ${released ? 'with the stake released' : (reason ?? 'without a release')}`,
      metadata: { verified, released, ...(milestoneHash === undefined ? {} : { milestoneHash }) },
      runId: id,
    })
    await runs.close(report)
  }

  const check = async (id: string, { milestoneHash }: CycleProgress) => {
    const signal = AbortSignal.timeout(caughtUpMsMax)
    await modelAt(indexer, await trace.head(), signal)
    const nonces: RunTrace['nonces'] = new Map(
      await Promise.all(
        [...(before.get(id) ?? [])].map(async ([account, first]) => {
          const sent = await trace.noncesUsed(account, first, accidents.foreignNonces(account))
          return [account, { before: first, sent }] as const
        }),
      ),
    )
    before.delete(id)
    return await checkInvariants(
      {
        model: indexer.model,
        lens,
        nonceOf: trace.nonceOf,
        eventsOnChain: trace.eventsOnChain,
        eventsStored: trace.eventsStored,
        headsOutsideReorgs: heads.violations,
        openFailures: () => openFailures(recoveryLog, id),
      },
      { milestoneHash, nonces },
    )
  }

  const verification = createVerification({
    unfinished: runs.unfinished,
    open: runs.open,
    close,
    execute,
    measure: (id) => measureRun(client, chaos, recoveryLog, id),
    check,
    cutOffMs: silence.silentMs,
    log,
    now,
  })
  const prune = async () => {
    const { runs, roots } = await pruneRuns({ database, deployment: deploymentKey(deployment), now })
    options.evidence.forget(roots)
    if (runs > 0) log.info('expired verification runs deleted', { count: runs })
  }
  const stopPruning = startSweeping({ sweeps: [prune], log })
  return {
    verification,
    isCutOff: () => verification.part() !== undefined && silence.silentMs() >= cutOffShownMs,
    resume: () =>
      verification.resume(async () => {
        const { finished, unfinished } = await sender.resume({ signal: AbortSignal.timeout(60_000) })
        if (finished.length + unfinished.length === 0) return
        log.info('finished what an earlier process left', {
          finished: finished.length,
          unfinished: unfinished.length,
        })
      }),
    stop: async () => {
      stopPruning()
      await verification.stop()
      heads.stop()
      stopReorgs()
    },
  }
}

async function readMilestone(reads: PublicClient, address: Address, id: Hex, signal: AbortSignal) {
  signal.throwIfAborted()
  return await reads.readContract({
    address,
    abi: milestoneEscrowAbi,
    functionName: 'milestone',
    args: [id],
  })
}

async function totalBondedAt(reads: PublicClient, address: Address, timestamp: number, signal: AbortSignal) {
  signal.throwIfAborted()
  return await reads.readContract({
    address,
    abi: verifierRegistryAbi,
    functionName: 'totalBondedAt',
    args: [timestamp],
  })
}

async function noncesOf(actors: Actors, nonceOf: (account: Address) => Promise<number>, signal: AbortSignal) {
  const found = new Map<Address, number>()
  for (const { address } of Object.values(actors)) {
    signal.throwIfAborted()
    found.set(getAddress(address), await nonceOf(address))
  }
  return found
}

/** Waits until the read model has a block. */
async function modelAt(indexer: Indexer, blockNumber: number, signal: AbortSignal): Promise<void> {
  while ((indexer.model.head?.number ?? 0) < blockNumber) {
    signal.throwIfAborted()
    await pause(20, signal)
  }
}
