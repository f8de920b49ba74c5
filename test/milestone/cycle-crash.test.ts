import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type DemoServer, startDemoServer } from '../support/demo-server.ts'
import { untilReady } from '../support/ready.ts'
import { isSoak } from '../support/soak.ts'
import { waitFor } from '../support/wait.ts'

/** Each test kills it and starts it again over the same folder. */
let server: DemoServer
beforeAll(async () => {
  server = await startDemoServer()
  await untilReady(server)
})
afterAll(() => server.dispose())

interface Listed {
  milestoneHash: string
  projectId: string
  statusLabel: string
}

async function cycleMilestones(): Promise<Listed[]> {
  const response = await fetch(`${server.url}/api/explorer/milestones?limit=200`)
  const { milestones }: { milestones: Listed[] } = await response.json()
  return milestones.filter(({ projectId }) => projectId.startsWith('cycle-'))
}

const numberOf = ({ projectId }: Listed) => Number(projectId.replace('cycle-', ''))

async function blockNumber(): Promise<number> {
  return Number(await server.rpc<string>('eth_blockNumber'))
}

/** Begins a cycle, kills the server as soon as so many blocks of it are there, and starts another one in its place. */
async function killInCycle(blocks: number): Promise<void> {
  const before = await blockNumber()
  const cut = fetch(`${server.url}/api/chaos/verify`, { method: 'POST' }).catch(() => undefined)
  await waitFor(`${blocks} blocks of the cycle`, async () => (await blockNumber()) >= before + blocks)
  await server.kill('SIGKILL')
  await cut
  server = await startDemoServer({ dataDir: server.dataDir })
}

// A cycle is about thirty blocks: the milestone is made in the first, five votes are the fourth to the eighth.
test.each(isSoak ? [1, 6, 14] : [6])(
  'a server killed %i blocks into a cycle finishes it after a restart, and does nothing twice',
  async (blocks) => {
    const earlier = await cycleMilestones()
    await killInCycle(blocks)
    const number = Math.max(0, ...earlier.map(numberOf)) + 1
    const found = await waitFor(`cycle ${number} is released`, async () => {
      const listed = (await cycleMilestones()).filter((each) => numberOf(each) >= number)
      return listed[0]?.statusLabel === 'Released' && listed
    })
    expect(found.map(({ projectId, statusLabel }) => ({ projectId, statusLabel }))).toEqual([
      { projectId: `cycle-${number}`, statusLabel: 'Released' },
    ])
    // Joins the run if it still books; what it answers covers the nonces of every account.
    const { runId } = await (await fetch(`${server.url}/api/chaos/verify`, { method: 'POST' })).json()
    const after = await waitFor(`run ${runId} is over`, async () => {
      const report = await (await fetch(`${server.url}/api/chaos/runs/${runId}`)).json()
      return report.finished && report
    })
    expect(after.invariants.filter(({ held }: { held: boolean }) => !held)).toEqual([])
    expect(after.verified).toBe(true)
    const milestone = await (
      await fetch(`${server.url}/api/status/milestone/${found[0]?.milestoneHash}`)
    ).json()
    expect(milestone).toMatchObject({ verified: true, released: true, verifierCount: 5, verifiedVotes: 5 })
    const treasury = await (await fetch(`${server.url}/api/treasury`)).json()
    const refs: string[] = treasury.charges.map(({ ref }: { ref: string }) => ref)
    expect(new Set(refs).size).toBe(refs.length)
  },
)
