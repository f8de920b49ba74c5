import { afterAll, expect, test } from 'bun:test'
import { createTestAuthority } from '../../support/egress-certificates.ts'
import { openEgress, publicAddress, refusal, tableDns, textOf } from '../../support/egress-kit.ts'
import { endless, raw, redirect, reply, startRawSite } from '../../support/egress-site.ts'

const trap = await startRawSite({ answers: { '/': reply('secret') } })
const dns = tableDns({
  'site.com': [publicAddress],
  'other.org': [publicAddress],
  'inside.com': ['10.0.0.1'],
  'mixed.com': [publicAddress, '127.0.0.1'],
  'xn--80ak6aa92e.com': [publicAddress],
})

/** Where a redirect must not lead, and the rule that holds; the table of URLs has all spellings. */
const forbidden: ReadonlyArray<readonly [location: string, rule: string]> = [
  ['http://127.0.0.1/', 'redirect:address:loopback'],
  [`http://127.0.0.1:${trap.port}/`, 'redirect:port'],
  ['//127.1/', 'redirect:address:loopback'],
  ['\\\\127.1\\', 'redirect:address:loopback'],
  ['/\t/127.1/', 'redirect:address:loopback'],
  ['http://[::ffff:10.0.0.1]/', 'redirect:address:private'],
  ['http://localhost/', 'redirect:reserved-name'],
  ['http://printer/', 'redirect:single-label'],
  ['http://inside.com/', 'address:private'],
  ['http://mixed.com/', 'address:loopback'],
  ['http://absent.com/', 'dns-empty'],
  ['file:///etc/passwd', 'redirect:scheme'],
  ['javascript:alert(1)', 'redirect:scheme'],
  ['http://user:word@other.org/', 'redirect:credentials'],
  ['http://other.org:22/', 'redirect:port'],
  ['http://[', 'redirect:url-malformed'],
  [`http://other.org/${'a'.repeat(9_000)}`, 'redirect:url-too-long'],
]
const followed = [301, 302, 303, 307, 308]
const authority = createTestAuthority()
const secure = await startRawSite({
  tls: authority.issue({ names: ['site.com', 'other.org'] }),
  answers: {
    '/': reply('secure'),
    '/down': (socket, request) => redirect(`http://other.org:${site.port}/end`)(socket, request),
  },
})
const site = await startRawSite({
  answers: {
    ...Object.fromEntries(forbidden.map(([location], index) => [`/forbidden/${index}`, redirect(location)])),
    '/end': reply('the end'),
    '/relative': redirect('end?x=1#part'),
    ...Object.fromEntries([...followed, 300].map((status) => [`/${status}`, redirect('/end', status)])),
    '/304': raw('HTTP/1.1 304 Not Modified\r\nLocation: /end\r\n\r\n'),
    '/201': reply('made', 'Location: /end\r\n', '201 Created'),
    '/nowhere': reply('moved', '', '302 Found'),
    '/self': redirect('/self'),
    '/fragment': redirect('/fragment#again'),
    '/ping': redirect('/pong'),
    '/pong': redirect('/ping'),
    '/count': (socket, request) =>
      redirect(`/count?${Number(request.path.split('?')[1]) - 1}`)(socket, request),
    '/count-down': (socket, request) => {
      const left = Number(request.path.split('?')[1])
      return (left === 0 ? reply('counted') : redirect(`/count-down?${left - 1}`))(socket, request)
    },
    '/unicode': raw(Buffer.from('HTTP/1.1 302 Found\r\nLocation: /größe\r\nContent-Length: 0\r\n\r\n')),
    '/gr%C3%B6%C3%9Fe': reply('found by its letters'),
    '/homograph': raw(
      Buffer.from('HTTP/1.1 302 Found\r\nLocation: http://аррӏе.com/\r\nContent-Length: 0\r\n\r\n'),
    ),
    '/two': raw(
      'HTTP/1.1 302 Found\r\nLocation: /end\r\nLocation: http://127.0.0.1/\r\nContent-Length: 0\r\n\r\n',
    ),
    '/same-twice': raw('HTTP/1.1 302 Found\r\nLocation: /end\r\nLocation: /end\r\nContent-Length: 0\r\n\r\n'),
    '/cookie': reply(
      '',
      'Location: /end\r\nSet-Cookie: id=1; Path=/\r\nWWW-Authenticate: Basic\r\n',
      '302 Found',
    ),
    '/with-body': reply('<p>moved</p>'.repeat(1_000), 'Location: /end\r\n', '302 Found'),
    '/endless-body': endless('HTTP/1.1 302 Found\r\nLocation: /end\r\n\r\n', 'a'.repeat(10_000)),
    '/endless-framing': endless(
      'HTTP/1.1 302 Found\r\nLocation: /end\r\nTransfer-Encoding: chunked\r\n\r\n',
      `1;x=${'a'.repeat(8_000)}\r\na\r\n`,
    ),
    '/cut-body': raw('HTTP/1.1 302 Found\r\nLocation: /end\r\nContent-Length: 500\r\n\r\nshort', true),
    '/coded-badly': reply('no gzip', 'Location: /end\r\nContent-Encoding: gzip\r\n', '302 Found'),
    '/elsewhere': (socket, request) => redirect(`http://other.org:${site.port}/end`)(socket, request),
    '/up': redirect(`https://site.com:${secure.port}/`),
  },
})
afterAll(() => Promise.all([site.close(), secure.close(), trap.close()]))
const at = (path: string, host = 'site.com') => `http://${host}:${site.port}${path}`
const open = () =>
  openEgress({
    dns,
    policy: { ports: [80, 443, site.port, secure.port], exceptions: [] },
    trust: { ca: authority.ca },
    dial: (address) => (address === publicAddress ? '127.0.0.1' : address),
  })

