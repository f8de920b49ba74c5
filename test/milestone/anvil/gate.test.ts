import { expect, test } from 'bun:test'
import { createGate, createNotifier } from '../../../src/milestone/anvil/gate.ts'

const limitMs = 60_000

/** A task that runs until it is finished, and records both in `order`. */
function createTask(name: string, order: string[]) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const run = async () => {
    order.push(`${name} begins`)
    await promise
    order.push(`${name} ends`)
  }
  return { run, finish: resolve }
}

test('an exclusive task waits for the shared ones under way, and later shared ones wait for it', async () => {
  const order: string[] = []
  const gate = createGate()
  const [early, alone, late] = ['early', 'alone', 'late'].map((name) => createTask(name, order))
  if (early === undefined || alone === undefined || late === undefined) throw new Error('three tasks')
  const running = [gate.shared(early.run), gate.exclusive(alone.run, limitMs), gate.shared(late.run)]
  early.finish()
  await running[0]
  late.finish()
  alone.finish()
  await Promise.all(running)
  expect(order).toEqual([
    'early begins',
    'early ends',
    'alone begins',
    'alone ends',
    'late begins',
    'late ends',
  ])
})

test('without a drain an exclusive task begins at once', async () => {
  const order: string[] = []
  const gate = createGate()
  const shared = createTask('shared', order)
  const running = gate.shared(shared.run)
  await gate.exclusive(async () => void order.push('alone'), 0)
  shared.finish()
  await running
  expect(order).toEqual(['shared begins', 'alone', 'shared ends'])
})

test('neither side waits longer than its limit', async () => {
  const gate = createGate()
  const stuck = createTask('stuck', [])
  const running = gate.shared(stuck.run)
  const alone = createTask('alone', [])
  const excluding = gate.exclusive(alone.run, 1)
  expect(await gate.shared(async () => 'begun', 1)).toBe('begun')
  alone.finish()
  await excluding
  stuck.finish()
  await running
})

test('a task that fails opens the gate again', async () => {
  const gate = createGate()
  await expect(gate.exclusive(() => Promise.reject(new Error('failed')), limitMs)).rejects.toThrow('failed')
  await expect(gate.shared(() => Promise.reject(new Error('failed')), limitMs)).rejects.toThrow('failed')
  expect(await gate.exclusive(async () => 'begun', limitMs)).toBe('begun')
})

test('a notification between taking the signal and waiting for it is not missed', () => {
  const notifier = createNotifier()
  const next = notifier.next()
  notifier.notify()
  expect(next.aborted).toBe(true)
  expect(notifier.next().aborted).toBe(false)
})
