import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { type Jobs, type JobsOptions, startJobs } from '../../../src/campaign/agent/jobs.ts'
import { hasBoss } from '../../../src/campaign/agent/open-boss.ts'
import type { Database } from '../../../src/kernel/database/database.ts'
import { openDatabase } from '../../../src/kernel/database/open-database.ts'
import { createLog, silentLog } from '../../../src/kernel/runtime/log.ts'
import { openTestPglite, openTestPostgres } from '../../support/databases.ts'
import { startPostgres, type TestPostgres } from '../../support/postgres.ts'
import { quickTmpdir } from '../../support/quick-tmpdir.ts'
import { sizeOf, testOnce } from '../../support/soak.ts'
import { waitFor } from '../../support/wait.ts'

let cluster: TestPostgres
beforeAll(async () => {
  cluster = await startPostgres()
})
afterAll(() => cluster.stop())

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean()
})

/** Jobs that look for work often, with a record of what was run and given up. */
async function start(database: Database, options: Partial<JobsOptions> = {}) {
  const runs: string[] = []
  const givenUp: string[] = []
  const jobs = await startJobs({
    database,
    log: silentLog,
    workers: 2,
    giveUp: async (draftId) => {
      givenUp.push(draftId)
    },
    ...options,
    run: async (draftId, signal) => {
      runs.push(draftId)
      await options.run?.(draftId, signal)
    },
    limits: { lookAfterMs: 0, pollMs: 100, retryDelaySeconds: 0, heartbeatMs: 20, ...options.limits },
  })
  let isStopped = false
  const stop = async () => {
    if (!isStopped) await jobs.stop()
    isStopped = true
  }
  cleanups.push(stop)
  return { ...jobs, stop, runs, givenUp } satisfies Jobs & Record<string, unknown>
}

const unfinished = async (database: Database) => {
  const [row] = await database.rows<{ count: number }>(
    sql`select count(*)::integer as count from pgboss.job where state < 'completed'`,
  )
  return row?.count
}

const nextId = (() => {
  let last = 0
  return (name: string) => {
    last += 1
    return `${name}-${last}`
  }
})()

/** A promise to be resolved from outside. */
function gate() {
  return Promise.withResolvers<void>()
}

