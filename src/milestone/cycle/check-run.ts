import { and, eq, gte, sql } from 'drizzle-orm'
import { type Address, getAddress, type Hex, numberToHex, type PublicClient, pad } from 'viem'
import type { Database } from '../../kernel/database/database.ts'
import { pause } from '../../kernel/runtime/async.ts'
import { messageOf } from '../../kernel/runtime/errors.ts'
import type { Log } from '../../kernel/runtime/log.ts'
import { quantity } from '../anvil/node-rpc.ts'
import { type Deployment, deploymentKey } from '../contracts/deployment.ts'
import { createLens } from '../contracts/lens.ts'
import type { RecoveryLog } from '../feed/recovery-log.ts'
import { createViemReader } from '../indexer/chain-reader.ts'
import type { Indexer } from '../indexer/indexer.ts'
import type { RpcProvider } from '../rpc/rpc.ts'
import { intentNonces, intents } from '../tables.ts'
import type { CycleProgress } from './context.ts'
import { lastStep } from './cycle.ts'
import { checkInvariants } from './invariants.ts'
import { cycleRunOf } from './leftovers.ts'
import type { Pipeline } from './pipeline.ts'
import { untilModelAt } from './reads.ts'
import { openFailures } from './run.ts'

const catchUpMsMax = 10_000
const checksMax = 3
const recheckMs = 250
const confirmMsMax = 4_000

/** The check of invariants around each run, over connections without faults. */
export function createRunCheck(options: {
  database: Database
  deployment: Deployment
  accounts: readonly Address[]
  pipeline: Pick<Pipeline, 'foreignNonces' | 'sender'> & { clean: RpcProvider }
  /** Over `clean`. */
  cleanReads: PublicClient
  indexer: Pick<Indexer, 'readModel' | 'subscribe'>
  recoveryLog: Pick<RecoveryLog, 'events'>
  log: Log
}) {
  const { database, deployment, accounts, cleanReads, indexer, recoveryLog, log } = options
  const { clean, foreignNonces, sender } = options.pipeline
  const key = deploymentKey(deployment)
  const lens = createLens(createViemReader(cleanReads).call, deployment.contracts.MilestoneLens)
  const heads = watchServedHeads(indexer)
  const before = new Map<string, { account: Address; first: number; heldBefore: number }[]>()
  /** At a block that is named, as the newest of an endpoint that lags is another one. */
  const nonceOf = async (account: Address, blockNumber: bigint) =>
    Number(
      await clean.request({ method: 'eth_getTransactionCount', params: [account, numberToHex(blockNumber)] }),
    )
  const heldFrom = (account: Address, first: number, exceptRun?: string) =>
    countNonces(database, key, { account, first, foreign: foreignNonces(account), exceptRun })

  /** What a reorg took back after the run's last step. */
  const sendAgain = async (runId: string, signal: AbortSignal) => {
    try {
      await sender.confirm({ runId, signal: AbortSignal.any([signal, AbortSignal.timeout(confirmMsMax)]) })
    } catch (error) {
      log.warn('cannot confirm a verification run', { runId, error: messageOf(error) })
    }
  }

  return {
    /** Records the nonces before the run. */
    begin: async (runId: string, signal: AbortSignal) => {
      signal.throwIfAborted()
      const head = await cleanReads.getBlockNumber({ cacheTime: 0 })
      const nonces = accounts.map(async (each) => {
        const account = getAddress(each)
        const first = await nonceOf(account, head)
        return { account, first, heldBefore: await heldFrom(account, first, runId) }
      })
      before.set(runId, await Promise.all(nonces))
    },
    /** After the last step all transactions of a run must be on the chain. */
    check: async (
      runId: string,
      { milestoneHash, released, step }: Pick<CycleProgress, 'milestoneHash' | 'released' | 'step'>,
      signal: AbortSignal,
    ) => {
      const isComplete = step === lastStep
      const nonces = before.get(runId) ?? []
      before.delete(runId)
      let headsOutside = 0
      const checkOnce = async (head: bigint) =>
        await checkInvariants({
          milestoneHash,
          readModel: indexer.readModel,
          lens,
          eventsOnChain:
            milestoneHash === undefined ? [] : await eventsOnChain(clean, deployment, milestoneHash, head),
          eventsStored: milestoneHash === undefined ? [] : await eventsStored(database, key, milestoneHash),
          nonces: await Promise.all(
            nonces.map(async ({ account, first, heldBefore }) => ({
              account,
              moved: (await nonceOf(account, head)) - first,
              sent: await heldFrom(account, first),
              heldBefore,
            })),
          ),
          headsOutsideReorgs: () => {
            headsOutside += heads.violations()
            return headsOutside
          },
          openFailures: () => openFailures(recoveryLog, runId).length,
          endedAt: released && !isComplete ? step : undefined,
        })
      // What is compared is read one after the other, so a reorg meanwhile, or an endpoint that lags, would look like a
      // difference, as does a reorg after the last step until its transactions are sent again; a real one stays.
      for (let tries = 1; ; tries += 1) {
        const head = await cleanReads.getBlock({ blockTag: 'latest' })
        const late = AbortSignal.any([signal, AbortSignal.timeout(catchUpMsMax)])
        await untilModelAt(indexer, Number(head.number), late)
        try {
          const found = await checkOnce(head.number)
          const now = await cleanReads.getBlock({ blockNumber: head.number }).catch(() => undefined)
          if (tries === checksMax || (now?.hash === head.hash && found.every((each) => each.held)))
            return found
        } catch (error) {
          // A block that a reorg has just removed cannot be read.
          if (tries === checksMax) throw error
        }
        await pause(recheckMs, signal)
        signal.throwIfAborted()
        if (isComplete) await sendAgain(runId, signal)
      }
    },
    stop: heads.stop,
  }
}

