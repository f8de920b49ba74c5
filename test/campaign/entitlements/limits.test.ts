import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { createBrandKits } from '../../../src/campaign/brand-kits/kits.ts'
import type { Logos } from '../../../src/campaign/brand-kits/logos.ts'
import { createDrafts } from '../../../src/campaign/drafts/drafts.ts'
import { createEntitlements } from '../../../src/campaign/entitlements/entitlements.ts'
import { plans } from '../../../src/campaign/entitlements/plans.ts'
import {
  createRunLeases,
  jobLeaseMsMax,
  leaseMsMax,
  type RunLeases,
} from '../../../src/campaign/entitlements/run-leases.ts'
import { callerPlans } from '../../../src/campaign/tables.ts'
import type { Blobs } from '../../../src/kernel/blobs/blobs.ts'
import type { Database } from '../../../src/kernel/database/database.ts'
import { silentLog } from '../../../src/kernel/runtime/log.ts'
import { noDraftEvents } from '../../support/draft-events.ts'
import { twoProcesses } from './two-processes.ts'

const dayMs = 86_400_000
const start = Date.parse('2026-05-04T09:30:00.000Z')
const midnight = Date.parse('2026-05-05T00:00:00.000Z')
const notUsed = async () => {
  throw new Error('not used')
}
const noLogos: Logos = {
  add: notUsed,
  find: async () => undefined,
  original: notUsed,
  master: notUsed,
  sweep: notUsed,
}
const noBlobs: Blobs = { put: notUsed, get: notUsed, has: notUsed, remove: notUsed }
const waitedFor = { formats: ['square'], isAsync: false } as const
const job = { formats: ['square'], isAsync: true } as const
const newDraft = {
  owner: 'small',
  keyId: undefined,
  capability: '1.5.0',
  brief: '',
  request: '{}',
  kit: undefined,
  revises: undefined,
}

