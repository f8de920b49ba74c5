import { expect, test } from 'bun:test'
import { analysisError } from '../../../src/analysis/errors.ts'
import { createScanner, type ScannerLimits, type ScanOutcome } from '../../../src/analysis/scan/scanner.ts'
import type { ScannedPage, ScanResult } from '../../../src/analysis/scan/schema.ts'

/** A scanner whose readings end when the test says so. */
function trial(limits?: Partial<ScannerLimits>) {
  const readings: {
    href: string
    fresh: boolean
    caller: string
    signal: AbortSignal
    land: (finalUrl?: string, cacheableByFinalUrl?: boolean, pages?: ScannedPage[]) => void
    fail: (error: Error) => void
  }[] = []
  let time = 1_000
  const scanner = createScanner({
    parse: (text) => {
      if (!URL.canParse(text)) throw analysisError('invalid_url')
      return new URL(text)
    },
    read: (url, { signal, fresh, caller }) => {
      const { promise, resolve, reject } = Promise.withResolvers<ScanOutcome>()
      signal.addEventListener('abort', () => reject(signal.reason))
      readings.push({
        href: url.href,
        fresh,
        caller,
        signal,
        land: (finalUrl = url.href, cacheableByFinalUrl = true, pages = []) =>
          resolve({
            result: { ...resultOf(url.href, finalUrl, readings.length), pages },
            cacheableByFinalUrl,
          }),
        fail: reject,
      })
      return promise
    },
    clock: () => time,
    ...(limits && { limits }),
  })
  return {
    readings,
    scan: (url: string, { signal = new AbortController().signal, fresh = false, caller = url } = {}) =>
      scanner.scan(url, { signal, fresh, caller }),
    stop: () => scanner.stop(),
    pass: (ms: number) => {
      time += ms
    },
  }
}

function resultOf(url: string, finalUrl: string, elapsedMs: number): ScanResult {
  return {
    url,
    finalUrl,
    domain: 'site.com',
    title: 'Site',
    description: '',
    facts: [],
    followUpQuestion: { id: 'timeline', field: 'timeline', label: 'When?', options: ['Now'], because: [] },
    suggestedAnswers: { source: 'scan' },
    escalatedToBrowser: false,
    integrations: [],
    profile: {},
    regions: [],
    pages: [],
    budget: { requests: 1, wireBytes: 1, inflatedBytes: 1, elements: 1, elapsedMs },
    warnings: [],
    cached: false,
    scannedAt: '2026-01-01T00:00:00.000Z',
  }
}

/** What a scan fails with. */
function failureOf(answer: Promise<unknown>): Promise<unknown> {
  return answer.then(
    () => undefined,
    (error: unknown) => error,
  )
}

/** Lets pending promises settle. */
const settle = () => Bun.sleep(1)

test('simultaneous scans of one site share one reading, and each answer has the URL of its request', async () => {
  const { readings, scan } = trial()
  const asked = ['https://site.com/', 'https://site.com', 'https://site.com/#top', 'HTTPS://SITE.com/']
  const answers = asked.map((url) => scan(url))
  await settle()
  expect(readings.map(({ href }) => href)).toEqual(['https://site.com/'])
  readings[0]?.land()
  expect((await Promise.all(answers)).map(({ url }) => url)).toEqual(asked)
})

test('a result is cached for ten minutes by its final URL', async () => {
  const { readings, scan, pass } = trial()
  const first = scan('http://site.com/')
  await settle()
  readings[0]?.land('https://www.site.com/')
  expect((await first).cached).toBe(false)

  expect(await scan('http://site.com/')).toMatchObject({ cached: true, url: 'http://site.com/' })
  expect(await scan('https://www.site.com/')).toMatchObject({
    cached: true,
    finalUrl: 'https://www.site.com/',
  })
  pass(10 * 60_000 - 1)
  expect((await scan('http://site.com/')).cached).toBe(true)
  pass(2)
  const again = scan('http://site.com/')
  await settle()
  expect(readings).toHaveLength(2)
  readings[1]?.land()
  expect((await again).cached).toBe(false)
})

