import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { Hex } from 'viem'
import {
  createNodeRpc,
  type NodeBlock,
  NodeRpcError,
  parseBlock,
  quantity,
  readHead,
  record,
} from '../../../src/milestone/anvil/node-rpc.ts'
import { waitFor } from '../../support/wait.ts'
import {
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
/** Called when a node has died and before it is started again. */
let onDown = () => {}
beforeEach(async () => {
  onDown = () => {}
  const folder = nodeFolder()
  const backoffMs = () => {
    onDown()
    return 10
  }
  used = await startPair({ ...folder, options: { ...folder.options, backoffMs } })
})
afterEach(() => used.remove())

interface Stream {
  /** What was mined and in the journal before the answer was used. */
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

test('when the follower is killed, no request to the leader fails', async () => {
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

test('when the leader dies while the other node is down, every journaled block is kept', async () => {
  const stream = streamTransfers(used)
  await grown(stream, 10)
  await used.first.call('anvil_mine', [quantity(200)])
  await sameHead(used)
  onDown = () => {
    onDown = () => {}
    used.pair.killNode('leader')
  }
  used.pair.killNode('follower')
  await bothRestarted()
  await whole(used.pair)
  await grown(stream, 10)
  await stream.stop()
  await expectAllOnce(stream)
})

test('at most one node mines, also while one is down', async () => {
  const looks: Promise<number>[] = []
  const look = async () => {
    const answers = await Promise.all(
      used.pair.status().nodes.map(async ({ process }) => {
        if (process === undefined) return false
        const rpc = createNodeRpc(process.url)
        return await rpc.call('anvil_getAutomine').catch(() => false)
      }),
    )
    return answers.filter((answer) => answer === true).length
  }
  onDown = () => looks.push(look())
  for (const role of ['leader', 'follower', 'leader'] as const) {
    const healing = killAndHeal(used.pair, role)
    for (let isOver = false; !isOver; ) {
      looks.push(look())
      isOver = await Promise.race([healing.then(() => true), looks.at(-1)?.then(() => false) ?? false])
    }
    await transfer(used.first, 1n)
  }
  expect(looks.length).toBeGreaterThan(6)
  expect(Math.max(...(await Promise.all(looks)))).toBe(1)
})

test('reads through the follower go on while it takes the lead', async () => {
  for (let value = 1n; value <= 30n; value += 1n) await transfer(used.first, value)
  const head = await sameHead(used)
  const reads: Promise<{ number: number }>[] = []
  const read = () => reads.push(readHead(used.second))
  onDown = read
  const healing = killAndHeal(used.pair, 'leader')
  for (let isOver = false; !isOver; ) {
    read()
    isOver = await Promise.race([healing.then(() => true), reads.at(-1)?.then(() => false) ?? false])
  }
  const seen = await Promise.all(reads)
  expect(seen.length).toBeGreaterThan(1)
  expect(Math.min(...seen.map(({ number }) => number))).toBe(head.number)
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
  await used.first.call('hardhat_setCode', ['0x00000000000000000000000000000000000000bb', '0x60016000f3'])
  for (const rpc of [used.first, used.second])
    expect(await rpc.call('eth_getCode', ['0x00000000000000000000000000000000000000bb', 'latest'])).toBe(
      '0x60016000f3',
    )
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

test('what is asked of a leader that has just died is done by the next one', async () => {
  for (let value = 1n; value <= 5n; value += 1n) await transfer(used.first, value)
  await used.pair.journalBlocks([])
  const before = await sameChain(used)
  used.pair.killNode('leader')
  await used.pair.actions.reorg(2)
  await whole(used.pair)
  const after = await sameChain(used)
  expect(after.slice(0, -2)).toEqual(before.slice(0, -2))
  expect(after.at(-2)).not.toEqual(before.at(-2))
  used.pair.killNode('leader')
  await used.pair.actions.mine()
  await whole(used.pair)
  expect(await sameChain(used)).toHaveLength(before.length + 1)
})

test('blocks that died with their node cannot be journaled', async () => {
  await transfer(used.first, 1n)
  await sameHead(used)
  /** Undefined when the follower was back in time to copy the block, as a busy machine may let it. */
  const loseBlock = async (value: bigint) => {
    const leads = used.pair.status().nodes[0].role === 'leader' ? used.first : used.second
    used.pair.killNode('follower')
    const lost = await transfer(leads, value)
    used.pair.killNode('leader')
    await bothRestarted()
    await whole(used.pair)
    return (await sameHead(used)).number < lost.number ? lost : undefined
  }
  let lost = await loseBlock(2n)
  for (let value = 3n; lost === undefined && value < 40n; value += 1n) lost = await loseBlock(value)
  if (lost === undefined) throw new Error('every block was copied in time')
  await expect(used.pair.journalBlocks([lost])).rejects.toThrow('does not have them any more')
})

test('a leader that stops answering is killed, and the other leads', async () => {
  await used.remove()
  const folder = nodeFolder()
  const timings = { ...folder.options.timings, healthCheckMs: 50, healthTimeoutMs: 5_000 }
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
