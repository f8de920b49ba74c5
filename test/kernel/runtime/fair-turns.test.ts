import { describe, expect, test } from 'bun:test'
import { createFairTurns } from '../../../src/kernel/runtime/fair-turns.ts'
import { waitFor } from '../../support/wait.ts'

const forever = new AbortController().signal

/** Turns whose jobs end when the test ends them, and the names of those that run. */
function trial(runningMax: number) {
  const turns = createFairTurns({ runningMax })
  const running: string[] = []
  const ends = new Map<string, () => void>()
  const begun: string[] = []
  return {
    turns,
    running,
    begun,
    ask: (name: string, work: { caller: string }, signal = forever) =>
      turns.run(work, signal, async () => {
        const { promise, resolve } = Promise.withResolvers<void>()
        ends.set(name, resolve)
        running.push(name)
        begun.push(name)
        await promise
        running.splice(running.indexOf(name), 1)
        return name
      }),
    end: async (name: string) => {
      await waitFor(`${name} runs`, () => running.includes(name))
      ends.get(name)?.()
      await waitFor(`${name} has ended`, () => !running.includes(name))
      await settle()
    },
  }
}

/** Everything that can begin has begun after a turn of the event loop: nothing here waits for a timer. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

describe('turns', () => {
  test('alternate between callers, and between the work of each', async () => {
    const { ask, begun, end } = trial(1)
    const scans = { a: { caller: 'one' }, b: { caller: 'one' }, c: { caller: 'two' } }
    const all = [
      ...['a1', 'a2', 'a3'].map((name) => ask(name, scans.a)),
      ...['b1', 'b2'].map((name) => ask(name, scans.b)),
      ...['c1', 'c2'].map((name) => ask(name, scans.c)),
    ]
    for (let count = 0; count < all.length; count += 1) {
      await waitFor(`${count + 1} have begun`, () => begun.length > count)
      await end(begun[count] ?? '')
    }
    expect(begun).toEqual(['a1', 'c1', 'b1', 'c2', 'a2', 'b2', 'a3'])
    expect(await Promise.all(all)).toHaveLength(7)
  })

  test.each([
    ['one caller', () => 'heavy'],
    ['callers of one IPv6 /48 network', (index: number) => `v6:site:host${index}`],
  ])('leave one place to others, however many jobs %s start', async (_, callerOf) => {
    const { ask, running, end } = trial(3)
    const heavy = [1, 2, 3, 4].map((index) => ask(`heavy ${index}`, { caller: callerOf(index) }))
    await settle()
    expect(running).toEqual(['heavy 1', 'heavy 2'])
    const other = ask('other', { caller: 'v6:other:host1' })
    await settle()
    expect(running).toEqual(['heavy 1', 'heavy 2', 'other'])
    for (const name of ['other', 'heavy 1', 'heavy 2', 'heavy 3', 'heavy 4']) await end(name)
    expect(await Promise.all([...heavy, other])).toHaveLength(5)
  })

  test('are taken by one caller after the other where there is one place only', async () => {
    const { ask, running, end } = trial(1)
    const job = ask('only', { caller: 'one' })
    await end('only')
    expect([await job, running]).toEqual(['only', []])
  })

  test('are not taken by an aborted job, and are free again when a job fails', async () => {
    const { turns, ask, begun, end } = trial(1)
    const first = ask('first', { caller: 'one' })
    const left = new AbortController()
    const second = ask('second', { caller: 'two' }, left.signal)
    const failing = turns.run({ caller: 'three' }, forever, () => Promise.reject(new Error('failed')))
    const last = ask('last', { caller: 'four' })
    expect(turns.waiting).toBe(3)
    left.abort(new Error('left'))
    await expect(second).rejects.toThrow('left')
    expect(turns.waiting).toBe(2)
    await Promise.all([end('first'), expect(failing).rejects.toThrow('failed')])
    await end('last')
    expect([await first, await last, begun]).toEqual(['first', 'last', ['first', 'last']])
    await turns.idle()
    await expect(ask('late', { caller: 'two' }, left.signal)).rejects.toThrow('left')
  })
})
