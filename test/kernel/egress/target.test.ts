import { expect, test } from 'bun:test'
import { createEgress } from '../../../src/kernel/egress/egress.ts'
import { silentLog } from '../../../src/kernel/runtime/log.ts'
import { local, openEgress, publicAddress, refusal, tableDns } from '../../support/egress-kit.ts'
import { reply, startRawSite } from '../../support/egress-site.ts'
import { hasIpv6 } from '../../support/ipv6.ts'
import { urlTable } from '../../support/url-table.ts'

const { egress } = openEgress()
const parsed = async (text: string) => egress.parse(text).href

for (const [text, verdict, more] of urlTable) {
  const name = JSON.stringify(text).slice(0, 80)
  if (verdict === 'allowed') {
    test(`${name} is allowed`, async () => {
      expect(await parsed(text)).toBe(more)
    })
  } else {
    test(`${name} is ${verdict} by ${more}, when parsed and when fetched`, async () => {
      expect(await refusal(parsed(text))).toEqual({ reason: verdict, rule: more })
      if (!URL.canParse(text)) return
      using opened = openEgress({
        dns: { addresses: () => Promise.reject(new Error('asked')), records: async () => [] },
      })
      expect(await refusal(opened.get(text))).toEqual({ reason: verdict, rule: more })
      expect(opened.budget.spent.requests).toBe(0)
    })
  }
}

test('a port that the operator adds is allowed on every host', () => {
  const open = createEgress({
    ...{ dns: tableDns({}), userAgent: 'x', log: silentLog, now: Date.now },
    policy: { ports: [80, 443, 8080], exceptions: [] },
  })
  expect(open.parse('http://example.com:8080/').href).toBe('http://example.com:8080/')
  expect(() => open.parse('http://example.com:8081/')).toThrow('must be http or https')
})

test('an exception opens exactly its origin', async () => {
  const site = await startRawSite({ answers: { '/': reply('sample') } })
  const neighbour = await startRawSite({ answers: { '/': reply('secret') } })
  const name = `sample.cairn.localhost:${site.port}`
  using opened = openEgress({
    policy: { ports: [80, 443], exceptions: [{ origin: `http://${name}`, address: local }] },
    dial: (address) => address,
  })
  const answer = await opened.get(`http://${name}/`)
  expect(answer.status).toBe(200)
  expect(site.requests[0]?.head).toContain(`host: ${name}`)
  expect(await opened.session.judge('sample.cairn.localhost', site.port)).toEqual({
    address: local,
    family: 4,
  })

  const refusals = [
    [`https://${name}/`, 'invalid_url', 'port'],
    [`http://sample.cairn.localhost:${neighbour.port}/`, 'invalid_url', 'port'],
    ['http://sample.cairn.localhost/', 'not_allowed', 'reserved-name'],
    [`http://a.${name}/`, 'invalid_url', 'port'],
    [`http://${local}:${site.port}/`, 'invalid_url', 'port'],
    [`http://${local}/`, 'not_allowed', 'address:loopback'],
  ] as const
  for (const [url, reason, rule] of refusals) {
    expect(await refusal(opened.get(url))).toEqual({ reason, rule })
  }
  expect(await refusal(opened.session.judge('sample.cairn.localhost', neighbour.port))).toEqual({
    reason: 'invalid_url',
    rule: 'port',
  })
  expect(neighbour.connections).toBe(0)
  await Promise.all([site.close(), neighbour.close()])
})

test('an exception that is not an origin at an address is refused at the start', () => {
  const start = (origin: string, address: string) =>
    createEgress({
      ...{ dns: tableDns({}), userAgent: 'x', log: silentLog, now: Date.now },
      policy: { ports: [80], exceptions: [{ origin, address }] },
    })
  expect(() => start('sample', local)).toThrow('Cannot allow an egress exception')
  expect(() => start('http://sample:80', 'localhost')).toThrow(
    'current value is "http://sample:80" at "localhost"',
  )
})

