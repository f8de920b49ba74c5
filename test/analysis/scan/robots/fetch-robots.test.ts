import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { decodeRobots, robotsBytesMax } from '../../../../src/analysis/scan/robots/decode-robots.ts'
import { robotsFetcher } from '../../../../src/analysis/scan/robots/fetch-robots.ts'
import { createBudget, createEgress, type Dns } from '../../../../src/kernel/egress/egress.ts'
import { silentLog } from '../../../../src/kernel/runtime/log.ts'

const body = 'user-agent: *\ndisallow: /x\n'
let site: ReturnType<typeof Bun.serve>

/** A local site: the host's first label says how it answers. */
function answer(request: Request): Response | Promise<Response> {
  const url = new URL(request.url)
  const [kind = '', detail = ''] = url.hostname.split('.', 1).join('').split('-')
  const to = (location: string, status = 302) => new Response('moved', { status, headers: { location } })
  if (kind === 'status') return new Response(body, { status: Number(detail) })
  if (kind === 'hops') {
    const done = Number(url.searchParams.get('hop') ?? 0)
    return done === Number(detail)
      ? new Response(body)
      : to(`/robots.txt?hop=${done + 1}`, done % 2 === 0 ? 301 : 308)
  }
  if (kind === 'elsewhere') return to(`http://status-200.foo-bar-site.com:${site.port}/other.txt`)
  if (kind === 'private') return to('http://10.0.0.1/robots.txt')
  if (kind === 'ftp') return to('ftp://status-200.foo-bar-site.com/robots.txt')
  if (kind === 'lost') return new Response('moved', { status: 302 })
  if (kind === 'size')
    return new Response(`user-agent: *\n${'#'.repeat(63)}\n`.repeat(1).padEnd(Number(detail), '#'))
  if (kind === 'silent') return new Promise<Response>(() => {})
  if (kind === 'html') return new Response('<h1>Not found</h1>', { headers: { 'content-type': 'text/html' } })
  if (kind === 'empty') return new Response(null, { status: 204 })
  return new Response(JSON.stringify(Object.fromEntries(request.headers)))
}

beforeAll(() => {
  site = Bun.serve({ hostname: '127.0.0.1', port: 0, idleTimeout: 60, fetch: answer })
})
afterAll(() => site.stop(true))

const publicAddress = '93.184.215.14'
const dns: Dns = {
  addresses: async (host) =>
    host.startsWith('nowhere') ? [] : host.startsWith('intern') ? ['10.0.0.1'] : [publicAddress],
  records: async () => [],
}

/** Fetches with the product's own egress; only the name service and the last step of the way are ours. */
async function fetchFrom(kind: string, signal = new AbortController().signal) {
  const egress = createEgress({
    dns,
    policy: { ports: [site.port ?? 0], exceptions: [] },
    userAgent: 'CairnBot/0 (+http://localhost/bot)',
    log: silentLog,
    now: Date.now,
    limits: { idleMs: kind === 'silent' ? 300 : 60_000, requestMs: 60_000 },
    dial: () => '127.0.0.1',
  })
  const budget = createBudget({ requestsMax: 50, wireBytesMax: 1e8, inflatedBytesMax: 1e8 })
  const session = egress.open({ signal, budget, perHost: 2 })
  try {
    return await robotsFetcher(
      session,
      signal,
    )(new URL(`http://${kind}.foo-bar-site.com:${site.port}/robots.txt`))
  } finally {
    session.close()
  }
}
const state = async (kind: string) => {
  const fetched = await fetchFrom(kind)
  return fetched.state === 'unreachable' ? `unreachable: ${fetched.reason}` : fetched.state
}

describe('the state of a robots.txt', () => {
  test.each([
    ['status-200', 'found'],
    ['empty', 'found'],
    ['html', 'found'],
    ['hops-5', 'found'],
    ['elsewhere', 'found'],
    ['hops-6', 'unavailable'],
    ['lost', 'unavailable'],
    ['status-400', 'unavailable'],
    ['status-404', 'unavailable'],
    ['status-429', 'unavailable'],
    ['status-499', 'unavailable'],
    ['status-500', 'unreachable: http_status'],
    ['status-503', 'unreachable: http_status'],
    ['status-599', 'unreachable: http_status'],
    ['nowhere', 'unreachable: dns'],
    ['silent', 'unreachable: timeout'],
    [`size-${robotsBytesMax * 4}`, 'found'],
    [`size-${4 * 1024 * 1024 + 1}`, 'unreachable: too_large'],
  ])('%s is %s', async (kind, expected) => {
    expect(await state(kind)).toBe(expected)
  })

  test.each(['private', 'intern', 'ftp'])(
    '%s is refused by policy, which says nothing of the site',
    async (kind) => {
      await expect(fetchFrom(kind)).rejects.toMatchObject({ name: 'EgressRefused', reason: 'not_allowed' })
    },
  )

  test('an end of the scan says nothing about the site', async () => {
    const controller = new AbortController()
    const fetching = fetchFrom('silent', controller.signal)
    controller.abort()
    await expect(fetching).rejects.toMatchObject({ reason: 'aborted' })
  })
})

test('a file behind redirects is the one that counts', async () => {
  for (const kind of ['hops-5', 'elsewhere']) {
    expect(await fetchFrom(kind)).toEqual({ state: 'found', body: new Uint8Array(Buffer.from(body)) })
  }
})

test('a file of two megabytes is cut to 500 KiB, at the end of a line', async () => {
  const fetched = await fetchFrom('size-2000000')
  if (fetched.state !== 'found') throw new Error(fetched.state)
  expect(fetched.body.length).toBe(2_000_000)
  expect(decodeRobots(fetched.body)).toBe(`user-agent: *\n${'#'.repeat(63)}\n`)
})

test('text is asked for, under our name', async () => {
  const fetched = await fetchFrom('headers')
  if (fetched.state !== 'found') throw new Error(fetched.state)
  expect(JSON.parse(new TextDecoder().decode(fetched.body))).toMatchObject({
    accept: 'text/plain,*/*;q=0.5',
    'user-agent': 'CairnBot/0 (+http://localhost/bot)',
  })
})
