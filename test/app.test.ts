import { afterAll, beforeAll, expect, test } from 'bun:test'
import fc from 'fast-check'
import { idOf } from './milestone/views/small-chain.ts'
import { openStream } from './support/event-stream.ts'
import { rawRequest, sendRaw } from './support/raw-http.ts'
import { testSeed } from './support/seed.ts'
import { heldBundle, type SmallServer, startSmallServer } from './support/small-server.ts'
import { sizeOf } from './support/soak.ts'

const seed = testSeed('app')
let server: SmallServer
beforeAll(async () => {
  server = await startSmallServer({ pingMs: 10 })
})
afterAll(() => server.dispose())
const send = (line: string, headers: string[] = []) =>
  sendRaw(server.listening.url, rawRequest(line, headers))
const unknown = `0x${'1'.repeat(64)}`

const reads = [
  '/api/status/demo',
  `/api/status/milestone/${idOf('m')}`,
  '/api/explorer/milestones',
  '/api/operations',
  '/api/sponsor',
  '/api/activity',
  '/api/verifiers',
  '/api/treasury',
  '/api/recovery',
  '/api/ens/ada.eth',
  '/api/indexer',
  `/api/indexer/${heldBundle.root}`,
  `/api/indexer/${heldBundle.root}/proofs/0`,
]

test.each(reads)(
  'GET %s answers ok with a validator, HEAD the same without the body, and 304 to the validator',
  async (path) => {
    const get = await send(`GET ${path}`)
    expect(get.status).toBe(200)
    expect(JSON.parse(get.body)).toMatchObject({
      ok: true,
      asOf: { blockNumber: server.readModel.head?.number, stale: false },
    })
    const bare = await send(`HEAD ${path}`)
    expect([bare.status, bare.body, bare.headers['content-length'], bare.headers['etag']]).toEqual([
      200,
      '',
      String(Buffer.byteLength(get.body)),
      get.headers['etag'] ?? '',
    ])
    expect(get.headers['etag']).toMatch(/^"[^"]{20,}"$/)
    const again = await send(`GET ${path}`, [`If-None-Match: "x", W/${get.headers['etag']}`])
    expect([again.status, again.body, again.headers['access-control-allow-origin']]).toEqual([304, '', '*'])
    expect((await send(`POST ${path}`)).headers['allow']).toBe('GET, HEAD, OPTIONS')
    expect((await send(`OPTIONS ${path}`)).status).toBe(204)
  },
)

const malformed = [
  ['/api/status/milestone/0x12', 400, 'invalid_milestone_hash'],
  ['/api/status/milestone/%E0%A4%A', 400, 'invalid_milestone_hash'],
  [`/api/status/milestone/${idOf('m')}%00`, 400, 'invalid_milestone_hash'],
  [`/api/status/milestone/${unknown}`, 404, 'milestone_not_found'],
  ['/api/status/milestone/', 404, 'not_found'],
  [`/api/status/milestone/${idOf('m')}/votes`, 404, 'not_found'],
  ['/api/ens/%E0%A4%A', 400, 'invalid_name'],
  ['/api/ens/%ED%A0%80', 400, 'invalid_name'],
  ['/api/ens/%00', 400, 'invalid_name'],
  ['/api/ens/%2F', 400, 'invalid_name'],
  ['/api/ens/..%2F..%2Fetc%2Fpasswd', 400, 'invalid_name'],
  ['/api/ens/ada%0d%0aSet-Cookie:%20x', 400, 'invalid_name'],
  ['/api/ens/nobody', 404, 'name_not_found'],
  ['/api/ens/', 404, 'not_found'],
  ['/api/explorer/milestones?limit=201', 400, 'invalid_request'],
  ['/api/explorer/milestones?limit=%E0%A4%A', 400, 'invalid_request'],
  ['/api/explorer/milestones?limit=1&l%69mit=2', 400, 'invalid_request'],
  ['/api/explorer/milestones?state=open', 400, 'invalid_request'],
  ['/api/explorer/milestones?cursor=%00', 400, 'invalid_cursor'],
  ['/api/explorer/milestones?builder=0x12', 400, 'invalid_builder'],
  [`/api/explorer/milestones?cursor=${'A'.repeat(9000)}`, 414, 'uri_too_long'],
  ['/api/activity?type=x', 400, 'invalid_request'],
  ['/api/activity?since=-1', 400, 'invalid_request'],
  ['/api/activity?since=9999999999999', 400, 'invalid_request'],
  ['/api/recovery?since=yesterday', 400, 'invalid_request'],
  ['/api/sponsor?cursor=x', 400, 'invalid_cursor'],
  ['/api/activity?milestone=0x12', 400, 'invalid_milestone_hash'],
  ['/api/activity?account=ada', 400, 'invalid_account'],
  ['/api/explorer/milestones?label=open', 400, 'invalid_request'],
  ['/api/indexer?cursor=x', 400, 'invalid_cursor'],
  ['/api/indexer/0x12', 400, 'invalid_evidence_root'],
  ['/api/indexer/%E0%A4%A', 400, 'invalid_evidence_root'],
  [`/api/indexer/${unknown}`, 404, 'evidence_not_found'],
  [`/api/indexer/${unknown}/proofs/0`, 404, 'evidence_not_found'],
  [`/api/indexer/${heldBundle.root}/proofs/1`, 404, 'leaf_not_found'],
  [`/api/indexer/${heldBundle.root}/proofs/-1`, 404, 'leaf_not_found'],
  [`/api/indexer/${heldBundle.root}/proofs/%E0%A4%A`, 404, 'leaf_not_found'],
  [`/api/indexer/${heldBundle.root}/proofs/`, 404, 'not_found'],
  ['/api/chaos/runs/%00', 404, 'run_not_found'],
  ['/api/chaos/runs/run_0', 404, 'run_not_found'],
  ['/api/explorer', 404, 'not_found'],
  ['/api/treasury/../nothing', 404, 'not_found'],
  ['/api/treasury//', 404, 'not_found'],
] as const

