import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { type Hex, parseTransaction } from 'viem'
import type { Db } from '../../kernel/database/database.ts'
import { StartupError } from '../../kernel/runtime/errors.ts'
import type { Log } from '../../kernel/runtime/log.ts'
import { type AnvilRecovery, demoChainId } from '../anvil/anvil.ts'
import type { NodeActions } from '../anvil/node-actions.ts'
import { createPair, type Pair } from '../anvil/pair.ts'
import type { PairStatus } from '../anvil/pair-status.ts'
import {
  type Deployment,
  deploymentKey,
  readContractsFile,
  writeContractsFile,
} from '../contracts/deployment.ts'
import type { StoredBundle } from '../evidence/evidence.ts'
import { deleteBundles, saveMissingBundles } from '../evidence/evidence-store.ts'
import { deleteDeployment } from '../indexer/delete-deployment.ts'
import { daySeconds } from './milestone-plan.ts'
import { type DemoHints, notesFile, readNotes, writeNotes } from './notes.ts'
import { planSeed, type SeedPlan, storyDays } from './plan.ts'
import { isSeeded, planMarkOf, seedChain } from './seed.ts'

/** What the demo chain is doing before it can be used. */
export interface DemoProgress {
  phase: 'replaying' | 'deploying' | 'seeding'
  done: number
  total: number
}

export interface DemoChain {
  /** Where each of its two nodes answers. One that is not whole drops connections: the second at first, both until `ready`. */
  readonly rpcUrls: readonly [string, string]
  readonly deployment: Deployment
  readonly hints: DemoHints
  /** Resolves when the whole story is on the chain; what a database holds can be served before. */
  readonly ready: Promise<void>
  /** What only the leading node can do. */
  readonly actions: NodeActions
  /** Brings up the second node in the background, once the chain is ready. */
  startSecond(): void
  /** Before blocks are shown they must be kept: hand this to the indexer. */
  journalBlocks: Pair['journalBlocks']
  /** For tests and faults. */
  killNode: Pair['killNode']
  status(): PairStatus
  stop(): Promise<void>
}

/**
 * Starts the demo chain in `dataDir`: makes and seeds a new one, goes on where an interrupted one stopped, or rebuilds
 * one that is complete. Returns as soon as its contracts are known, which takes a few blocks at most.
 * @throws StartupError when it cannot be started at all
 */
export async function startDemoChain(options: {
  dataDir: string
  db: Db
  /** Deletes the chain that is there, and nothing else. */
  fresh: boolean
  log: Log
  anvilBinary: string
  /** 0 or absent picks a free one. */
  port?: number
  now?: () => number
  onProgress?: (progress: DemoProgress) => void
  onRecovery?: (recovery: AnvilRecovery) => void
}): Promise<DemoChain> {
  const { db, log, onProgress, onRecovery, now = Date.now } = options
  const folder = join(options.dataDir, 'chain')
  if (options.fresh) await removeChain(folder, db)
  mkdirSync(folder, { recursive: true })

  const firstBlock = Promise.withResolvers<void>()
  const pair = await createPair({
    folder,
    binary: options.anvilBinary,
    log,
    genesisTimestamp: Math.floor(now() / 1000) - storyDays * daySeconds,
    now,
    ...(options.port === undefined ? {} : { port: options.port }),
    ...(onRecovery === undefined ? {} : { onRecovery }),
    contracts: () => Object.values(plan().contracts),
    onReplay: (done, total) => onProgress?.({ phase: 'replaying', done, total }),
    prepare: async (rpc, journal) => {
      const report = (done: number, total: number) => {
        onProgress?.({ phase: done === 1 ? 'deploying' : 'seeding', done, total })
        if (done === 1) firstBlock.resolve()
      }
      await seedChain({ rpc, journal, plan: plan(), onProgress: report })
    },
  })
  let planned: SeedPlan | undefined
  const plan = () => {
    planned ??= planSeed(pair.journal.genesisTimestamp)
    return planned
  }
  try {
    const { journal } = pair
    if (isSeeded(journal) && !journal.isMarked(planMarkOf(plan()))) {
      // Made by another version: what it wrote down then still holds, its plan does not.
      requireSameContracts(folder, journal, plan())
      const deployment = readContractsFile(join(folder, 'contracts.json'))
      return demoChain(pair, deployment, readNotes(folder).hints)
    }
    if (journal.headNumber === 0) await Promise.race([firstBlock.promise, pair.ready])
    const deployment = deploymentOf(plan(), journal.hashAt(1))
    const { hints } = plan()
    writeContractsFile(join(folder, 'contracts.json'), deployment)
    const bundles = bundlesOf(plan())
    writeNotes(folder, { hints, bundleRoots: bundles.map(({ root }) => root) })
    await saveMissingBundles(db, bundles)
    return demoChain(pair, deployment, hints)
  } catch (error) {
    await pair.stop()
    throw error
  }
}

function demoChain(pair: Pair, deployment: Deployment, hints: DemoHints): DemoChain {
  const { rpcUrls, ready, actions, startSecond, journalBlocks, killNode, status, stop } = pair
  return { rpcUrls, deployment, hints, ready, actions, startSecond, journalBlocks, killNode, status, stop }
}

/** @throws StartupError when the chain's first block deploys other contracts than the plan's */
function requireSameContracts(folder: string, journal: Pair['journal'], { blocks }: SeedPlan): void {
  const deployed = journal.read(1).transactions.map((signed) => parseTransaction(signed).data)
  const planned = blocks[0]?.transactions.map(({ data }) => data)
  if (isDeepStrictEqual(deployed, planned)) return
  throw new StartupError(
    `Cannot use the demo chain in "${folder}" as its contracts were deployed by an earlier version of Cairn: start over with --fresh`,
  )
}

function deploymentOf({ contracts }: SeedPlan, hash: Hex | undefined): Deployment {
  if (hash === undefined) throw new Error('Cannot name the deployment as its first block is not there')
  return { chainId: demoChainId, startBlock: { number: 1, hash }, contracts }
}

function bundlesOf({ milestones }: SeedPlan): StoredBundle[] {
  return milestones.flatMap(({ script, bundle, submittedAt }) =>
    bundle === undefined || submittedAt === undefined
      ? []
      : [{ ...bundle, title: script.title, createdAt: submittedAt }],
  )
}

const chainFiles = ['blocks.jsonl', 'contracts.json', notesFile, 'states', 'home', 'home-second']

/** Deletes the chain's files, and from the database its evidence and everything that was read from it or sent to it. */
async function removeChain(folder: string, db: Db): Promise<void> {
  await deleteBundles(db, readNotes(folder).bundleRoots)
  const contracts = join(folder, 'contracts.json')
  if (existsSync(contracts)) await deleteDeployment(db, deploymentKey(readContractsFile(contracts)))
  for (const name of chainFiles) rmSync(join(folder, name), { recursive: true, force: true })
}
