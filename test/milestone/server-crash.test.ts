import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readContractsFile } from '../../src/milestone/chain/contracts.ts'
import { expectTruth, readWhole } from '../support/answers.ts'
import { createChainTruth } from '../support/chain-truth.ts'
import { type DemoServer, startDemoServer } from '../support/demo-server.ts'
import { nodesBelow } from '../support/processes.ts'
import { quickTmpdir } from '../support/quick-tmpdir.ts'
import { untilReady } from '../support/ready.ts'
import { isSoak } from '../support/soak.ts'
import { waitFor } from '../support/wait.ts'

const main = join(import.meta.dir, '../../src/main.ts')
/** Shared: started over a folder whose seeding was killed several times. One test kills it and starts another. */
let server: DemoServer
beforeAll(async () => {
  const dataDir = mkdtempSync(join(quickTmpdir(), 'cairn-crash-'))
  for (const blocks of isSoak ? [3, 60, 200] : [3, 200]) await killWhenSeeded(dataDir, blocks)
  server = await startDemoServer({ dataDir })
  await untilReady(server)
})
afterAll(() => server.dispose())

function truthOf(server: DemoServer) {
  const { contracts } = readContractsFile(join(server.dataDir, 'chain/contracts.json'))
  return createChainTruth(server.rpcUrl, contracts.MilestoneLens)
}

function environmentOf(dataDir: string) {
  return { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: '0', AREAS: 'milestone' }
}

/** Lines of the block journal of a chain that is being made; 0 while there is none. */
function journaledBlocks(dataDir: string): number {
  try {
    return readFileSync(join(dataDir, 'chain/blocks.jsonl'), 'utf8').split('\n').length - 1
  } catch {
    return 0
  }
}

/** Starts a server and kills it as soon as its chain has so many blocks. */
async function killWhenSeeded(dataDir: string, blocks: number): Promise<void> {
  const killed = Bun.spawn([process.execPath, main, 'demo'], {
    env: environmentOf(dataDir),
    stdout: 'ignore',
    stderr: 'ignore',
  })
  await waitFor(`${blocks} seeded blocks`, () => journaledBlocks(dataDir) >= blocks).finally(() =>
    killed.kill('SIGKILL'),
  )
  await killed.exited
}

test('a server killed again and again while it seeds its chain ends with the whole story, once', async () => {
  const answer = await readWhole(server.url)
  expect(answer.milestones).toHaveLength(20)
  await expectTruth(answer, truthOf(server))
})

test('a second server on the same folder is refused in one line, and the first goes on', async () => {
  const second = Bun.spawnSync([process.execPath, main, 'demo'], { env: environmentOf(server.dataDir) })
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
  expect(await readWhole(server.url)).toEqual(before)
  await untilReady(server)
  const after = await readWhole(server.url)
  expect(after).toEqual(before)
  await expectTruth(after, truthOf(server))
})

test('a node that is killed comes back with the same blocks, and reads go on meanwhile', async () => {
  const nodes = () => nodesBelow(server.pid)
  await waitFor('both nodes run', () => nodes().length === 2)
  const before = await readWhole(server.url)
  const [node = 0] = nodes()
  process.kill(node, 'SIGKILL')
  const statuses = new Set<number>()
  await waitFor('the recovery log shows the exit of the node', async () => {
    const response = await fetch(`${server.url}/api/explorer/milestones`)
    statuses.add(response.status)
    const recovery = await (await fetch(`${server.url}/api/recovery`)).json()
    return recovery.events.some(({ event }: { event: string }) => event === 'node_exit')
  })
  await waitFor('both nodes run again', () => nodes().length === 2 && !nodes().includes(node))
  await untilReady(server)
  expect([...statuses]).toEqual([200])
  const after = await readWhole(server.url)
  expect(after).toEqual(before)
  await expectTruth(after, truthOf(server))
  expect(await server.kill()).toBe(0)
})
