import { afterAll, expect, test } from 'bun:test'
import { openEgress, publicAddress, refusal, tableDns, textOf } from '../../support/egress-kit.ts'
import { type Answer, endless, raw, redirect, reply, startRawSite } from '../../support/egress-site.ts'
import { waitFor } from '../../support/wait.ts'

const used = new Set<string>()
/** Whether this connection was used for this path before. */
const seenBefore = (connection: number, path: string) => {
  const key = `${connection} ${path}`
  return used.has(key) || !used.add(key)
}
const held: Array<() => void> = []
let heldAtOnce = 0
let heldAtMost = 0

/** The first bytes, then a piece every few milliseconds until the other side goes or `times` are sent. */
function trickle(first: string, piece = 'x', times = Number.POSITIVE_INFINITY): Answer {
  return (socket) => {
    socket.write(first)
    let left = times
    const timer = setInterval(() => {
      socket.write(piece)
      left -= 1
      if (left === 0) clearInterval(timer)
    }, 10)
    socket.on('close', () => clearInterval(timer))
  }
}

const site = await startRawSite({
  answers: {
    '/': reply('hello'),
    '/on': redirect('/'),
    '/close': (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 5\r\n\r\nhello')
      socket.end()
    },
    '/close-unsaid': (socket, request) => {
      reply('hello')(socket, request)
      socket.end()
    },
    '/stale': (socket, request) => {
      if (seenBefore(request.connection, '/stale')) socket.resetAndDestroy()
      else reply('hello')(socket, request)
    },
    '/half-stale': (socket, request) => {
      if (!seenBefore(request.connection, '/half-stale')) return reply('hello')(socket, request)
      // Not reset, which might overtake the bytes.
      socket.end('HTTP/1.1 200 OK\r\nContent-')
    },
    '/hang-up': (socket) => void socket.resetAndDestroy(),
    '/poison': raw(
      'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhelloHTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil',
    ),
    '/hold': (socket, request) => {
      heldAtOnce += 1
      heldAtMost = Math.max(heldAtMost, heldAtOnce)
      held.push(() => {
        heldAtOnce -= 1
        reply('held')(socket, request)
      })
    },
    '/bomb': endless(
      'HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n',
      Bun.gzipSync(Buffer.alloc(1_048_576)),
    ),
    '/page': reply(Bun.gzipSync(Buffer.alloc(100_000, 'page ')), 'Content-Encoding: gzip\r\n'),
    '/silent': () => {},
    '/silent-body': raw('HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhel'),
    '/slow-head': trickle('HTTP/1.1 200 OK\r\nA: '),
    '/slow-body': trickle('HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n'),
    '/slow-chunks': trickle('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n', '1\r\na\r\n'),
    '/slow-but-done': trickle('HTTP/1.1 200 OK\r\nContent-Length: 250\r\n\r\n', 'x', 250),
    '/endless': endless('HTTP/1.1 200 OK\r\n\r\n', 'a'.repeat(1_000)),
    '/endless-gzip': endless(
      'HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n',
      Bun.gzipSync(Buffer.from('member')),
    ),
  },
})
afterAll(() => site.close())
const at = (path: string, host = 'site.com') => `http://${host}:${site.port}${path}`
const asked = (path: string) =>
  waitFor(`the site is asked for ${path}`, () => site.requests.at(-1)?.path === path)

test('requests of a session share connections, redirects included', async () => {
  using opened = openEgress({ port: site.port })
  const before = site.connections
  for (const path of ['/', '/on', '/', '/on']) expect(textOf((await opened.get(at(path))).body)).toBe('hello')
  expect(site.connections).toBe(before + 1)
})

for (const path of ['/close', '/close-unsaid']) {
  test(`a connection that the server closes is not used again: ${path}`, async () => {
    using opened = openEgress({ port: site.port })
    for (let each = 0; each < 3; each += 1) expect(textOf((await opened.get(at(path))).body)).toBe('hello')
  })
}

test('a kept connection that turns out to be dead is replaced once', async () => {
  using opened = openEgress({ port: site.port })
  expect(textOf((await opened.get(at('/stale'))).body)).toBe('hello')
  const before = site.connections
  expect(textOf((await opened.get(at('/stale'))).body)).toBe('hello')
  expect(site.connections).toBe(before + 1)
  expect(opened.budget.spent.requests).toBe(3)
})

test('a new connection that is hung up on is not tried again, nor one that began to answer', async () => {
  using opened = openEgress({ port: site.port })
  expect(await refusal(opened.get(at('/hang-up')))).toEqual({ reason: 'protocol', rule: 'http:ECONNRESET' })
  expect(opened.budget.spent.requests).toBe(1)
  await opened.get(at('/half-stale'))
  expect(await refusal(opened.get(at('/half-stale')))).toMatchObject({ reason: 'protocol' })
  expect(opened.budget.spent.requests).toBe(3)
})

test('bytes after an answer never become the next answer', async () => {
  using opened = openEgress({ port: site.port })
  expect(textOf((await opened.get(at('/poison'))).body)).toBe('hello')
  expect(textOf((await opened.get(at('/'))).body)).toBe('hello')
})

test('at most the allowed number of requests to one host are under way', async () => {
  using opened = openEgress({ port: site.port, perHost: 2 })
  const answers = Array.from({ length: 7 }, () => opened.get(at('/hold')))
  for (let done = 0; done < 7; done += 1) {
    const release = await waitFor(`request ${done + 1} is asked`, () => held.shift())
    release()
  }
  expect(await Promise.all(answers.map(async (answer) => textOf((await answer).body)))).toEqual(
    Array(7).fill('held'),
  )
  expect(heldAtMost).toBe(2)
})

