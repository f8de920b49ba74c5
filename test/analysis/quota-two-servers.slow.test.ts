import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { startPostgres, type TestPostgres } from '../support/postgres.ts'
import { quickTmpdir } from '../support/quick-tmpdir.ts'

/** Two servers of Area A on one PostgreSQL. */
let cluster: TestPostgres
const servers: { url: string; stop(): Promise<void> }[] = []
beforeAll(async () => {
  cluster = await startPostgres()
  const databaseUrl = await cluster.createDatabase()
  // One after the other, as both bring the schema up to date.
  for (let count = 0; count < 2; count += 1) servers.push(await startServer(databaseUrl))
})
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()))
  await cluster.stop()
})

const perMinute = 23

test('of 200 parallel requests to two processes, exactly the quota passes', async () => {
  const statuses = await Promise.all(
    Array.from({ length: 200 }, async (_, index) => {
      const response = await fetch(`${servers[index % 2]?.url}/api/diagnose`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ tools: ['Stripe'] }),
      })
      await response.body?.cancel()
      return response.status
    }),
  )
  expect(statuses.filter((status) => status === 200)).toHaveLength(perMinute)
  expect(statuses.filter((status) => status === 429)).toHaveLength(200 - perMinute)
})

async function startServer(databaseUrl: string) {
  const dataDir = mkdtempSync(join(quickTmpdir(), 'cairn-quota-'))
  const child = Bun.spawn([process.execPath, join(import.meta.dir, '../support/patient-serve.ts')], {
    env: {
      PATH: process.env['PATH'],
      AREAS: 'analysis',
      PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      RATE_DIAGNOSE_PER_MINUTE: String(perMinute),
    },
    stdout: 'pipe',
    stderr: 'ignore',
  })
  const { value } = await child.stdout.getReader().read()
  const url = /^ready (\S+)/.exec(new TextDecoder().decode(value))?.[1]
  if (url === undefined) throw new Error('The server did not start')
  return {
    url,
    stop: async () => {
      child.kill()
      await child.exited
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
