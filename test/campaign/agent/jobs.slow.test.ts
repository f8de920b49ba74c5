import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Database } from '../../../src/kernel/database/database.ts'
import { openDatabase } from '../../../src/kernel/database/open-database.ts'
import { silentLog } from '../../../src/kernel/runtime/log.ts'
import { openTestPostgres } from '../../support/databases.ts'
import { startPostgres, type TestPostgres } from '../../support/postgres.ts'
import { quickTmpdir } from '../../support/quick-tmpdir.ts'
import { waitFor } from '../../support/wait.ts'
import { createJobsStage, settled, unfinished } from './jobs-kit.ts'

let cluster: TestPostgres
beforeAll(async () => {
  cluster = await startPostgres()
})
afterAll(() => cluster.stop())

const stage = createJobsStage()
afterEach(stage.clean)

/** Has a process run the draft, the first of its arguments, and kills it in the middle. */
async function crashWhileRunning(...args: string[]) {
  const program = join(import.meta.dir, 'jobs-process.ts')
  const child = Bun.spawn([process.execPath, program, ...args], { stdout: 'pipe', stderr: 'inherit' })
  stage.atEnd(() => child.kill('SIGKILL'))
  for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
    if (chunk.includes('running')) child.kill('SIGKILL')
  }
  await child.exited
  expect(child.signalCode).toBe('SIGKILL')
}

test('on PGlite a draft that was running when the process was killed is run by the next one', async () => {
  const dataDir = mkdtempSync(join(quickTmpdir(), 'cairn-jobs-'))
  stage.atEnd(() => rmSync(dataDir, { recursive: true, force: true }))
  await crashWhileRunning('crashed', dataDir)
  const database = await openDatabase({ databaseUrl: undefined, dataDir, log: silentLog })
  stage.atEnd(() => database.close())
  const jobs = await stage.start(database)
  await settled(database)
  expect(jobs.runs).toEqual(['crashed'])
})

describe('on PostgreSQL, shared by processes', () => {
  let url = ''
  beforeAll(async () => {
    url = await cluster.createDatabase()
  })
  async function open(): Promise<Database> {
    const database = await openTestPostgres(url)
    stage.atEnd(() => database.close())
    return database
  }
  /** Makes the heartbeats of all running jobs an hour old. */
  const missHeartbeats = (database: Database) =>
    database.db.execute(
      sql`update pgboss.job set heartbeat_on = now() - interval '1 hour' where state = 'active'`,
    )

  test('a draft that was running when its process was killed is run by another one', async () => {
    await crashWhileRunning('crashed', '', url)
    const database = await open()
    await missHeartbeats(database)
    const jobs = await stage.start(database)
    await settled(database)
    expect(jobs.runs).toEqual(['crashed'])
  })

  test('processes that create the queue at the same time do not disturb each other', async () => {
    const emptyUrl = await cluster.createDatabase()
    const processes = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const database = await openTestPostgres(emptyUrl)
        stage.atEnd(() => database.close())
        return await stage.start(database)
      }),
    )
    const drafts = processes.map((_, index) => `first-${index}`)
    await Promise.all(processes.map((jobs, index) => jobs.enqueue(drafts[index] ?? '')))
    await waitFor('all have run', () => processes.flatMap(({ runs }) => runs).length === drafts.length)
    expect(processes.flatMap(({ runs }) => runs).sort()).toEqual(drafts)
  })

  test('each draft is run by one process, and all processes take part', async () => {
    const databases = [await open(), await open(), await open()] as const
    const { promise, resolve } = Promise.withResolvers<void>()
    const processes = await Promise.all(
      databases.map((database) => stage.start(database, { workers: 1, run: () => promise })),
    )
    const drafts = Array.from({ length: 500 }, (_, index) => `shared-${index}`)
    await Promise.all(drafts.map((draft) => processes[0]?.enqueue(draft)))
    await waitFor('every process has one', () => processes.every(({ runs }) => runs.length === 1))
    resolve()
    await settled(databases[0])
    expect(processes.flatMap(({ runs }) => runs).sort()).toEqual(drafts.toSorted())
  })

  test('an idle process runs at once what a busy one cannot, without having looked for jobs before', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const limits = { lookAfterMs: 3_600_000, pollMs: 3_600_000 }
    const busy = await stage.start(await open(), { workers: 1, run: () => promise, limits })
    await busy.enqueue('long')
    await waitFor('it is busy', () => busy.runs.length === 1)
    const idle = await stage.start(await open(), { limits })
    const draft = 'woken'
    await busy.enqueue(draft)
    await waitFor('the idle one runs it', () => idle.runs.length === 1)
    expect(idle.runs).toEqual([draft])
    resolve()
  })

  test('a process that lost its job aborts it and leaves the job to the one that has it now', async () => {
    const database = await open()
    const { promise: taken, resolve: take } = Promise.withResolvers<void>()
    let reason: unknown
    const suspended = await stage.start(database, {
      workers: 1,
      run: (_, signal) =>
        new Promise((__, reject) => {
          signal.addEventListener('abort', () => {
            reason = signal.reason
            // Not before the other one has the job: it would take that itself.
            void taken.then(() => reject(reason))
          })
        }),
      limits: { pollMs: 3_600_000, heartbeatMs: 2_000 },
    })
    const draft = 'lost'
    await suspended.enqueue(draft)
    await waitFor('it runs', () => suspended.runs.length === 1)
    const { promise, resolve } = Promise.withResolvers<void>()
    const other = await stage.start(await open(), { run: () => promise })
    await waitFor('the other one has it', async () => {
      if (other.runs.length === 0) await missHeartbeats(database)
      return other.runs.length === 1
    })
    await waitFor('the first one aborts', () => reason !== undefined)
    take()
    expect(String(reason)).toContain('the job was given to another process')
    expect(await unfinished(database)).toBe(1)
    resolve()
    await settled(database)
    expect(other.runs).toEqual([draft])
  })
})
