import { afterAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { readContractsFile } from '../../src/milestone/contracts/deployment.ts'
import { expectTruth, readWhole } from '../support/answers.ts'
import { cairnCommand, cairnEnvironment } from '../support/cairn-process.ts'
import { createChainTruth } from '../support/chain-truth.ts'
import { type DemoServer, startDemoServer } from '../support/demo-server.ts'
import { untilReady } from '../support/ready.ts'
import { waitFor } from '../support/wait.ts'

/** Some tests kill it and start another in its place. */
let server = await startDemoServer()
await untilReady(server)
afterAll(() => server.dispose())

function truthOf(server: DemoServer) {
  const { contracts } = readContractsFile(join(server.dataDir, 'chain/contracts.json'))
  return createChainTruth(server.rpcUrl, contracts.MilestoneLens)
}

test('a second server on the same folder is refused in one line, and the first goes on', async () => {
  const second = Bun.spawnSync([...cairnCommand, 'demo'], {
    env: { ...cairnEnvironment, DATA_DIR: server.dataDir, PORT: '0', AREAS: 'milestone' },
  })
  expect(second.exitCode).toBe(1)
  expect(second.stderr.toString()).toContain('another cairn process has it open')
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
})

test('a server killed while it follows gives the same answers after a restart', async () => {
  for (let block = 0; block < 25; block += 1) await server.rpc('evm_mine')
  const { hash } = await truthOf(server).head()
  const before = await waitFor('the answers are of the newest block', async () => {
    const answer = await readWhole(server.url)
    return answer.blockHash === hash && answer
  })
  await server.kill('SIGKILL')

  server = await startDemoServer({ dataDir: server.dataDir })
  await untilReady(server)
  const after = await readWhole(server.url)
  expect(after).toEqual(before)
  await expectTruth(after, truthOf(server))
})

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

// A cycle is about twenty blocks: the milestone is made in the first, five votes are the fourth to the eighth.
test.each([1, 6, 14])(
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
