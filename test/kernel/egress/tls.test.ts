import { afterAll, expect, test } from 'bun:test'
import type { TlsOptions } from 'node:tls'
import { createTestAuthority } from '../../support/egress-certificates.ts'
import { local, openEgress, publicAddress, refusal, tableDns, textOf } from '../../support/egress-kit.ts'
import { reply, startRawSite } from '../../support/egress-site.ts'

const authority = createTestAuthority()
const stranger = createTestAuthority('Somebody else')
const day = 86_400_000
const past = { from: new Date(Date.now() - 9 * day), until: new Date(Date.now() - day) }
const future = { from: new Date(Date.now() + day), until: new Date(Date.now() + 9 * day) }
const names = ['site.com', 'www.site.com', 'xn--80ak6aa92e.com', local]
const answers = { '/': reply('secure') }
const good = authority.issue({ names })

const site = await startRawSite({ answers, tls: { ...good, ALPNProtocols: ['h2', 'http/1.1'] } })
afterAll(() => site.close())
const open = (port: number, ca: string | undefined = authority.ca) =>
  openEgress({
    port,
    dns: tableDns({
      'site.com': [publicAddress],
      'www.site.com': [publicAddress],
      'other.org': [publicAddress],
      'xn--80ak6aa92e.com': [publicAddress],
    }),
    ...(ca === '' ? {} : { trust: { ca } }),
  })

test('SNI and Host are the name of the URL, though the connection is by address', async () => {
  using opened = open(site.port)
  for (const host of ['site.com', 'www.site.com', 'xn--80ak6aa92e.com']) {
    const answer = await opened.get(`https://${host}:${site.port}/`)
    expect(textOf(answer.body)).toBe('secure')
    expect(site.requests.at(-1)).toMatchObject({
      serverName: host,
      head: expect.stringContaining(`host: ${host}:`),
    })
  }
  expect(opened.budget.spent.wireBytes).toBeGreaterThan(100)
})

test('requests to one host share a TLS connection', async () => {
  using opened = open(site.port)
  const before = site.connections
  for (let each = 0; each < 4; each += 1) await opened.get(`https://site.com:${site.port}/`)
  expect(site.connections).toBe(before + 1)
})

test('a literal needs a certificate for its address', async () => {
  using opened = open(site.port)
  expect((await opened.get(`https://${publicAddress}:${site.port}/`)).status).toBe(200)
  const nameOnly = await startRawSite({ answers, tls: authority.issue({ names: ['site.com'] }) })
  using other = open(nameOnly.port)
  expect(await refusal(other.get(`https://${publicAddress}:${nameOnly.port}/`))).toMatchObject({
    reason: 'tls',
  })
  expect(nameOnly.requests).toEqual([])
  await nameOnly.close()
})

const broken: ReadonlyArray<readonly [what: string, server: TlsOptions | string, rule: string]> = [
  [
    'a certificate for another name',
    authority.issue({ names: ['other.org'] }),
    'tls:ERR_TLS_CERT_ALTNAME_INVALID',
  ],
  [
    'a certificate for a wider name',
    authority.issue({ names: ['*.com'] }),
    'tls:ERR_TLS_CERT_ALTNAME_INVALID',
  ],
  ['a certificate that has run out', authority.issue({ names, ...past }), 'tls:CERT_HAS_EXPIRED'],
  ['a certificate from tomorrow', authority.issue({ names, ...future }), 'tls:CERT_NOT_YET_VALID'],
  ['a certificate of an unknown authority', stranger.issue({ names }), 'tls:UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
  ['no TLS at all', 'HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n', 'tls:'],
  ['a greeting of junk', '\x16\x03\x01\xff\xffjunk', 'tls:'],
  ['only HTTP/2', { ...good, ALPNProtocols: ['h2'] }, 'tls:'],
  ['only TLS 1.1', { ...good, minVersion: 'TLSv1', maxVersion: 'TLSv1.1' }, 'tls:'],
]
for (const [what, how, rule] of broken) {
  test(`a server with ${what} is refused before a request is sent`, async () => {
    const server = await startRawSite({
      answers,
      ...(typeof how === 'string' ? { greeting: how } : { tls: how }),
    })
    using opened = open(server.port)
    const refused = await refusal(opened.get(`https://site.com:${server.port}/`))
    expect(refused.reason).toBe('tls')
    expect(refused.rule).toStartWith(rule)
    expect(server.requests).toEqual([])
    await server.close()
  })
}

test('a self-signed certificate is refused', async () => {
  const self = createTestAuthority('site.com')
  const server = await startRawSite({ answers, tls: self.issue({ names }) })
  using opened = open(server.port, authority.ca)
  expect(await refusal(opened.get(`https://site.com:${server.port}/`))).toMatchObject({ reason: 'tls' })
  using publicRoots = open(server.port, '')
  expect(await refusal(publicRoots.get(`https://site.com:${server.port}/`))).toMatchObject({ reason: 'tls' })
  expect(server.requests).toEqual([])
  await server.close()
})

test('a TLS server at an http URL is a broken answer', async () => {
  using opened = open(site.port)
  expect(await refusal(opened.get(`http://site.com:${site.port}/`))).toMatchObject({ reason: 'protocol' })
})

test('a server that accepts and never starts TLS is abandoned after the time for connecting', async () => {
  const server = await startRawSite({ answers: {} })
  using opened = openEgress({ port: server.port, limits: { connectMs: 60 } })
  const refused = await refusal(opened.get(`https://site.com:${server.port}/`))
  expect(refused).toEqual({ reason: 'timeout', rule: 'connect-time' })
  opened.session.close()
  await server.whenIdle()
  await server.close()
})
