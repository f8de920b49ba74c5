import { afterAll, expect, test } from 'bun:test'
import http from 'node:http'
import net from 'node:net'
import { createBudget, defaultEgressLimits } from '../../../src/kernel/egress/egress.ts'
import { exchange } from '../../../src/kernel/egress/exchange.ts'
import { parseTarget } from '../../../src/kernel/egress/target.ts'
import { local, openEgress, publicAddress, refusal, tableDns, textOf } from '../../support/egress-kit.ts'
import { redirect, reply, startRawSite } from '../../support/egress-site.ts'

const site = await startRawSite({ answers: { '/': reply('first'), '/on': redirect('/') } })
const second = await startRawSite({
  address: '127.0.0.2',
  port: site.port,
  answers: { '/': reply('second') },
})
afterAll(() => Promise.all([site.close(), second.close()]))
const at = (host: string, path = '/') => `http://${host}:${site.port}${path}`

const otherPublicAddress = '151.101.1.1'
const dial = (address: string) => (address === otherPublicAddress ? '127.0.0.2' : local)

const mixedAnswers: ReadonlyArray<readonly [answers: readonly string[], rule: string]> = [
  [['10.0.0.1'], 'address:private'],
  [[publicAddress, '10.0.0.1'], 'address:private'],
  [['127.0.0.1', publicAddress], 'address:loopback'],
  [[publicAddress, '::1'], 'address:loopback'],
  [[publicAddress, '::ffff:169.254.169.254'], 'address:cloud-metadata'],
  [['2606:4700::1111', 'fe80::1'], 'address:link-local'],
  [[publicAddress, '64:ff9b::a00:1'], 'address:transition'],
  [[...Array(40).fill(publicAddress), '192.168.0.1'], 'address:private'],
  [[publicAddress, 'localhost'], 'address:malformed'],
  [[publicAddress, ''], 'address:malformed'],
]
for (const [answers, rule] of mixedAnswers) {
  test(`a name that answers ${answers.slice(-2).join(' and ')} is refused whole`, async () => {
    using opened = openEgress({ port: site.port, dns: tableDns({ 'mixed.com': answers }) })
    const before = site.connections
    expect(await refusal(opened.get(at('mixed.com')))).toEqual({ reason: 'not_allowed', rule })
    expect(await refusal(opened.session.judge('mixed.com', 443))).toEqual({ reason: 'not_allowed', rule })
    expect(site.connections).toBe(before)
  })
}

test('a name is resolved once in a session: every request goes to the address of the first', async () => {
  const answers = [[publicAddress], ['127.0.0.1'], [otherPublicAddress]]
  const dns = tableDns({ 'rebind.com': () => answers.shift() ?? ['10.0.0.1'] })
  using opened = openEgress({ port: site.port, dns, dial })
  for (const path of ['/', '/on', '/']) {
    expect(textOf((await opened.get(at('rebind.com', path))).body)).toBe('first')
  }
  expect(await opened.session.judge('rebind.com', 443)).toEqual({ address: local, family: 4 })
  expect(dns.asked).toEqual(['rebind.com'])
})

test('a name that now resolves to a private address is refused by the next session', async () => {
  const answers = [[publicAddress], ['127.0.0.1']]
  const dns = tableDns({ 'rebind.com': () => answers.shift() ?? [] })
  using first = openEgress({ port: site.port, dns })
  expect((await first.get(at('rebind.com'))).status).toBe(200)
  using next = openEgress({ port: site.port, dns })
  expect(await refusal(next.get(at('rebind.com')))).toEqual({
    reason: 'not_allowed',
    rule: 'address:loopback',
  })
})

test('a name refused once stays refused for the session, whatever DNS answers later', async () => {
  const answers = [['127.0.0.1'], [publicAddress]]
  using opened = openEgress({ port: site.port, dns: tableDns({ 'flip.com': () => answers.shift() ?? [] }) })
  expect((await refusal(opened.get(at('flip.com')))).rule).toBe('address:loopback')
  expect((await refusal(opened.get(at('flip.com')))).rule).toBe('address:loopback')
})

test('concurrent requests share one question to DNS', async () => {
  const dns = tableDns({ 'site.com': [publicAddress] })
  using opened = openEgress({ port: site.port, dns })
  await Promise.all(Array.from({ length: 6 }, () => opened.get(at('site.com'))))
  expect(dns.asked).toEqual(['site.com'])
})

test('two sessions never share a connection, even to the same name', async () => {
  const answers = [[publicAddress], [otherPublicAddress]]
  const dns = tableDns({ 'moved.com': () => answers.shift() ?? [] })
  using first = openEgress({ port: site.port, dns, dial })
  using next = openEgress({ port: site.port, dns, dial })
  expect(textOf((await first.get(at('moved.com'))).body)).toBe('first')
  expect(textOf((await next.get(at('moved.com'))).body)).toBe('second')
  expect(textOf((await first.get(at('moved.com'))).body)).toBe('first')
})