/** Distinct nonces from `first` on that this service holds for other runs than one, or that a foreign transaction used. */
async function countNonces(
  { db }: Database,
  deployment: string,
  {
    account,
    first,
    foreign,
    exceptRun,
  }: { account: Address; first: number; foreign: readonly number[]; exceptRun: string | undefined },
): Promise<number> {
  const rows = await db
    .select({ nonce: intentNonces.nonce, runId: intents.runId })
    .from(intentNonces)
    .leftJoin(intents, eq(intents.id, intentNonces.intentId))
    .where(
      and(
        eq(intentNonces.deployment, deployment),
        eq(intentNonces.account, account),
        gte(intentNonces.nonce, first),
      ),
    )
  const held = rows.filter(({ runId }) => runId === null || cycleRunOf(runId) !== exceptRun)
  return new Set([...held.map(({ nonce }) => nonce), ...foreign.filter((nonce) => nonce >= first)]).size
}

async function eventsOnChain(
  clean: RpcProvider,
  { contracts, startBlock }: Deployment,
  id: Hex,
  head: bigint,
): Promise<string[]> {
  const filter = {
    address: contracts.MilestoneEscrow,
    topics: [null, pad(id, { size: 32 })],
    fromBlock: quantity(startBlock.number),
    toBlock: numberToHex(head),
  }
  const logs = await clean.request({ method: 'eth_getLogs', params: [filter] })
  return Array.isArray(logs) ? logs.map((log) => `${Number(log.blockNumber)}.${Number(log.logIndex)}`) : []
}

async function eventsStored(database: Database, deployment: string, id: Hex): Promise<string[]> {
  const rows = await database.rows<{ position: string }>(
    sql`select block_number || '.' || log_index as position from milestone_chain_events
      where deployment = ${deployment} and contract = 'MilestoneEscrow' and args->>'id' = ${id}`,
  )
  return rows.map(({ position }) => position)
}

/** Counts steps back of the served head without a reported reorg, since the last call of `violations`. */
function watchServedHeads(indexer: Pick<Indexer, 'subscribe' | 'readModel'>) {
  let count = 0
  let newest = indexer.readModel.head?.number ?? 0
  const stop = indexer.subscribe(({ head, undoneTo }) => {
    const number = head?.number ?? 0
    if (undoneTo === undefined && number < newest) count += 1
    newest = number
  })
  return {
    violations: () => {
      const found = count
      count = 0
      return found
    },
    stop,
  }
}