test.each(['timeout', 'connect'])('a result without a page for %s is not cached', async (reason) => {
  const { readings, scan } = trial()
  const first = scan('https://site.com/')
  await settle()
  const about = { url: 'https://site.com/about', status: null, bytes: 0, robots: { allowed: true } }
  readings[0]?.land('https://site.com/', true, [{ ...about, viaBrowser: false, reason }])
  await first
  void scan('https://site.com/').catch(() => {})
  await settle()
  expect(readings).toHaveLength(2)
})

test('a result reached through another site is cached for that URL alone', async () => {
  const { readings, scan } = trial()
  const led = scan('https://evil.com/')
  await settle()
  readings[0]?.land('https://victim.com/', false)
  await led
  expect((await scan('https://evil.com/')).cached).toBe(true)
  void scan('https://victim.com/').catch(() => {})
  await settle()
  expect(readings.map(({ href }) => href)).toEqual(['https://evil.com/', 'https://victim.com/'])
})

test('a caller has at most perCallerMax readings at a time, and other callers are not affected', async () => {
  const { readings, scan } = trial({ perCallerMax: 2 })
  const own = [1, 2].map((n) => scan(`https://site${n}.com/`, { caller: 'ada' }))
  await settle()
  expect(await failureOf(scan('https://site3.com/', { caller: 'ada' }))).toMatchObject({
    key: 'rate_limited',
  })
  const other = scan('https://site3.com/', { caller: 'ben' })
  await settle()
  for (const reading of readings) reading.land()
  await Promise.all([...own, other])
  const next = scan('https://site4.com/', { caller: 'ada' })
  await settle()
  readings[3]?.land()
  expect((await next).cached).toBe(false)
})

test('callers of one /48 network of IPv6 together have at most twice as many', async () => {
  const { readings, scan } = trial({ perCallerMax: 2 })
  const caller = (index: number) => `v6:network:${index}`
  const own = [1, 2, 3, 4].map((n) => scan(`https://site${n}.com/`, { caller: caller(n) }))
  await settle()
  expect(await failureOf(scan('https://site5.com/', { caller: caller(5) }))).toMatchObject({
    key: 'rate_limited',
  })
  const other = scan('https://site5.com/', { caller: 'v6:other:1' })
  await settle()
  expect(readings.map((reading) => reading.caller)).toEqual([...[1, 2, 3, 4].map(caller), 'v6:other:1'])
  for (const reading of readings) reading.land()
  await Promise.all([...own, other])
})

test('a scan waits for its turn at most waitMs', async () => {
  const { readings, scan } = trial({ runningMax: 1, waitMs: 30 })
  const running = scan('https://site1.com/')
  expect(await failureOf(scan('https://site2.com/'))).toMatchObject({ key: 'busy' })
  expect(readings).toHaveLength(1)
  readings[0]?.land()
  expect((await running).finalUrl).toBe('https://site1.com/')
})

test('when the server stops, every reading ends at once and no new one begins', async () => {
  const { readings, scan, stop } = trial({ runningMax: 1 })
  const asked = [1, 2].map((n) => failureOf(scan(`https://site${n}.com/`)))
  await settle()
  stop()
  for (const error of await Promise.all(asked)) expect(error).toMatchObject({ key: 'stopping' })
  expect(readings[0]?.signal.aborted).toBe(true)
  expect(await failureOf(scan('https://site3.com/'))).toMatchObject({ key: 'stopping' })
})

