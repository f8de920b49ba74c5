import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { Hex } from 'viem'
import {
  type NodeBlock,
  NodeRpcError,
  parseBlock,
  quantity,
  readHead,
  record,
} from '../../../src/milestone/anvil/node-rpc.ts'
import { waitFor } from '../../support/wait.ts'
import {
  isWhole,
  killAndHeal,
  processOf,
  sameChain,
  sameHead,
  sign,
  someone,
  startPair,
  type TestPair,
  whole,
} from './pair-kit.ts'
import { isAlive, nodeFolder, readChain, transfer } from './support.ts'

let used: TestPair
beforeEach(async () => {
  used = await startPair()
})
afterEach(() => used.remove())

interface Stream {
  /** What was mined and in the journal before the answer was believed. */
  kept: { hash: Hex; block: number }[]
  /** Sends that a dying node left without an answer. */
  broken: number
  stop(): Promise<void>
}

/** Sends one transfer after the other, each until it is mined, through whichever address answers. */
function streamTransfers({ pair, first, second }: TestPair): Stream {
  const stream: Stream = { kept: [], broken: 0, stop: async () => {} }
  let isOver = false
  /** The first answer, be it an error of the node; undefined when neither address has one. */
  const ask = async (method: string, params: readonly unknown[]): Promise<unknown> => {
    for (const rpc of [first, second]) {
      try {
        return await rpc.call(method, params)
      } catch (error) {
        if (error instanceof NodeRpcError) return error
        stream.broken += 1
      }
    }
    return undefined
  }
  /** Sends the same bytes until they are mined: a node that died may have taken them along. */
  const send = async (raw: Hex, hash: Hex): Promise<NodeBlock> =>
    await waitFor(`the transaction ${hash} is mined`, async () => {
      await ask('eth_sendRawTransaction', [raw])
      const receipt = record(await ask('eth_getTransactionReceipt', [hash]))
      return parseBlock(await ask('eth_getBlockByHash', [receipt['blockHash'], false]))
    })
  const run = async () => {
    for (let nonce = 0; !isOver; ) {
      const { raw, hash } = await sign(0, nonce, { to: someone })
      const block = await send(raw, hash)
      const isKept = await pair.journalBlocks([block]).then(
        () => true,
        () => false,
      )
      // A block that could not be kept may have died with its node: then the same transaction is sent again.
      if (!isKept) continue
      stream.kept.push({ hash, block: block.number })
      nonce += 1
    }
  }
  const running = run()
  stream.stop = async () => {
    isOver = true
    await running
  }
  return stream
}

async function grown(stream: Stream, by: number): Promise<void> {
  const from = stream.kept.length
  await waitFor(`${by} more transactions are kept`, () => stream.kept.length >= from + by)
}

async function bothRestarted(): Promise<void> {
  await waitFor('both nodes were started again', () =>
    used.pair.status().nodes.every(({ restarts }) => restarts > 0),
  )
}

/** Each kept transaction stands once in the chain that both addresses show, where it was when it was kept. */
async function expectAllOnce({ kept }: Stream): Promise<void> {
  await sameChain(used)
  const chain = await readChain(used.first)
  const places = chain.flatMap(({ number, transactions }) =>
    transactions.map((hash) => ({ hash, block: number })),
  )
  expect(new Set(places.map(({ hash }) => hash)).size).toBe(places.length)
  expect(places).toEqual(expect.arrayContaining(kept))
  const nonces = await used.second.call('eth_getTransactionCount', [
    '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    'latest',
  ])
  expect(Number(nonces)).toBe(places.length)
}

test('a stream of transactions goes on when the leader is killed twice in a row, and none is lost or doubled', async () => {
  const stream = streamTransfers(used)
  for (let kill = 0; kill < 2; kill += 1) {
    await grown(stream, 10)
    const successor = processOf(used.pair, 'follower').pid
    await killAndHeal(used.pair, 'leader')
    // Nothing had to be started or replayed for it.
    expect(processOf(used.pair, 'leader').pid).toBe(successor)
  }
  await grown(stream, 10)
  await stream.stop()
  await expectAllOnce(stream)
  expect(used.recoveries.map(({ event, outcome }) => `${event} ${outcome}`)).toEqual([
    'leader_exit success',
    'node_exit success',
    'leader_exit success',
    'node_exit success',
  ])
  expect(used.recoveries[0]).toEqual({
    event: 'leader_exit',
    context: expect.stringMatching(/^the first node led and ended: .*signal 9/),
    action: expect.stringMatching(/^the second node leads from block \d+ on$/),
    target: 'demo chain',
    outcome: 'success',
    latencyMs: expect.any(Number),
  })
})

test('when the node that follows is killed, the one that leads misses no beat', async () => {
  const stream = streamTransfers(used)
  await grown(stream, 10)
  const leader = processOf(used.pair, 'leader').pid
  await killAndHeal(used.pair, 'follower')
  await grown(stream, 10)
  await stream.stop()
  expect(stream.broken).toBe(0)
  expect(processOf(used.pair, 'leader').pid).toBe(leader)
  await expectAllOnce(stream)
  expect(used.recoveries.map(({ event }) => event)).toEqual(['node_exit'])
})

