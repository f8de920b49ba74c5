import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { readContractsFile } from '../../src/milestone/chain/contracts.ts'
import { createNodeRpc, type NodeRpc, readHead } from '../../src/milestone/chain/node-rpc.ts'
import { expectTruth, readWhole } from '../support/answers.ts'
import { createChainTruth } from '../support/chain-truth.ts'
import { type DemoServer, startDemoServer } from '../support/demo-server.ts'
import { nodesBelow } from '../support/processes.ts'
import { untilReady } from '../support/ready.ts'
import { waitFor } from '../support/wait.ts'
import { isAlive, transfer } from './chain/support.ts'

let server: DemoServer
let first: NodeRpc
let second: NodeRpc

beforeAll(async () => {
  server = await startDemoServer()
  await untilReady(server)
  const { health } = await (await fetch(`${server.url}/api/operations`)).json()
  const [one = '', two = ''] = health.rpc.map(({ endpoint }: { endpoint: string }) => endpoint)
  first = createNodeRpc(one)
  second = createNodeRpc(two)
  await bothWhole()
})
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

/** Asks until told to stop, eleven times at least; answers every status it met. */
function keepAsking() {
  const statuses = new Set<number>()
  let answers = 0
  let isOver = false
  const asking = (async () => {
    while (!isOver || answers <= 10) {
      const response = await fetch(`${server.url}/api/treasury`)
      await response.text()
      statuses.add(response.status)
      answers += 1
      await Bun.sleep(5)
    }
  })()
  return async () => {
    isOver = true
    await asking
    return statuses
  }
}

test('the demo serves two addresses with equal blocks', async () => {
  expect(nodesBelow(server.pid)).toHaveLength(2)
  expect(first.url).not.toBe(second.url)
  expect(await readHead(second)).toEqual(await readHead(first))
})

test.each([1, 2])(
  'when a node of the demo is killed (round %i) blocks go on, no answer fails, and the node is rebuilt',
  async (round) => {
    const stop = keepAsking()
    const before = await readHead(second)
    const [node = 0, other = 0] = nodesBelow(server.pid)
    process.kill(node, 'SIGKILL')
    await waitFor('a node takes a transaction', () =>
      transfer(second, BigInt(round)).catch(() => transfer(first, BigInt(round))),
    )
    await waitFor('the killed node is replaced and the other one still runs', () => {
      const pids = nodesBelow(server.pid)
      return pids.length === 2 && !pids.includes(node) && pids.includes(other)
    })
    await bothWhole()
    const head = await readHead(first)
    expect(head.number).toBeGreaterThan(before.number)
    await waitFor('the answers are of the newest block', async () => {
      const { asOf } = await (await fetch(`${server.url}/api/treasury`)).json()
      return asOf.blockHash === head.hash && !asOf.stale
    })
    expect([...(await stop())]).toEqual([200])

    const { contracts } = readContractsFile(join(server.dataDir, 'chain/contracts.json'))
    await expectTruth(await readWhole(server.url), createChainTruth(first.url, contracts.MilestoneLens))
    const events = await recoveries()
    expect(events.filter(({ event }) => event === 'node_exit')).toHaveLength(round)
    for (const { event, outcome } of events)
      if (event === 'node_exit' || event === 'leader_exit') expect(outcome).toBe('success')
  },
)

test('a demo that is told to stop leaves no node, and starts again with the same blocks on both', async () => {
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
