import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { eq, inArray } from 'drizzle-orm'
import { type Hex, parseTransaction } from 'viem'
import type { Db } from '../../kernel/database/database.ts'
import { StartupError } from '../../kernel/runtime/errors.ts'
import type { Log } from '../../kernel/runtime/log.ts'
import { demoChainId, type Pair } from '../anvil/anvil.ts'
import { createPair } from '../anvil/pair.ts'
import {
  type Deployment,
  deploymentKey,
  paymentsKey,
  readContractsFile,
  writeContractsFile,
} from '../contracts/deployment.ts'
import type { StoredBundle } from '../evidence/evidence.ts'
import {
  committedRoots,
  deleteBundles,
  missingBundles,
  saveMissingBundles,
} from '../evidence/evidence-store.ts'
import type { RecoveryEvent } from '../recovery-event.ts'
import * as tables from '../tables.ts'
import { daySeconds } from './milestone-plan.ts'
import { demoDeployment, planSeed, type SeedPlan, storyDays } from './plan.ts'
import { isSeeded, planMarkOf, seedChain } from './seed.ts'

/** Progress until the demo chain can be used. */
export interface DemoProgress {
  phase: 'replaying' | 'deploying' | 'seeding'
  done: number
  total: number
}

/** Before blocks are shown they must be journaled: the indexer calls `journalBlocks`. */
export interface DemoChain extends Omit<Pair, 'journal'> {
  readonly deployment: Deployment
  readonly hints: DemoHints
}

/**
 * Starts the demo chain in `dataDir`: seeds a new one, resumes an interrupted one, or rebuilds a complete one. Resolves
 * as soon as its contracts are known, which takes a few blocks at most.
 * @throws StartupError when it cannot be started at all
 */
export async function startDemoChain(options: {
  dataDir: string
  db: Db
  /** Deletes the existing chain first. */
  fresh: boolean
  log: Log
  anvilBinary: string
  /** 0 or absent picks a free one. */
  port?: number
  now?: () => number
  onProgress?: (progress: DemoProgress) => void
  onRecovery?: (recovery: RecoveryEvent) => void
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
    contracts: () => Object.values(demoDeployment().contracts),
    onReplay: (done, total) => onProgress?.({ phase: 'replaying', done, total }),
    prepare: async (rpc, journal, checkpoint) => {
      const report = (done: number, total: number) => {
        onProgress?.({ phase: done === 1 ? 'deploying' : 'seeding', done, total })
        if (done === 1) firstBlock.resolve()
      }
      await seedChain({ rpc, journal, planOf: plan, onProgress: report, checkpoint })
    },
  })
  let planned: SeedPlan | undefined
  const plan = () => {
    planned ??= planSeed(pair.journal.genesisTimestamp)
    return planned
  }
  try {
    const { journal } = pair
    if (isSeeded(journal)) requireSameContracts(folder, journal)
    else if (journal.headNumber === 0) await Promise.race([firstBlock.promise, pair.ready])
    const deployment = deploymentOf(journal.hashAt(1))
    writeContractsFile(join(folder, 'contracts.json'), deployment)
    const notes = readNotes(folder)
    // Planning takes a third of a second, and a chain of another version has a plan that is not known.
    const isStoryKept =
      isSeeded(journal) && ((await hasEvidence(db, notes)) || !journal.isMarked(planMarkOf(plan())))
    if (isStoryKept) return { ...pair, deployment, hints: notes.hints }
    const { hints } = plan()
    const bundles = bundlesOf(plan())
    writeNotes(folder, { hints, bundleRoots: bundles.map(({ root }) => root) })
    await saveMissingBundles(db, bundles)
    return { ...pair, deployment, hints }
  } catch (error) {
    await pair.stop()
    throw error
  }
}

/** @throws StartupError when the chain's first block deploys other contracts than this version */
function requireSameContracts(folder: string, journal: Pair['journal']): void {
  const deployed = journal.read(1).transactions.map((signed) => parseTransaction(signed).data)
  const planned = demoDeployment().steps.map(({ data }) => data)
  if (isDeepStrictEqual(deployed, planned)) return
  throw new StartupError(
    `Cannot use the demo chain in "${folder}" as its contracts were deployed by an earlier version of Cairn: start over with --fresh`,
  )
}

function deploymentOf(hash: Hex | undefined): Deployment {
  if (hash === undefined) throw new Error('Cannot name the deployment as its first block is not there')
  return { chainId: demoChainId, startBlock: { number: 1, hash }, contracts: demoDeployment().contracts }
}

async function hasEvidence(db: Db, { bundleRoots }: DemoNotes): Promise<boolean> {
  return bundleRoots.length > 0 && (await missingBundles(db, bundleRoots)).size === 0
}

function bundlesOf({ milestones }: SeedPlan): StoredBundle[] {
  return milestones.flatMap(({ script, bundle, submittedAt }) =>
    bundle === undefined || submittedAt === undefined
      ? []
      : [{ ...bundle, title: script.title, createdAt: submittedAt }],
  )
}

const notesFile = 'notes.json'
const chainFiles = ['blocks.jsonl', 'contracts.json', notesFile, 'states', 'home', 'home-second']

/** Deletes the chain's files, and its evidence, events and intents from the database. */
async function removeChain(folder: string, db: Db): Promise<void> {
  await deleteBundles(db, readNotes(folder).bundleRoots)
  const contracts = join(folder, 'contracts.json')
  if (existsSync(contracts)) await deleteDeployment(db, deploymentKey(readContractsFile(contracts)))
  for (const name of chainFiles) rmSync(join(folder, name), { recursive: true, force: true })
}

/** All tables but this one name the deployment of each row. */
const { evidenceBundles: _, ...tablesOfDeployments } = tables

/** Deletes all rows of a deployment (see `deploymentKey`) whose chain is gone, and the evidence of its cycles. */
export async function deleteDeployment(db: Db, deployment: string): Promise<void> {
  const { intents } = tables
  await db.transaction(async (on) => {
    const calls = await on
      .select({ data: intents.data })
      .from(intents)
      .where(eq(intents.deployment, deployment))
    await deleteBundles(on, committedRoots(calls))
    for (const table of Object.values(tablesOfDeployments)) {
      await on.delete(table).where(inArray(table.deployment, [deployment, paymentsKey(deployment)]))
    }
  })
}

const Hash = Type.Unsafe<Hex>(Type.String({ pattern: '^0x[0-9a-f]{64}$' }))
const Notes = Type.Object({
  hints: Type.Object({ milestones: Type.Array(Hash), builderEns: Type.String() }),
  bundleRoots: Type.Array(Hash),
})

/** Stored with a demo chain, for versions that plan another story. */
type DemoNotes = Static<typeof Notes>

/** Milestones to show as examples, and the name of a builder with a history. */
type DemoHints = DemoNotes['hints']

function writeNotes(folder: string, notes: DemoNotes): void {
  writeFileSync(join(folder, notesFile), `${JSON.stringify(notes)}\n`)
}

/** Empty when there are none: nothing depends on them. */
export function readNotes(folder: string): DemoNotes {
  try {
    const notes: unknown = JSON.parse(readFileSync(join(folder, notesFile), 'utf8'))
    if (Value.Check(Notes, notes)) return notes
  } catch {
    // Missing or truncated.
  }
  return { hints: { milestones: [], builderEns: '' }, bundleRoots: [] }
}
