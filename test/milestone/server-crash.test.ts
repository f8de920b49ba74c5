import { afterEach, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readContractsFile } from '../../src/milestone/chain/contracts.ts'
import { expectTruth, readWhole } from '../support/answers.ts'
import { createChainTruth } from '../support/chain-truth.ts'
import { type DemoServer, startDemoServer } from '../support/demo-server.ts'

const main = join(import.meta.dir, '../../src/main.ts')
const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-crash-'))
  folders.push(folder)
  return folder
}

function truthOf(server: DemoServer) {
  const { contracts } = readContractsFile(join(server.dataDir, 'chain/contracts.json'))
  return createChainTruth(server.rpcUrl, contracts.MilestoneLens)
}

/** The demo chain's node below a server: a grandchild, under its guard. */
function nodeOf(serverPid: number): number {
  const parents = new Map(
    readdirSync('/proc')
      .filter((entry) => /^\d+$/.test(entry))
      .flatMap((entry) => {
        try {
          const stat = readFileSync(`/proc/${entry}/stat`, 'utf8')
          const [, , name = '', parent = ''] = /^(\d+) \((.*)\) \S (\d+)/.exec(stat) ?? []
          return [[Number(entry), { name, parent: Number(parent) }] as const]
        } catch {
          return []
        }
      }),
  )
  for (const [pid, { name, parent }] of parents) {
    if (name === 'anvil' && parents.get(parent)?.parent === serverPid) return pid
  }
  throw new Error('The server has no node')
}

async function until(condition: () => Promise<boolean>) {
  const deadline = Date.now() + 30_000
  while (Date.now() < deadline) {
    if (await condition()) return
    await Bun.sleep(20)
  }
  throw new Error('It did not come to be')
}

async function following(server: DemoServer) {
  await until(async () => {
    const response = await fetch(`${server.url}/readyz`)
    await response.text()
    return response.ok
  })
}

/** Lines of the block journal of a chain that is being made; 0 while there is none. */
function journaledBlocks(dataDir: string): number {
  try {
    return readFileSync(join(dataDir, 'chain/blocks.jsonl'), 'utf8').split('\n').length - 1
  } catch {
    return 0
  }
}

test.each([3, 60, 200])(
  'a server killed after %i seeded blocks ends with the whole story, once',
  async (blocks) => {
    const dataDir = newFolder()
    const first = Bun.spawn([process.execPath, main, 'demo'], {
      env: { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: '0' },
      stdout: 'ignore',
      stderr: 'ignore',
    })
    await until(async () => journaledBlocks(dataDir) >= blocks)
    first.kill('SIGKILL')
    await first.exited

    const server = await startDemoServer({ dataDir })
    await following(server)
    const answer = await readWhole(server.url)
    expect(answer.milestones).toHaveLength(20)
    await expectTruth(answer, truthOf(server))
    await server.kill()
  },
  60_000,
)

test('a server killed while it follows gives the same answers after a restart', async () => {
  const dataDir = newFolder()
  const server = await startDemoServer({ dataDir })
  await following(server)
  for (let block = 0; block < 25; block += 1) await server.rpc('evm_mine')
  const truth = truthOf(server)
  const { hash } = await truth.head()
  await until(async () => (await readWhole(server.url)).blockHash === hash)
  const before = await readWhole(server.url)
  await server.kill('SIGKILL')

  const again = await startDemoServer({ dataDir })
  expect(await readWhole(again.url)).toEqual(before)
  await following(again)
  const after = await readWhole(again.url)
  expect(after).toEqual(before)
  await expectTruth(after, truthOf(again))
  expect(await again.kill()).toBe(0)
}, 60_000)

test('a node that is killed comes back with the same blocks, and reads go on meanwhile', async () => {
  const dataDir = newFolder()
  const server = await startDemoServer({ dataDir })
  await following(server)
  const before = await readWhole(server.url)
  const node = nodeOf(server.pid)
  process.kill(node, 'SIGKILL')
  const statuses = new Set<number>()
  await until(async () => {
    const response = await fetch(`${server.url}/api/explorer/milestones`)
    statuses.add(response.status)
    const recovery = await (await fetch(`${server.url}/api/recovery`)).json()
    return recovery.events.some(({ event }: { event: string }) => event === 'node_exit')
  })
  await following(server)
  expect([...statuses]).toEqual([200])
  expect(nodeOf(server.pid)).not.toBe(node)
  const after = await readWhole(server.url)
  expect(after).toEqual(before)
  await expectTruth(after, truthOf(server))
  expect(await server.kill()).toBe(0)
}, 60_000)

test('a second server on the same folder is refused in one line, and the first goes on', async () => {
  const dataDir = newFolder()
  const server = await startDemoServer({ dataDir })
  const second = Bun.spawnSync([process.execPath, main, 'demo'], {
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: '0' },
  })
  expect(second.exitCode).toBe(1)
  expect(second.stderr.toString()).toContain('another cairn process has it open')
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  await server.kill()
}, 60_000)
