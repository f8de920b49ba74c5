import { afterEach, expect, test } from 'bun:test'
import { connect, createServer, type Server, type Socket } from 'node:net'
import {
  createPermits,
  type PinningProxy,
  type ProxyOptions,
  startPinningProxy,
} from '../../../src/analysis/scan/browser/proxy.ts'
import { waitFor } from '../../support/wait.ts'

const open: Array<PinningProxy | Server> = []
afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})

/** A site that answers every connection with `reply` and returns what it was sent. */
async function startSite(reply: (socket: Socket) => void): Promise<{ port: number; received: string[] }> {
  const received: string[] = []
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', (data) => {
      received.push(String(data))
      reply(socket)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  open.push(server)
  const address = server.address()
  return { port: address !== null && typeof address === 'object' ? address.port : 0, received }
}

async function startProxy(options: Partial<ProxyOptions> = {}): Promise<PinningProxy & { judged: string[] }> {
  const judged: string[] = []
  const proxy = await startPinningProxy({
    spend: () => {},
    spent: () => {},
    exchangesMax: 100,
    connectMsMax: 60_000,
    ...options,
    permits: options.permits ?? { tunnel: () => true, plain: () => true },
    judge: async (host, port) => {
      judged.push(`${host} ${port}`)
      if (options.judge !== undefined) return await options.judge(host, port)
      if (host !== 'allowed.example.com') throw new Error('refused')
      return { address: '127.0.0.1', family: 4 }
    },
  })
  open.push(proxy)
  return Object.assign(proxy, { judged })
}

/** What comes back until the other side closes, or until it holds `until`. */
async function say(proxy: PinningProxy, text: string, until?: string): Promise<string> {
  return await new Promise((resolve) => {
    let heard = ''
    const socket = connect(proxy.port, '127.0.0.1', () => socket.write(text))
    socket.on('error', () => {})
    socket.on('close', () => resolve(heard))
    socket.on('data', (data) => {
      heard += String(data)
      if (until !== undefined && heard.includes(until)) socket.destroy()
    })
  })
}

const firstLine = (text: string) => text.split('\r\n')[0]
const ok = (body: string) => (socket: Socket) =>
  socket.end(`HTTP/1.1 200 OK\r\nX-Site: yes\r\nContent-Length: ${body.length}\r\n\r\n${body}`)

test('a tunnel goes to the judged address and nowhere else', async () => {
  const site = await startSite((socket) => socket.end('from the site'))
  const proxy = await startProxy()
  const heard = await say(proxy, `CONNECT allowed.example.com:${site.port} HTTP/1.1\r\n\r\nto the site`)
  expect(heard).toBe('HTTP/1.1 200 Connection Established\r\n\r\nfrom the site')
  expect(site.received).toEqual(['to the site'])
  expect(proxy.judged).toEqual([`allowed.example.com ${site.port}`])
  expect(proxy.wireBytes).toBe('from the site'.length)
})

test('a plain request goes to the judged address, under the name of its URL', async () => {
  const site = await startSite(ok('hello'))
  const proxy = await startProxy()
  const heard = await say(
    proxy,
    `GET http://allowed.example.com:${site.port}/a?b HTTP/1.1\r\nHost: internal\r\nProxy-Connection: keep-alive\r\nProxy-Authorization: x\r\nX-Kept: yes\r\nConnection: close\r\n\r\n`,
  )
  expect(firstLine(heard)).toBe('HTTP/1.1 200 OK')
  expect(heard).toEndWith('hello')
  const [sent = ''] = site.received
  expect(firstLine(sent)).toBe('GET /a?b HTTP/1.1')
  expect(sent.toLowerCase()).toContain(`host: allowed.example.com:${site.port}`)
  expect(sent.toLowerCase()).toContain('x-kept: yes')
  expect(sent.toLowerCase()).not.toContain('proxy-')
})

test.each([
  ['CONNECT allowed.example.com:PORT', { tunnel: () => false, plain: () => true }],
  ['GET http://allowed.example.com:PORT/', { tunnel: () => true, plain: () => false }],
])('%s is refused without a permit, at any address', async (request, permits) => {
  const site = await startSite(ok('hello'))
  const proxy = await startProxy({ permits })
  const text = request.replace('PORT', String(site.port))
  expect(firstLine(await say(proxy, `${text} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`))).toBe(
    'HTTP/1.1 403 Forbidden',
  )
  expect({ received: site.received, judged: proxy.judged }).toEqual({ received: [], judged: [] })
})

test('a permit holds for its URL alone, and for an encrypted one for its host and port', () => {
  const permits = createPermits()
  permits.add(new URL('http://plain.example.com/a?b#c'))
  permits.add(new URL('https://secret.example.com/a'))
  const plain = [
    'http://plain.example.com/a?b',
    'http://plain.example.com/',
    'http://secret.example.com:443/a',
  ]
  expect(plain.map((text) => permits.plain(new URL(text)))).toEqual([true, false, false])
  const tunnels = ['secret.example.com:443', 'secret.example.com:80', 'plain.example.com:80', 'other.com:443']
  expect(tunnels.map((place) => permits.tunnel(new URL(`http://${place}/`)))).toEqual([
    true,
    false,
    false,
    false,
  ])
})

