import { afterEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DemoServer, startDemoServer } from '../support/demo-server.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

interface Listed {
  milestoneHash: string
  projectId: string
  statusLabel: string
}

async function cycleMilestones(server: DemoServer): Promise<Listed[]> {
  const response = await fetch(`${server.url}/api/explorer/milestones?limit=200`)
  const { milestones }: { milestones: Listed[] } = await response.json()
  return milestones.filter(({ projectId }) => projectId.startsWith('cycle-'))
}

/**
 * A server that goes on after another one was killed so long into its first cycle. On a slow machine the cycle may not
 * have begun by then, and nothing is left to go on with: then it is killed later.
 */
async function killedAndRestarted(delayMs: number): Promise<DemoServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'cairn-cycle-'))
  folders.push(dataDir)
  const first = await startDemoServer({ dataDir })
  const cut = fetch(`${first.url}/api/chaos/verify`, { method: 'POST' }).catch(() => undefined)
  await Bun.sleep(delayMs)
  await first.kill('SIGKILL')
  await cut
  const second = await startDemoServer({ dataDir })
  const deadline = Date.now() + 10_000
  while (Date.now() < deadline) {
    if ((await cycleMilestones(second)).length > 0) return second
    await Bun.sleep(100)
  }
  if (delayMs > 4_000) throw new Error(`No cycle had begun ${delayMs} ms after it was asked for`)
  await second.kill()
  return await killedAndRestarted(delayMs * 2)
}

test.each([150, 450, 800])(
  'a server killed %i ms into a cycle finishes it after a restart, and does nothing twice',
  async (delayMs) => {
    const second = await killedAndRestarted(delayMs)
    const deadline = Date.now() + 30_000
    let found: Listed[] = []
    while (Date.now() < deadline) {
      found = await cycleMilestones(second)
      if (found[0]?.statusLabel === 'Released') break
      await Bun.sleep(100)
    }
    expect(found.map(({ projectId, statusLabel }) => ({ projectId, statusLabel }))).toEqual([
      { projectId: 'cycle-1', statusLabel: 'Released' },
    ])
    // Joins the run if it still books; what it answers covers the nonces of every account.
    const after = await (await fetch(`${second.url}/api/chaos/verify`, { method: 'POST' })).json()
    expect(after.invariants.filter(({ held }: { held: boolean }) => !held)).toEqual([])
    expect(after.verified).toBe(true)
    const milestone = await (
      await fetch(`${second.url}/api/status/milestone/${found[0]?.milestoneHash}`)
    ).json()
    expect(milestone).toMatchObject({ verified: true, released: true, verifierCount: 5, verifiedVotes: 5 })
    const treasury = await (await fetch(`${second.url}/api/treasury`)).json()
    const refs: string[] = treasury.charges.map(({ ref }: { ref: string }) => ref)
    expect(new Set(refs).size).toBe(refs.length)
    await second.kill()
  },
  90_000,
)