describe.each([
  ['PGlite', openTestPglite],
  [
    'PostgreSQL',
    async () => {
      const database = await openTestPostgres(await cluster.createDatabase())
      return { database, remove: () => database.close() }
    },
  ],
] as const)('on %s', (_, open) => {
  let database: Database
  let remove: () => Promise<void>
  beforeAll(async () => {
    ;({ database, remove } = await open())
  })
  afterAll(() => remove())
  const settled = () => waitFor('no job is unfinished', async () => (await unfinished(database)) === 0)

  test('a process that never has a job does not create the tables of the queue', async () => {
    let looks = 0
    const rows: Database['rows'] = (statement, on) => {
      looks += 1
      return database.rows(statement, on)
    }
    const jobs = await start({ ...database, rows })
    await waitFor('it has looked for jobs', () => looks > 0)
    await jobs.stop()
    expect(await hasBoss(database)).toBe(false)
  })

  test('a draft is run once', async () => {
    const jobs = await start(database)
    const draft = nextId('once')
    await jobs.enqueue(draft)
    await settled()
    expect(jobs.runs).toEqual([draft])
  })

  test('a draft that is enqueued many times has one job until that is finished', async () => {
    const { promise, resolve } = gate()
    const jobs = await start(database, { run: () => promise })
    const draft = nextId('many')
    await Promise.all(Array.from({ length: 10 }, () => jobs.enqueue(draft)))
    await waitFor('the draft runs', () => jobs.runs.length > 0)
    await jobs.enqueue(draft)
    expect(await unfinished(database)).toBe(1)
    resolve()
    await settled()
    expect(jobs.runs).toEqual([draft])
  })

  test('so many run at a time as there are workers, and all run in the end', async () => {
    const { promise, resolve } = gate()
    let [now, most] = [0, 0]
    const jobs = await start(database, {
      workers: 3,
      run: async () => {
        now += 1
        most = Math.max(most, now)
        await promise
        now -= 1
      },
    })
    const drafts = Array.from({ length: sizeOf({ short: 12, soak: 300 }) }, () => nextId('crowd'))
    await Promise.all(drafts.map((draft) => jobs.enqueue(draft)))
    await waitFor('all workers run', () => now === 3)
    resolve()
    await settled()
    expect(jobs.runs.toSorted()).toEqual(drafts.toSorted())
    expect(most).toBe(3)
  })

  test('a run that fails is tried again', async () => {
    let tries = 0
    const jobs = await start(database, {
      run: async () => {
        tries += 1
        if (tries < 3) throw new Error('not yet')
      },
    })
    const draft = nextId('again')
    await jobs.enqueue(draft)
    await settled()
    expect(jobs.runs).toEqual([draft, draft, draft])
    expect(jobs.givenUp).toEqual([])
  })

  test('a draft whose tries all fail is given up, and every failure is logged', async () => {
    let logged = ''
    const log = createLog({
      level: 'warn',
      write: (text) => {
        logged += text
      },
    })
    const jobs = await start(database, { log, run: () => Promise.reject(new Error('never')) })
    const draft = nextId('never')
    await jobs.enqueue(draft)
    await settled()
    expect(jobs.runs).toEqual([draft, draft, draft, draft])
    expect(jobs.givenUp).toEqual([draft])
    const lines = logged
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines.map(({ message, draftId, tries, error }) => [message, draftId, tries, error])).toEqual(
      [1, 2, 3, 4].map((tries) => ['a job failed', draft, tries, 'never']),
    )
  })

  test('a process that stops aborts what it runs, and the next one runs it again', async () => {
    const stopping = await start(database, {
      run: (_, signal) =>
        new Promise((__, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    })
    const draft = nextId('stopped')
    await stopping.enqueue(draft)
    await waitFor('the draft runs', () => stopping.runs.length === 1)
    await stopping.stop()
    expect(await unfinished(database)).toBe(1)
    const next = await start(database)
    await settled()
    expect(next.runs).toEqual([draft])
  })

  test('a database that refuses a job fails the call, and the next call works', async () => {
    const refusing: Database = { ...database, query: () => Promise.reject(new Error('connection refused')) }
    let isAway = true
    const wavering: Database = {
      ...database,
      query: (...args) => (isAway ? refusing.query(...args) : database.query(...args)),
    }
    const jobs = await start(wavering)
    const draft = nextId('refused')
    await expect(jobs.enqueue(draft)).rejects.toThrow('connection refused')
    isAway = false
    await jobs.enqueue(draft)
    await settled()
    expect(jobs.runs).toEqual([draft])
  })
})

/** Has a process run the draft, the first of its arguments, and kills it in the middle. */
async function crashWhileRunning(...args: string[]) {
  const program = join(import.meta.dir, 'jobs-process.ts')
  const child = Bun.spawn([process.execPath, program, ...args], { stdout: 'pipe', stderr: 'inherit' })
  cleanups.push(() => child.kill('SIGKILL'))
  for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
    if (chunk.includes('running')) child.kill('SIGKILL')
  }
  await child.exited
  expect(child.signalCode).toBe('SIGKILL')
}

testOnce(
  'on PGlite a draft that was running when the process was killed is run by the next one',
  async () => {
    const dataDir = mkdtempSync(join(quickTmpdir(), 'cairn-jobs-'))
    cleanups.push(() => rmSync(dataDir, { recursive: true, force: true }))
    await crashWhileRunning('crashed', dataDir)
    const database = await openDatabase({ databaseUrl: undefined, dataDir, log: silentLog })
    cleanups.push(() => database.close())
    const jobs = await start(database)
    await waitFor('no job is unfinished', async () => (await unfinished(database)) === 0)
    expect(jobs.runs).toEqual(['crashed'])
  },
)