test('a fresh reading is made on request, and cached for the others', async () => {
  const { readings, scan } = trial()
  const first = scan('https://site.com/')
  await settle()
  readings[0]?.land()
  await first
  const second = scan('https://site.com/', { fresh: true })
  await settle()
  expect(readings[1]).toMatchObject({ fresh: true })
  readings[1]?.land()
  expect((await second).cached).toBe(false)
  expect((await scan('https://site.com/')).budget.elapsedMs).toBe(2)
})

test('a failure is not cached', async () => {
  const { readings, scan } = trial()
  const first = scan('https://site.com/')
  const failed = failureOf(first)
  await settle()
  readings[0]?.fail(analysisError('scan_failed', 'timeout'))
  expect(await failed).toMatchObject({ key: 'scan_failed' })
  void scan('https://site.com/').catch(() => {})
  await settle()
  expect(readings).toHaveLength(2)
})

test('a reading is aborted when its last caller disconnects, and only then', async () => {
  const { readings, scan } = trial()
  const [ada, ben] = [new AbortController(), new AbortController()]
  const leaving = [ada, ben].map(({ signal }) => scan('https://site.com/', { signal }))
  const left = leaving.map(failureOf)
  await settle()
  ada.abort(new Error('gone'))
  expect(await left[0]).toEqual(new Error('gone'))
  expect(readings[0]?.signal.aborted).toBe(false)
  ben.abort(new Error('gone'))
  expect(await left[1]).toEqual(new Error('gone'))
  expect(readings[0]?.signal.aborted).toBe(true)

  const next = scan('https://site.com/')
  await settle()
  expect(readings).toHaveLength(2)
  readings[1]?.land()
  expect((await next).finalUrl).toBe('https://site.com/')
})

test('a scan that is aborted already starts nothing', async () => {
  const { readings, scan } = trial()
  const left = scan('https://site.com/', { signal: AbortSignal.abort(new Error('gone')) })
  expect(await failureOf(left)).toEqual(new Error('gone'))
  expect(readings).toHaveLength(0)
})

test('at most runningMax readings run and waitingMax wait, and further ones fail as busy', async () => {
  const { readings, scan } = trial({ runningMax: 2, waitingMax: 2 })
  const answers = [1, 2, 3, 4].map((n) => scan(`https://site${n}.com/`))
  await settle()
  expect(readings).toHaveLength(2)
  expect(await failureOf(scan('https://site5.com/'))).toMatchObject({ key: 'busy' })
  // One that runs already can be joined all the same.
  const joined = scan('https://site1.com/')
  readings[0]?.land()
  await Promise.all([answers[0], joined])
  await settle()
  expect(readings.map(({ href }) => href)).toEqual([
    'https://site1.com/',
    'https://site2.com/',
    'https://site3.com/',
  ])
  readings[1]?.land()
  await settle()
  readings[2]?.land()
  readings[3]?.land()
  await Promise.all(answers)
})

test('a scan aborted in the queue frees its place', async () => {
  const { readings, scan } = trial({ runningMax: 1, waitingMax: 1 })
  const running = scan('https://site1.com/')
  const gone = new AbortController()
  const waiting = failureOf(scan('https://site2.com/', { signal: gone.signal }))
  await settle()
  gone.abort(new Error('gone'))
  expect(await waiting).toEqual(new Error('gone'))
  const third = scan('https://site3.com/')
  readings[0]?.land()
  await running
  await settle()
  expect(readings.map(({ href }) => href)).toEqual(['https://site1.com/', 'https://site3.com/'])
  readings[1]?.land()
  await third
})

test('the cache is bounded in size, and drops the oldest first', async () => {
  const { readings, scan } = trial({ cachedLengthMax: 1_500 })
  for (const n of [0, 1, 2, 3]) {
    const answer = scan(`https://site${n}.com/`)
    await settle()
    readings[n]?.land()
    await answer
  }
  expect((await scan('https://site3.com/')).cached).toBe(true)
  void scan('https://site0.com/').catch(() => {})
  await settle()
  expect(readings.at(-1)?.href).toBe('https://site0.com/')
})
