import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Hex } from 'viem'
import type { Db } from '../../kernel/db.ts'
import type { Log } from '../../kernel/log.ts'
import { type Anvil, type AnvilRecovery, type AnvilStatus, createAnvil, demoChainId } from '../chain/anvil.ts'
import { type Deployment, readContractsFile, writeContractsFile } from '../chain/contracts.ts'
import type { StoredBundle } from '../evidence.ts'
import { saveMissingBundles } from '../evidence-store.ts'
import { daySeconds } from './milestone-plan.ts'
import { planSeed, type SeedPlan, storyDays } from './plan.ts'
import { isSeeded, planMarkOf, seedChain } from './seed.ts'

/** What the demo chain is doing before it can be used. */
export interface DemoProgress {
  phase: 'replaying' | 'deploying' | 'seeding'
  done: number
  total: number
}

/** Milestones that show something each, and the name of a builder who has a history. */
export type DemoHints = Static<typeof Hints>

export interface DemoChain {
  /** Drops connections until `ready`, and again while the node is rebuilt. */
  readonly rpcUrl: string
  readonly deployment: Deployment
  readonly hints: DemoHints
  /** Resolves when the whole story is on the chain; what a database holds can be served before. */
  readonly ready: Promise<void>
  /** Before blocks are shown they must be kept: hand this to the indexer. */
  journalBlocks: Anvil['journalBlocks']
  status(): AnvilStatus
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
  if (options.fresh) removeChain(folder)
  mkdirSync(folder, { recursive: true })

  const firstBlock = Promise.withResolvers<void>()
  const anvil = await createAnvil({
    folder,
    binary: options.anvilBinary,
    log,
    genesisTimestamp: Math.floor(now() / 1000) - storyDays * daySeconds,
    now,
    ...(options.port === undefined ? {} : { port: options.port }),
    ...(onRecovery === undefined ? {} : { onRecovery }),
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
    planned ??= planSeed(anvil.journal.genesisTimestamp)
    return planned
  }
  try {
    const { journal } = anvil
    if (isSeeded(journal) && !journal.isMarked(planMarkOf(plan()))) {
      // Made by another version: what it wrote down then still holds, its plan does not.
      const deployment = readContractsFile(join(folder, 'contracts.json'))
      return demoChain(anvil, deployment, readHints(folder))
    }
    if (journal.headNumber === 0) await Promise.race([firstBlock.promise, anvil.ready])
    const deployment = deploymentOf(plan(), journal.hashAt(1))
    const { hints } = plan()
    writeContractsFile(join(folder, 'contracts.json'), deployment)
    writeFileSync(join(folder, 'hints.json'), `${JSON.stringify(hints)}\n`)
    await saveMissingBundles(db, bundlesOf(plan()))
    return demoChain(anvil, deployment, hints)
  } catch (error) {
    await anvil.stop()
    throw error
  }
}

function demoChain(anvil: Anvil, deployment: Deployment, hints: DemoHints): DemoChain {
  const { rpcUrl, ready, status, journalBlocks, stop } = anvil
  return { rpcUrl, deployment, hints, ready, status, journalBlocks, stop }
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

const Hints = Type.Object({
  milestones: Type.Array(Type.Unsafe<Hex>(Type.String({ pattern: '^0x[0-9a-f]{64}$' }))),
  builderEns: Type.String(),
})

function readHints(folder: string): DemoHints {
  try {
    const hints: unknown = JSON.parse(readFileSync(join(folder, 'hints.json'), 'utf8'))
    if (Value.Check(Hints, hints)) return hints
  } catch {
    // Hints are a help, not a need.
  }
  return { milestones: [], builderEns: '' }
}

const chainFiles = ['blocks.jsonl', 'contracts.json', 'hints.json', 'states', 'home']

function removeChain(folder: string): void {
  for (const name of chainFiles) rmSync(join(folder, name), { recursive: true, force: true })
}
