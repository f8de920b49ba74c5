import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { readContractsFile } from '../../src/milestone/chain/contracts.ts'
import { expectTruth, readWhole } from '../support/answers.ts'
import { type ChainTruth, createChainTruth } from '../support/chain-truth.ts'
import { type DemoServer, startDemoServer } from '../support/demo-server.ts'

let server: DemoServer
let truth: ChainTruth

beforeAll(async () => {
  server = await startDemoServer()
  const { contracts } = readContractsFile(join(server.dataDir, 'chain/contracts.json'))
  truth = createChainTruth(server.rpcUrl, contracts.MilestoneLens)
}, 60_000)
afterAll(() => server.dispose())

/** Asks again and again until the answers are of the chain's newest block. */
async function settled() {
  const deadline = Date.now() + 20_000
  while (Date.now() < deadline) {
    const [{ asOf }, head] = await Promise.all([
      fetch(`${server.url}/api/treasury`).then((response) => response.json()),
      truth.head(),
    ])
    if (asOf.blockHash === head.hash && !asOf.stale) return
    await Bun.sleep(20)
  }
  throw new Error('The answers did not reach the newest block')
}

/** Keeps asking every list until told to stop; answers every status it met. */
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
    while (asking) {
      const response = await fetch(server.url + path)
      await response.text()
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
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
}, 30_000)

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
  60_000,
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
}, 60_000)
