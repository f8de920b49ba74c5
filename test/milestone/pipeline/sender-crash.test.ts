import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres, type TestPostgres } from '../../support/postgres.ts'
import { type CountingChain, minedBy, startCountingChain, testAccount } from './sender-kit.ts'

let chain: CountingChain
let postgres: TestPostgres
let folder: string
let cases = 0

beforeAll(async () => {
  chain = await startCountingChain()
  postgres = await startPostgres()
  folder = mkdtempSync(join(tmpdir(), 'cairn-sender-'))
}, 60_000)
afterAll(async () => {
  await chain.stop()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Starts the process, reads what it says until `until`, kills it without warning if it has not ended by itself. */
async function run(task: Record<string, unknown>, until?: string): Promise<string> {
  const child = Bun.spawn(
    [process.execPath, join(import.meta.dir, 'sender-process.ts'), JSON.stringify(task)],
    { stdout: 'pipe', stderr: 'inherit' },
  )
  let said = ''
  for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
    said += chunk
    if (until !== undefined && said.includes(until)) break
  }
  if (until !== undefined) child.kill('SIGKILL')
  await child.exited
  return said
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
    const task = {
      dataDir: join(folder, String(cases)),
      ...(kind === 'PostgreSQL' && { databaseUrl: await postgres.createDatabase() }),
      rpcUrl: chain.url,
      counter: chain.counter,
      key: cases,
      accountIndex: cases,
    }
    await chain.automine(true)
    expect(await run({ ...task, point }, `at ${point}`)).toBe(`at ${point}\n`)
    if (pool === 'lost') {
      await chain.reorg(1)
      await chain.rpc.call('anvil_dropAllTransactions')
    }
    const said = JSON.parse(await run(task))
    expect(said.unfinished).toBe(0)
    expect(said.states.every((state: string) => state === 'mined')).toBe(true)
    const mined = await minedBy(chain.rpc, account.address)
    expect(mined.map(({ nonce }) => nonce)).toEqual(mined.map((_, index) => index))
    expect(mined.length).toBe(said.states.length)
    expect(await chain.countOf(cases)).toBe(said.states.length)
  },
  30_000,
)
