import { expect, test } from 'bun:test'
import { type Hex, pad, toHex } from 'viem'
import type { ChainReader, Header } from '../../../src/milestone/indexer/chain-reader.ts'
import { NodeUnsettled, planNext } from '../../../src/milestone/indexer/reorg.ts'
import { deployment } from '../views/small-deployment.ts'

/** A block of one of several branches above the common ones. */
function blockOf(number: number, branch: number): Header {
  const hashOf = (height: number): Hex => pad(toHex(height * 10 + branch), { size: 32 })
  return { number, hash: hashOf(number), parentHash: hashOf(number - 1), timestamp: number, logsBloom: '0x' }
}

function plan(chain: readonly Header[], own: readonly Header[], tip: Header) {
  const unused = async () => {
    throw new Error('is not asked')
  }
  const reader: ChainReader = {
    chainId: unused,
    logs: unused,
    call: unused,
    head: async () => chain.at(-1) ?? unused(),
    header: async (number) => chain.find((block) => block.number === number),
  }
  const startBlock = { number: 1, hash: blockOf(1, 0).hash }
  return planNext(reader, { ...deployment, startBlock }, { blocks: own, tip })
}

const common = [1, 2, 3].map((number) => blockOf(number, 0))
const ours = [...common, blockOf(4, 1), blockOf(5, 1)]

test('a replaced head is undone to the newest common block', async () => {
  const theirs = [...common, blockOf(4, 2), blockOf(5, 2)]
  expect(await plan(theirs, ours, blockOf(5, 2))).toEqual({
    kind: 'extend',
    parent: common.at(-1),
    undo: true,
  })
})

test.each([5, 4])(
  'a head %d that was read before the chain became ours again undoes nothing',
  async (number) => {
    await expect(plan(ours, ours, blockOf(number, 2))).rejects.toThrow(NodeUnsettled)
  },
)

test('a longer chain that has our head again is followed without undoing anything', async () => {
  const longer = [...ours, blockOf(6, 1)]
  expect(await plan(longer, ours, blockOf(6, 1))).toEqual({
    kind: 'extend',
    parent: ours.at(-1),
    undo: false,
  })
})