test('a host that is slow does not hold up another', async () => {
  using opened = openEgress({ port: site.port, perHost: 1 })
  const waiting = refusal(opened.get(at('/silent')))
  expect(textOf((await opened.get(at('/', 'other.org'))).body)).toBe('hello')
  opened.abort()
  expect(await waiting).toMatchObject({ reason: 'aborted' })
})

test('waiting for a turn does not count as time of the request', async () => {
  using opened = openEgress({ port: site.port, perHost: 1, limits: { requestMs: 150, idleMs: 60_000 } })
  const refusals = Array.from({ length: 3 }, () => refusal(opened.get(at('/silent'))))
  expect(await Promise.all(refusals)).toEqual(Array(3).fill({ reason: 'timeout', rule: 'request-time' }))
  expect(opened.budget.spent.requests).toBe(3)
})

const slow: ReadonlyArray<readonly [path: string, idleMs: number, requestMs: number, rule: string]> = [
  ['/silent', 60, 60_000, 'idle-time'],
  ['/silent-body', 60, 60_000, 'idle-time'],
  // Headers must come within the time for silence, however busily they trickle.
  ['/slow-head', 60, 60_000, 'idle-time'],
  ['/slow-body', 60_000, 150, 'request-time'],
  ['/slow-chunks', 60_000, 150, 'request-time'],
]
for (const [path, idleMs, requestMs, rule] of slow) {
  test(`a slow site is abandoned by ${rule}, and its connection freed: ${path}`, async () => {
    using opened = openEgress({ port: site.port, limits: { idleMs, requestMs } })
    expect(await refusal(opened.get(at(path)))).toEqual({ reason: 'timeout', rule })
    await site.whenIdle()
  })
}

test('a slow site that goes on sending is not silent', async () => {
  using opened = openEgress({ port: site.port, limits: { idleMs: 2_000 } })
  expect((await opened.get(at('/slow-but-done'))).body).toHaveLength(250)
})

for (const path of ['/silent', '/slow-head', '/silent-body', '/slow-body', '/endless', '/endless-gzip']) {
  test(`an abort of the caller frees the connection at once: ${path}`, async () => {
    using opened = openEgress({ port: site.port })
    const controller = new AbortController()
    const got = refusal(
      opened.get(at(path), {
        signal: controller.signal,
        limits: { wireBytesMax: 2 ** 40, inflatedBytesMax: 2 ** 40 },
      }),
    )
    await asked(path)
    controller.abort()
    expect(await got).toEqual({ reason: 'aborted', rule: 'caller-aborted' })
    await site.whenIdle()
    expect(textOf((await opened.get(at('/'))).body)).toBe('hello')
  })
}

test('an aborted request decodes and costs nothing more', async () => {
  using opened = openEgress({ port: site.port })
  const controller = new AbortController()
  const limits = { wireBytesMax: 2 ** 40, inflatedBytesMax: 2 ** 40, inflationRatioMax: 2 ** 40 }
  const got = refusal(opened.get(at('/bomb'), { signal: controller.signal, limits }))
  await waitFor('the bomb is being decoded', () => opened.budget.spent.inflatedBytes > 0)
  controller.abort()
  const { spent } = opened.budget
  expect(await got).toMatchObject({ reason: 'aborted' })
  // By the time that another coded page was read, the decoder would have gone on.
  const page = await opened.get(at('/page'))
  expect(opened.budget.spent.inflatedBytes).toBe(spent.inflatedBytes + page.body.length)
})

test('the end of a scan ends every request, those that wait for their turn included', async () => {
  using opened = openEgress({ port: site.port, perHost: 1 })
  const refusals = [at('/silent'), at('/'), at('/on')].map((url) => refusal(opened.get(url)))
  await asked('/silent')
  opened.abort()
  expect((await Promise.all(refusals)).map(({ reason }) => reason)).toEqual(Array(3).fill('aborted'))
  opened.session.close()
  await site.whenIdle()
})

test('a closed session frees its kept connections and sends no more requests', async () => {
  const opened = openEgress({ port: site.port })
  await opened.get(at('/'))
  const waiting = refusal(opened.get(at('/silent')))
  await asked('/silent')
  opened.session.close()
  expect(await waiting).toMatchObject({ reason: 'aborted' })
  await site.whenIdle()
  expect(await refusal(opened.get(at('/')))).toMatchObject({ reason: 'aborted' })
  expect(await refusal(opened.session.judge('site.com', 443))).toMatchObject({ reason: 'aborted' })
})

test('after an abort no request is sent', async () => {
  const dns = tableDns({ 'site.com': [publicAddress] })
  using opened = openEgress({ port: site.port, dns })
  expect(await refusal(opened.get(at('/'), { signal: AbortSignal.abort() }))).toMatchObject({
    reason: 'aborted',
  })
  expect(opened.budget.spent.requests).toBe(0)
})

test('a deadline of the caller is a timeout, not an abort', async () => {
  using opened = openEgress({ port: site.port })
  const late = opened.get(at('/silent'), { signal: AbortSignal.any([AbortSignal.timeout(30)]) })
  expect(await refusal(late)).toEqual({ reason: 'timeout', rule: 'caller-deadline' })
  using scan = openEgress({ port: site.port, signal: AbortSignal.timeout(30) })
  expect(await refusal(scan.get(at('/silent')))).toEqual({ reason: 'timeout', rule: 'caller-deadline' })
  expect(await refusal(scan.session.judge('site.com', 443))).toMatchObject({ reason: 'timeout' })
})
