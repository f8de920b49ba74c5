import { afterAll, expect, test } from 'bun:test'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { openEgress, refusal, textOf } from '../../support/egress-kit.ts'
import { type Answer, endless, raw, reply, startRawSite } from '../../support/egress-site.ts'

const text = `<p>Größe ${Array.from({ length: 4_000 }, (_, index) => (index * 7_919) % 1_009).join(' ')}`
const coded = (coding: string, bytes: Uint8Array): Answer => reply(bytes, `Content-Encoding: ${coding}\r\n`)
const chunked = (chunks: readonly string[], end = '0\r\n\r\n', headers = ''): Answer =>
  raw(
    `HTTP/1.1 200 OK\r\n${headers}Transfer-Encoding: chunked\r\n\r\n${chunks
      .map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`)
      .join('')}${end}`,
  )
const latin = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')
const checksummed = zstdCompressSync(text, { params: { 201: 1 } })

const whole: Readonly<Record<string, Answer>> = {
  '/plain': reply(text),
  '/identity': coded('identity', Buffer.from(text)),
  '/charset-as-coding': coded('UTF-8', Buffer.from(text)),
  '/gzip': coded('gzip', gzipSync(text)),
  '/x-gzip': coded('X-GZip', gzipSync(text)),
  '/gzip-members': coded('gzip', Buffer.concat([gzipSync(text.slice(0, 999)), gzipSync(text.slice(999))])),
  '/deflate': coded('deflate', deflateSync(text)),
  '/deflate-raw': coded('deflate', deflateRawSync(text)),
  '/br': coded('br', brotliCompressSync(text)),
  '/zstd': coded('zstd', zstdCompressSync(text)),
  '/zstd-checksum': coded('zstd', checksummed),
  '/zstd-frames': coded(
    'zstd',
    Buffer.concat([
      zstdCompressSync(text.slice(0, 999)),
      Buffer.from('502a4d1803000000616263', 'hex'),
      zstdCompressSync(text.slice(999)),
    ]),
  ),
  '/chunked': chunked(latin(Buffer.from(text)).match(/.{1,700}/gs) ?? []),
  '/chunked-bytes': chunked([...latin(gzipSync(text))], '0\r\n\r\n', 'Content-Encoding: gzip\r\n'),
  '/chunked-deflate-bytes': chunked(
    [...latin(deflateRawSync(text))],
    '0\r\n\r\n',
    'Content-Encoding: deflate\r\n',
  ),
  '/chunked-zstd-bytes': chunked([...latin(checksummed)], '0\r\n\r\n', 'Content-Encoding: zstd\r\n'),
  '/until-close': raw(Buffer.from(`HTTP/1.0 200 OK\r\n\r\n${text}`), true),
  '/hints': (socket, request) => {
    socket.write('HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n')
    reply(text)(socket, request)
  },
}
const ok = (headers: string, body = '') => `HTTP/1.1 200 OK\r\n${headers}\r\n\r\n${body}`
const inChunks = 'Transfer-Encoding: chunked'
const filler = `A: ${'a'.repeat(1_000)}\r\n`
/** Answers that are refused, with the reason and the rule. */
const broken: Readonly<Record<string, readonly [answer: Answer, refusedBy: string]>> = {
  '/length-too-long': [raw(ok('Content-Length: 5000', 'short'), true), 'protocol cut-body'],
  '/chunk-cut': [raw(ok(inChunks, '5\r\nhello\r\n'), true), 'protocol cut-body'],
  '/chunk-cut-inside': [raw(ok(inChunks, 'ff\r\nhello'), true), 'protocol cut-body'],
  '/chunk-size-junk': [raw(ok(inChunks, 'zz\r\nhello')), 'protocol http:HPE_INVALID_CHUNK_SIZE'],
  '/chunk-size-vast': [raw(ok(inChunks, 'fffffffffffffffff\r\n')), 'protocol http:HPE_INVALID_CHUNK_SIZE'],
  '/two-lengths': [
    raw(ok('Content-Length: 2\r\nContent-Length: 3', 'abc')),
    'protocol http:HPE_UNEXPECTED_CONTENT_LENGTH',
  ],
  '/length-and-chunked': [
    raw(ok(`Content-Length: 2\r\n${inChunks}`, '3\r\nabc\r\n0\r\n\r\n')),
    'protocol http:HPE_INVALID_TRANSFER_ENCODING',
  ],
  '/length-negative': [raw(ok('Content-Length: -5', 'hello')), 'protocol http:HPE_INVALID_CONTENT_LENGTH'],
  '/length-vast': [raw(ok(`Content-Length: ${'9'.repeat(30)}`)), 'protocol http:HPE_INVALID_CONTENT_LENGTH'],
  '/length-declared': [raw(ok('Content-Length: 99999999999', 'hello')), 'too_large declared-length'],
  '/transfer-gzip': [raw(ok('Transfer-Encoding: gzip, chunked', '0\r\n\r\n')), 'protocol transfer-encoding'],
  '/not-http': [raw('<html>hello</html>', true), 'protocol http:HPE_INVALID_CONSTANT'],
  '/no-answer': [raw('', true), 'protocol http:ECONNRESET'],
  '/header-junk': [raw(ok('A B: c')), 'protocol http:HPE_INVALID_HEADER_TOKEN'],
  '/header-nul': [raw(ok('A: b\0c')), 'protocol http:HPE_INVALID_HEADER_TOKEN'],
  '/status-junk': [raw('HTTP/1.1 2x0 OK\r\n\r\n'), 'protocol http:HPE_INVALID_STATUS'],
  '/upgrade': [
    raw('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\nx'),
    'protocol upgrade',
  ],
  '/hints-endless': [
    endless('', 'HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n'),
    'protocol interim-answers',
  ],
  '/header-large': [raw(ok(`A: ${'a'.repeat(100_000)}`)), 'too_large header-bytes'],
  '/header-many': [
    raw(ok(Array.from({ length: 9_000 }, (_, index) => `A${index}: 1`).join('\r\n'))),
    'too_large header-bytes',
  ],
  '/header-endless': [endless('HTTP/1.1 200 OK\r\n', filler), 'too_large header-bytes'],
  '/header-endless-line': [endless('HTTP/1.1 200 OK\r\nA: ', 'a'.repeat(4_000)), 'too_large header-bytes'],
  '/reason-endless': [endless('HTTP/1.1 200 ', 'O'.repeat(4_000)), 'too_large header-bytes'],
  '/trailers-endless': [endless(ok(inChunks, '1\r\na\r\n0\r\n'), filler), 'too_large header-bytes'],
  '/body-endless': [endless('HTTP/1.1 200 OK\r\n\r\n', 'a'.repeat(65_536)), 'too_large wire-bytes'],
  '/chunks-endless': [endless(ok(inChunks), `10000\r\n${'a'.repeat(65_536)}\r\n`), 'too_large wire-bytes'],
  '/chunks-tiny-endless': [endless(ok(inChunks), '1\r\na\r\n'.repeat(10_000)), 'protocol tiny-chunks'],
  '/chunk-extensions': [endless(ok(inChunks), `1;x=${'a'.repeat(8_000)}\r\na\r\n`), 'too_large wire-bytes'],
  '/gzip-endless': [endless(ok('Content-Encoding: gzip'), gzipSync('member')), 'too_large wire-bytes'],
  '/stacked': [coded('gzip, gzip', gzipSync(gzipSync(text))), 'protocol stacked-encodings'],
  '/stacked-headers': [
    reply(gzipSync(gzipSync(text)), 'Content-Encoding: gzip\r\nContent-Encoding: br\r\n'),
    'protocol stacked-encodings',
  ],
  ...Object.fromEntries(
    ['compress', '__proto__', 'constructor'].map((coding) => [
      `/unknown-${coding}`,
      [coded(coding, gzipSync(text)), 'protocol unknown-encoding'] as const,
    ]),
  ),
  ...Object.fromEntries(
    ['gzip', 'br', 'zstd', 'deflate'].map((coding) => [
      `/not-${coding}`,
      [coded(coding, Buffer.from(text)), 'protocol bad-coding'] as const,
    ]),
  ),
}

// Every coding cut at its end, in its middle, and with bytes after its end.
const codings = {
  gzip: gzipSync(text),
  deflate: deflateSync(text),
  br: brotliCompressSync(text),
  zstd: zstdCompressSync(text),
}
const cut: Record<string, Answer> = {}
for (const [coding, bytes] of Object.entries(codings)) {
  cut[`/${coding}-less-one`] = coded(coding, bytes.subarray(0, -1))
  cut[`/${coding}-half`] = coded(coding, bytes.subarray(0, bytes.length >> 1))
  cut[`/${coding}-first-byte`] = coded(coding, bytes.subarray(0, 1))
  cut[`/${coding}-more`] = coded(coding, Buffer.concat([bytes, Buffer.from('and more')]))
}
cut['/zstd-checksum-cut'] = coded('zstd', checksummed.subarray(0, -2))

const site = await startRawSite({
  answers: {
    ...whole,
    ...cut,
    ...Object.fromEntries(Object.entries(broken).map(([path, [answer]]) => [path, answer])),
    '/reset': (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\nshort')
      setImmediate(() => socket.resetAndDestroy())
    },
    '/empty-gzip': coded('gzip', Buffer.alloc(0)),
    '/no-content': raw('HTTP/1.1 204 No Content\r\nContent-Encoding: br\r\n\r\n'),
    '/headers': raw(
      Buffer.from(
        'HTTP/1.1 404 Nope\r\nServer: a\r\nSET-cookie: x=1\r\nset-Cookie: y=2\r\nX-Name: Größe\r\nX-Raw: ä\r\nContent-Length: 0\r\n\r\n',
      ),
    ),
    '/latin': raw('HTTP/1.1 200 OK\r\nX-Raw: \xe4\r\nContent-Length: 0\r\n\r\n'),
    '/ratio': coded('gzip', gzipSync(Buffer.alloc(2_000_000))),
    '/repetitive': coded('gzip', gzipSync(Buffer.alloc(200_000))),
  },
})
afterAll(() => site.close())
const at = (path: string) => `http://site.com:${site.port}${path}`