describe.each(twoProcesses)('on %s', (_, open) => {
  let databases: readonly [Database, Database]
  let remove: () => Promise<void>
  let now = start
  let count = 0
  let processes: readonly [RunLeases, RunLeases]
  beforeAll(async () => {
    ;({ databases, remove } = await open())
    const leasesOf = ({ db }: Database) => createRunLeases({ db, now: () => now, log: silentLog })
    processes = [leasesOf(databases[0]), leasesOf(databases[1])]
  })
  afterAll(() => remove())
  beforeEach(async () => {
    now = start
    await databases[0].db.execute(
      sql`truncate campaign_run_counts, campaign_run_leases, campaign_caller_plans, campaign_brand_kits, campaign_brand_kit_versions, campaign_drafts`,
    )
    await databases[0].db.insert(callerPlans).values({ caller: 'small', plan: 'trial', updatedAt: start })
  })

  const newRun = (caller = 'small') => {
    count += 1
    return { id: `d_${count}`, caller, startedAt: now }
  }
  const begin = async (caller?: string, leases: RunLeases = processes[0]) => {
    const run = newRun(caller)
    await leases.start(run, waitedFor)
    return run
  }
  const usedBy = async (caller = 'small') => {
    const { used } = await createEntitlements({ db: databases[1].db, now: () => now }).read(caller)
    return [used.runsToday, used.runsInFlight]
  }
  /** As if so many runs of the day had been made. */
  const useUp = (runs: number, day = '2026-05-04', caller = 'small') =>
    databases[0].db.execute(
      sql`insert into campaign_run_counts (caller, day, runs) values (${caller}, ${day}, ${runs})`,
    )

  /** The errors of those of forty parallel starts, in both processes, that are refused. */
  const refusedOfForty = async (caller: string) => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 40 }, (_, index) => begin(caller, processes[index % 2 === 0 ? 0 : 1])),
    )
    return outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
  }

  test('of forty parallel starts exactly as many pass as may be in flight', async () => {
    const refused = await refusedOfForty('small')
    expect(refused.length).toBe(40 - plans.trial.runsInFlight)
    for (const error of refused)
      expect(error).toMatchObject({ status: 429, slug: 'too_many_in_flight', retryAfterSeconds: 1 })
    expect(await usedBy()).toEqual([plans.trial.runsInFlight, plans.trial.runsInFlight])
    // Another caller is not concerned.
    await begin('other')
  })

  test('of forty parallel runs exactly as many pass as the day has left', async () => {
    await databases[0].db.insert(callerPlans).values({ caller: 'busy', plan: 'partner', updatedAt: start })
    await useUp(plans.partner.runsPerDay - 7, '2026-05-04', 'busy')
    const refused = await refusedOfForty('busy')
    expect(refused.length).toBe(33)
    for (const error of refused)
      expect(error).toMatchObject({
        status: 429,
        slug: 'plan_limit_reached',
        message:
          'Cannot start another run: the plan "partner" allows 10000 runs a day, and all are used until 00:00 UTC',
        retryAfterSeconds: (midnight - start) / 1000,
      })
    expect(await usedBy('busy')).toEqual([plans.partner.runsPerDay, 7])
  })

  test('each variant counts as a run of the day, and as none if the run fails', async () => {
    const [leases] = processes
    await useUp(plans.trial.runsPerDay - 5)
    const run = newRun()
    await leases.start(run, { ...waitedFor, runs: 4 })
    expect(await usedBy()).toEqual([49, 1])
    await expect(leases.start(newRun(), { ...waitedFor, runs: 2 })).rejects.toMatchObject({
      slug: 'plan_limit_reached',
      message: expect.stringContaining('1 are left for fewer variants, each of which counts as a run,'),
    })
    await leases.end(run, { counts: false })
    expect(await usedBy()).toEqual([45, 0])
  })

  test('the day changes at the millisecond of midnight in UTC', async () => {
    await useUp(plans.trial.runsPerDay)
    now = midnight - 1
    await expect(begin()).rejects.toMatchObject({ slug: 'plan_limit_reached', retryAfterSeconds: 1 })
    expect(await usedBy()).toEqual([50, 0])
    now = midnight
    await begin()
    expect(await usedBy()).toEqual([1, 1])
  })

  test('a run that fails does not count for the day on which it began, and one that succeeds does', async () => {
    now = midnight - 1
    const [failing, succeeding] = [await begin(), await begin()]
    now = midnight + 1
    await processes[1].end(failing, { counts: false })
    await processes[1].end(succeeding, { counts: true })
    expect(await usedBy()).toEqual([0, 0])
    now = midnight - 1
    expect(await usedBy()).toEqual([1, 0])
    // Ending it again changes nothing.
    await processes[0].end(succeeding, { counts: false })
    expect(await usedBy()).toEqual([1, 0])
  })

  test('work that is refused or breaks does not count, and work whose caller is gone does', async () => {
    const [leases] = processes
    const gone = new AbortController()
    const breaking = () => Promise.reject(new Error('broken'))
    const options = { formats: ['square'], signal: gone.signal } as const
    expect(await leases.during(newRun(), options, async () => 7)).toBe(7)
    await expect(leases.during(newRun(), options, breaking)).rejects.toThrow('broken')
    expect(await usedBy()).toEqual([1, 0])
    gone.abort()
    await expect(leases.during(newRun(), options, breaking)).rejects.toThrow('broken')
    expect(await usedBy()).toEqual([2, 0])
  })

  test('a refused start counts nothing', async () => {
    await begin()
    await begin()
    await expect(begin()).rejects.toMatchObject({ slug: 'too_many_in_flight' })
    const portrait = { formats: ['square', 'portrait'], isAsync: false } as const
    await expect(processes[0].start(newRun(), portrait)).rejects.toMatchObject({
      status: 403,
      slug: 'plan_limit_reached',
      fields: [{ path: '/parameters/formats' }],
      message: expect.stringContaining('the plan "trial" allows square and landscape'),
    })
    expect(await usedBy()).toEqual([2, 2])
  })

  test('a lease of a process that died counts until it expires; swept, its run counts no longer', async () => {
    await begin()
    await begin()
    now = start + leaseMsMax - 1
    await processes[1].sweep()
    await expect(begin()).rejects.toMatchObject({ slug: 'too_many_in_flight' })
    now = start + leaseMsMax
    expect(await usedBy()).toEqual([2, 0])
    const last = await begin()
    await Promise.all(processes.map((leases) => leases.sweep()))
    expect(await usedBy()).toEqual([1, 1])
    await processes[0].end(last, { counts: true })
  })

  test('a process that is the only one ends at its start what the one before it left', async () => {
    await begin()
    await begin()
    await processes[0].endAbandoned()
    expect(await usedBy()).toEqual([0, 0])
  })

  test('a job has its lease as long as it may be tried, and stays in the count of its day', async () => {
    const random = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes))
    const { runs } = createDrafts({
      db: databases[0].db,
      blobs: noBlobs,
      now: () => now,
      random,
      events: noDraftEvents,
    })
    const { row } = runs.create(newDraft)
    await processes[0].start({ id: row.id, caller: 'small', startedAt: row.createdAt }, job)
    await runs.accept(row)
    await processes[1].endAbandoned()
    now = start + jobLeaseMsMax - 1
    await processes[1].sweep()
    expect(await usedBy()).toEqual([0, 1])
    now = start + jobLeaseMsMax
    await processes[1].sweep()
    expect(await usedBy()).toEqual([0, 0])
    now = start
    expect(await usedBy()).toEqual([1, 0])
  })

  test('a run that finished before its process died holds no place after the next start, and stays in the count', async () => {
    const random = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes))
    const { runs } = createDrafts({
      db: databases[0].db,
      blobs: noBlobs,
      now: () => now,
      random,
      events: noDraftEvents,
    })
    const { row } = runs.create(newDraft)
    await processes[0].start({ id: row.id, caller: 'small', startedAt: row.createdAt }, job)
    await runs.accept(row)
    await runs.fail(row.id, { code: 'image_unavailable', message: 'gone' })
    expect(await usedBy()).toEqual([1, 1])
    await processes[1].endAbandoned()
    expect(await usedBy()).toEqual([1, 0])
  })

  test('the sweep keeps the counts of yesterday and today alone', async () => {
    for (const day of ['2026-05-02', '2026-05-03', '2026-05-04']) await useUp(1, day)
    await processes[0].sweep()
    const rows = await databases[0].rows(sql`select day from campaign_run_counts order by day`)
    expect(rows).toEqual([{ day: '2026-05-03' }, { day: '2026-05-04' }])
    now = start + 10 * dayMs
    await processes[0].sweep()
    expect(await databases[0].rows(sql`select day from campaign_run_counts`)).toEqual([])
  })

  test('of forty kits made in parallel exactly as many are made as the plan allows, and those get new versions', async () => {
    const kits = databases.map(({ db }) =>
      createBrandKits({ db, logos: noLogos, now: () => now, logoUrl: (sha256) => `/${sha256}` }),
    )
    const outcomes = await Promise.allSettled(
      Array.from({ length: 40 }, (_, index) =>
        kits[index % 2]?.create('small', { id: `kit-${index}`, name: 'Kit' }, undefined),
      ),
    )
    const made = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
    expect(made.length).toBe(plans.trial.brandKits)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected')
        expect(outcome.reason).toMatchObject({
          status: 403,
          slug: 'plan_limit_reached',
          fields: [{ path: '/id' }],
        })
    for (const kit of made)
      expect(await kits[0]?.create('small', { id: kit?.id ?? '', name: 'Next' }, undefined)).toMatchObject({
        version: 2,
      })
    await kits[0]?.create('other', { id: 'their-kit', name: 'Theirs' }, undefined)
  })
})