test('when both are killed at once, both come back with every journaled block', async () => {
  const stream = streamTransfers(used)
  await grown(stream, 15)
  const pids = [processOf(used.pair, 'leader').pid, processOf(used.pair, 'follower').pid]
  for (const pid of pids) process.kill(pid, 'SIGKILL')
  await bothRestarted()
  await whole(used.pair)
  await grown(stream, 10)
  await stream.stop()
  await expectAllOnce(stream)
  expect(pids.map(isAlive)).toEqual([false, false])
})

test('when the leader dies while the other is being rebuilt, a chain with every journaled block comes of it', async () => {
  const stream = streamTransfers(used)
  await grown(stream, 10)
  await used.first.call('anvil_mine', [quantity(200)])
  await sameHead(used)
  used.pair.killNode('follower')
  await waitFor('the second node is being rebuilt', () => used.pair.status().nodes[1].state === 'replaying')
  await killAndHeal(used.pair, 'leader')
  await grown(stream, 10)
  await stream.stop()
  await expectAllOnce(stream)
})

test('there is one leader at most, whoever is killed', async () => {
  let isOver = false
  const automining: number[] = []
  let looksWhileOneIsDown = 0
  const watch = (async () => {
    while (!isOver) {
      const answers = await Promise.all(
        used.pair.status().nodes.map(async ({ role, process }) => {
          if (role === undefined || process === undefined) return false
          const rpc = processOf(used.pair, role).rpc
          return await rpc.call('anvil_getAutomine').catch(() => false)
        }),
      ).catch(() => [])
      automining.push(answers.filter((answer) => answer === true).length)
      if (!isWhole(used.pair)) looksWhileOneIsDown += 1
      await Bun.sleep(1)
    }
  })()
  for (const role of ['leader', 'follower', 'leader'] as const) {
    await killAndHeal(used.pair, role)
    await transfer(used.first, 1n)
  }
  isOver = true
  await watch
  expect(Math.max(...automining)).toBe(1)
  expect(looksWhileOneIsDown).toBeGreaterThan(0)
})

test('reads through the node that follows go on while the other takes the lead back and forth', async () => {
  for (let value = 1n; value <= 30n; value += 1n) await transfer(used.first, value)
  const head = await sameHead(used)
  const seen: number[] = []
  let seenWhileOneIsDown = 0
  let isOver = false
  const reading = (async () => {
    while (!isOver) {
      const isDown = !isWhole(used.pair)
      seen.push((await readHead(used.second)).number)
      if (isDown) seenWhileOneIsDown += 1
    }
  })()
  await killAndHeal(used.pair, 'leader')
  isOver = true
  await reading
  expect(Math.min(...seen)).toBe(head.number)
  expect(seenWhileOneIsDown).toBeGreaterThan(0)
})

test('the chain keeps the time that it was set ahead to when another node leads', async () => {
  await used.first.call('evm_increaseTime', [1_000_000])
  const { timestamp } = await transfer(used.first, 1n)
  await sameHead(used)
  await killAndHeal(used.pair, 'leader')
  // Without it the chain would be back by the million seconds.
  expect((await transfer(used.first, 2n)).timestamp - timestamp).toBeWithin(0, 1_000)
})

test('what was set through an address survives the death of both nodes, and can still be undone deeply', async () => {
  for (let value = 1n; value <= 20n; value += 1n) await transfer(used.first, value)
  await used.second.call('anvil_setBalance', ['0x00000000000000000000000000000000000000bb', '0x7'])
  for (let value = 1n; value <= 20n; value += 1n) await transfer(used.first, value)
  await used.pair.journalBlocks([])
  const before = await sameChain(used)
  for (const role of ['leader', 'follower'] as const) used.pair.killNode(role)
  await bothRestarted()
  await whole(used.pair)
  expect(await sameChain(used)).toEqual(before)
  await used.pair.actions.reorg(35)
  expect(await sameChain(used)).toHaveLength(before.length)
  await killAndHeal(used.pair, 'leader')
  await sameChain(used)
  expect(used.recoveries.map(({ event }) => event)).toEqual([
    'node_exit',
    'node_exit',
    'leader_exit',
    'node_exit',
  ])
})

test('a reorg that the dead leader made is kept by the one that takes over', async () => {
  for (let value = 1n; value <= 12n; value += 1n) await transfer(used.first, value)
  await sameHead(used)
  await used.pair.actions.reorg(7)
  const after = await readHead(used.first)
  await used.pair.journalBlocks([after])
  await killAndHeal(used.pair, 'leader')
  expect((await sameHead(used)).hash).toBe(after.hash)
})

test('a leader that stops answering is killed, and the other leads', async () => {
  await used.remove()
  const folder = nodeFolder()
  const timings = { ...folder.options.timings, healthCheckMs: 50, healthTimeoutMs: 1_000 }
  used = await startPair({ ...folder, options: { ...folder.options, timings } })
  await transfer(used.first, 1n)
  await sameHead(used)
  const { pid } = processOf(used.pair, 'leader')
  expect(used.pair.killNode('leader', 'SIGSTOP')).toBe(true)
  await waitFor('the second node leads', () => used.pair.status().nodes[1].role === 'leader')
  expect(isAlive(pid)).toBe(false)
  await transfer(used.second, 2n)
  await whole(used.pair)
  expect(await sameChain(used)).toHaveLength(3)
})
