import { afterAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { createNodeRpc, readHead } from '../../src/milestone/anvil/node-rpc.ts'
import { readContractsFile } from '../../src/milestone/contracts/deployment.ts'
import { expectTruth, readWhole } from '../support/answers.ts'
import { createChainTruth } from '../support/chain-truth.ts'
import { startDemoServer } from '../support/demo-server.ts'
import { nodesBelow } from '../support/processes.ts'
import { untilReady } from '../support/ready.ts'
import { waitFor } from '../support/wait.ts'
import { isAlive, transfer } from './anvil/support.ts'

const server = await startDemoServer()
await untilReady(server)
const { health } = await (await fetch(`${server.url}/api/operations`)).json()
const [one = '', two = ''] = health.rpc.map(({ endpoint }: { endpoint: string }) => endpoint)
const [first, second] = [createNodeRpc(one), createNodeRpc(two)]
const { contracts } = readContractsFile(join(server.dataDir, 'chain/contracts.json'))
const truth = createChainTruth(server.rpcUrl, contracts.MilestoneLens)
await bothWhole()
afterAll(() => server.dispose())

async function bothWhole(): Promise<void> {
  await waitFor('both nodes show the same newest block', async () => {
    const [a, b] = await Promise.all([readHead(first), readHead(second)])
    return a.hash === b.hash
  })
}

async function recoveries(): Promise<{ event: string; outcome: string; latencyMs: number | null }[]> {
  return (await (await fetch(`${server.url}/api/recovery`)).json()).events
}

/** Asks again and again until the answers are of the chain's newest block. */
async function settled() {
  await waitFor('the answers are of the newest block', async () => {
    const [{ asOf }, head] = await Promise.all([
      fetch(`${server.url}/api/treasury`).then((response) => response.json()),
      truth.head(),
    ])
    if (asOf.blockHash === head.hash && !asOf.stale) return true
    const readiness = await (await fetch(`${server.url}/readyz`)).text()
    throw new Error(JSON.stringify({ asOf, head: `${head.number} ${head.hash}`, readiness }))
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

test('a reorg is undone, every answer is the contracts’ own state afterwards, and no request fails meanwhile', async () => {
  await settled()
  const before = await readWhole(server.url)
  const stop = keepAsking()
  await server.rpc('anvil_reorg', [40, []])
  await settled()
  const statuses = await stop()

  const after = await readWhole(server.url)
  expect(after.blockHash).not.toBe(before.blockHash)
  await expectTruth(after, truth)
  expect([...statuses.keys()]).toEqual([200])
  expect(statuses.get(200)).toBeGreaterThan(20)
  const recovery = await (await fetch(`${server.url}/api/recovery`)).json()
  expect(recovery.events.map(({ event }: { event: string }) => event)).toContain('reorg')
})

test('when a node of the demo is killed, blocks go on, no answer fails, and the node is rebuilt', async () => {
  const stop = keepAsking()
  const before = await readHead(second)
  const [node = 0, other = 0] = nodesBelow(server.pid)
  process.kill(node, 'SIGKILL')
  await waitFor('a node takes a transaction', () => transfer(second, 1n).catch(() => transfer(first, 1n)))
  await waitFor('the killed node is replaced and the other one still runs', () => {
    const pids = nodesBelow(server.pid)
    return pids.length === 2 && !pids.includes(node) && pids.includes(other)
  })
  await bothWhole()
  const head = await readHead(first)
  expect(head.number).toBeGreaterThan(before.number)
  await settled()
  expect([...(await stop()).keys()]).toEqual([200])
  await expectTruth(await readWhole(server.url), truth)
  const events = await recoveries()
  expect(events.filter(({ event }) => event === 'node_exit')).toHaveLength(1)
  for (const { event, outcome } of events)
    if (event === 'node_exit' || event === 'leader_exit') expect(outcome).toBe('success')
})

test('a stopped demo leaves no node, and starts again with the same blocks on both', async () => {
  const nodes = nodesBelow(server.pid)
  const head = await readHead(first)
  expect(await server.kill()).toBe(0)
  expect(nodes.map(isAlive)).toEqual([false, false])

  const again = await startDemoServer({ dataDir: server.dataDir })
  const { health } = await (await fetch(`${again.url}/api/operations`)).json()
  for (const { endpoint } of health.rpc) {
    const rpc = createNodeRpc(endpoint)
    expect(await waitFor(`${endpoint} answers`, () => readHead(rpc))).toEqual(head)
  }
  const pids = await waitFor('both nodes run', () => {
    const nodes = nodesBelow(again.pid)
    return nodes.length === 2 && nodes
  })
  await again.kill('SIGKILL')
  await waitFor('no node outlives the server', () => !pids.some(isAlive))
})
