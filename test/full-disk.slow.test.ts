import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { type DemoServer, startDemoServer } from './support/demo-server.ts'
import { mountSmallDisk } from './support/small-disk.ts'

const disk = mountSmallDisk(import.meta.path, 'tmpfs', 160)
/** The server reads the free space at most once a second. */
const readAgainMs = 1_200

describe.skipIf(disk === undefined)('on a full disk', () => {
  const { folder = '', fill, free, remove } = { ...disk }
  let server: DemoServer
  beforeAll(async () => {
    server = await startDemoServer({
      dataDir: join(folder, 'data'),
      subcommand: 'serve',
      environment: { AREAS: 'analysis,campaign' },
    })
  })
  afterAll(async () => {
    await server?.dispose()
    remove?.()
  })
  const get = async (path: string) => (await fetch(server.url + path)).status
  const post = async (path: string, body: object) => {
    const response = await fetch(server.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return {
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      body: await response.json(),
    }
  }
  const report = {
    consent: true,
    path: 'manual',
    answers: { painPoints: ['Late payments'] },
    recommendation: { product: null, confidence: 'low' },
  }

  test('writes are refused, reads go on, and the server recovers when there is space', async () => {
    const first = await post('/api/reports', report)
    expect(first.status).toBe(200)
    fill?.()
    await Bun.sleep(readAgainMs)
    for (let attempt = 0; attempt < 3; attempt += 1)
      expect(await post('/api/reports', report)).toMatchObject({
        status: 503,
        retryAfter: '30',
        body: { error: 'storage_full' },
      })
    expect(await post('/api/brand-kits', { name: 'Acme' })).toMatchObject({ status: 503 })
    // Counted in memory, as the database cannot write.
    for (let attempt = 0; attempt < 20; attempt += 1)
      expect((await post('/api/diagnose', { tools: ['Stripe'] })).status).toBe(200)
    expect([await get('/healthz'), await get('/readyz'), await get('/api/catalog')]).toEqual([200, 503, 200])
    expect([await get(`/api/reports/${first.body.id}`), await get('/api/brand-kits')]).toEqual([200, 200])

    free?.()
    await Bun.sleep(readAgainMs)
    expect((await post('/api/reports', report)).status).toBe(200)
    expect([await get('/readyz'), await get(`/api/reports/${first.body.id}`)]).toEqual([200, 200])
    fill?.()
    expect(await server.kill('SIGTERM')).toBe(0)
  })
})
