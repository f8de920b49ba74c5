import { expect, test } from 'bun:test'
import { kernelError } from '../../../src/kernel/runtime/errors.ts'
import { createStorageSpace } from '../../../src/kernel/runtime/storage-space.ts'

test('while the disk is nearly full nothing new is stored, and reads and deletions go on', () => {
  let [free, now] = [2 ** 30, 0]
  const space = createStorageSpace('/', { now: () => now, readFree: () => free })
  const ask = (method: string) => () => space.require(new Request('http://x/', { method }))
  expect(ask('POST')).not.toThrow()
  expect(space.check()).toBeUndefined()

  free = 63 * 2 ** 20
  now += 1_000
  for (const method of ['POST', 'PUT', 'PATCH']) expect(ask(method)).toThrow(kernelError('storage_full'))
  for (const method of ['GET', 'HEAD', 'DELETE']) expect(ask(method)).not.toThrow()
  expect(space.check()).toBe('63 MB free on the disk of DATA_DIR, 64 MB needed')

  free = 2 ** 30
  now += 1_000
  expect(ask('POST')).not.toThrow()
  expect(space.check()).toBeUndefined()
})

test('the disk is read at most once a second', () => {
  let [reads, now] = [0, 0]
  const space = createStorageSpace('/', {
    now: () => now,
    readFree: () => {
      reads += 1
      return 2 ** 30
    },
  })
  for (let request = 0; request < 100; request += 1) {
    space.require(new Request('http://x/', { method: 'POST' }))
    now += 100
  }
  expect(reads).toBe(10)
})
