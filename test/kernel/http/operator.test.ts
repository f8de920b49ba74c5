import { expect, test } from 'bun:test'
import { isLoopbackHost } from '../../../src/kernel/http/local-peer.ts'
import { createOperatorGate } from '../../../src/kernel/http/operator.ts'
import { AppError } from '../../../src/kernel/runtime/app-error.ts'

const token = 'correct horse battery staple'

function gateOf(
  options: { token?: string; allowsLocal?: boolean; hasPublicAddress?: boolean; isOfOwnUser?: boolean } = {},
) {
  return createOperatorGate({
    token: options.token,
    connections: { isOfOwnUser: () => options.isOfOwnUser ?? true },
    origins: ['http://127.0.0.1:8787'],
    allowsLocal: options.allowsLocal ?? true,
    hasPublicAddress: options.hasPublicAddress ?? false,
    callerOf: (request) => request.headers.get('x-caller') ?? 'one',
  })
}

/** The status that a request is refused with; 200 when it is admitted. */
async function statusOf(gate: ReturnType<typeof gateOf>, headers: Record<string, string> = {}) {
  const request = new Request('http://localhost/api/chaos', {
    method: 'POST',
    headers: { host: '127.0.0.1:8787', ...headers },
  })
  try {
    await gate.admit(request)
    return 200
  } catch (error) {
    if (error instanceof AppError) return error.status
    throw error
  }
}

test.each([
  {},
  { host: 'localhost' },
  { host: '[::1]:8787' },
  { origin: 'http://localhost:8787' },
  { 'user-agent': 'curl', accept: '*/*' },
])('without a token a caller on this machine is admitted: %p', async (headers) => {
  expect(await statusOf(gateOf(), headers)).toBe(200)
})

const proxyHeaders =
  `forwarded via x-forwarded-for x-forwarded-proto x-forwarded x-original-forwarded-for x-real-ip true-client-ip
  client-ip cf-connecting-ip cdn-loop x-envoy-external-address forwarded-for x-vercel-forwarded-for x-azure-clientip
  x-remote-addr x-nf-client-connection-ip x-original-host`.split(/\s+/)

test.each([
  ...proxyHeaders.map((name) => ({ [name]: '192.0.2.1' })),
  { origin: 'http://127.0.0.1:9999' },
  { origin: 'null' },
  { host: 'rebound.example' },
  { host: '127.0.0.1.rebound.example' },
  { host: '192.168.1.10:8787' },
  { host: '127.0.0.1:8787, 127.0.0.1' },
  { host: '' },
  { host: 'rebound.example@127.0.0.1' },
  { host: '127.0.0.1/rebound.example' },
  { host: '2130706433' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { authorization: 'Bearer ck_a-key-of-a-caller' },
])(
  'without a token a request of a proxy, a foreign page, a foreign name or a caller with a key is refused: %p',
  async (headers) => {
    expect(await statusOf(gateOf(), headers)).toBe(403)
  },
)

test('without a token programs of other users and machines are refused, and all where loopback is shared', async () => {
  expect(await statusOf(gateOf({ isOfOwnUser: false }))).toBe(403)
  expect(await statusOf(gateOf({ allowsLocal: false }))).toBe(403)
})

test('on a server with a public address no request is local, as a proxy may add nothing to its requests', async () => {
  const request = new Request('http://127.0.0.1:8787/', { headers: { host: '127.0.0.1:8787' } })
  expect(gateOf().isLocal(request)).toBe(true)
  expect(gateOf({ hasPublicAddress: true }).isLocal(request)).toBe(false)
  expect(await statusOf(gateOf({ hasPublicAddress: true }))).toBe(403)
})

test.each([
  ['127.0.0.1', true],
  ['127.9.9.9', true],
  ['localhost', true],
  ['::1', true],
  ['0.0.0.0', false],
  ['::', false],
  ['192.168.1.10', false],
  ['cairn.example', false],
])('a server on %s is reached from this machine alone: %p', (host, alone) => {
  expect(isLoopbackHost(host)).toBe(alone)
})

test('with a token its holder is admitted from everywhere, but not through a foreign page', async () => {
  const gate = gateOf({ token, allowsLocal: false, isOfOwnUser: false })
  const authorization = `Bearer ${token}`
  expect(await statusOf(gate, { authorization, 'x-forwarded-for': '192.0.2.1' })).toBe(200)
  expect(await statusOf(gate, { authorization, origin: 'https://foreign.example' })).toBe(403)
  expect(await statusOf(gate)).toBe(401)
})

test('after ten wrong tokens a caller is refused even with the right one, others are not', async () => {
  const gate = gateOf({ token })
  const statuses: number[] = []
  for (let guess = 0; guess < 12; guess += 1)
    statuses.push(await statusOf(gate, { authorization: `Bearer guess ${guess}` }))
  expect(statuses).toEqual([...Array(10).fill(401), 429, 429])
  expect(await statusOf(gate, { authorization: `Bearer ${token}` })).toBe(429)
  expect(await statusOf(gate, { authorization: `Bearer ${token}`, 'x-caller': 'two' })).toBe(200)
})

test('wrong tokens of many callers of one IPv6 /48 count together, those of another network do not', async () => {
  const gate = gateOf({ token })
  const guess = (caller: string) =>
    statusOf(gate, { authorization: 'Bearer wrong horse battery', 'x-caller': caller })
  for (let caller = 0; caller < 80; caller += 1) expect(await guess(`v6:site:${caller}`)).toBe(401)
  expect(await guess('v6:site:80')).toBe(429)
  expect(await guess('v6:other:80')).toBe(401)
})
