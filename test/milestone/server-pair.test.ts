import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { readContractsFile } from '../../src/milestone/chain/contracts.ts'
import { createNodeRpc, type NodeRpc, readHead } from '../../src/milestone/chain/node-rpc.ts'
import { expectTruth, readWhole } from '../support/answers.ts'
import { createChainTruth } from '../support/chain-truth.ts'
import { type DemoServer, startDemoServer } from '../support/demo-server.ts'
import { nodesBelow } from '../support/processes.ts'
import { eventually, isAlive, transfer } from './chain/support.ts'

let server: DemoServer
let first: NodeRpc
let second: NodeRpc

beforeAll(async () => {
  server = await startDemoServer()
  const { health } = await (await fetch(`${server.url}/api/operations`)).json()
  const [one = '', two = ''] = health.rpc.map(({ endpoint }: { endpoint: string }) => endpoint)
  first = createNodeRpc(one)
  second = createNodeRpc(two)
  await bothWhole()
}, 60_000)
afterAll(() => server.dispose())

async function bothWhole(): Promise<void> {
  await eventually(async () => {
    const [a, b] = await Promise.all([readHead(first), readHead(second)])
    return a.hash === b.hash || undefined
  }, 30_000)
}

async function recoveries(): Promise<{ event: string; outcome: string; latencyMs: number | null }[]> {
  return (await (await fetch(`${server.url}/api/recovery`)).json()).events
}

/** Asks until told to stop; answers every status and whether any answer was stale. */
function keepAsking() {
  const met = { statuses: new Set<number>(), stale: 0, answers: 0 }
  let isOver = false
  const asking = (async () => {
    while (!isOver) {
      const response = await fetch(`${server.url}/api/treasury`)
      met.statuses.add(response.status)
      met.answers += 1
      if ((await response.json()).asOf.stale) met.stale += 1
    }
  })()
  return async () => {
    isOver = true
    await asking
    return met
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
    await eventually(async () => transfer(second, BigInt(round)).catch(() => transfer(first, BigInt(round))))
    await eventually(async () => {
      const pids = nodesBelow(server.pid)
      return (pids.length === 2 && !pids.includes(node) && pids.includes(other)) || undefined
    })
    await bothWhole()
    const head = await readHead(first)
    expect(head.number).toBeGreaterThan(before.number)
    await eventually(async () => {
      const { asOf } = await (await fetch(`${server.url}/api/treasury`)).json()
      return (asOf.blockHash === head.hash && !asOf.stale) || undefined
    }, 20_000)
    const met = await stop()
    expect([...met.statuses]).toEqual([200])
    expect(met.answers).toBeGreaterThan(10)

    const { contracts } = readContractsFile(join(server.dataDir, 'chain/contracts.json'))
    await expectTruth(await readWhole(server.url), createChainTruth(first.url, contracts.MilestoneLens))
    const events = await recoveries()
    expect(events.filter(({ event }) => event === 'node_exit')).toHaveLength(round)
    for (const { event, outcome } of events)
      if (event === 'node_exit' || event === 'leader_exit') expect(outcome).toBe('success')
  },
  60_000,
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
    expect(await eventually(() => readHead(rpc), 30_000)).toEqual(head)
  }
  const pids = await eventually(async () =>
    nodesBelow(again.pid).length === 2 ? nodesBelow(again.pid) : undefined,
  )
  await again.kill('SIGKILL')
  await eventually(async () => !pids.some(isAlive) || undefined, 5_000)
}, 60_000)
