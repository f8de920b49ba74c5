import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { connect as connectSocket } from 'node:net'
import { type Duplex, pipeline } from 'node:stream'
import { messageOf, StartupError } from '../../kernel/runtime/errors.ts'
import { type NodePace, nodePaceDefault } from './anvil.ts'
import { routeOf } from './pair-route.ts'
import type { Turns } from './pair-turns.ts'
import { isRefused, postTo, relay } from './relay.ts'

/** The node behind an open door, and its way to the one that leads. */
export interface Behind {
  /** Answers what is mined. */
  nodeUrl: string
  /**
   * Where everything else goes, waiting a moment for it when nobody leads; `refusedBy` turned out to be down. Undefined
   * when there is still no leader.
   */
  leaderUrl(refusedBy: string | undefined): Promise<string | undefined>
  /** Runs a request to the leader while no blocks are taken back. */
  lead: Turns
  /** Carries out a body that changes a state behind the chain's back. */
  cheat(body: string): Promise<string>
  /** Has `post` ask the leader while nothing else happens to its chain. */
  rewind(post: (leaderUrl: string) => Promise<Response>): Promise<Response>
  /** Something went to the leader that may have changed the chain; resolves when readers here may see what it did. */
  onLead(): Promise<void>
}

export interface Hold {
  /** Resolves when those who were reading before have their answers, or take too long. */
  quiet(): Promise<void>
  release(): void
}

/**
 * A local address that stays the same while the nodes behind it come and go. While it is closed, connections are
 * dropped at once, so a client sees a node that is down, never one that holds half of the chain.
 */
export interface RpcDoor {
  readonly url: string
  open(behind: Behind): void
  /** Lets new readers wait, for as long as it takes but not forever. */
  hold(): Hold
  /** Drops every connection. */
  close(): void
  stop(): Promise<void>
}

/** As much as the node itself takes. */
const bodyBytesMax = 2 * 1024 * 1024

/**
 * Listens on 127.0.0.1; port 0 picks one. Every request is one request to a node: none is split, joined or repeated.
 * @throws StartupError when the port cannot be had
 */
export async function createRpcDoor(
  port: number,
  { holdMs, quietMs }: Pick<NodePace, 'holdMs' | 'quietMs'> = nodePaceDefault,
): Promise<RpcDoor> {
  const sockets = new Set<Duplex>()
  const underWay = new Set<AbortController>()
  const reading = new Set<Promise<unknown>>()
  const holds = new Set<Promise<void>>()
  let behind: Behind | undefined

  const ask = async (open: Behind, body: string, signal: AbortSignal) => {
    const route = routeOf(body)
    if (route === 'cheat') return new Response(await open.cheat(body), { headers: jsonHeaders })
    if (route === 'read') {
      const deadline = performance.now() + holdMs
      // The last look and the request are one step: a hold that began between them would not wait for this reader.
      for (let held = release(holds, deadline); held !== undefined; held = release(holds, deadline))
        await held
      const answer = postTo(open.nodeUrl, body, signal)
      const answered = answer.catch(() => {}).finally(() => reading.delete(answered))
      reading.add(answered)
      return await answer
    }
    const post = (url: string) => postTo(url, body, signal)
    return route === 'rewind' ? await askAlone(open, post) : await askLeader(open, post, signal)
  }
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const open = behind
    if (open === undefined) return drop(request)
    const refusal = refusalOf(request)
    if (refusal !== undefined) return refuse(response, refusal)
    const aborting = new AbortController()
    underWay.add(aborting)
    response.on('close', () => aborting.abort())
    try {
      const body = await readBody(request)
      if (body === undefined) return refuse(response, 413)
      const answer = await ask(open, body, aborting.signal)
      if (aborting.signal.aborted) return
      await relay(answer, response, aborting.signal)
    } catch {
      // The node went away, or nobody leads: the client sees a node that is down.
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
    void joinLeader(behind, request, socket, head)
  })
  const close = () => {
    behind = undefined
    for (const aborting of underWay) aborting.abort()
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `http://127.0.0.1:${await listen(server, port)}`,
    open: (next) => {
      behind = next
    },
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      holds.add(promise)
      return {
        quiet: async () => {
          if (reading.size > 0) await Promise.race([Promise.all(reading), Bun.sleep(quietMs)])
        },
        release: () => {
          holds.delete(promise)
          resolve()
        },
      }
    },
    close,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        close()
      }),
  }
}

/** Resolves when these holds are released or the deadline passes; undefined when there is nothing to wait for. */
function release(holds: ReadonlySet<Promise<void>>, deadline: number): Promise<unknown> | undefined {
  const msLeft = deadline - performance.now()
  if (holds.size === 0 || msLeft <= 0) return undefined
  return Promise.race([Promise.all(holds), Bun.sleep(msLeft)])
}

const jsonHeaders = { 'content-type': 'application/json' }

/** A node that refused the connection never saw the request, so another may have it. Anything else is not tried again. */
async function askLeader(
  open: Behind,
  post: (url: string) => Promise<Response>,
  signal: AbortSignal,
): Promise<Response> {
  let refusedBy: string | undefined
  for (;;) {
    const leaderUrl = await open.leaderUrl(refusedBy)
    if (leaderUrl === undefined) throw new Error('Cannot pass a request on as no node leads')
    try {
      return await open.lead(() => post(leaderUrl))
    } catch (error) {
      if (signal.aborted || !isRefused(error)) throw error
      refusedBy = leaderUrl
    } finally {
      await open.onLead()
    }
  }
}

async function askAlone(open: Behind, post: (url: string) => Promise<Response>): Promise<Response> {
  try {
    return await open.rewind(post)
  } finally {
    await open.onLead()
  }
}

/** A WebSocket carries whatever its client likes, so it always ends at the leader, and goes down with it. */
async function joinLeader(
  open: Behind | undefined,
  { method, url, rawHeaders }: IncomingMessage,
  client: Duplex,
  head: Buffer,
): Promise<void> {
  const leaderUrl = await open?.leaderUrl(undefined)
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
 * A page in a browser must not reach the chain: browsers send `Origin` with what a script sends to another site, and ask
 * before they send JSON, which is not answered here.
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

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause) => {
      reject(
        new StartupError(
          `Cannot open the demo chain on port ${port} as it must be free on 127.0.0.1: ${messageOf(cause)}`,
          { cause },
        ),
      )
    })
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : port)
    })
  })
}
