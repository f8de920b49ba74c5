import { describe, expect, spyOn, test } from 'bun:test'
import { createLog, silentLog } from '../../../../src/kernel/runtime/log.ts'
import { command, forever, input, openParser, reasonOf } from './parser-kit.ts'

describe('a parser', () => {
  test('kills a child that does not end, and serves the next page', async () => {
    const hasty = openParser({ command, log: silentLog, size: 1 })
    try {
      expect(await reasonOf(hasty.parse(input('loop'), forever))).toBe('timeout')
      expect((await hasty.parse(input('after'), forever)).title).toBe('after')
    } finally {
      await hasty.close()
    }
  })

  test('fails only the page whose child takes too much memory', async () => {
    const parser = openParser({ command, log: silentLog, size: 1, deadlineMs: 40_000 })
    try {
      const [hog, next] = await Promise.all([
        reasonOf(parser.parse(input('hog'), forever)),
        parser.parse(input('next'), forever),
      ])
      expect(hog).toBe('memory')
      expect(next.title).toBe('next')
      expect(await reasonOf(parser.parse(input('allocate'), forever))).toBe('memory')
      expect((await parser.parse(input('after'), forever)).title).toBe('after')
    } finally {
      await parser.close()
    }
  })

  test('lets a caller give up while waiting and while being served', async () => {
    const served = new AbortController()
    const waits = new AbortController()
    const hasty = openParser({ command, log: silentLog, size: 1 })
    const first = reasonOf(hasty.parse(input('loop'), served.signal))
    const second = reasonOf(hasty.parse(input('second'), waits.signal))
    waits.abort(new Error('left'))
    expect(await second).toMatchObject({ message: 'left' })
    served.abort(new Error('left, too'))
    expect(await first).toMatchObject({ message: 'left, too' })
    expect(await reasonOf(hasty.parse(input('never'), AbortSignal.abort(new Error('gone'))))).toMatchObject({
      message: 'gone',
    })
    expect((await hasty.parse(input('after'), forever)).title).toBe('after')
    await hasty.close()
  })

  test('frees the child of an aborted scan long before its deadline', async () => {
    const patient = openParser({ command, log: silentLog, size: 1, deadlineMs: 600_000 })
    try {
      const abort = new AbortController()
      const aborted = reasonOf(patient.parse(input('loop'), abort.signal))
      const next = patient.parse(input('next'), forever)
      abort.abort(new Error('left'))
      expect(await aborted).toMatchObject({ message: 'left' })
      expect((await next).title).toBe('next')
    } finally {
      await patient.close()
    }
  })

  test('keeps a child for others while one caller has pages that do not end', async () => {
    const shared = openParser({ command, log: silentLog, size: 2, deadlineMs: 600_000 })
    const endless = Array.from({ length: 4 }, () => {
      const scan = shared.forScan({ caller: 'heavy' })
      return reasonOf(scan.parse(input('loop'), forever))
    })
    for (const title of ['one', 'two']) expect((await shared.parse(input(title), forever)).title).toBe(title)
    await shared.close()
    expect(await Promise.all(endless)).toEqual(['crashed', 'crashed', 'crashed', 'crashed'])
  })

  test('fails waiting pages when it is closed, and ends its children', async () => {
    const closing = openParser({ command, log: silentLog, size: 2 })
    await closing.warm()
    const answers = ['loop', 'loop', 'waits'].map((title) => reasonOf(closing.parse(input(title), forever)))
    await closing.close()
    expect(await Promise.all(answers)).toEqual(['crashed', 'crashed', 'crashed'])
    expect(await reasonOf(closing.parse(input('late'), forever))).toBe('crashed')
  })

  test('keeps answering in order of arrival with several children, page after page', async () => {
    const lines: string[] = []
    const log = createLog({ level: 'debug', write: (text) => lines.push(text) })
    const many = openParser({ command, log, size: 2, requestsPerChildMax: 40 })
    try {
      const titles = Array.from({ length: 200 }, (_, index) => `page ${index}`)
      const results: string[] = []
      for (let from = 0; from < titles.length; from += 50) {
        const pages = await Promise.all(
          titles.slice(from, from + 50).map((title) => many.parse(input(title), forever)),
        )
        results.push(...pages.map((page) => page.title))
      }
      expect(results).toEqual(titles)
      log.flush()
      expect(lines).toEqual([])
    } finally {
      await many.close()
    }
  })

  test('does not block its own process while it sends 4 MB to a child: it awaits each piece', async () => {
    const steps: Array<number | 'flushed'> = []
    const watch = (child: Bun.Subprocess) => {
      const { stdin } = child
      if (stdin === undefined || typeof stdin === 'number') return child
      const watchedStdin = new Proxy(stdin, {
        get: (target, name) => {
          if (name === 'write') {
            return (piece: Uint8Array) => {
              steps.push(piece.byteLength)
              return target.write(piece)
            }
          }
          if (name === 'flush') {
            return async () => {
              const bytes = await target.flush()
              steps.push('flushed')
              return bytes
            }
          }
          return Reflect.get(target, name, target)
        },
      })
      return new Proxy(child, {
        get: (target, name) => {
          if (name === 'stdin') return watchedStdin
          const value: unknown = Reflect.get(target, name, target)
          return typeof value === 'function' ? value.bind(target) : value
        },
      })
    }
    const watchedSpawn = new Proxy(Bun.spawn, {
      apply: (spawn, self, given) => watch(Reflect.apply(spawn, self, given)),
    })
    const spy = spyOn(Bun, 'spawn').mockImplementation(watchedSpawn)
    const watched = openParser({ command, log: silentLog, size: 1, deadlineMs: 40_000 })
    try {
      const body = `<h1>Acme</h1><p>${'word '.repeat(800_000)}`
      const page = await watched.parse(input('large', body), forever)
      expect(page.candidates.length).toBe(1)
    } finally {
      spy.mockRestore()
      await watched.close()
    }
    const pieces = steps.filter((step) => step !== 'flushed')
    expect(pieces.reduce((sum, bytes) => sum + bytes, 0)).toBeGreaterThan(4_000_000)
    expect(Math.max(...pieces)).toBe(64 * 1024)
    // Only the head goes together with the first piece.
    const unwaited = steps.flatMap((step, at) =>
      at > 1 && step !== 'flushed' && steps[at - 1] !== 'flushed' ? [at] : [],
    )
    expect(unwaited).toEqual([])
  })
})
