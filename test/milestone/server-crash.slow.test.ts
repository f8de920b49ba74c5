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

type Condition = readonly [what: string, holds: (before: { block: number; run: string }) => Promise<boolean>]

const blocksLater = (blocks: number): Condition => [
  `${blocks} blocks`,
  async ({ block }) => (await blockNumber()) >= block + blocks,
]

async function newestRun(): Promise<string> {
  const { runs } = await (await fetch(`${server.url}/api/chaos/runs`)).json()
  return runs[0]?.runId ?? 'none'
}

/** Between two questions the run may have ended, too. */
const stepBegun = (name: string): Condition => [
  `the step "${name}"`,
  async (before) => {
    const runId = await newestRun()
    if (runId === before.run) return false
    const { steps } = await (await fetch(`${server.url}/api/chaos/runs/${runId}`)).json()
    return steps?.some((step: { name: string }) => step.name === name) === true
  },
]

/** Begins a cycle, kills the server as soon as the condition holds, and starts another one in its place. */
async function killInCycle([what, holds]: Condition): Promise<void> {
  const before = { block: await blockNumber(), run: await newestRun() }
  const cut = fetch(`${server.url}/api/chaos/verify`, { method: 'POST' }).catch(() => undefined)
  await waitFor(`${what} of the cycle`, async () => (await holds(before)) || undefined)
  await server.kill('SIGKILL')
  await cut
  server = await startDemoServer({ dataDir: server.dataDir })
}

// A cycle is about twenty blocks: the milestone is made in the first, five votes are the fourth to the eighth.
test.each([
  blocksLater(1),
  blocksLater(6),
  blocksLater(14),
  stepBegun('book'),
  stepBegun('settle votes'),
  stepBegun('confirm'),
])(
  'a server killed after %s of a cycle finishes it after a restart, and does nothing twice',
  async (what, holds) => {
    const earlier = await cycleMilestones()
    await killInCycle([what, holds])
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
    expect(after.reason).toBeNull()
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
