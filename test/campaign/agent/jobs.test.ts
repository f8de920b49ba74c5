import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { hasBoss } from '../../../src/campaign/agent/jobs.ts'
import type { Database } from '../../../src/kernel/database/database.ts'
import { within } from '../../../src/kernel/runtime/async.ts'
import { createLog } from '../../../src/kernel/runtime/log.ts'
import { bothDatabases } from '../../support/databases.ts'
import { waitFor } from '../../support/wait.ts'
import { createJobsStage, settled, unfinished } from './jobs-kit.ts'

const stage = createJobsStage()
afterEach(stage.clean)

describe.each(bothDatabases)('on %s', (_, open) => {
  let database: Database
  let remove: () => Promise<void>
  beforeAll(async () => {
    ;({ database, remove } = await open())
  })
  afterAll(() => remove())

  test('a process that never has a job does not create the tables of the queue', async () => {
    let looks = 0
    const rows: Database['rows'] = (statement, on) => {
      looks += 1
      return database.rows(statement, on)
    }
    const jobs = await stage.start({ ...database, rows })
    await waitFor('it has looked for jobs', () => looks > 0)
    await jobs.stop()
    expect(await hasBoss(database)).toBe(false)
  })

  test('a draft that is enqueued many times has one job until that is finished', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const jobs = await stage.start(database, { run: () => promise })
    const draft = 'many'
    await Promise.all(Array.from({ length: 10 }, () => jobs.enqueue(draft)))
    await waitFor('the draft runs', () => jobs.runs.length > 0)
    await jobs.enqueue(draft)
    expect(await unfinished(database)).toBe(1)
    resolve()
    await settled(database)
    expect(jobs.runs).toEqual([draft])
  })

  test('so many run at a time as there are workers, and all run in the end', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    let [now, most] = [0, 0]
    const jobs = await stage.start(database, {
      workers: 3,
      run: async () => {
        now += 1
        most = Math.max(most, now)
        await promise
        now -= 1
      },
    })
    const drafts = Array.from({ length: 60 }, (_, index) => `crowd-${index}`)
    await Promise.all(drafts.map((draft) => jobs.enqueue(draft)))
    await waitFor('all workers run', () => now === 3)
    resolve()
    await settled(database)
    expect(jobs.runs.toSorted()).toEqual(drafts.toSorted())
    expect(most).toBe(3)
  })

  test('a run that fails is tried again', async () => {
    let tries = 0
    const jobs = await stage.start(database, {
      run: async () => {
        tries += 1
        if (tries < 3) throw new Error('not yet')
      },
    })
    const draft = 'again'
    await jobs.enqueue(draft)
    await settled(database)
    expect(jobs.runs).toEqual([draft, draft, draft])
    expect(jobs.givenUp).toEqual([])
  })

  test('a run that failed is tried again when its job is fetched before its failure is answered', async () => {
    let refetched = () => {}
    const query: Database['query'] = async (text, values) => {
      const rows = await database.query(text, values)
      if (/\bnext AS \(/.test(text) && rows.length > 0) refetched()
      // The statement of pg-boss that fails a job and leaves it for another try.
      if (/^\s*WITH deleted_jobs AS/.test(text) && tries === 1)
        await within(
          new Promise<void>((resolve) => {
            refetched = resolve
          }),
          30_000,
        )
      return rows
    }
    let tries = 0
    const jobs = await stage.start(
      { ...database, query },
      {
        run: async () => {
          tries += 1
          if (tries === 1) throw new Error('not yet')
        },
      },
    )
    await jobs.enqueue('early')
    await settled(database)
    expect(jobs.runs).toEqual(['early', 'early'])
  })

  test('a draft whose tries all fail is given up, and every failure is logged', async () => {
    let logged = ''
    const log = createLog({
      level: 'warn',
      write: (text) => {
        logged += text
      },
    })
    const jobs = await stage.start(database, { log, run: () => Promise.reject(new Error('never')) })
    const draft = 'never'
    await jobs.enqueue(draft)
    await settled(database)
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
    const stopping = await stage.start(database, {
      run: (_, signal) =>
        new Promise((__, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    })
    const draft = 'stopped'
    await stopping.enqueue(draft)
    await waitFor('the draft runs', () => stopping.runs.length === 1)
    await stopping.stop()
    expect(await unfinished(database)).toBe(1)
    const next = await stage.start(database)
    await settled(database)
    expect(next.runs).toEqual([draft])
  })

  test('a database that refuses a job fails the call, and the next call works', async () => {
    const refusing: Database = { ...database, query: () => Promise.reject(new Error('connection refused')) }
    let isAway = true
    const wavering: Database = {
      ...database,
      query: (...args) => (isAway ? refusing.query(...args) : database.query(...args)),
    }
    const jobs = await stage.start(wavering)
    const draft = 'refused'
    await expect(jobs.enqueue(draft)).rejects.toThrow('connection refused')
    isAway = false
    await jobs.enqueue(draft)
    await settled(database)
    expect(jobs.runs).toEqual([draft])
  })
})
