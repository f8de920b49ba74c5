import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { connect as connectSocket } from 'node:net'
import { type Duplex, pipeline } from 'node:stream'
import { messageOf, StartupError } from '../../kernel/runtime/errors.ts'
import type { Gate } from './gate.ts'
import { isRefused, postTo, relay } from './relay.ts'
import { routeOf } from './request-route.ts'

/** The node behind an open proxy, and how requests reach the leader. */
export interface ProxyTarget {
  /** Answers what is mined. */
  nodeUrl: string
  /** Runs a request to that node while its chain does not change. */
  read: Gate['shared']
  /** Waits a moment for a leader; `refusedBy` turned out to be down. @throws Error when there still is none */
  leaderUrl(refusedBy: string | undefined): Promise<string>
  /** Runs a request to the leader while no blocks are taken back. */
  lead: Gate['shared']
  /** Carries out a body that changes the state without a transaction. @returns the answer */
  changeState(body: string): Promise<string>
  /** Runs a request that takes blocks of the leader back. */
  rewind(post: (leaderUrl: string) => Promise<Response>): Promise<Response>
  /** After a request that may have changed the leader's chain; resolves when reads here may show the change. */
  onLead(): Promise<void>
}

/**
 * A local address that stays the same while the nodes behind it come and go. While it is closed, connections are
 * dropped at once, so a client sees a node that is down, never one that holds half of the chain.
 */
export type RpcProxy = Awaited<ReturnType<typeof createRpcProxy>>

/** As much as the node itself takes. */
const bodyBytesMax = 2 * 1024 * 1024

/**
 * Listens on 127.0.0.1; port 0 picks one. Every request is one request to a node: none is split, joined or repeated.
 * @throws StartupError when the port is not available
 */
export async function createRpcProxy(port: number) {
  const sockets = new Set<Duplex>()
  const underWay = new Set<AbortController>()
  let target: ProxyTarget | undefined

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const current = target
    if (current === undefined) return drop(request)
    const refusal = refusalOf(request)
    if (refusal !== undefined) return refuse(response, refusal)
    const aborting = new AbortController()
    underWay.add(aborting)
    response.on('close', () => aborting.abort())
    try {
      const body = await readBody(request)
      if (body === undefined) return refuse(response, 413)
      const answer = await forward(current, body, aborting.signal)
      if (aborting.signal.aborted) return
      await relay(answer, response, aborting.signal)
    } catch {
      // The node went away, or there is no leader: the client sees a node that is down.
      drop(request)
    } finally {
      underWay.delete(aborting)
    }
  }
  const track = (socket: Duplex) => {
    if (sockets.has(socket)) return
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  }
  const server = createServer((request, response) => void serve(request, response))
  server.on('connection', track)
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    track(socket)
    if (request.headers.origin !== undefined) {
      socket.end('HTTP/1.1 403 Forbidden\r\nconnection: close\r\ncontent-length: 0\r\n\r\n')
      return
    }
    connectToLeader(target, request, socket, head).catch(() => socket.destroy())
  })
  const close = () => {
    target = undefined
    for (const aborting of underWay) aborting.abort()
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `http://127.0.0.1:${await listen(server, port)}`,
    open: (next: ProxyTarget) => {
      target = next
    },
    /** Drops every connection. */
    close,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        close()
      }),
  }
}

async function forward(target: ProxyTarget, body: string, signal: AbortSignal): Promise<Response> {
  switch (routeOf(body)) {
    case 'read':
      return await target.read(() => postTo(target.nodeUrl, body, signal))
    case 'stateChange':
      return new Response(await target.changeState(body), { headers: { 'content-type': 'application/json' } })
    case 'rewind':
      // Not aborted with its client: the node would go on with it, while blocks are mined again.
      return await target.rewind((url) => postTo(url, body)).finally(target.onLead)
    case 'leader':
      return await forwardToLeader(target, (url) => postTo(url, body, signal), signal)
  }
}

/** A node that refused the connection never had the request, so another may get it. Nothing else is sent twice. */
async function forwardToLeader(
  target: ProxyTarget,
  post: (url: string) => Promise<Response>,
  signal: AbortSignal,
): Promise<Response> {
  let refusedBy: string | undefined
  for (;;) {
    const leaderUrl = await target.leaderUrl(refusedBy)
    try {
      return await target.lead(() => post(leaderUrl))
    } catch (error) {
      if (signal.aborted || !isRefused(error)) throw error
      refusedBy = leaderUrl
    } finally {
      await target.onLead()
    }
  }
}

/** A WebSocket may carry any request, so it always ends at the leader, and goes down with it. */
async function connectToLeader(
  target: ProxyTarget | undefined,
  { method, url, rawHeaders }: IncomingMessage,
  client: Duplex,
  head: Buffer,
): Promise<void> {
  const leaderUrl = await target?.leaderUrl(undefined)
  if (leaderUrl === undefined || client.destroyed) {
    client.destroy()
    return
  }
  const { hostname, port } = new URL(leaderUrl)
  const node = connectSocket(Number(port), hostname)
  node.setNoDelay(true)
  const headers = rawHeaders.flatMap((text, index) =>
    index % 2 === 0 ? [`${text}: ${rawHeaders[index + 1]}`] : [],
  )
  node.write(`${[`${method} ${url} HTTP/1.1`, ...headers].join('\r\n')}\r\n\r\n`)
  node.write(head)
  // Either side's end or failure ends the other.
  pipeline(client, node, () => {})
  pipeline(node, client, () => {})
}

/** The whole body as text; undefined when it is longer than a node would take. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    bytes += chunk.length
    if (bytes > bodyBytesMax) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/**
 * A page in a browser must not reach the chain: browsers send `Origin` with cross-origin requests of scripts, and a
 * preflight before cross-origin JSON, which is refused here.
 */
function refusalOf({ method, headers }: IncomingMessage): 403 | 405 | 415 | undefined {
  if (headers.origin !== undefined) return 403
  if (method !== 'POST') return 405
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  return type === 'application/json' ? undefined : 415
}

function refuse(response: ServerResponse, status: 403 | 405 | 413 | 415): void {
  response.writeHead(status, { connection: 'close', ...(status === 405 ? { allow: 'POST' } : {}) })
  response.end()
}

function drop(request: IncomingMessage): void {
  request.socket.destroy()
}

async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (cause) {
    throw new StartupError(
      `Cannot open the demo chain on port ${port} as it must be free on 127.0.0.1: ${messageOf(cause)}`,
      { cause },
    )
  }
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : port
}
