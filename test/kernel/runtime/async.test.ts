import { describe, expect, test } from 'bun:test'
import { createKeyedQueue, pause, within } from '../../../src/kernel/runtime/async.ts'

const never = new Promise<never>(() => {})

describe('within', () => {
  test('work that ends in time gives its outcome, with any limit', async () => {
    expect(await within(Promise.resolve(1), 1_000)).toBe(1)
    expect(await within(Promise.resolve(1), new AbortController().signal)).toBe(1)
    await expect(within(Promise.reject(new Error('broken')), 1_000)).rejects.toThrow('broken')
  })

  test('late work is abandoned with the limit, or with the error of the caller', async () => {
    await expect(within(never, 1)).rejects.toThrow('no answer within 1 ms')
    await expect(within(never, 1, () => new Error('late'))).rejects.toThrow('late')
  })

  test('an abort abandons the work with its reason, also one from before', async () => {
    const controller = new AbortController()
    const result = within(never, controller.signal)
    controller.abort(new Error('left'))
    await expect(result).rejects.toThrow('left')
    await expect(within(never, controller.signal)).rejects.toThrow('left')
    await expect(within(Promise.resolve(1), controller.signal)).rejects.toThrow('left')
    await expect(within(never, controller.signal, () => new Error('late'))).rejects.toThrow('late')
  })

  test('abandoned work that fails does not end the process', async () => {
    const work = Promise.withResolvers<never>()
    await expect(within(work.promise, AbortSignal.abort(new Error('left')))).rejects.toThrow('left')
    work.reject(new Error('unread'))
    await Bun.sleep(0)
  })
})

describe('pause', () => {
  test('it ends after its time, and at once on an abort', async () => {
    await pause(1)
    await pause(1, new AbortController().signal)
    await pause(3_600_000, AbortSignal.abort())
    const controller = new AbortController()
    const pausing = pause(3_600_000, controller.signal)
    controller.abort()
    await pausing
  })
})

describe('a keyed queue', () => {
  const neverAborted = new AbortController().signal

  test('tasks of one key run one at a time in order, also after one failed; other keys do not wait', async () => {
    const run = createKeyedQueue(1)
    const log: string[] = []
    const first = Promise.withResolvers<void>()
    const task = (name: string, work: Promise<void>) => async () => {
      log.push(`${name} starts`)
      await work
      log.push(`${name} ends`)
      return name
    }
    const results = [
      run('a', neverAborted, task('1', first.promise)),
      run('a', neverAborted, () => Promise.reject(new Error('broken'))),
      run('a', neverAborted, task('2', Promise.resolve())),
      run('b', neverAborted, task('3', Promise.resolve())),
    ]
    expect(await results[3]).toBe('3')
    first.resolve()
    expect(await Promise.allSettled(results)).toMatchObject([
      { value: '1' },
      { reason: { message: 'broken' } },
      { value: '2' },
      { value: '3' },
    ])
    expect(log).toEqual(['1 starts', '3 starts', '3 ends', '1 ends', '2 starts', '2 ends'])
  })

  test('as many as its limit run at the same time', async () => {
    const run = createKeyedQueue(2)
    const gates = [1, 2, 3].map(() => Promise.withResolvers<void>())
    const started: number[] = []
    const results = gates.map((gate, index) =>
      run('a', neverAborted, async () => {
        started.push(index)
        await gate.promise
      }),
    )
    await Bun.sleep(0)
    expect(started).toEqual([0, 1])
    gates[1]?.resolve()
    await results[1]
    await Bun.sleep(0)
    expect(started).toEqual([0, 1, 2])
    for (const gate of gates) gate.resolve()
    await Promise.all(results)
  })

  test('a task whose signal aborts while it waits never starts, and does not let the next overtake', async () => {
    const run = createKeyedQueue(1)
    const first = Promise.withResolvers<void>()
    const running = run('a', neverAborted, () => first.promise)
    const controller = new AbortController()
    const started: string[] = []
    const left = run('a', controller.signal, async () => started.push('left'))
    const next = run('a', neverAborted, async () => started.push('next'))
    controller.abort(new Error('gone'))
    await expect(left).rejects.toThrow('gone')
    expect(started).toEqual([])
    first.resolve()
    await Promise.all([running, next])
    expect(started).toEqual(['next'])
    await expect(run('a', controller.signal, async () => 1)).rejects.toThrow('gone')
  })

  test('a running task keeps its place after an abort until it has ended', async () => {
    const run = createKeyedQueue(1)
    const controller = new AbortController()
    const first = Promise.withResolvers<string>()
    const running = run('a', controller.signal, () => first.promise)
    let isNextStarted = false
    const next = run('a', neverAborted, async () => {
      isNextStarted = true
    })
    controller.abort()
    await Bun.sleep(1)
    expect(isNextStarted).toBe(false)
    first.resolve('done')
    expect(await running).toBe('done')
    await next
    expect(isNextStarted).toBe(true)
  })
})