for (const path of Object.keys(whole)) {
  test(`a whole answer is read: ${path}`, async () => {
    using opened = openEgress({ port: site.port })
    const answer = await opened.get(at(path))
    expect(textOf(answer.body)).toBe(text)
    expect(opened.budget.spent).toEqual({
      requests: 1,
      wireBytes: answer.wireBytes,
      inflatedBytes: Buffer.byteLength(text),
    })
  })
}

for (const [path, [, refusedBy]] of Object.entries(broken)) {
  test(`a broken answer is refused by ${refusedBy}: ${path}`, async () => {
    using opened = openEgress({ port: site.port, limits: { wireBytesMax: 1_000_000 } })
    const { reason, rule } = await refusal(opened.get(at(path)))
    expect(`${reason} ${rule}`).toBe(refusedBy)
    expect(opened.budget.spent.wireBytes).toBeLessThan(3_000_000)
    opened.session.close()
    await site.whenIdle()
  })
}

for (const path of Object.keys(cut)) {
  test(`a coded body of the wrong extent is refused: ${path}`, async () => {
    using opened = openEgress({ port: site.port })
    expect(await refusal(opened.get(at(path)))).toMatchObject({ reason: 'protocol' })
  })
}

test('a connection that is reset inside the body breaks the answer', async () => {
  using opened = openEgress({ port: site.port })
  expect(await refusal(opened.get(at('/reset')))).toMatchObject({ reason: 'protocol' })
})