test.each(malformed)('GET %s is a problem of Area C', async (path, status, slug) => {
  const { status: given, headers, body } = await send(`GET ${path}`)
  expect([given, headers['content-type'], headers['cache-control']]).toEqual([
    status,
    'application/problem+json',
    'no-store',
  ])
  const problem = JSON.parse(body)
  expect(problem).toMatchObject({
    type: 'about:blank',
    status,
    error: slug,
    requestId: headers['x-request-id'],
  })
  // A path that the server's URL parser shortens (`..`) may leave the area.
  if (!path.includes('..')) expect(problem.ok).toBe(false)
  expect(problem.detail).not.toBe('')
  expect(slug === 'not_found' || headers['access-control-allow-origin'] === '*').toBe(true)
})

test('parameters that a route does not declare change nothing', async () => {
  const query = `page=2&__proto__=1&constructor=1&constructor=2&limit[]=1&=&%&${'a=1&'.repeat(1_900)}`
  for (const path of ['/api/explorer/milestones', '/api/verifiers', '/healthz']) {
    const [plain, given] = [await send(`GET ${path}`), await send(`GET ${path}?${query}`)]
    expect([given.status, given.headers['etag'], given.body]).toEqual([
      200,
      plain.headers['etag'],
      plain.body,
    ])
  }
})

test('a stream without events sends keep-alive comments over a socket, with its position', async () => {
  const client = openStream(server.listening.url, { path: '/api/activity/stream?type=deadline' })
  await client.until(() => client.comments() > 2)
  const { lastEventId } = JSON.parse((await send('GET /api/activity')).body)
  expect(client.lastEventId()).toBe(lastEventId)
  expect(client.messages).toEqual([])
  client.close()
})

