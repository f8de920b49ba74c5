import net, { type AddressInfo, type Socket } from 'node:net'
import tls from 'node:tls'

/** A request as it came in, read by no HTTP library. */
export interface SeenRequest {
  path: string
  head: string
  /** The host name of the TLS greeting; empty without TLS. */
  serverName: string
  /** Counts connections from 1. */
  connection: number
}

export type Answer = (socket: Socket, request: SeenRequest) => void

export type RawSite = Awaited<ReturnType<typeof startRawSite>>

/** A local site that answers bytes as they are written down, right or wrong. */
export async function startRawSite(options: {
  /** By path without query; what is not listed answers 404. */
  answers: Readonly<Record<string, Answer>>
  tls?: tls.TlsOptions
  /** Sent on every connection, before anything is received. */
  greeting?: string
  address?: string
  port?: number
}) {
  const requests: SeenRequest[] = []
  const sockets = new Set<Socket>()
  const idle = new Set<() => void>()
  let connections = 0

  const serve = (socket: Socket) => {
    connections += 1
    const connection = connections
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => {
      sockets.delete(socket)
      if (sockets.size > 0) return
      for (const resolve of idle) resolve()
      idle.clear()
    })
    const name = socket instanceof tls.TLSSocket ? socket.servername : ''
    const serverName = typeof name === 'string' ? name : ''
    if (options.greeting !== undefined) socket.write(Buffer.from(options.greeting, 'latin1'))
    let head = ''
    socket.on('data', (bytes) => {
      head += String(bytes)
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) return
      const request = { path: head.split(' ')[1] ?? '', head: head.slice(0, end), serverName, connection }
      head = head.slice(end + 4)
      requests.push(request)
      const answer = options.answers[request.path.split('?')[0] ?? ''] ?? notFound
      answer(socket, request)
    })
  }
  const server = options.tls === undefined ? net.createServer(serve) : tls.createServer(options.tls, serve)
  server.on('tlsClientError', () => {})
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, options.address ?? '127.0.0.1', resolve)
  })
  return {
    port: portOf(server.address()),
    requests,
    get connections() {
      return connections
    },
    /** Connections open now. */
    get open() {
      return sockets.size
    },
    /** Resolves once no connection is open. */
    whenIdle: (): Promise<void> =>
      sockets.size === 0 ? Promise.resolve() : new Promise((resolve) => void idle.add(resolve)),
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => void server.close(() => resolve()))
    },
  }
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('Cannot tell the port of the site')
  return address.port
}

/** A whole answer with the right length; `headers` are lines with their ends. */
export function reply(body: string | Uint8Array, headers = '', status = '200 OK'): Answer {
  const bytes = Buffer.from(body)
  const head = `HTTP/1.1 ${status}\r\n${headers}Content-Length: ${bytes.length}\r\n\r\n`
  return (socket) => void socket.write(Buffer.concat([Buffer.from(head, 'latin1'), bytes]))
}

export const redirect = (location: string, status = 302): Answer =>
  reply('', `Location: ${location}\r\n`, `${status} Moved`)

/** Exactly these bytes; the connection stays open unless `end`. */
export function raw(text: string | Uint8Array, end = false): Answer {
  return (socket) => {
    socket.write(typeof text === 'string' ? Buffer.from(text, 'latin1') : text)
    if (end) socket.end()
  }
}

/** The first bytes, then more of the same for as long as the other side takes them. */
export function endless(first: string, more: string | Uint8Array): Answer {
  return (socket) => {
    socket.write(Buffer.from(first, 'latin1'))
    const bytes = Buffer.from(more)
    const fill = () => {
      // The system takes what fits; the rest goes out on drain, until the other side hangs up.
      while (socket.writable && socket.write(bytes));
    }
    socket.on('drain', fill)
    fill()
  }
}

const notFound = reply('', '', '404 Not Found')
