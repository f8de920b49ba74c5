import { expect, test } from 'bun:test'
import type { Indexer } from '../../../src/milestone/indexer/indexer.ts'
import { waitFor } from '../../support/wait.ts'
import { expectContractsAgree, wrapReader } from './follow-kit.ts'
import { setStage } from './processes-kit.ts'

const { kit, moreBlocks, openProcess, refusingWhile, untilAt } = await setStage()

test('of two processes one leads, both serve the same, and the other takes over when it is gone', async () => {
  const first = await openProcess()
  first.indexer.start()
  await first.indexer.caughtUp
  const second = await openProcess()
  second.indexer.start()
  await second.indexer.caughtUp
  expect([first.indexer.status().role, second.indexer.status().role]).toEqual(['leader', 'replica'])

  await moreBlocks(3)
  await kit.reorg(2)
  await moreBlocks(1)
  await untilAt([first.indexer, second.indexer])
  await waitFor(
    'the same revision',
    () => second.indexer.readModel.revision === first.indexer.readModel.revision,
  )
  expect(second.indexer.readModel).toEqual(first.indexer.readModel)

  await first.indexer.stop()
  await moreBlocks(2)
  await untilAt([second.indexer])
  expect(second.indexer.status()).toMatchObject({ role: 'leader', state: 'following' })
  await expectContractsAgree(kit, second.indexer.readModel)
})

test('two processes that both act as leader write nothing twice and end with the same model', async () => {
  const first = await openProcess()
  first.indexer.start()
  await first.indexer.caughtUp
  const second = await openProcess({ leads: true })
  second.indexer.start()
  await second.indexer.caughtUp
  expect([first.indexer.status().role, second.indexer.status().role]).toEqual(['leader', 'leader'])
  for (const depth of [1, 3, 2]) {
    await moreBlocks(4)
    await kit.reorg(depth)
    await moreBlocks(1)
    await untilAt([first.indexer, second.indexer])
  }
  await first.indexer.stop()
  await second.indexer.stop()
  await expectContractsAgree(kit, first.indexer.readModel)
  const fresh = await openProcess()
  const { revision: _, ...readModel } = second.indexer.readModel
  const { revision: __, ...stored } = fresh.indexer.readModel
  expect(readModel).toEqual(stored)
})

/** A node that can be cut off, as one process sees it. */
function cuttable() {
  let isCut = false
  const cut = (next: boolean) => {
    isCut = next
  }
  return { reader: refusingWhile(() => isCut), cut }
}

test('while no node answers a replica reports its leader’s reason, and the first process with a node leads', async () => {
  const nodes = [cuttable(), cuttable()]
  const opened: Indexer[] = []
  for (const { reader } of nodes) {
    const { indexer } = await openProcess({ reader, handOverMs: 100 })
    opened.push(indexer)
    indexer.start()
    await indexer.caughtUp
  }
  const [first, second] = opened
  expect(first?.status().role).toBe('leader')
  await waitFor('the replica follows', () => second?.status().state === 'following')

  for (const { cut } of nodes) cut(true)
  await waitFor('both say that no node answers', () =>
    opened.every((indexer) => indexer.status().state === 'unreachable'),
  )
  for (const indexer of opened) expect(indexer.status().reason).toBe('connection refused')

  nodes[1]?.cut(false)
  await moreBlocks(1)
  await untilAt(opened)
  expect(second?.status().role).toBe('leader')
  await waitFor('the process without a node is as fresh as its leader', () => {
    const { role, state } = first?.status() ?? {}
    return role === 'replica' && state === 'following'
  })
})

test('a leader that halts gives up the lead, and reports the reason until another one follows', async () => {
  let chainId = kit.deployment.chainId
  const reader = wrapReader(kit.reader, { chainId: async () => chainId, head: () => head() })
  let head = kit.reader.head
  const first = await openProcess({ reader })
  first.indexer.start()
  await first.indexer.caughtUp
  chainId = 5
  head = () => Promise.reject(new Error('restarting'))
  await waitFor('the node to be missed', () => first.indexer.status().state === 'unreachable')
  head = kit.reader.head
  await waitFor('the halt', () => first.indexer.status().state === 'halted')
  expect(first.indexer.status().reason).toContain('serves chain 5')

  const second = await openProcess()
  second.indexer.start()
  await moreBlocks(1)
  await untilAt([second.indexer, first.indexer])
  expect(second.indexer.status().role).toBe('leader')
  await waitFor(
    'the halted process is fresh by its leader',
    () => first.indexer.status().state === 'following',
  )
})
