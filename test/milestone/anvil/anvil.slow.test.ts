import { expect, test } from 'bun:test'
import { appendFileSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { StartupError } from '../../../src/kernel/runtime/errors.ts'
import { createNodeRpc, quantity, readHead } from '../../../src/milestone/anvil/node-rpc.ts'
import type { RecoveryEvent } from '../../../src/milestone/recovery-event.ts'
import { createAnvil } from './single-node.ts'
import { transferMany, useNodes } from './single-node-kit.ts'
import { readChain, transfer } from './support.ts'

const { cleanups, useFolder, startNode } = useNodes()

test('a graceful restart keeps every block, hash for hash, also those that were never read', async () => {
  const { options } = useFolder()
  const first = await startNode(options)
  await transferMany(first, 12)
  const before = await readChain(createNodeRpc(first.rpcUrl))
  await first.stop()

  const second = await startNode(options)
  expect(before).toHaveLength(13)
  expect(await readChain(createNodeRpc(second.rpcUrl))).toEqual(before)
})

test('a long chain starts from a saved state and can still undo as many blocks as a reorg may take', async () => {
  const { folder, ...used } = useFolder()
  const options = { ...used.options, timings: { ...used.options.timings, checkpointBlocks: 200 } }
  const first = await startNode(options)
  const rpc = createNodeRpc(first.rpcUrl)
  await rpc.call('anvil_mine', [quantity(220), '0x1'])
  await transferMany(first, 3)
  await first.journalBlocks([])
  const stateAt = (await readHead(rpc)).number
  await rpc.call('anvil_mine', [quantity(130), '0x1'])
  const head = await transfer(rpc, 5n)
  await first.stop()

  let replayed = 0
  const second = await startNode({ ...options, onReplay: (done) => (replayed = done) })
  const again = createNodeRpc(second.rpcUrl)
  expect(replayed).toBe(head.number - stateAt)
  expect(await readHead(again)).toEqual(head)
  await again.call('anvil_reorg', [100, []])
  await second.stop()

  rmSync(join(folder, 'home'), { recursive: true, force: true })
  for (const file of new Bun.Glob('*.gz').scanSync({ cwd: join(folder, 'states'), absolute: true })) {
    truncateSync(file, 100)
  }
  const third = await startNode({ ...options, onReplay: (done) => (replayed = done) })
  expect((await readHead(createNodeRpc(third.rpcUrl))).number).toBe(head.number)
  expect(replayed).toBe(head.number)
})

test('a block that depends on a state that was set past the proxy ends the replay before it, and that is reported', async () => {
  const { options } = useFolder()
  const recoveries: RecoveryEvent[] = []
  const first = await startNode(options)
  const rpc = createNodeRpc(first.rpcUrl)
  await transferMany(first, 3)
  const good = await readChain(rpc)
  const node = createNodeRpc(first.status().node?.url ?? '')
  await node.call('anvil_setBalance', ['0x00000000000000000000000000000000000000bb', '0xde0b6b3a7640000'])
  await transferMany(first, 2)
  await first.stop()

  const second = await startNode({ ...options, onRecovery: (recovery) => recoveries.push(recovery) })
  const again = createNodeRpc(second.rpcUrl)
  expect(await readChain(again)).toEqual(good)
  expect(recoveries).toMatchObject([
    {
      event: 'replay_cut',
      outcome: 'degraded',
      action: 'gave up the last 2 blocks and went on from block 3',
    },
  ])
  expect((await transfer(again, 1n)).parentHash).toBe(good.at(-1)?.hash ?? '0x')
})

test('a journal line that was cut off is dropped, and one that is damaged stops the start with a clear message', async () => {
  const { options, folder } = useFolder()
  const first = await startNode(options)
  await transferMany(first, 3)
  const chain = await readChain(createNodeRpc(first.rpcUrl))
  await first.stop()
  const file = join(folder, 'blocks.jsonl')
  appendFileSync(file, '{"block":{"number":4,"ha')

  const second = await startNode(options)
  expect(await readChain(createNodeRpc(second.rpcUrl))).toEqual(chain)
  await transferMany(second, 1)
  await second.stop()

  writeFileSync(file, readFileSync(file, 'utf8').replace('"number":2', '"number":"two"'))
  await expect(createAnvil(options)).rejects.toThrow(
    `Cannot rebuild the demo chain as its block journal is damaged at line 3 of "${file}": start over with --fresh`,
  )
})

test('the node itself listens on loopback at an address that no page can guess, another one each time', async () => {
  const addresses: string[] = []
  for (let start = 0; start < 2; start += 1) {
    const anvil = await startNode(useFolder().options)
    addresses.push(new URL(anvil.status().node?.url ?? '').hostname)
    await anvil.stop()
  }
  for (const address of addresses) expect(address).toStartWith('127.')
  if (process.platform === 'linux') {
    expect(addresses).not.toContain('127.0.0.1')
    expect(new Set(addresses).size).toBe(2)
  }
})

test('the node takes a request of the size of a long chain’s state', async () => {
  const anvil = await startNode(useFolder().options)
  const { url = '' } = anvil.status().node ?? {}
  const data = `0x${'00'.repeat(4 * 1024 * 1024)}`
  expect(await createNodeRpc(url).call('web3_sha3', [data])).toStartWith('0x')
})

test('new blocks carry the time of day', async () => {
  const { options } = useFolder()
  const anvil = await startNode({ ...options, now: () => 1_800_000_000_000 })
  const block = await transfer(createNodeRpc(anvil.rpcUrl), 1n)
  expect(block.timestamp - 1_800_000_000).toBeWithin(0, 1_000)
})

test('a port that is taken is refused in one sentence', async () => {
  const { options } = useFolder()
  const squatter = createServer().listen(0, '127.0.0.1')
  cleanups.push(() => void squatter.close())
  await new Promise((resolve) => squatter.once('listening', resolve))
  const address = squatter.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  await expect(createAnvil({ ...options, port })).rejects.toThrow(
    `Cannot open the demo chain on port ${port} as it must be free on 127.0.0.1`,
  )
})

test('a node that cannot be started fails the start, not the process', async () => {
  const { options } = useFolder()
  const anvil = await createAnvil({ ...options, binary: '/nonexistent/anvil' })
  cleanups.push(() => anvil.stop())
  const failure = await anvil.ready.catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(StartupError)
  expect(anvil.status().state).toBe('failed')
})
