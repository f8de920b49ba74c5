import { expect, test } from 'bun:test'
import { createRunGate } from '../../../src/campaign/render/run-gate.ts'

const never = () => new Promise<void>(() => {})

test('all callers together have a limited number of runs, and the next one is refused at once as busy', async () => {
  const gate = createRunGate({ inFlightMax: 3 })
  for (let count = 0; count < 3; count += 1) void gate.enter(never)
  await expect(gate.enter(never)).rejects.toMatchObject({ status: 503, slug: 'busy', retryAfterSeconds: 2 })
})

test('a run that ends, well or not, frees its place', async () => {
  const gate = createRunGate({ inFlightMax: 1 })
  for (let count = 0; count < 3; count += 1) {
    expect(await gate.enter(async () => count)).toBe(count)
    await expect(gate.enter(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  }
})

test('a caller has its share of the places, and so has an IPv6 network of 48 bits', async () => {
  const gate = createRunGate({ inFlightMax: 4, perCallerMax: 1 })
  void gate.enter(never, 'one')
  void gate.enter(never, 'v6:net:1')
  for (const caller of ['one', 'v6:net:1', 'v6:net:2'])
    await expect(gate.enter(never, caller)).rejects.toMatchObject({ status: 429, slug: 'too_many_in_flight' })
  void gate.enter(never, 'two')
  expect(await gate.enter(async () => 'done', 'three')).toBe('done')
  expect(await gate.enter(async () => 'again', 'three')).toBe('again')
})
