import { afterAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import sharp from 'sharp'
import { cairnCommand } from './support/cairn-process.ts'
import { type DemoServer, startDemoServer } from './support/demo-server.ts'
import { untilReady } from './support/ready.ts'
import { mountSmallDisk } from './support/small-disk.ts'

/** The server reads the free space at most once a second. */
const readAgainMs = 1_200

const png = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'teal' } })
  .png()
  .toBuffer()

describe('a disk that fills up', () => {
  const disk = mountSmallDisk(import.meta.path, 'tmpfs', 500)
  if (disk === undefined) return
  const dataDir = join(disk.folder, 'data')
  let server: DemoServer | undefined
  afterAll(async () => {
    await server?.kill('SIGKILL')
    disk.remove()
  })

  const start = () =>
    startDemoServer({
      dataDir,
      environment: { AREAS: 'analysis,campaign,milestone', RATE_AGENT_PER_MINUTE: '100' },
    })
  const request = async (path: string, init?: RequestInit) => {
    const response = await fetch(`${server?.url}${path}`, init)
    return { status: response.status, body: JSON.parse((await response.text()) || 'null') }
  }
  const post = (path: string, body: object) =>
    request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  /** Checks of what was confirmed, which hold from then on. */
  const confirmed: (() => Promise<void>)[] = []
  const saveReport = async () => {
    const { status, body } = await post('/api/reports', {
      consent: true,
      path: 'manual',
      answers: { painPoints: ['Late payments'] },
      recommendation: { product: null, confidence: 'low' },
    })
    if (status === 200)
      confirmed.push(async () => expect((await request(`/api/reports/${body.id}`)).status).toBe(200))
    return status
  }
  let runs = 0
  const runAgent = async () => {
    runs += 1
    const { status, body } = await post('/api/agent', {
      command: `Summer launch, a gradient mesh ${runs}, square`,
      parameters: { brandKitId: 'demo-launch', text: { headline: 'Slow mornings' } },
    })
    if (status === 200)
      confirmed.push(async () => {
        const token = String(body.studioReviewUrl).split('#')[1]
        const read = await request(`/api/drafts/${body.draftId}`, {
          headers: { authorization: `Bearer ${token}` },
        })
        expect(read.status).toBe(200)
        const { provenanceReceiptId: receiptId, assets } = read.body.draft
        // The port is another one after a start.
        const asset = await fetch(new URL(new URL(assets[0].resultUrl).pathname, server?.url))
        expect([asset.status, (await asset.bytes()).length > 0]).toEqual([200, true])
        expect((await post('/api/provenance/verify', { receiptId })).body.verified).toBe(true)
      })
    return status
  }
  const uploadLogo = async () => {
    const form = new FormData()
    form.append('logo', new Blob([new Uint8Array(png)]), 'logo.png')
    return (await request('/api/upload-logo', { method: 'POST', body: form })).status
  }
  const runCycle = async () => (await post('/api/chaos/verify', {})).status
  const expectAllConfirmed = async () => {
    for (const check of confirmed) await check()
  }

  test('a start on it ends with the reason', async () => {
    disk.fill()
    const failure = () => start().catch((error: unknown) => String(error))
    expect(await failure()).toMatch(/(disk is full|no space left).*Free some space/i)
    disk.free()
    // Enough for the lock, too little for an empty database.
    disk.fill(8 * 2 ** 20)
    expect(await failure()).toMatch(/(disk is full|no space left).*Free some space/i)
    disk.free()
  })

  test('the next start with space makes the database', async () => {
    server = await start()
    await untilReady(server)
    expect([await saveReport(), await runAgent(), await uploadLogo(), await runCycle()]).toEqual([
      200, 200, 201, 200,
    ])
  })

  test.each([
    ['a report', saveReport],
    ['a blob', uploadLogo],
    ['a run and its receipt', runAgent],
    ['a cycle, with the journal of its blocks', runCycle],
  ])('during %s', async (_, act) => {
    const underWay = act()
    disk.fill()
    expect([200, 201, 503]).toContain(await underWay)
    await Bun.sleep(readAgainMs)
    disk.fill()
    expect(await act()).toBe(503)
    const reads = ['/healthz', '/readyz', '/api/catalog', '/api/explorer/milestones?limit=1']
    const states = []
    for (const path of reads) states.push((await request(path)).status)
    expect(states).toEqual([200, 503, 200, 200])

    disk.free()
    await Bun.sleep(readAgainMs)
    await untilReady({ url: server?.url ?? '' })
    await expectAllConfirmed()
    expect([200, 201]).toContain(await act())
  })

  test('during a stop, after which a start with space has all that was confirmed', async () => {
    disk.fill()
    expect(await server?.kill('SIGTERM')).toBe(0)
    disk.free()
    server = await start()
    await untilReady(server)
    await expectAllConfirmed()
    expect(await saveReport()).toBe(200)
  })
})

test('a server goes on when no line of its log can be written', async () => {
  const server = await startDemoServer({
    subcommand: 'serve',
    command: ['sh', '-c', 'exec "$@" 2>/dev/full', 'sh', ...cairnCommand],
    environment: { AREAS: 'analysis' },
  })
  try {
    for (let count = 0; count < 50; count += 1)
      expect((await fetch(`${server.url}/api/nothing/${count}`)).status).toBe(404)
    expect(await server.kill('SIGTERM')).toBe(0)
  } finally {
    await server.dispose()
  }
})
