import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DemoServer, startDemoServer } from './support/demo-server.ts'
import { leaveOut } from './support/left-out.ts'

const folder = mkdtempSync(join(tmpdir(), 'cairn-full-'))
const run = (...command: string[]) => Bun.spawnSync(command, { stdout: 'ignore', stderr: 'ignore' }).success
const isMounted = run('mount', '-t', 'tmpfs', '-o', 'size=160m', 'tmpfs', folder)
if (!isMounted && process.env['CI'] !== 'true')
  leaveOut({
    file: import.meta.path,
    reason: 'no file system can be mounted here',
    remedy: 'run the tests as root',
  })
const filler = join(folder, 'filler')
/** The server reads the free space at most once a second. */
const readAgainMs = 1_200

describe.skipIf(!isMounted && process.env['CI'] !== 'true')('on a full disk', () => {
  let server: DemoServer
  beforeAll(async () => {
    expect(isMounted).toBe(true)
    server = await startDemoServer({
      dataDir: join(folder, 'data'),
      subcommand: 'serve',
      environment: { AREAS: 'analysis,campaign' },
    })
  })
  afterAll(async () => {
    await server?.dispose()
    run('umount', '-l', folder)
    rmSync(folder, { recursive: true, force: true })
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
    fill()
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

    rmSync(filler)
    await Bun.sleep(readAgainMs)
    expect((await post('/api/reports', report)).status).toBe(200)
    expect([await get('/readyz'), await get(`/api/reports/${first.body.id}`)]).toEqual([200, 200])
    fill()
    expect(await server.kill('SIGTERM')).toBe(0)
  })
})

/** Until the last byte. */
function fill(): void {
  for (const size of [2 ** 20, 4_096]) {
    const piece = Buffer.alloc(size)
    try {
      for (;;) writeFileSync(filler, piece, { flag: 'a' })
    } catch {
      // No space is left for a piece of this size.
    }
  }
}