/** Pieces of paths: real ones, mistakes and noise. */
const piece = fc.oneof(
  fc.constantFrom(
    'api',
    'status',
    'milestone',
    'ens',
    'indexer',
    'proofs',
    'explorer',
    'milestones',
    'swagger',
  ),
  fc.constantFrom(
    '..',
    '.',
    '',
    '%',
    '%00',
    '%2e%2e',
    '%E0%A4%A',
    '%ff',
    ':hash',
    '*',
    '__proto__',
    'constructor',
  ),
  fc.constantFrom(idOf('m'), heldBundle.root, unknown, 'ada.eth', '0', '-1', '0x'),
  fc.string({ unit: fc.constantFrom(...'abz09%+&=?;:@!$\'()*,[]{}|\\^`~"<>-_.'), maxLength: 12 }),
)
const paths = fc.oneof(
  fc.array(piece, { maxLength: 6 }).map((pieces) => `/${pieces.join('/')}`),
  fc.tuple(fc.constantFrom(...reads), piece).map(([read, end]) => `${read}/${end}`),
)
const queries = fc.array(
  fc.tuple(
    fc.constantFrom('limit', 'cursor', 'state', 'builder', 'type', 'since', 'x', '', '__proto__'),
    piece,
  ),
  { maxLength: 4 },
)
const requests = fc.record({
  method: fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'DELETE', 'PATCH', 'TRACE'),
  path: fc.oneof(paths, fc.constantFrom(...reads)),
  query: queries.map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join('&')),
  etag: fc.constantFrom('', '*', '"x"', 'W/', '"'),
  type: fc.constantFrom('', 'application/json', 'multipart/form-data', 'text/\u00ff'),
})

test('no request is answered with a 500, and every refusal has the shape of a problem', async () => {
  await fc.assert(
    fc.asyncProperty(requests, async ({ method, path, query, etag, type }) => {
      const headers = [`If-None-Match: ${etag}`, `Content-Type: ${type}`]
      const answer = await send(`${method} ${path}${query === '' ? '' : `?${query}`}`, headers)
      expect(answer.status).toBeLessThan(500)
      expect(answer.headers['x-request-id']).toBeDefined()
      if (answer.status < 400) return
      expect(answer.headers['content-type']).toBe('application/problem+json')
      if (method !== 'HEAD') expect(JSON.parse(answer.body)).toMatchObject({ status: answer.status })
    }),
    { seed, numRuns: sizeOf({ short: 100, soak: 3_000 }) },
  )
  expect(server.logLines().filter((line) => line.includes('"level":"error"'))).toEqual([])
})

test('when the chain is lost, the same data answers as stale and with another validator', async () => {
  const fresh = await send('GET /api/treasury')
  server.setStale(true)
  const lost = await send('GET /api/treasury')
  server.setStale(false)
  expect([lost.status, JSON.parse(lost.body).asOf.stale]).toEqual([200, true])
  expect(lost.headers['etag']).not.toBe(fresh.headers['etag'])
})

test('a new recovery event is in the next answer', async () => {
  const total = async () => JSON.parse((await send('GET /api/recovery')).body).summary.totalEvents
  const before = await total()
  server.recoveryLog.record({ event: 'e', context: 'c', action: 'a', target: 't', outcome: 'failed' })
  expect(await total()).toBe(before + 1)
})

test('before the first block is read every view is a 503 with Retry-After, and the process is healthy', async () => {
  const { readModel } = server
  const { head } = readModel
  readModel.head = undefined
  readModel.revision += 1
  try {
    for (const path of reads) {
      const { status, headers, body } = await send(`GET ${path}`)
      expect([path, status, headers['retry-after']]).toEqual([path, 503, '2'])
      expect(JSON.parse(body)).toMatchObject({ ok: false, error: 'not_ready' })
      expect(body).toContain('the first block is awaited')
    }
    expect((await send('GET /healthz')).status).toBe(200)
  } finally {
    readModel.head = head
    readModel.revision += 1
  }
})

test('a name in invalid percent-encoding is refused as not valid, not as empty', async () => {
  expect(JSON.parse((await send('GET /api/ens/%E0%A4%A')).body).detail).toContain('ENSIP-15')
})

test('answers name the configured address, not that of the Host header', async () => {
  const lines = [
    'GET /api/status/demo HTTP/1.1',
    'Host: evil.example',
    'X-Forwarded-Host: evil.example',
    'Connection: close',
    '',
    '',
  ]
  const { body } = await sendRaw(server.listening.url, lines.join('\r\n'))
  expect(JSON.parse(body).demoHints.metadataIndexer).toBe('https://status.example/api/indexer')
  expect(body).not.toContain('evil')
})

test('the description documents are readable from any origin, health is not', async () => {
  expect((await send('GET /openapi.json')).headers['access-control-allow-origin']).toBe('*')
  expect((await send('GET /openapi/milestone.json')).headers['access-control-allow-origin']).toBe('*')
  expect((await send('GET /healthz')).headers['access-control-allow-origin']).toBeUndefined()
})
