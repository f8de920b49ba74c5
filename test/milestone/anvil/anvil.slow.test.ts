import { expect, test } from 'bun:test'
import { createNodeRpc, readHead } from '../../../src/milestone/anvil/node-rpc.ts'
import type { RecoveryEvent } from '../../../src/milestone/recovery-event.ts'
import { waitFor } from '../../support/wait.ts'
import type { Anvil } from './single-node.ts'
import { transferMany, useNodes } from './single-node-kit.ts'
import { isAlive, readChain, transfer } from './support.ts'

const { useFolder, startNode } = useNodes()

async function restarted(anvil: Anvil): Promise<void> {
  await waitFor('the node was started again', () => {
    const { restarts, state } = anvil.status()
    return restarts === 1 && state === 'ready'
  })
}

test('when the node is killed it comes back at the same address with every journaled block', async () => {
  const { options } = useFolder()
  const recoveries: RecoveryEvent[] = []
  const anvil = await startNode({ ...options, onRecovery: (recovery) => recoveries.push(recovery) })
  const rpc = createNodeRpc(anvil.rpcUrl)
  await transferMany(anvil, 7)
  const before = await readChain(rpc)
  await anvil.journalBlocks(before.slice(-1))

  const killed = anvil.status().node?.pid ?? 0
  process.kill(killed, 'SIGKILL')
  await restarted(anvil)

  expect(await readChain(rpc)).toEqual(before)
  expect(anvil.status().node?.pid).not.toBe(killed)
  expect(isAlive(killed)).toBe(false)
  expect(recoveries).toEqual([
    {
      event: 'node_exit',
      context: expect.stringContaining('signal 9'),
      action: 'started the node again and rebuilt the chain up to block 7',
      target: 'demo chain',
      outcome: 'success',
      latencyMs: expect.any(Number),
    },
  ])
  expect((await transfer(rpc, 1n)).number).toBe(8)
})

test('a client never sees a chain that is shorter than the journal while the node is rebuilt', async () => {
  const { options } = useFolder()
  const anvil = await startNode(options)
  await transferMany(anvil, 40)
  await anvil.journalBlocks([])
  const rpc = createNodeRpc(anvil.rpcUrl)
  const seen = new Set<number>()
  process.kill(anvil.status().node?.pid ?? 0, 'SIGKILL')
  await waitFor('the node is started again', async () => {
    seen.add((await readHead(rpc)).number)
    return anvil.status().restarts === 1
  })
  await restarted(anvil)
  seen.add((await readHead(rpc)).number)
  expect([...seen]).toEqual([40])
})

test('blocks that died with the node cannot be journaled afterwards', async () => {
  const { options } = useFolder()
  const anvil = await startNode(options)
  await transferMany(anvil, 2)
  await anvil.journalBlocks([])
  const lost = await transfer(createNodeRpc(anvil.rpcUrl), 9n)
  process.kill(anvil.status().node?.pid ?? 0, 'SIGKILL')
  await restarted(anvil)
  await expect(anvil.journalBlocks([lost])).rejects.toThrow('does not have them any more')
})

test.each([1, 5, 40])('a reorg of depth %i is journaled and survives a restart', async (depth) => {
  const { options } = useFolder()
  const first = await startNode(options)
  const rpc = createNodeRpc(first.rpcUrl)
  await transferMany(first, depth + 5)
  await first.journalBlocks([])
  const old = await readHead(rpc)
  await rpc.call('anvil_reorg', [depth, []])
  const after = await readChain(rpc)
  expect(after.at(-1)?.hash).not.toBe(old.hash)
  await first.journalBlocks(after.slice(-depth))
  process.kill(first.status().node?.pid ?? 0, 'SIGKILL')
  await first.stop()

  const second = await startNode(options)
  expect(await readChain(createNodeRpc(second.rpcUrl))).toEqual(after)
})
