import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { asc, eq } from 'drizzle-orm'
import { type DeliveryLimits, startDeliveries } from '../../../src/campaign/callbacks/deliveries.ts'
import { callbacks } from '../../../src/campaign/callbacks/tables.ts'
import { drafts } from '../../../src/campaign/tables.ts'
import type { Database } from '../../../src/kernel/database/database.ts'
import { createEgress } from '../../../src/kernel/egress/egress.ts'
import { silentLog } from '../../../src/kernel/runtime/log.ts'
import { bothDatabases } from '../../support/databases.ts'
import { publicAddress, tableDns } from '../../support/egress-kit.ts'
import { waitFor } from '../../support/wait.ts'

/** Long enough for any machine; tests of time limits have their own. */
const patient: Partial<DeliveryLimits> = { pausesMs: [1, 1, 1], requestMs: 60_000, lookMs: 1_000_000 }

/** When another process may take what an earlier one had under way. */
const muchLater = () => Date.now() + 3_600_000

describe.each(bothDatabases)('deliveries of callbacks on %s', (_, openDatabase) => {
  let database: Database
  let remove: () => Promise<void>
  let answers: ((path: string, count: number) => Response | Promise<Response>) | undefined
  const received: { path: string; id: string; body: string }[] = []
  const site = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 0,
    fetch: async (request) => {
      const path = new URL(request.url).pathname
      const seen = { path, id: request.headers.get('webhook-id') ?? '', body: await request.text() }
      received.push(seen)
      const count = received.filter((each) => each.path === path).length
      return (await answers?.(path, count)) ?? new Response('taken')
    },
  })
  const egress = createEgress({
    dns: tableDns({ 'receiver.com': [publicAddress], 'inside.com': ['10.0.0.1'] }),
    policy: { ports: [site.port ?? 0], exceptions: [] },
    userAgent: 'test',
    log: silentLog,
    now: Date.now,
    dial: () => '127.0.0.1',
  })
  const start = (limits: Partial<DeliveryLimits> = {}, now = Date.now) =>
    startDeliveries({
      db: database.db,
      egress,
      signatures: { secretOf: () => '', headersOf: async ({ id }) => ({ 'webhook-id': id }) },
      log: silentLog,
      now,
      limits: { ...patient, ...limits },
    })
  const store = async (
    id: string,
    { host = 'receiver.com', draftId = 'd_1', nextAt = 0, attempts = 0 } = {},
  ) => {
    const url = `http://${host}:${site.port}/${id}`
    const row = { id, draftId, event: 'draft.approved', url, body: `{"id":"${id}"}`, headers: '{}' }
    await database.db.insert(callbacks).values({ ...row, state: 'pending', attempts, nextAt, createdAt: 0 })
  }
  const rowOf = async (id: string) => {
    const [row] = await database.db.select().from(callbacks).where(eq(callbacks.id, id))
    return { state: row?.state, attempts: row?.attempts, problem: row?.problem }
  }
  const settled = (id: string) =>
    waitFor(`the callback ${id} is settled`, async () => (await rowOf(id)).state !== 'pending')
  const requestsOf = (id: string) => received.filter(({ path }) => path === `/${id}`)

  beforeAll(async () => {
    ;({ database, remove } = await openDatabase())
    await database.db.insert(drafts).values({
      ...{ id: 'd_1', owner: 'agency', capability: '1.5.0', run: 'completed', review: 'approved' },
      ...{ tokenSha256: '', brief: '', request: '{}', createdAt: 0, expiresAt: 0 },
    })
  })
  afterAll(async () => {
    await site.stop(true)
    await remove?.()
  })

  test('a callback is sent again under the same id until its receiver takes it', async () => {
    await store('moody')
    answers = (_, count) => new Response('', { status: count < 3 ? 500 : 202 })
    const deliveries = start()
    deliveries.wake()
    await settled('moody')
    expect(await rowOf('moody')).toEqual({ state: 'delivered', attempts: 3, problem: null })
    const moody = { path: '/moody', id: 'moody', body: '{"id":"moody"}' }
    expect(requestsOf('moody')).toEqual([moody, moody, moody])
    await deliveries.stop()
  })

  test('it has failed after the last try, with the last answer as the reason', async () => {
    await store('broken')
    answers = () => new Response('', { status: 503 })
    const deliveries = start()
    deliveries.wake()
    await settled('broken')
    expect(await rowOf('broken')).toEqual({ state: 'failed', attempts: 4, problem: 'answered 503' })
    await deliveries.stop()
  })

  test('a redirect is not followed, 410 and an address that is not public end the tries, and so does an expired draft', async () => {
    await Promise.all([
      store('moved'),
      store('gone'),
      store('private', { host: 'inside.com' }),
      store('expired', { draftId: 'd_gone' }),
    ])
    answers = (path) =>
      path === '/moved'
        ? Response.redirect(`http://receiver.com:${site.port}/elsewhere`, 307)
        : new Response('', { status: 410 })
    const deliveries = start({ pausesMs: [] })
    deliveries.wake()
    await Promise.all(['moved', 'gone', 'private', 'expired'].map(settled))
    expect(await Promise.all(['moved', 'gone', 'private', 'expired'].map(rowOf))).toEqual([
      { state: 'failed', attempts: 1, problem: 'answered 307' },
      { state: 'failed', attempts: 1, problem: 'answered 410' },
      { state: 'failed', attempts: 1, problem: 'not allowed' },
      { state: 'failed', attempts: 1, problem: 'the draft has expired' },
    ])
    expect([requestsOf('elsewhere'), requestsOf('private'), requestsOf('expired')]).toEqual([[], [], []])
    await deliveries.stop()
  })

  test('a receiver that does not answer is given up in time, and does not hold up the others', async () => {
    await Promise.all([store('silent'), store('quick')])
    const never = Promise.withResolvers<void>()
    // A response for each of the requests, two of which may wait at once.
    answers = (path) =>
      path === '/silent' ? never.promise.then(() => new Response('')) : new Response('taken')
    const deliveries = start()
    deliveries.wake()
    await settled('quick')
    expect(await rowOf('quick')).toEqual({ state: 'delivered', attempts: 1, problem: null })
    expect(await rowOf('silent')).toEqual({ state: 'pending', attempts: 1, problem: null })
    await deliveries.stop()

    const withoutRetry = start({ pausesMs: [], requestMs: 100 }, muchLater)
    withoutRetry.wake()
    await settled('silent')
    expect(await rowOf('silent')).toEqual({ state: 'failed', attempts: 2, problem: 'timeout' })
    never.resolve()
    await withoutRetry.stop()
  })

  test('two processes send each callback once, and what a stopped process had under way is sent by the next', async () => {
    const ids = Array.from({ length: 20 }, (_, index) => `shared-${index}`)
    await Promise.all(ids.map((id) => store(id)))
    answers = undefined
    const processes = [start(), start()]
    for (const each of processes) each.wake()
    await Promise.all(ids.map(settled))
    expect(ids.map((id) => requestsOf(id).length)).toEqual(ids.map(() => 1))
    await Promise.all(processes.map((each) => each.stop()))

    await store('left')
    const arrived = Promise.withResolvers<void>()
    const held = Promise.withResolvers<Response>()
    answers = () => {
      arrived.resolve()
      return held.promise
    }
    const first = start()
    first.wake()
    await arrived.promise
    await first.stop()
    expect((await rowOf('left')).state).toBe('pending')
    held.resolve(new Response(''))
    answers = undefined
    const next = start({}, muchLater)
    next.wake()
    await settled('left')
    expect(await rowOf('left')).toEqual({ state: 'delivered', attempts: 2, problem: null })
    await next.stop()
    expect(
      await database.db
        .select()
        .from(callbacks)
        .where(eq(callbacks.state, 'pending'))
        .orderBy(asc(callbacks.id)),
    ).toEqual([])
  })
})