test.each([
  'POST http://PLACE/ HTTP/1.1\r\nContent-Length: 1\r\n\r\nx',
  'POST http://PLACE/ HTTP/1.1\r\n\r\n',
  'DELETE http://PLACE/ HTTP/1.1\r\n\r\n',
  'OPTIONS http://PLACE/ HTTP/1.1\r\n\r\n',
  'GET http://PLACE/ HTTP/1.1\r\nContent-Length: 1\r\n\r\nx',
  'GET http://PLACE/ HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n',
  'GET http://PLACE/ HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
  '\u0004\u0001\u0000\u0050\u007f\u0000\u0000\u0001\u0000',
])('a request that does more than read is not forwarded: %j', async (request) => {
  const site = await startSite(ok('hello'))
  const proxy = await startProxy()
  const text = request.replace('PLACE', `allowed.example.com:${site.port}`)
  const heard = await say(
    proxy,
    text.replace('HTTP/1.1\r\n', 'HTTP/1.1\r\nHost: x\r\nConnection: close\r\n'),
    '403',
  )
  expect(firstLine(heard) ?? '').not.toContain('200')
  expect(site.received).toEqual([])
})

test('every request of one connection is judged', async () => {
  const site = await startSite(ok('one'))
  const proxy = await startProxy()
  const heard = await say(
    proxy,
    `GET http://allowed.example.com:${site.port}/ HTTP/1.1\r\nHost: a\r\n\r\nGET http://other.example.com/ HTTP/1.1\r\nHost: allowed.example.com\r\nConnection: close\r\n\r\n`,
  )
  expect(heard.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 403'])
  expect(proxy.judged).toEqual([`allowed.example.com ${site.port}`, 'other.example.com 80'])
})

test.each([
  ['CONNECT 2130706433:80', '127.0.0.1 80'],
  ['CONNECT 0x7f.1:443', '127.0.0.1 443'],
  ['CONNECT [::ffff:127.0.0.1]:80', '[::ffff:7f00:1] 80'],
  ['CONNECT LOCALHOST:80', 'localhost 80'],
  ['CONNECT １２７.0.0.1:80', undefined],
  ['CONNECT nobody.example.com:22', 'nobody.example.com 22'],
  ['CONNECT nobody.example.com', undefined],
  ['CONNECT nobody.example.com:99999', undefined],
  ['CONNECT user@allowed.example.com:80', undefined],
  ['CONNECT http://allowed.example.com/:80', undefined],
  ['GET http://nobody.example.com/', 'nobody.example.com 80'],
  ['GET http://user:pass@allowed.example.com/', undefined],
  ['GET https://allowed.example.com/', undefined],
  ['GET ftp://allowed.example.com/', undefined],
  ['GET file:///etc/passwd', undefined],
  ['GET /', undefined],
])('%s is refused', async (request, judged) => {
  const proxy = await startProxy({ judge: async () => Promise.reject(new Error('refused')) })
  const heard = await say(
    proxy,
    `${request} HTTP/1.1\r\nHost: allowed.example.com\r\nConnection: close\r\n\r\n`,
  )
  expect(['HTTP/1.1 403 Forbidden', 'HTTP/1.1 400 Bad Request', '']).toContain(firstLine(heard) ?? '')
  expect(proxy.judged).toEqual(judged === undefined ? [] : [judged])
})

test('every refusal is the same answer', async () => {
  const proxy = await startProxy()
  const hosts = ['10.0.0.1', 'unknown.example.com', 'localhost']
  const tunnels = await Promise.all(hosts.map((host) => say(proxy, `CONNECT ${host}:443 HTTP/1.1\r\n\r\n`)))
  expect(new Set(tunnels)).toEqual(
    new Set(['HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n']),
  )
})

test.each(['CONNECT', 'GET'])(
  'bytes of a %s are counted as they come, and everything is cut when they are used up',
  async (method) => {
    const site = await startSite((socket) => {
      if (method === 'GET') socket.write('HTTP/1.1 200 OK\r\n\r\n')
      const piece = Buffer.alloc(65_536, 'x')
      const more = () => {
        while (!socket.destroyed && socket.write(piece));
      }
      socket.on('drain', more)
      more()
    })
    let left = 1_000_000
    let cuts = 0
    const proxy = await startProxy({
      spend: (bytes) => {
        left -= bytes
        if (left < 0) throw new Error('used up')
      },
      spent: () => cuts++,
    })
    const place = `allowed.example.com:${site.port}`
    const request =
      method === 'GET'
        ? `GET http://${place}/ HTTP/1.1\r\nHost: x\r\n\r\n`
        : `CONNECT ${place} HTTP/1.1\r\n\r\ngo`
    const heard = await say(proxy, request)
    expect(heard.length).toBeWithin(100_000, 2_000_000)
    expect(cuts).toBe(1)
    expect(firstLine(await say(proxy, request)) ?? '').not.toContain('200')
  },
)

test('exchanges beyond the limit are refused', async () => {
  const site = await startSite(ok('x'))
  const proxy = await startProxy({ exchangesMax: 2 })
  const ask = () =>
    say(
      proxy,
      `GET http://allowed.example.com:${site.port}/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    )
  const lines = [await ask(), await ask(), await ask()].map(firstLine)
  expect(lines).toEqual(['HTTP/1.1 200 OK', 'HTTP/1.1 200 OK', 'HTTP/1.1 403 Forbidden'])
})

test('closing the proxy cuts tunnels that are open', async () => {
  const site = await startSite(() => {})
  const proxy = await startProxy()
  const closed = say(proxy, `CONNECT allowed.example.com:${site.port} HTTP/1.1\r\n\r\ngo`)
  await waitFor('the tunnel is open', () => site.received.length > 0)
  await proxy.close()
  expect(await closed).toBe('HTTP/1.1 200 Connection Established\r\n\r\n')
})
