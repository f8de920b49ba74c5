import { expect, test } from 'bun:test'
import { createRunGate } from '../../../src/campaign/agent/run-gate.ts'

const never = () => new Promise<void>(() => {})

test('a caller has so many runs in flight, and the next one is refused at once', async () => {
  const gate = createRunGate({ perCaller: 2, inAll: 10 })
  for (let count = 0; count < 2; count += 1) void gate.enter('a', never)
  await expect(gate.enter('a', never)).rejects.toMatchObject({ status: 429, retryAfterSeconds: 1 })
  expect(await gate.enter('b', async () => 'other callers go on')).toBe('other callers go on')
})

test('all callers together have so many, and the next one is told that the service is busy', async () => {
  const gate = createRunGate({ perCaller: 2, inAll: 3 })
  for (const caller of ['a', 'b', 'c']) void gate.enter(caller, never)
  await expect(gate.enter('d', never)).rejects.toMatchObject({ status: 503, slug: 'busy' })
})

test('a run that ends, well or not, frees its place', async () => {
  const gate = createRunGate({ perCaller: 1, inAll: 1 })
  for (let count = 0; count < 3; count += 1) {
    expect(await gate.enter('a', async () => count)).toBe(count)
    await expect(gate.enter('a', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  }
})
