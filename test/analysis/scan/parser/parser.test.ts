import { afterAll, beforeAll, describe, expect, spyOn, test } from 'bun:test'
import { join } from 'node:path'
import {
  createParser,
  ParseFailed,
  type Parser,
  type ParserOptions,
  type ParserPool,
} from '../../../../src/analysis/scan/parser/parser.ts'
import { createLog, silentLog } from '../../../../src/kernel/runtime/log.ts'
import { hasOr } from '../../../support/left-out.ts'
import { waitFor } from '../../../support/wait.ts'

const command = [process.execPath, join(import.meta.dir, '../../../support/parse-child.ts')]
const isLinux = hasOr(process.platform === 'linux', {
  file: import.meta.path,
  reason: 'this system sets no memory limit for a process',
  remedy: 'use Linux',
})
const forever = new AbortController().signal
const input = (title: string, rest = '<h1>Acme</h1>') => ({
  url: 'https://acme.example/',
  body: new TextEncoder().encode(`<title>${title}</title>${rest}`),
  contentType: 'text/html; charset=utf-8',
  headers: [['server', 'nginx']] as const,
  viaBrowser: false,
})
/** The children with the one scan that most tests need. */
const openParser = (options: ParserOptions, caller = 'caller') => {
  const pool = createParser(options)
  return { ...pool, ...pool.forScan({ caller }) }
}
const reasonOf = async (parsing: Promise<unknown>) => {
  const error = await parsing.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  return error instanceof ParseFailed ? error.reason : error
}

let parser: ParserPool & Parser
beforeAll(async () => {
  parser = openParser({ command, log: silentLog, size: 1, deadlineMs: 40_000 })
  await parser.warm()
})
afterAll(() => parser.close())

/** Tries until it is read: where a deadline is short, a busy machine may let an ordinary page miss it. */
const readAfterAll = async (parser: Parser) =>
  await waitFor('the next page is read', async () => {
    return (await parser.parse(input('after'), forever)).title === 'after'
  })