for (const [index, [location, rule]] of forbidden.entries()) {
  test(`a redirect to ${location.slice(0, 60)} is not followed`, async () => {
    using opened = open()
    const reason = rule === 'dns-empty' ? 'dns' : 'not_allowed'
    expect(await refusal(opened.get(at(`/forbidden/${index}`)))).toEqual({ reason, rule })
    expect(opened.budget.spent.requests).toBe(1)
    expect(trap.connections).toBe(0)
  })
}

test.each(followed)('a %d is followed', async (status) => {
  using opened = open()
  const answer = await opened.get(at(`/${status}`))
  expect(answer).toMatchObject({ status: 200, redirects: 1 })
  expect(answer.url.href).toBe(at('/end'))
  expect(opened.budget.spent).toMatchObject({ requests: 2, wireBytes: answer.wireBytes })
})

test.each([
  ['/300', 300],
  ['/304', 304],
  ['/201', 201],
  ['/nowhere', 302],
] as const)('%s is not a redirect, so it is the answer', async (path, status) => {
  using opened = open()
  expect(await opened.get(at(path))).toMatchObject({ status, redirects: 0 })
})

test('a relative location is resolved, and a fragment dropped', async () => {
  using opened = open()
  expect((await opened.get(at('/relative'))).url.href).toBe(at('/end?x=1'))
})

test('letters beyond ASCII in a location are read as UTF-8, and names shown in punycode', async () => {
  using opened = open()
  expect(textOf((await opened.get(at('/unicode'))).body)).toBe('found by its letters')
  const hops: string[] = []
  await refusal(opened.get(at('/homograph'), { beforeHop: (next) => void hops.push(next.href) }))
  expect(hops).toEqual(['http://xn--80ak6aa92e.com/'])
})

test('five redirects are followed and a sixth is not', async () => {
  using opened = open()
  expect(await opened.get(at('/count-down?5'))).toMatchObject({ status: 200, redirects: 5 })
  expect(await refusal(opened.get(at('/count-down?6')))).toEqual({
    reason: 'redirects',
    rule: 'redirects-max',
  })
  const spent = opened.budget.spent.requests
  expect(await refusal(opened.get(at('/count?1000')))).toEqual({ reason: 'redirects', rule: 'redirects-max' })
  expect(opened.budget.spent.requests).toBe(spent + 6)
  expect(await refusal(opened.get(at('/301'), { limits: { redirectsMax: 0 } }))).toMatchObject({
    reason: 'redirects',
  })
})

test.each([
  ['/self', 1],
  ['/fragment', 1],
  ['/ping', 2],
] as const)('a loop is found at once: %s', async (path, requests) => {
  using opened = open()
  expect(await refusal(opened.get(at(path)))).toEqual({ reason: 'redirects', rule: 'redirect-loop' })
  expect(opened.budget.spent.requests).toBe(requests)
})

test('an answer with two locations is refused, unless they are the same', async () => {
  using opened = open()
  expect(await refusal(opened.get(at('/two')))).toEqual({ reason: 'protocol', rule: 'two-locations' })
  expect(await opened.get(at('/same-twice'))).toMatchObject({ status: 200 })
})

test('neither cookies nor authorization are carried to the next hop', async () => {
  using opened = open()
  await opened.get(at('/cookie'))
  expect(site.requests.at(-1)?.head).not.toMatch(/cookie|authorization|referer/i)
})

for (const path of ['/with-body', '/endless-body', '/endless-framing', '/cut-body', '/coded-badly']) {
  test(`the body of a redirect is ignored: ${path}`, async () => {
    using opened = open()
    expect(textOf((await opened.get(at(path))).body)).toBe('the end')
    expect(opened.budget.spent.wireBytes).toBeLessThan(3_000_000)
  })
}

test('a small body of a redirect leaves its connection in use', async () => {
  using opened = open()
  const before = site.connections
  await opened.get(at('/with-body'))
  expect(site.connections).toBe(before + 1)
})

test('http leads to https and back, each under its own name and judged anew', async () => {
  using opened = open()
  const up = await opened.get(at('/up'))
  expect(textOf(up.body)).toBe('secure')
  const down = await opened.get(`https://site.com:${secure.port}/down`)
  expect(down.url.href).toBe(at('/end', 'other.org'))
  expect(site.requests.at(-1)?.head).toContain(`host: other.org:${site.port}`)
  expect(secure.requests.map(({ serverName }) => serverName)).toEqual(['site.com', 'site.com'])
})

test('a caller may stop a redirect, and receives its own error', async () => {
  using opened = open()
  class NotByRobots extends Error {}
  const hops: string[] = []
  const stopped = opened.get(at('/elsewhere'), {
    beforeHop: async (next, from) => {
      hops.push(`${from.pathname} ${next.href}`)
      throw new NotByRobots()
    },
  })
  await expect(stopped).rejects.toBeInstanceOf(NotByRobots)
  expect(hops).toEqual([`/elsewhere ${at('/end', 'other.org')}`])
  expect(opened.budget.spent.requests).toBe(1)
  expect(opened.log()).toEqual([])
})

test('a hook that never settles is abandoned when the request ends', async () => {
  using opened = open()
  const undecided = opened.get(at('/elsewhere'), {
    beforeHop: () => new Promise(() => {}),
    limits: { requestMs: 200 },
  })
  expect(await refusal(undecided)).toEqual({ reason: 'timeout', rule: 'request-time' })
})