test('when an address does not answer, the next judged one is tried and kept', async () => {
  const dns = tableDns({ 'two.com': ['93.184.216.35', otherPublicAddress] })
  // Nothing listens on this address of the machine's own network.
  const dialTwo = (address: string) => (address === '93.184.216.35' ? '127.0.0.77' : dial(address))
  using opened = openEgress({ port: site.port, dns, dial: dialTwo })
  expect(textOf((await opened.get(at('two.com'))).body)).toBe('second')
  expect(textOf((await opened.get(at('two.com'))).body)).toBe('second')
  expect(await opened.session.judge('two.com', 80)).toEqual({ address: '127.0.0.2', family: 4 })
  expect(opened.budget.spent.requests).toBe(3)
})

test('a name without a reachable address is refused as connect after three', async () => {
  const dns = tableDns({ 'dead.com': ['93.184.216.1', '93.184.216.2', '93.184.216.3', '93.184.216.4'] })
  const dialled: string[] = []
  const dialDead = (address: string) => {
    dialled.push(address)
    return `127.0.0.7${address.at(-1)}`
  }
  using opened = openEgress({ port: site.port, dns, dial: dialDead })
  expect(await refusal(opened.get(at('dead.com')))).toEqual({
    reason: 'connect',
    rule: 'connect:ECONNREFUSED',
  })
  expect(opened.budget.spent.requests).toBe(3)
})

test('IPv4 goes first, as many servers have no way out over IPv6', async () => {
  const dns = tableDns({ 'both.com': ['2606:4700::1111', publicAddress], 'six.com': ['2606:4700::1111'] })
  using opened = openEgress({ port: site.port, dns, dial: (address) => address })
  expect(await opened.session.judge('both.com', 443)).toEqual({ address: publicAddress, family: 4 })
  expect(await opened.session.judge('six.com', 443)).toEqual({ address: '2606:4700::1111', family: 6 })
})

test('a literal is dialled as judged, a mapped one as the IPv4 address inside', async () => {
  using opened = openEgress({ port: site.port, dns: tableDns({}) })
  const answer = await opened.get(`http://[::ffff:${publicAddress}]:${site.port}/`)
  expect(textOf(answer.body)).toBe('first')
  expect(site.requests.at(-1)?.head).toContain(`host: [::ffff:5db8:d822]:${site.port}`)
  using undialled = openEgress({ port: site.port, dns: tableDns({}), dial: (address) => address })
  expect(await undialled.session.judge(`::ffff:${publicAddress}`, 443)).toEqual({
    address: publicAddress,
    family: 4,
  })
})

test('a failing resolver is a name that does not resolve', async () => {
  const broken = { addresses: () => Promise.reject(new Error('socket')), records: async () => [] }
  using opened = openEgress({ port: site.port, dns: broken })
  expect(await refusal(opened.get(at('site.com')))).toEqual({ reason: 'dns', rule: 'dns:failed' })
  using empty = openEgress({ port: site.port, dns: tableDns({}) })
  expect(await refusal(empty.get(at('site.com')))).toEqual({ reason: 'dns', rule: 'dns-empty' })
})

test('a resolver that never answers is abandoned at the end of the request, and on an abort', async () => {
  const silent = { addresses: () => new Promise<never>(() => {}), records: async () => [] }
  using slow = openEgress({ port: site.port, dns: silent, limits: { requestMs: 50 } })
  expect(await refusal(slow.get(at('site.com')))).toEqual({ reason: 'timeout', rule: 'request-time' })
  using opened = openEgress({ port: site.port, dns: silent })
  const judged = refusal(opened.session.judge('site.com', 443))
  const got = refusal(opened.get(at('site.com')))
  opened.abort()
  expect(await judged).toEqual({ reason: 'aborted', rule: 'caller-aborted' })
  expect(await got).toEqual({ reason: 'aborted', rule: 'caller-aborted' })
})

test('a connection to an address that was not judged is dropped before a request is sent', async () => {
  class StrayAgent extends http.Agent {
    override createConnection() {
      return net.connect(second.port, '127.0.0.2')
    }
  }
  const agent = new StrayAgent()
  const asked = second.requests.length
  const order = {
    target: parseTarget(at('site.com'), { ports: [site.port], exceptions: [] }),
    ...{ address: local, addresses: [local], agent, accept: '*/*', userAgent: 'x' },
    limits: defaultEgressLimits,
    budget: createBudget({ requestsMax: 9, wireBytesMax: 9_999, inflatedBytesMax: 9_999 }),
    signal: new AbortController().signal,
  }
  expect(await refusal(exchange(order))).toEqual({ reason: 'not_allowed', rule: 'pin-broken' })
  await second.whenIdle()
  expect(second.requests.length).toBe(asked)
  agent.destroy()
})