describe('a parser', () => {
  test('answers with what stands on the page', async () => {
    const page = await parser.parse(input('Acme | Home'), forever)
    expect(page).toMatchObject({
      url: 'https://acme.example/',
      title: 'Acme | Home',
      label: 'Acme | Home',
      charset: 'utf-8',
      truncated: false,
      looksLikeShell: false,
      headerBlock: { text: 'server: nginx\r\n' },
      facts: [
        {
          topic: 'company-name',
          text: 'Acme',
          evidence: [{ method: 'heading', quote: 'Acme', start: 30, end: 34 }],
        },
      ],
      failedFinders: [],
    })
    const digest = new Bun.CryptoHasher('sha256').update(input('Acme | Home').body).digest('hex')
    expect(page.sha256).toBe(digest)
  })

  test('reads a sitemap in the same way', async () => {
    const body = new TextEncoder().encode('<urlset><url><loc>https://acme.example/about</loc></url></urlset>')
    const sitemap = await parser.sitemap({ body, contentType: 'application/xml' }, forever)
    expect(sitemap).toEqual({ kind: 'pages', urls: ['https://acme.example/about'] })
  })

  test('kills a child that does not end, and serves the next page', async () => {
    const hasty = openParser({ command, log: silentLog, size: 1, deadlineMs: 300 })
    try {
      expect(await reasonOf(hasty.parse(input('loop'), forever))).toBe('timeout')
      await readAfterAll(hasty)
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

  test('fails only the page whose child ends by itself', async () => {
    const answers = await Promise.all(
      ['exit', 'next'].map((title) => reasonOf(parser.parse(input(title), forever))),
    )
    expect(answers).toEqual(['crashed', undefined])
  })

  test('loses only the facts of a finder that throws', async () => {
    const page = await parser.parse(input('throw'), forever)
    expect(page.failedFinders).toEqual(['misbehave'])
    expect(page.facts.map((fact) => fact.text)).toEqual(['Acme'])
  })

  test('drops a fact whose quote does not stand where it says', async () => {
    const page = await parser.parse(input('lie'), forever)
    expect(page.facts.map((fact) => fact.text)).toEqual(['Acme'])
  })

  test('takes at most 60 facts of one finder', async () => {
    expect((await parser.parse(input('flood'), forever)).facts.length).toBe(61)
  })

  test('hands no setting and no secret to a child', async () => {
    process.env['SECRET_OF_THE_TEST'] = 'hush'
    const fresh = openParser({ command, log: silentLog, size: 1 })
    try {
      const page = await fresh.parse(input('environment'), forever)
      const names = page.facts[0]?.text.split(' ') ?? []
      expect(names).toContain('PARSE_PARENT')
      expect(
        names.filter(
          (name) =>
            !['PARSE_PARENT', 'PARSE_MEMORY_LIMITED', 'BUN_JSC_jitMemoryReservationSize', 'PWD'].includes(
              name,
            ),
        ),
      ).toEqual([])
    } finally {
      delete process.env['SECRET_OF_THE_TEST']
      await fresh.close()
    }
  })

  test.if(isLinux)('compiles its code under the memory limit, as it crawls otherwise', async () => {
    expect((await parser.parse(input('compiled'), forever)).failedFinders).toEqual([])
  })

  test('is not disturbed by a finder that writes to the console', async () => {
    expect((await parser.parse(input('talk'), forever)).title).toBe('talk')
  })

  test('lets a caller give up while waiting and while being served', async () => {
    const served = new AbortController()
    const waits = new AbortController()
    const hasty = openParser({ command, log: silentLog, size: 1, deadlineMs: 300 })
    const first = reasonOf(hasty.parse(input('loop'), served.signal))
    const second = reasonOf(hasty.parse(input('second'), waits.signal))
    waits.abort(new Error('left'))
    expect(await second).toMatchObject({ message: 'left' })
    served.abort(new Error('left, too'))
    expect(await first).toMatchObject({ message: 'left, too' })
    expect(await reasonOf(hasty.parse(input('never'), AbortSignal.abort(new Error('gone'))))).toMatchObject({
      message: 'gone',
    })
    await readAfterAll(hasty)
    await hasty.close()
  })

  test('takes the child from a scan that was aborted, long before its deadline', async () => {
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

  test('takes no more pages than may wait', async () => {
    const small = openParser({ command, log: silentLog, size: 1, waitingMax: 2 })
    try {
      const answers = await Promise.all(
        ['1', '2', '3', '4', '5'].map((title) => reasonOf(small.parse(input(title), forever))),
      )
      expect(answers).toEqual([undefined, undefined, undefined, 'busy', 'busy'])
    } finally {
      await small.close()
    }
  })

  test('fails what waits when it is closed, and leaves no child', async () => {
    const closing = openParser({ command, log: silentLog, size: 2 })
    await closing.warm()
    const answers = ['loop', 'loop', 'waits'].map((title) => reasonOf(closing.parse(input(title), forever)))
    await closing.close()
    expect(await Promise.all(answers)).toEqual(['crashed', 'crashed', 'crashed'])
    expect(await reasonOf(closing.parse(input('late'), forever))).toBe('crashed')
  })

  test('says that a command does not start instead of trying forever', async () => {
    const lines: string[] = []
    const log = createLog({ level: 'warn', write: (text) => lines.push(text) })
    const broken = openParser({ command: ['/nonexistent/program'], log, size: 1 })
    expect(await reasonOf(broken.parse(input('x'), forever))).toBe('crashed')
    expect(await reasonOf(broken.parse(input('x'), forever))).toBe('crashed')
    await broken.close()
    expect(lines.length).toBe(2)
    expect(lines[0]).toContain('a parse child did not start')
  })

  test('keeps answering in order of arrival with several children, page after page', async () => {
    const lines: string[] = []
    const log = createLog({ level: 'debug', write: (text) => lines.push(text) })
    const many = openParser({ command, log, size: 2 })
    try {
      const titles = Array.from({ length: 450 }, (_, index) => `page ${index}`)
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

  test('does not hold up its own process while 4 MB go to a child: they go in pieces, each waited for', async () => {
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
      expect(page.facts.length).toBe(1)
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
