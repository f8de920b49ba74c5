import { expect, test } from 'bun:test'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { startDemoServer } from '../support/demo-server.ts'
import { openStream } from '../support/event-stream.ts'
import { nodesBelow } from '../support/processes.ts'
import { untilReady } from '../support/ready.ts'
import { waitFor } from '../support/wait.ts'

test('a demo chain that became too long is replaced while reads go on, and cycles run on the new one', async () => {
  const server = await startDemoServer({ environment: { DEMO_BLOCKS_MAX: '500' } })
  const get = async (path: string) => (await fetch(server.url + path)).json()
  /** On a slow machine the answer comes before the end of the run. */
  const verify = async () => {
    const { runId } = await (await fetch(`${server.url}/api/chaos/verify`, { method: 'POST' })).json()
    return await waitFor(`run ${runId} is over`, async () => {
      const run = await get(`/api/chaos/runs/${runId}`)
      return run.finished && run
    })
  }
  try {
    await untilReady(server)
    const before = await get('/api/status/demo')
    const report = await verify()
    const old = `/api/status/milestone/${report.milestoneHash}`
    expect(await get(old)).toMatchObject({ statusLabel: 'Released' })
    const journal = join(server.dataDir, 'chain/blocks.jsonl')

    const statuses = new Set<number>()
    const { lastEventId } = await get('/api/activity')
    const stream = openStream(server.url)
    for (let mined = 0; mined < 750; mined += 250) await server.rpc('anvil_mine', ['0xfa']).catch(() => {})
    const sizeBefore = statSync(journal).size
    // The node may be stopped before it answers.
    await server.rpc('anvil_mine', ['0x1f4']).catch(() => {})
    await waitFor('the chain is replaced', async () => {
      const [milestones, { asOf }] = await Promise.all([
        fetch(`${server.url}/api/explorer/milestones`),
        get('/api/treasury'),
      ])
      statuses.add(milestones.status)
      return asOf.blockNumber < 1_000 && !asOf.stale
    })
    expect([...statuses]).toEqual([200])
    expect(await stream.ended).toBe(true)
    const again = openStream(server.url, { lastEventId })
    await again.until(() => again.messages.length > 0)
    expect(again.messages[0]?.event).toBe('reset')
    again.close()
    expect(statSync(journal).size).toBeLessThan(sizeBefore)
    expect((await fetch(server.url + old)).status).toBe(404)
    expect((await get('/api/recovery')).events).toContainEqual(
      expect.objectContaining({ event: 'demo_chain_replaced', outcome: 'success' }),
    )
    expect((await fetch(`${server.url}/api/chaos/runs/${report.runId}`)).status).toBe(404)
    expect(await get('/api/status/demo')).not.toEqual(before)
    // At the same address as before.
    expect(Number(await server.rpc('eth_blockNumber'))).toBeLessThan(1_000)
    expect(await verify()).toMatchObject({ verified: true })
    await waitFor('two nodes run', async () => nodesBelow(server.pid).length === 2)
  } finally {
    await server.dispose()
  }
})
