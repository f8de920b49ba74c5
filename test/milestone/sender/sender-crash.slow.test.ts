import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '../../../src/kernel/database/database.ts'
import { openDatabase } from '../../../src/kernel/database/open-database.ts'
import { silentLog } from '../../../src/kernel/runtime/log.ts'
import { readHead } from '../../../src/milestone/anvil/node-rpc.ts'
import { openTestPostgres } from '../../support/databases.ts'
import { startPostgres } from '../../support/postgres.ts'
import { quickTmpdir } from '../../support/quick-tmpdir.ts'
import { minedBy, senderOn, startCountingChain, testAccount } from './sender-kit.ts'

const chain = await startCountingChain()
const postgres = await startPostgres()
const databaseUrl = await postgres.createDatabase()
const folder = mkdtempSync(join(quickTmpdir(), 'cairn-sender-'))
let cases = 0
afterAll(async () => {
  await chain.stop()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Starts the process, reads its output until `until`, and kills it without warning. */
async function runAndKill(task: Record<string, unknown>, until: string): Promise<string> {
  const child = Bun.spawn(
    [process.execPath, join(import.meta.dir, 'sender-process.ts'), JSON.stringify(task)],
    { stdout: 'pipe', stderr: 'inherit' },
  )
  let output = ''
  for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
    output += chunk
    if (output.includes(until)) break
  }
  child.kill('SIGKILL')
  await child.exited
  expect(child.signalCode).toBe('SIGKILL')
  return output
}

/** What the next process has: the database as the killed one left it, and nothing else. */
async function reopen(kind: 'PostgreSQL' | 'PGlite'): Promise<Database> {
  return kind === 'PostgreSQL'
    ? await openTestPostgres(databaseUrl)
    : await openDatabase({ databaseUrl: undefined, dataDir: folder, log: silentLog })
}

const points = ['stored', 'signed', 'sent', 'receipt'] as const
const table = points.flatMap((point) => [
  [point, 'kept', 'PostgreSQL'] as const,
  [point, 'lost', 'PGlite'] as const,
])

test.each(table)(
  'killed at "%s", with the pool %s, on %s: each intent has one transaction after the restart',
  async (point, pool, kind) => {
    cases += 1
    const account = testAccount(cases)
    const deployment = `crash ${cases}`
    const task = {
      dataDir: folder,
      ...(kind === 'PostgreSQL' && { databaseUrl }),
      deployment,
      rpcUrl: chain.url,
      counter: chain.counter,
      key: cases,
      accountIndex: cases,
    }
    await chain.automine(true)
    expect(await runAndKill({ ...task, point }, `at ${point}`)).toBe(`at ${point}\n`)
    if (pool === 'lost') {
      const { transactions } = await readHead(chain.rpc)
      expect(transactions).not.toBeEmpty()
      await chain.reorg(1)
      await chain.rpc.call('anvil_dropAllTransactions')
      expect(await chain.rpc.call('eth_getTransactionReceipt', [transactions[0]])).toBeNull()
    }
    const database = await reopen(kind)
    try {
      const sender = senderOn(chain, database, { deployment, accounts: [account] })
      const { unfinished } = await sender.resume({ signal: AbortSignal.timeout(100_000) })
      expect(unfinished).toEqual([])
      const intents = await sender.intents('run')
      expect(intents.map(({ state }) => state)).toEqual(intents.map(() => 'mined'))
      // A kill may take back what the embedded database stored and nothing was sent of.
      const isTakenBack = kind === 'PGlite' && point === 'stored'
      expect(intents.length).toBeGreaterThan(isTakenBack ? 0 : 1)
      const mined = await minedBy(chain.rpc, account.address)
      expect(mined.map(({ nonce }) => nonce)).toEqual(mined.map((_, index) => index))
      expect(mined.length).toBe(intents.length)
      expect(await chain.countOf(cases)).toBe(intents.length)
    } finally {
      await database.close()
    }
  },
)
