import { and, eq, gte, sql } from 'drizzle-orm'
import { type Address, getAddress, type Hex, pad } from 'viem'
import type { Database } from '../../kernel/database/database.ts'
import type { Deployment } from '../contracts/deployment.ts'
import { deploymentKey } from '../contracts/deployment.ts'
import type { Indexer } from '../indexer/indexer.ts'
import type { RpcProvider } from '../rpc/rpc.ts'
import { intentNonces } from '../tables.ts'

/** Reads of the chain and of the books for the check after a run, over connections that no fault touches. */
export interface Trace {
  nonceOf(account: Address): Promise<number>
  /** Nonces from `before` on that this service holds or that somebody else was seen to use; each counts once. */
  noncesUsed(account: Address, before: number, foreign: readonly number[]): Promise<number>
  eventsOnChain(id: Hex): Promise<string[]>
  eventsStored(id: Hex): Promise<string[]>
  head(): Promise<number>
}

export function createTrace(options: {
  database: Database
  deployment: Deployment
  clean: RpcProvider
}): Trace {
  const { database, deployment, clean } = options
  const key = deploymentKey(deployment)
  return {
    nonceOf: async (account) =>
      Number(await clean.request({ method: 'eth_getTransactionCount', params: [account, 'latest'] })),
    noncesUsed: async (account, before, foreign) => {
      const rows = await database.db
        .select({ nonce: intentNonces.nonce })
        .from(intentNonces)
        .where(
          and(
            eq(intentNonces.deployment, key),
            eq(intentNonces.account, getAddress(account)),
            gte(intentNonces.nonce, before),
          ),
        )
      return new Set([...rows.map(({ nonce }) => nonce), ...foreign.filter((nonce) => nonce >= before)]).size
    },
    eventsOnChain: async (id) => {
      const logs = await clean.request({
        method: 'eth_getLogs',
        params: [
          {
            address: deployment.contracts.MilestoneEscrow,
            topics: [null, pad(id, { size: 32 })],
            fromBlock: `0x${deployment.startBlock.number.toString(16)}`,
            toBlock: 'latest',
          },
        ],
      })
      return Array.isArray(logs)
        ? logs.map((log) => `${Number(log.blockNumber)}.${Number(log.logIndex)}`)
        : []
    },
    eventsStored: async (id) => {
      const rows = await database.rows<{ position: string }>(
        sql`select block_number || '.' || log_index as position from milestone_chain_events
          where deployment = ${key} and contract = 'MilestoneEscrow' and args->>'id' = ${id}`,
      )
      return rows.map(({ position }) => position)
    },
    head: async () => Number(await clean.request({ method: 'eth_blockNumber' })),
  }
}

/** Counts heads, since it was last asked, that lie outside every reported reorg: steps back that nobody announced. */
export function watchServedHeads(indexer: Pick<Indexer, 'subscribe' | 'model'>): {
  violations(): number
  stop(): void
} {
  let violations = 0
  let newest = indexer.model.head?.number ?? 0
  const stop = indexer.subscribe(({ head, undoneTo }) => {
    const number = head?.number ?? 0
    if (undoneTo === undefined && number < newest) violations += 1
    newest = number
  })
  let told = 0
  return {
    violations: () => {
      const fresh = violations - told
      told = violations
      return fresh
    },
    stop,
  }
}
