import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { createParser, ParseFailed, type Parser } from '../../../../src/analysis/scan/parser/parser.ts'
import { createLog, silentLog } from '../../../../src/kernel/log.ts'

const command = [process.execPath, join(import.meta.dir, '../../../support/parse-child.ts')]
const forever = new AbortController().signal
const input = (title: string, rest = '<h1>Acme</h1>') => ({
  url: 'https://acme.example/',
  body: new TextEncoder().encode(`<title>${title}</title>${rest}`),
  contentType: 'text/html; charset=utf-8',
  headers: [['server', 'nginx']] as const,
  viaBrowser: false,
})
const reasonOf = async (parsing: Promise<unknown>) => {
  const error = await parsing.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  return error instanceof ParseFailed ? error.reason : error
}

let parser: Parser
beforeAll(async () => {
  parser = createParser({ command, log: silentLog, size: 1, deadlineMs: 2_000 })
  await parser.warm()
})
afterAll(() => parser.close())

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
    const startedAt = performance.now()
    expect(await reasonOf(parser.parse(input('loop'), forever))).toBe('timeout')
    expect(performance.now() - startedAt).toBeLessThan(6_000)
    expect((await parser.parse(input('after'), forever)).title).toBe('after')
  })

  test('fails only the page whose child takes too much memory', async () => {
    const parser = createParser({ command, log: silentLog, size: 1, deadlineMs: 10_000 })
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
    const fresh = createParser({ command, log: silentLog, size: 1 })
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

  test.skipIf(process.platform !== 'linux')(
    'compiles its code under the memory limit, as it crawls otherwise',
    async () => {
      expect((await parser.parse(input('compiled'), forever)).failedFinders).toEqual([])
    },
  )

  test('is not disturbed by a finder that writes to the console', async () => {
    expect((await parser.parse(input('talk'), forever)).title).toBe('talk')
  })

  test('lets a caller give up while waiting and while being served', async () => {
    const served = new AbortController()
    const waits = new AbortController()
    const first = reasonOf(parser.parse(input('loop'), served.signal))
    const second = reasonOf(parser.parse(input('second'), waits.signal))
    waits.abort(new Error('left'))
    expect(await second).toMatchObject({ message: 'left' })
    served.abort(new Error('left, too'))
    expect(await first).toMatchObject({ message: 'left, too' })
    expect(await reasonOf(parser.parse(input('never'), AbortSignal.abort(new Error('gone'))))).toMatchObject({
      message: 'gone',
    })
    expect((await parser.parse(input('after'), forever)).title).toBe('after')
  })

  test('takes no more pages than may wait', async () => {
    const small = createParser({ command, log: silentLog, size: 1, waitingMax: 2 })
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
    const closing = createParser({ command, log: silentLog, size: 2 })
    await closing.warm()
    const answers = ['loop', 'loop', 'waits'].map((title) => reasonOf(closing.parse(input(title), forever)))
    await closing.close()
    expect(await Promise.all(answers)).toEqual(['crashed', 'crashed', 'crashed'])
    expect(await reasonOf(closing.parse(input('late'), forever))).toBe('crashed')
  })

  test('says that a command does not start instead of trying forever', async () => {
    const lines: string[] = []
    const log = createLog({ level: 'warn', write: (text) => lines.push(text) })
    const broken = createParser({ command: ['/nonexistent/program'], log, size: 1 })
    expect(await reasonOf(broken.parse(input('x'), forever))).toBe('crashed')
    expect(await reasonOf(broken.parse(input('x'), forever))).toBe('crashed')
    await broken.close()
    expect(lines.length).toBe(2)
    expect(lines[0]).toContain('a parse child did not start')
  })

  test('keeps answering in order of arrival with several children, page after page', async () => {
    const lines: string[] = []
    const log = createLog({ level: 'debug', write: (text) => lines.push(text) })
    const many = createParser({ command, log, size: 2 })
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

  test('does not hold up its own process while 4 MB go to a child', async () => {
    const body = `<h1>Acme</h1><p>${'word '.repeat(800_000)}`
    // A busy machine makes the whole process wait: only the processor time of a turn was spent by it.
    const turn = () => {
      const { user, system } = process.cpuUsage()
      return { wall: performance.now(), cpu: (user + system) / 1000 }
    }
    let longest = 0
    let last = turn()
    const watch = setInterval(() => {
      const now = turn()
      longest = Math.max(longest, Math.min(now.wall - last.wall, now.cpu - last.cpu))
      last = now
    }, 1)
    const request = input('large', body)
    last = turn()
    const page = await parser.parse(request, forever)
    clearInterval(watch)
    console.log(`longest block of the event loop while 4 MB were parsed: ${longest.toFixed(1)} ms`)
    expect(page.facts.length).toBe(1)
    expect(longest).toBeLessThan(100)
  })
})
