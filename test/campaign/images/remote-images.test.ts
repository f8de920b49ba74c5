import { expect, test } from 'bun:test'
import { createRemoteImages } from '../../../src/campaign/images/remote-images.ts'
import { waitFor } from '../../support/wait.ts'

const { signal } = new AbortController()
const ada = { work: { caller: 'ada' }, signal }

function createStage() {
  const fetched: string[] = []
  const images = createRemoteImages({
    heldMax: 1,
    hashOf: (url) => (url === 'stored' ? 'hash' : undefined),
    stored: async () => new Uint8Array(2),
    fetch: async (url) => {
      fetched.push(url)
      return new Uint8Array(1)
    },
  })
  return { images, fetched }
}

test('an image is fetched only when the one before was used', async () => {
  const { images, fetched } = createStage()
  const first = Promise.withResolvers<void>()
  const using = images.read('one', ada, () => first.promise)
  const next = images.read('two', ada, async (bytes) => bytes.length)
  await waitFor('the first is fetched', () => fetched.length > 0)
  expect(fetched).toEqual(['one'])
  first.resolve()
  await using
  expect(await next).toBe(1)
  expect(fetched).toEqual(['one', 'two'])
})

test('an image that is stored here does not wait for those of other sites', async () => {
  const { images, fetched } = createStage()
  const never = Promise.withResolvers<void>()
  void images.read('slow', ada, () => never.promise)
  await waitFor('the slow one is fetched', () => fetched.length > 0)
  expect(await images.read('stored', ada, async (bytes) => bytes.length)).toBe(2)
})

test('a caller that leaves while waiting fetches nothing, and an error of a use is thrown', async () => {
  const { images, fetched } = createStage()
  const first = Promise.withResolvers<void>()
  const using = images.read('one', ada, () => first.promise)
  const leaving = new AbortController()
  const left = images.read('two', { ...ada, signal: leaving.signal }, async () => {})
  await waitFor('the first is fetched', () => fetched.length > 0)
  leaving.abort(new Error('left'))
  await expect(left).rejects.toThrow('left')
  first.reject(new Error('is not a picture'))
  await expect(using).rejects.toThrow('is not a picture')
  expect(fetched).toEqual(['one'])
})
