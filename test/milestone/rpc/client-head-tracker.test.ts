import { expect, test } from 'bun:test'
import { createHeadTracker } from '../../../src/milestone/rpc/head-tracker.ts'
import { createSmallChain } from './client-kit.ts'

const { blocks } = createSmallChain()
const plain = ['latest', false] as const
const full = ['latest', true] as const

test('an answer that was overtaken on its way becomes the newer one', () => {
  const tracker = createHeadTracker()
  for (const block of [blocks[1], blocks[3]])
    expect(tracker.observe('eth_getBlockByNumber', plain, block)).toBe('current')
  expect(tracker.serve('eth_getBlockByNumber', plain, blocks[1])).toBe(blocks[3])
  expect(tracker.serve('eth_blockNumber', [], '0x1')).toBe('0x3')
})

test('an overtaken answer is not served when the newer block is not known', () => {
  const tracker = createHeadTracker()
  tracker.observe('eth_getBlockByNumber', plain, blocks[1])
  tracker.observe('eth_blockNumber', [], '0x3')
  expect(tracker.serve('eth_getBlockByNumber', plain, blocks[1])).toBeUndefined()
  tracker.observe('eth_getBlockByNumber', plain, blocks[3])
  expect(tracker.serve('eth_getBlockByNumber', full, blocks[1])).toBeUndefined()
})

test('answers about other blocks than the head pass', () => {
  const tracker = createHeadTracker()
  tracker.observe('eth_blockNumber', [], '0x3')
  expect(tracker.observe('eth_getBlockByNumber', ['0x1', false], blocks[1])).toBe('current')
  expect(tracker.serve('eth_getBlockByNumber', ['0x1', false], blocks[1])).toBe(blocks[1])
  expect(tracker.head).toEqual({ number: 3, hash: undefined })
})
