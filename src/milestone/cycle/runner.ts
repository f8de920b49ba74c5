import { createPublicClient, custom, type Hex } from 'viem'
import { startSweeping } from '../../kernel/database/sweep.ts'
import { deploymentKey } from '../contracts/deployment.ts'
import { demoActors } from '../demo/actors.ts'
import { createCalls } from '../demo/calls.ts'
import type { EvidenceLeaf } from '../evidence/evidence.ts'
import type { EvidenceStore } from '../evidence/evidence-store.ts'
import type { RecoveryLog } from '../feed/recovery-log.ts'
import type { Indexer } from '../indexer/indexer.ts'
import type { PipelineFeed } from '../pipeline-event.ts'
import { createRunCheck } from './check-run.ts'
import type { CycleContext } from './context.ts'
import { type CycleOutcome, runCycle } from './cycle.ts'
import { untilEndpointsAgree } from './endpoints-agree.ts'
import { cycleRunOf } from './leftovers.ts'
import { createPipeline, type PipelineOptions } from './pipeline.ts'
import { type CycleSeed, planCycle } from './plan.ts'
import { pruneRuns } from './prune-runs.ts'
import { closeFailures, measureRun } from './run.ts'
import { createRunStore } from './run-store.ts'
import type { VerificationReport } from './run-views.ts'
import { createVerification } from './verification.ts'

/** Runs verification cycles on the demo chain, through the pipeline. */
export type CycleRunner = ReturnType<typeof createCycleRunner>

export interface CycleRunnerOptions extends Omit<PipelineOptions, 'accounts' | 'onEvent'> {
  indexer: Indexer
  evidence: EvidenceStore
  fetchLeaves: (root: Hex) => Promise<readonly EvidenceLeaf[] | undefined>
  feed: Pick<PipelineFeed, 'append'>
  recoveryLog: RecoveryLog
}

const silentMsMax = 1_000
/** How long an injected reorg waits until every endpoint shows it. */
const reorgMsMax = 3_000

export function createCycleRunner(options: CycleRunnerOptions) {
  const { database, deployment, actions, indexer, chaos, recoveryLog, evidence, log, now } = options
  const { contracts } = deployment
  const actors = demoActors()
  const accounts = Object.values(actors)
  const runs = createRunStore(database, deploymentKey(deployment), now)
  let runId: string | undefined
  const pipeline = createPipeline({
    ...options,
    accounts,
    onEvent: (event) =>
      recoveryLog.record({ ...event, runId: event.runId === undefined ? runId : cycleRunOf(event.runId) }),
  })
  const { client, sender, clean, silentMs } = pipeline
  const cleanReads = createPublicClient({ transport: custom(clean, { retryCount: 0 }) })
  const runCheck = createRunCheck({
    database,
    deployment,
    accounts: accounts.map(({ address }) => address),
    pipeline,
    cleanReads,
    indexer,
    recoveryLog,
    log,
  })
  // The client's heads may go back by a reorg that the indexer has seen.
  const stopReorgs = indexer.subscribe(({ undoneTo }) => {
    if (undoneTo !== undefined) client.reportReorg({ ancestor: undoneTo })
  })
  const context: CycleContext = {
    client,
    sender,
    actors,
    calls: createCalls(contracts),
    contracts,
    chaos,
    reads: createPublicClient({ transport: custom(client, { retryCount: 0 }), cacheTime: 0 }),
    cleanReads,
    node: {
      ...actions,
      reorg: async (depth) => {
        await actions.reorg(depth)
        // The fault is a reorg of the chain, not of one node: every answering node must show it.
        await untilEndpointsAgree({ ...options, waitMsMax: reorgMsMax })
        client.reportReorg({ depth })
      },
    },
    indexer,
    evidence,
    fetchLeaves: options.fetchLeaves,
    onNote: (note) => recoveryLog.record({ ...note, context: 'verification cycle', runId }),
    now,
  }

  const close = async (
    { runId, number }: CycleSeed,
    { verified, released, reason }: CycleOutcome,
    report: VerificationReport,
  ) => {
    const { milestoneHash } = report
    options.feed.append({
      type: 'chaos',
      title: verified ? 'Verification cycle verified' : 'Verification cycle not verified',
      description: `Cycle ${number} ended ${released ? 'with the stake released' : (reason ?? 'without a release')}`,
      metadata: { verified, released, ...(milestoneHash !== null && { milestoneHash }) },
      runId,
    })
    await runs.close(report)
  }

  const verification = createVerification({
    unfinished: runs.unfinished,
    open: runs.open,
    save: runs.save,
    close,
    execute: async (seed, progress, signal) => {
      runId = seed.runId
      closeFailures(recoveryLog, runId)
      await runCheck.begin(runId, signal)
      return await runCycle(planCycle(seed), context, progress, signal)
    },
    measure: (id) => measureRun(client, chaos, recoveryLog, id),
    check: runCheck.check,
    silentMs,
    log,
    now,
  })
  const prune = async () => {
    const { runs, roots } = await pruneRuns({ database, deployment: deploymentKey(deployment), now })
    evidence.forget(roots)
    if (runs > 0) log.info('expired verification runs deleted', { count: runs })
  }
  const stopPruning = startSweeping({ sweeps: [prune], log })
  return {
    verification,
    /** Clears the breakers and exclusions of endpoints. */
    resetEndpoints: client.resetEndpoints,
    /** False when no endpoint has answered the running cycle for a second. */
    isReachable: () => verification.part() === undefined || silentMs() < silentMsMax,
    /** Finishes what an earlier process left; call once, when the chain can be used. */
    resume: () =>
      verification.resume(async () => {
        const { finished, unfinished } = await sender.resume({ signal: AbortSignal.timeout(60_000) })
        if (finished.length + unfinished.length === 0) return
        log.info('transactions of an earlier process resumed', {
          finished: finished.length,
          unfinished: unfinished.length,
        })
      }),
    stop: async () => {
      stopPruning()
      await verification.stop()
      runCheck.stop()
      stopReorgs()
    },
  }
}