test('an empty body needs no decoding', async () => {
  using opened = openEgress({ port: site.port })
  expect((await opened.get(at('/empty-gzip'))).body).toHaveLength(0)
  expect(await opened.get(at('/no-content'))).toMatchObject({ status: 204, redirects: 0 })
})

test('a request carries the user agent, the accepted types and codings, and no other header', async () => {
  using opened = openEgress({ port: site.port })
  await opened.get(at('/plain?q=1#part'), { accept: 'text/plain' })
  expect(site.requests.at(-1)?.head.split('\r\n')).toEqual([
    'GET /plain?q=1 HTTP/1.1',
    `host: site.com:${site.port}`,
    'user-agent: test-agent/1.0',
    'accept: text/plain',
    'accept-encoding: gzip, deflate, br, zstd',
    'Connection: keep-alive',
  ])
})

test('headers are given in their order, in lower case, decoded as UTF-8 where valid, and cookies are not sent back', async () => {
  using opened = openEgress({ port: site.port })
  const answer = await opened.get(at('/headers'))
  expect(answer).toMatchObject({ status: 404, fetchedAt: 1_700_000_000_000, redirects: 0 })
  expect(answer.url.href).toBe(at('/headers'))
  expect(answer.headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')).toBe(
    'server: a\r\nset-cookie: x=1\r\nset-cookie: y=2\r\nx-name: Größe\r\nx-raw: ä\r\ncontent-length: 0\r\n',
  )
  expect((await opened.get(at('/latin'))).headers[0]).toEqual(['x-raw', 'ä'])
  await opened.get(at('/plain'))
  expect(site.requests.at(-1)?.head.toLowerCase()).not.toContain('cookie')
})

