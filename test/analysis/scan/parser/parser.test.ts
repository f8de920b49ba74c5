import { afterAll, describe, expect, test } from 'bun:test'
import { createLog, silentLog } from '../../../../src/kernel/runtime/log.ts'
import { hasOr } from '../../../support/left-out.ts'
import { command, forever, input, openParser, reasonOf } from './parser-kit.ts'

const isLinux = hasOr(process.platform === 'linux', {
  file: import.meta.path,
  reason: 'this system sets no memory limit for a process',
  remedy: 'use Linux',
})

const parser = openParser({ command, log: silentLog, size: 1, deadlineMs: 40_000 })
await parser.warm()
afterAll(() => parser.close())

describe('a parser', () => {
  test('returns the content of the page', async () => {
    const page = await parser.parse(input('Acme | Home'), forever)
    expect(page).toMatchObject({
      url: 'https://acme.example/',
      title: 'Acme | Home',
      label: 'Acme | Home',
      charset: 'utf-8',
      truncated: false,
      looksLikeShell: false,
      headerBlock: { text: 'server: nginx\r\n' },
      candidates: [
        {
          topic: 'company-name',
          value: 'Acme',
          evidence: [{ method: 'heading', quote: 'Acme', start: 30, end: 34 }],
        },
      ],
      failedTopics: [],
    })
    const digest = new Bun.CryptoHasher('sha256').update(input('Acme | Home').body).digest('hex')
    expect(page.sha256).toBe(digest)
  })

  test('reads a sitemap in the same way', async () => {
    const body = new TextEncoder().encode('<urlset><url><loc>https://acme.example/about</loc></url></urlset>')
    const sitemap = await parser.sitemap({ body, contentType: 'application/xml' }, forever)
    expect(sitemap).toEqual({ kind: 'pages', urls: ['https://acme.example/about'] })
  })

  test('fails only the page whose child ends by itself', async () => {
    const answers = await Promise.all(
      ['exit', 'next'].map((title) => reasonOf(parser.parse(input(title), forever))),
    )
    expect(answers).toEqual(['crashed', undefined])
  })

  test('loses only the candidates of a topic that throws', async () => {
    const page = await parser.parse(input('throw'), forever)
    expect(page.failedTopics).toEqual(['hiring'])
    expect(page.candidates.map(({ value }) => value)).toEqual(['Acme'])
  })

  test('drops a candidate whose quote is not at its position', async () => {
    const page = await parser.parse(input('lie'), forever)
    expect(page.candidates.map(({ value }) => value)).toEqual(['Acme'])
  })

  test('takes at most 80 candidates of one topic', async () => {
    expect((await parser.parse(input('flood'), forever)).candidates.length).toBe(81)
  })

  test('passes no setting and no secret to a child', async () => {
    process.env['SECRET_OF_THE_TEST'] = 'hush'
    const fresh = openParser({ command, log: silentLog, size: 1 })
    try {
      const page = await fresh.parse(input('environment'), forever)
      const names = page.candidates[0]?.value.split(' ') ?? []
      expect(names).toContain('PARSE_PARENT')
      const settings = ['BUN_JSC_jitMemoryReservationSize', 'BUN_JSC_useFTLJIT', 'MIMALLOC_PURGE_DELAY']
      const known = ['PARSE_PARENT', 'PARSE_MEMORY_LIMITED', ...settings, 'PWD']
      expect(names.filter((name) => !known.includes(name))).toEqual([])
    } finally {
      delete process.env['SECRET_OF_THE_TEST']
      await fresh.close()
    }
  })

  test.if(isLinux)('compiles its code under the memory limit, as it crawls otherwise', async () => {
    expect((await parser.parse(input('compiled'), forever)).failedTopics).toEqual([])
  })

  test('is not disturbed by a topic that writes to the console', async () => {
    expect((await parser.parse(input('talk'), forever)).title).toBe('talk')
  })

  test('refuses pages beyond the length of its queue', async () => {
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

  test('reports a command that does not start in place of trying forever', async () => {
    const lines: string[] = []
    const log = createLog({ level: 'warn', write: (text) => lines.push(text) })
    const broken = openParser({ command: ['/nonexistent/program'], log, size: 1 })
    expect(await reasonOf(broken.parse(input('x'), forever))).toBe('busy')
    expect(await reasonOf(broken.parse(input('x'), forever))).toBe('busy')
    await broken.close()
    expect(lines.length).toBe(2)
    expect(lines[0]).toContain('a parse child did not start')
  })
})