const hosts: ReadonlyArray<readonly [host: string, port: number, verdict: string]> = [
  ['site.com', 443, 'allowed'],
  ['SITE.com.', 80, 'allowed'],
  [publicAddress, 80, 'allowed'],
  ['[2606:4700:4700::1111]', 443, 'allowed'],
  ['site.com', 8080, 'port'],
  ['site.com', 0, 'port'],
  ['site.com', -1, 'url-malformed'],
  ['site.com', 1.5, 'host-malformed'],
  ['site.com', Number.NaN, 'host-malformed'],
  ['', 80, 'url-malformed'],
  ['localhost', 80, 'reserved-name'],
  ['0x7f.1', 80, 'address:loopback'],
  ['::1', 80, 'address:loopback'],
  ['[::ffff:127.0.0.1]', 443, 'address:loopback'],
  ['[::1', 80, 'url-malformed'],
  ['fe80::1%eth0', 80, 'url-malformed'],
  ['site.com/x', 80, 'host-malformed'],
  ['site.com#x', 80, 'host-malformed'],
  ['user@site.com', 80, 'host-malformed'],
  ['site.com:80', 80, 'host-malformed'],
  ['site.com\\x', 80, 'host-malformed'],
  ['site.com\r\nx', 80, 'host-malformed'],
  ['nowhere.com', 80, 'dns-empty'],
]

for (const [host, port, verdict] of hosts) {
  test(`the verdict for a proxy on ${JSON.stringify(host)} at port ${port} is ${verdict}`, async () => {
    using opened = openEgress({ dial: (address) => address, dns: tableDns({ 'site.com': [publicAddress] }) })
    const judged = opened.session.judge(host, port)
    if (verdict !== 'allowed') expect((await refusal(judged)).rule).toBe(verdict)
    else expect((await judged).address).toBe(host.includes('2606') ? '2606:4700:4700::1111' : publicAddress)
  })
}

test('a refusal reads the same for every private address, and only the log names the rule', async () => {
  const dns = tableDns({
    'inside.com': ['10.0.0.5'],
    'loop.com': ['127.0.0.1'],
    'meta.com': ['169.254.169.254'],
  })
  using opened = openEgress({ dns })
  const urls = [
    'http://inside.com/',
    'http://loop.com/',
    'http://meta.com/',
    'http://10.0.0.5/',
    'http://nas.local/',
  ]
  const errors = await Promise.all(urls.map((url) => opened.get(url).catch((error: unknown) => error)))
  expect(new Set(errors.map(String)).size).toBe(1)
  expect(String(errors[0])).not.toMatch(/\d|address|dns|network/)
  expect(opened.log()).toMatchObject([
    { message: 'egress refused', reason: 'not_allowed', rule: 'address:private', host: '10.0.0.5' },
    { rule: 'reserved-name', host: 'nas.local' },
    { rule: 'address:private', host: 'inside.com', address: '10.0.0.5' },
    { rule: 'address:loopback', host: 'loop.com', address: '127.0.0.1' },
    { rule: 'address:cloud-metadata', host: 'meta.com' },
  ])
})

test('a URL cannot forge a line of the log', () => {
  const opened = openEgress()
  for (const text of ['x"\n{"level":"error"}', 'gopher\u2028://x', 'http://10.0.0.1/\n{"level":"error"}']) {
    expect(() => opened.egress.parse(text)).toThrow()
  }
  expect(opened.log()).toHaveLength(3)
})

test.if(await hasIpv6(import.meta.path))(
  'an IPv6 address is connected to, however its exception spells it',
  async () => {
    const site = await startRawSite({ address: '::1', answers: { '/': reply('over IPv6') } })
    const exceptions = [{ origin: `http://six.localhost:${site.port}`, address: '0:0:0:0:0:0:0:1' }]
    using opened = openEgress({ policy: { ports: [80], exceptions } })
    expect((await opened.get(`http://six.localhost:${site.port}/`)).status).toBe(200)
    expect(await opened.session.judge('six.localhost', site.port)).toEqual({
      address: '0:0:0:0:0:0:0:1',
      family: 6,
    })
    await site.close()
  },
)