test('a body may be far larger than its coded form only while it is small', async () => {
  using opened = openEgress({ port: site.port })
  expect((await opened.get(at('/repetitive'))).body).toHaveLength(200_000)
  expect(await refusal(opened.get(at('/ratio')))).toEqual({ reason: 'too_large', rule: 'inflation-ratio' })
  const trusting = opened.get(at('/ratio'), { limits: { inflationRatioMax: 10_000 } })
  expect((await trusting).body).toHaveLength(2_000_000)
  const small = opened.get(at('/ratio'), {
    limits: { inflationRatioMax: 10_000, inflatedBytesMax: 1_000_000 },
  })
  expect(await refusal(small)).toEqual({ reason: 'too_large', rule: 'inflated-bytes' })
})

test('the budget of a scan ends it, whichever part is used up first', async () => {
  using requests = openEgress({ port: site.port, budget: { requestsMax: 2 } })
  await requests.get(at('/plain'))
  await requests.get(at('/plain'))
  expect(await refusal(requests.get(at('/plain')))).toEqual({ reason: 'too_large', rule: 'budget-requests' })
  expect(requests.budget.spent.requests).toBe(2)

  using wire = openEgress({ port: site.port, budget: { wireBytesMax: 30_000 } })
  await wire.get(at('/plain'))
  expect(await refusal(wire.get(at('/plain')))).toEqual({ reason: 'too_large', rule: 'budget-wire' })

  using inflated = openEgress({ port: site.port, budget: { inflatedBytesMax: 30_000 } })
  await inflated.get(at('/gzip'))
  expect(await refusal(inflated.get(at('/br')))).toEqual({ reason: 'too_large', rule: 'budget-inflated' })
})

test('the bytes of a refused answer are charged to the budget', async () => {
  using opened = openEgress({ port: site.port, limits: { wireBytesMax: 500_000 } })
  await refusal(opened.get(at('/body-endless')))
  const { wireBytes } = opened.budget.spent
  expect(wireBytes).toBeGreaterThan(500_000)
  await refusal(opened.get(at('/header-endless')))
  expect(opened.budget.spent.wireBytes).toBeGreaterThan(wireBytes)
})
