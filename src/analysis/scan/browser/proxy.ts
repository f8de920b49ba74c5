import http, {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http'
import net from 'node:net'
import type { Duplex } from 'node:stream'
import { wordSet } from '../word-set.ts'
import { placeOf } from './request-rules.ts'

/** Checks a name or literal address and resolves the address to connect to; throws when it is not allowed. */
export type Judge = (host: string, port: number) => Promise<{ address: string; family: 4 | 6 }>

/** One request of the browser, with the decision. */
export interface ProxyVerdict {
  target: string
  allowed: boolean
}

export interface PinningProxy {
  readonly port: number
  readonly verdicts: readonly ProxyVerdict[]
  /** Bytes received from the sites. */
  readonly wireBytes: number
  close(): Promise<void>
}

export interface ProxyOptions {
  judge: Judge
  permits: Permits
  /**
   * Called with each chunk of received bytes; throws when the budget is used up, and every connection is then closed.
   */
  spend: (bytes: number) => void
  /** Called once after all connections were closed for the budget. */
  spent: () => void
  exchangesMax: number
  /** For connecting, and for the first byte of the response to a plain request. */
  connectMsMax: number
}

/**
 * The only network access of a browser. Every tunnel and plain request must be permitted beforehand, is checked by the
 * scan's egress policy and connected to the resolved address, never to a name; plain requests are read-only. All others
 * get a bare 403.
 */
export async function startPinningProxy(options: ProxyOptions): Promise<PinningProxy> {
  const { judge, permits, exchangesMax, connectMsMax } = options
  const verdicts: ProxyVerdict[] = []
  const sockets = new Set<Duplex>()
  let wireBytes = 0
  let cut = false

  const keep = <T extends Duplex>(socket: T): T => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    if (cut) socket.destroy()
    return socket
  }
  const cutAll = () => {
    cut = true
    for (const socket of sockets) socket.destroy()
  }
  const count = (bytes: number) => {
    wireBytes += bytes
    if (cut) return
    try {
      options.spend(bytes)
    } catch {
      cutAll()
      options.spent()
    }
  }
  const decide = async (target: URL | undefined, text: string) => {
    const verdict = { target: text, allowed: false }
    verdicts.push(verdict)
    if (target === undefined || cut || verdicts.length > exchangesMax) return undefined
    const port = Number(target.port || '80')
    const pinned = await judge(target.hostname, port).catch(() => undefined)
    if (pinned === undefined || cut) return undefined
    verdict.allowed = true
    return { ...pinned, port }
  }

  const tunnel = async (request: IncomingMessage, browser: Duplex, head: Uint8Array) => {
    keep(browser)
    const text = request.url ?? ''
    const target = tunnelTarget(text)
    const pinned = await decide(target !== undefined && permits.tunnel(target) ? target : undefined, text)
    if (pinned === undefined) {
      browser.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n')
      return
    }
    if (browser.destroyed) return
    const site = keep(net.connect({ host: pinned.address, port: pinned.port, family: pinned.family }))
    const late = setTimeout(() => site.destroy(), connectMsMax)
    site.on('connect', () => {
      clearTimeout(late)
      browser.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      if (head.length > 0) site.write(head)
      site.on('data', (chunk: Uint8Array) => count(chunk.length))
      browser.pipe(site)
      site.pipe(browser)
    })
    site.on('close', () => {
      clearTimeout(late)
      browser.destroy()
    })
    browser.on('close', () => site.destroy())
  }

  const forward = async (request: IncomingMessage, response: ServerResponse) => {
    const text = request.url ?? ''
    const asked = asksOnlyToRead(request) ? plainTarget(text) : undefined
    const target = asked !== undefined && permits.plain(asked) ? asked : undefined
    const pinned = await decide(target, text)
    if (target === undefined || pinned === undefined) {
      answer(response, 403)
      return
    }
    const exchange = http.request({
      host: pinned.address,
      family: pinned.family,
      port: pinned.port,
      method: request.method ?? 'GET',
      path: `${target.pathname}${target.search}`,
      headers: { ...endToEnd(request.headers), host: target.host, connection: 'close' },
      setHost: false,
      agent: false,
    })
    const late = setTimeout(() => exchange.destroy(), connectMsMax)
    exchange.on('socket', keep)
    exchange.on('response', (site) => {
      clearTimeout(late)
      count(site.rawHeaders.reduce((bytes, part) => bytes + part.length + 2, 0))
      response.writeHead(site.statusCode ?? 502, endToEnd(site.headers))
      site.on('data', (chunk: Uint8Array) => {
        count(chunk.length)
      })
      site.on('error', () => response.destroy())
      site.pipe(response)
    })
    exchange.on('error', () => {
      clearTimeout(late)
      if (response.headersSent) response.destroy()
      else answer(response, 502)
    })
    response.on('close', () => exchange.destroy())
    exchange.end()
  }

  const server = http.createServer((request, response) => void forward(request, response))
  server.on('connection', keep)
  server.on('connect', (request: IncomingMessage, socket: Duplex, head: Uint8Array) => {
    void tunnel(request, socket, head)
  })
  server.on('upgrade', (_request, socket: Duplex) => socket.destroy())
  server.on('clientError', (_error, socket: Duplex) => socket.destroy())
  await new Promise<void>((resolve, reject) => {
    server.on('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port')
  return {
    port: address.port,
    verdicts,
    get wireBytes() {
      return wireBytes
    },
    close: async () => {
      cutAll()
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
    },
  }
}

function answer(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-length': '0', 'cache-control': 'no-store' })
  response.end()
}

/**
 * Requests that the proxy may forward. Permitted one by one beforehand, as the proxy cannot read an encrypted tunnel.
 */
interface Permits {
  tunnel(target: URL): boolean
  plain(target: URL): boolean
}

interface PermitBook extends Permits {
  /** Permits one URL; for https the proxy compares only host and port. */
  add(url: URL): void
}

export function createPermits(): PermitBook {
  const places = new Set<string>()
  const urls = new Set<string>()
  return {
    add: (url) => {
      if (url.protocol === 'https:') places.add(placeOf(url))
      else urls.add(withoutFragment(url))
    },
    tunnel: (target) => places.has(placeOf(target)),
    plain: (target) => urls.has(withoutFragment(target)),
  }
}

function withoutFragment(url: URL): string {
  const bare = new URL(url)
  bare.hash = ''
  return bare.href
}

/** The target of a CONNECT request, `name:port`, parsed as a URL so that every spelling of an address is normalised. */
function tunnelTarget(text: string): URL | undefined {
  if (!/^[^/?#@\\\s]+:\d{1,5}$/.test(text)) return undefined
  return URL.parse(`http://${text}/`) ?? undefined
}

/** The target of a plain request: an absolute URL. */
function plainTarget(text: string): URL | undefined {
  const url = URL.parse(text)
  return url?.protocol === 'http:' && url.username === '' && url.password === '' ? url : undefined
}

/** Whether a plain request is a GET or HEAD without a body. */
function asksOnlyToRead({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  if (headers.upgrade !== undefined || headers['transfer-encoding'] !== undefined) return false
  return Number(headers['content-length'] ?? '0') === 0
}

const hopByHop = wordSet(
  'connection keep-alive proxy-authenticate proxy-authorization proxy-connection te trailer transfer-encoding upgrade',
)

/** End-to-end headers, without the hop-by-hop ones. */
function endToEnd(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !hopByHop.has(name)))
}
