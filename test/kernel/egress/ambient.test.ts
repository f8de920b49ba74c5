import { expect, test } from 'bun:test'
import { createTestAuthority } from '../../support/egress-certificates.ts'
import { fetchInChild } from '../../support/egress-child.ts'
import { reply, startRawSite } from '../../support/egress-site.ts'

test('no variable of the environment redirects a request or weakens TLS', async () => {
  const authority = createTestAuthority()
  const names = ['site.com']
  const answers = { '/': reply('direct') }
  const plain = await startRawSite({ answers })
  const secure = await startRawSite({ answers, tls: authority.issue({ names }) })
  const forged = await startRawSite({ answers, tls: createTestAuthority('Forger').issue({ names }) })
  const proxy = await startRawSite({ answers: {} })
  const through = `http://127.0.0.1:${proxy.port}`
  const proxies = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'all_proxy']
  const measured = await fetchInChild(
    [
      `http://site.com:${plain.port}/`,
      `https://site.com:${secure.port}/`,
      `https://site.com:${forged.port}/`,
    ],
    {
      ca: authority.ca,
      env: {
        ...Object.fromEntries(proxies.map((name) => [name, through])),
        NO_PROXY: '',
        no_proxy: '',
        NODE_USE_ENV_PROXY: '1',
        NODE_TLS_REJECT_UNAUTHORIZED: '0',
      },
    },
  )
  expect(measured.map(({ outcome }) => outcome.split(' ')[0])).toEqual(['200', '200', 'tls'])
  expect(proxy.connections).toBe(0)
  expect([plain.requests.length, secure.requests.length, forged.requests.length]).toEqual([1, 1, 0])
  await Promise.all([plain, secure, forged, proxy].map((site) => site.close()))
})
