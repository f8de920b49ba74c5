import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { createLog, type LogLevel } from '../../../src/kernel/runtime/log.ts'
import { testSeed } from '../../support/seed.ts'
import { sizeOf } from '../../support/soak.ts'

const seed = testSeed('log')
const numRuns = sizeOf({ short: 20, soak: 3_000 })

function open(level: LogLevel = 'debug') {
  const writes: string[] = []
  const log = createLog({
    level,
    write: (text) => writes.push(text),
    now: () => Date.parse('2026-01-02T03:04:05.678Z'),
  })
  return { log, writes, text: () => writes.join('') }
}

test('a line is one JSON object with time, level, message and fields', () => {
  const { log, text } = open()
  log.info('request', { status: 200, path: '/a' })
  log.flush()
  expect(text()).toBe(
    '{"time":"2026-01-02T03:04:05.678Z","level":"info","message":"request","status":200,"path":"/a"}\n',
  )
})

test('any message and field is one line of printable characters that parses to the same', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (message, field) => {
      const { log, text } = open()
      log.info(message, { field })
      log.flush()
      expect(text()).toMatch(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*\n$/u)
      expect(JSON.parse(text())).toMatchObject({ message, field })
    }),
    { seed, numRuns },
  )
})

test('the line of a request is that of its fields, with any content', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: 'binary' }),
      fc.double({ noDefaultInfinity: true }),
      (method, path, ms) => {
        const fields = { requestId: 'id', method, path, status: 200, ms: Math.round(ms) / 1000 || 0 }
        const [own, same] = [open('info'), open('info')]
        own.log.request(fields)
        same.log.info('request', fields)
        own.log.flush()
        same.log.flush()
        expect(JSON.parse(own.text())).toEqual(JSON.parse(same.text()))
        expect(own.text()).toMatch(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*\n$/u)
      },
    ),
    { seed, numRuns },
  )
})

test.each([
  ['a line break', '\n{"level":"error"}'],
  ['a line separator', '\u2028'],
  ['a terminal escape', '\x1b[2J'],
  ['a C1 control', '\x9b2J'],
  ['delete', '\x7f'],
  ['a right-to-left override', '\u202e'],
  ['an invisible tag', '\u{e0041}'],
])('%s in a field is escaped', (_, dangerous) => {
  const { log, text } = open()
  log.warn('x', { field: dangerous })
  expect(text().slice(0, -1)).toMatch(/^[\x20-\x7e]+$/)
  expect(JSON.parse(text()).field).toBe(dangerous)
})

test('a field that JSON cannot represent is replaced, and the line is written', () => {
  const { log, text } = open()
  const circular: Record<string, unknown> = {}
  circular['self'] = circular
  log.info('amounts', { wei: 10n ** 30n })
  log.info('circle', { circular })
  log.info('nothing', { field: undefined })
  log.flush()
  const lines = text().trimEnd().split('\n')
  expect(lines.map((line) => JSON.parse(line).message)).toEqual(['amounts', 'circle', 'nothing'])
  expect(JSON.parse(lines[0] ?? '').wei).toBe('1000000000000000000000000000000')
})

test('levels below the chosen one are left out', () => {
  const { log, text } = open('warn')
  log.debug('a')
  log.info('b')
  log.request({ requestId: 'id', method: 'GET', path: '/', status: 200, ms: 1 })
  log.warn('c')
  log.error('d')
  expect(text().match(/"message":"."/g)).toEqual(['"message":"c"', '"message":"d"'])
})

test('warnings and errors are written at once with the lines before them, other lines in batches', () => {
  const { log, writes } = open()
  log.info('first')
  expect(writes).toEqual([])
  log.error('second')
  expect(writes).toHaveLength(1)
  expect(writes[0]?.trimEnd().split('\n')).toHaveLength(2)
  for (let line = 0; line < 1000; line += 1) log.info('x'.repeat(100))
  const lines = writes.join('').split('\n').length
  expect([writes.length < 20, lines > 700]).toEqual([true, true])
})

test('lines that a full disk does not take are lost, and later ones are written', () => {
  const lines: string[] = []
  let isFull = true
  const log = createLog({
    level: 'info',
    write: (text) => {
      if (isFull) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
      lines.push(text)
    },
  })
  log.error('lost')
  isFull = false
  log.error('kept')
  expect(lines.map((line) => JSON.parse(line).message)).toEqual(['kept'])
})

test('buffered lines are written soon after, and an empty flush writes nothing', async () => {
  const written = Promise.withResolvers<string>()
  const log = createLog({ level: 'info', write: written.resolve })
  log.flush()
  log.info('waits')
  expect(await written.promise).toContain('"waits"')
})
