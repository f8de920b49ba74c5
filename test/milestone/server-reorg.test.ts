import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { readContractsFile } from '../../src/milestone/chain/contracts.ts'
import { expectTruth, readWhole } from '../support/answers.ts'
import { type ChainTruth, createChainTruth } from '../support/chain-truth.ts'
import { type DemoServer, startDemoServer } from '../support/demo-server.ts'
import { untilReady } from '../support/ready.ts'
import { waitFor } from '../support/wait.ts'

let server: DemoServer
let truth: ChainTruth

beforeAll(async () => {
  server = await startDemoServer()
  await untilReady(server)
  const { contracts } = readContractsFile(join(server.dataDir, 'chain/contracts.json'))
  truth = createChainTruth(server.rpcUrl, contracts.MilestoneLens)
})
afterAll(() => server.dispose())

/** Asks again and again until the answers are of the chain's newest block. */
async function settled() {
  await waitFor('the answers are of the newest block', async () => {
    const [{ asOf }, head] = await Promise.all([
      fetch(`${server.url}/api/treasury`).then((response) => response.json()),
      truth.head(),
    ])
    return asOf.blockHash === head.hash && !asOf.stale
  })
}

/** Keeps asking every list until told to stop, four times at least; answers how often it met each status. */
function keepAsking() {
  const statuses = new Map<number, number>()
  let asking = true
  const paths = [
    '/api/explorer/milestones',
    '/api/activity',
    '/api/treasury',
    '/api/verifiers',
    '/api/sponsor',
    '/api/operations',
  ]
  const workers = paths.map(async (path) => {
    for (let asked = 0; asking || asked < 4; asked += 1) {
      const response = await fetch(server.url + path)
      await response.text()
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
      await Bun.sleep(5)
    }
  })
  return async () => {
    asking = false
    await Promise.all(workers)
    return statuses
  }
}

test('answers are the contracts’ own state at the same block', async () => {
  await settled()
  await expectTruth(await readWhole(server.url), truth)
})

test.each([1, 5, 40])(
  'a reorg of depth %i is undone, every answer is true afterwards, and no request fails meanwhile',
  async (depth) => {
    await settled()
    const before = await readWhole(server.url)
    const stop = keepAsking()
    await server.rpc('anvil_reorg', [depth, []])
    await settled()
    const statuses = await stop()

    const after = await readWhole(server.url)
    expect(after.blockHash).not.toBe(before.blockHash)
    await expectTruth(after, truth)
    expect([...statuses.keys()]).toEqual([200])
    expect(statuses.get(200)).toBeGreaterThan(20)
    const recovery = await (await fetch(`${server.url}/api/recovery`)).json()
    expect(recovery.events.map(({ event }: { event: string }) => event)).toContain('reorg')
  },
)

test('after reorgs, a reader that starts from nothing gives the same answers', async () => {
  await settled()
  const other = await startDemoServer({
    command: [process.execPath, join(import.meta.dir, '../../src/main.ts')],
    subcommand: 'serve',
    environment: { RPC_URLS: server.rpcUrl, CONTRACTS_FILE: join(server.dataDir, 'chain/contracts.json') },
  })
  try {
    expect(await readWhole(other.url)).toEqual(await readWhole(server.url))
  } finally {
    await other.dispose()
  }
})