describe('on PostgreSQL, shared by processes', () => {
  let url = ''
  beforeAll(async () => {
    url = await cluster.createDatabase()
  })
  async function open(): Promise<Database> {
    const database = await openTestPostgres(url)
    cleanups.push(() => database.close())
    return database
  }
  /** Lets so much time pass for the queue that whoever holds a job seems to be gone. */
  const missHeartbeats = (database: Database) =>
    database.db.execute(
      sql`update pgboss.job set heartbeat_on = now() - interval '1 hour' where state = 'active'`,
    )

  testOnce('a draft that was running when its process was killed is run by another one', async () => {
    await crashWhileRunning('crashed', '', url)
    const database = await open()
    await missHeartbeats(database)
    const jobs = await start(database)
    await waitFor('no job is unfinished', async () => (await unfinished(database)) === 0)
    expect(jobs.runs).toEqual(['crashed'])
  })

  testOnce('processes that create the queue at the same time do not disturb each other', async () => {
    const emptyUrl = await cluster.createDatabase()
    const processes = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const database = await openTestPostgres(emptyUrl)
        cleanups.push(() => database.close())
        return await start(database)
      }),
    )
    const drafts = processes.map(() => nextId('first'))
    await Promise.all(processes.map((jobs, index) => jobs.enqueue(drafts[index] ?? '')))
    await waitFor('all have run', () => processes.flatMap(({ runs }) => runs).length === drafts.length)
    expect(processes.flatMap(({ runs }) => runs).sort()).toEqual(drafts)
  })

  test('each draft is run by one process, and all processes take part', async () => {
    const databases = [await open(), await open(), await open()] as const
    const { promise, resolve } = gate()
    const processes = await Promise.all(
      databases.map((database) => start(database, { workers: 1, run: () => promise })),
    )
    const drafts = Array.from({ length: sizeOf({ short: 30, soak: 500 }) }, () => nextId('shared'))
    await Promise.all(drafts.map((draft) => processes[0]?.enqueue(draft)))
    await waitFor('every process has one', () => processes.every(({ runs }) => runs.length === 1))
    resolve()
    await waitFor('no job is unfinished', async () => (await unfinished(databases[0])) === 0)
    expect(processes.flatMap(({ runs }) => runs).sort()).toEqual(drafts.toSorted())
  })

  testOnce(
    'an idle process runs at once what a busy one cannot, without having looked for jobs before',
    async () => {
      const { promise, resolve } = gate()
      const limits = { lookAfterMs: 3_600_000, pollMs: 3_600_000 }
      const busy = await start(await open(), { workers: 1, run: () => promise, limits })
      await busy.enqueue(nextId('long'))
      await waitFor('it is busy', () => busy.runs.length === 1)
      const idle = await start(await open(), { limits })
      const draft = nextId('woken')
      await busy.enqueue(draft)
      await waitFor('the idle one runs it', () => idle.runs.length === 1)
      expect(idle.runs).toEqual([draft])
      resolve()
    },
  )

  testOnce(
    'a process that lost its job aborts it and leaves the job to the one that has it now',
    async () => {
      const database = await open()
      let reason: unknown
      const suspended = await start(database, {
        workers: 1,
        run: (_, signal) =>
          new Promise((__, reject) => {
            signal.addEventListener('abort', () => {
              reason = signal.reason
              reject(signal.reason)
            })
          }),
        limits: { pollMs: 3_600_000, heartbeatMs: 300 },
      })
      const draft = nextId('lost')
      await suspended.enqueue(draft)
      await waitFor('it runs', () => suspended.runs.length === 1)
      const { promise, resolve } = gate()
      const other = await start(await open(), { run: () => promise })
      await waitFor('the other one has it', async () => {
        if (other.runs.length === 0) await missHeartbeats(database)
        return other.runs.length === 1
      })
      await waitFor('the first one aborts', () => reason !== undefined)
      expect(String(reason)).toContain('the job was given to another process')
      expect(await unfinished(database)).toBe(1)
      resolve()
      await waitFor('no job is unfinished', async () => (await unfinished(database)) === 0)
      expect(other.runs).toEqual([draft])
    },
  )
})
