import { createServer, type Socket } from 'node:net'

/** One connection on which a request has come in. All that is under way ends when the other side leaves. */
export interface Exchange {
  /** Path and query that were asked for. */
  path: string
  /** Under which the site is reached, without a trailing slash. */
  origin: string
  /** Sends bytes as they are. */
  write(bytes: string | Uint8Array): void
  /** Sends a whole answer with a length that is true, and closes. */
  answer(body: string | Uint8Array, options?: AnswerOptions): void
  /** Sends the parts one after another as fast as they are taken, until there are no more. */
  pour(parts: Iterable<string | Uint8Array>): void
  /** Sends the parts at this pace. */
  drip(parts: Iterable<string | Uint8Array>, everyMs: number): void
  end(): void
  /** Ends with RST in place of FIN. */
  reset(): void
}

export interface AnswerOptions {
  status?: number
  contentType?: string
  /** Lines of further headers. */
  headers?: readonly string[]
}

/** A site that misbehaves. */
export interface Misbehaviour {
  host: string
  serve(exchange: Exchange): void
}

export type HostileServer = Awaited<ReturnType<typeof startHostileServer>>

/** Serves all of them from one port, told apart by the Host header. Written on sockets: HTTP servers are too polite. */
export async function startHostileServer(sites: readonly Misbehaviour[]) {
  const byHost = new Map(sites.map((site) => [site.host, site]))
  const sockets = new Set<Socket>()
  let port = 0
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    let head = ''
    const receive = (chunk: Buffer) => {
      head += chunk.toString('latin1')
      if (!head.includes('\r\n\r\n')) return
      socket.off('data', receive)
      socket.resume()
      const host = /\r\nhost: *([^:\r]+)/i.exec(head)?.[1] ?? ''
      byHost.get(host)?.serve(createExchange(socket, head.split(' ')[1] ?? '/', `http://${host}:${port}`))
    }
    socket.on('data', receive)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  port = typeof address === 'object' && address ? address.port : 0
  const addresses = new Map(sites.map(({ host }, index) => [host, `45.67.20.${index + 1}`]))
  return {
    port,
    /** Maps the names of the sites, each to a public address of its own. */
    dns: {
      addresses: async (host: string) => [addresses.get(host)].filter((known) => known !== undefined),
      records: async () => [],
    },
    /** Where such an address really is. */
    dial: () => '127.0.0.1',
    entryUrl: (host: string) => `http://${host}:${port}/`,
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

function createExchange(socket: Socket, path: string, origin: string): Exchange {
  const write = (bytes: string | Uint8Array) => socket.writable && socket.write(bytes)
  return {
    path,
    origin,
    write: (bytes) => void write(bytes),
    answer: (body, options) => {
      write(headOf(body, options))
      write(body)
      socket.end()
    },
    pour: (parts) => {
      const rest = parts[Symbol.iterator]()
      const more = () => {
        for (let free = true; free; ) {
          const next = socket.writable ? rest.next() : { done: true as const }
          if (next.done) return socket.end()
          free = write(next.value)
        }
        return socket.once('drain', more)
      }
      more()
    },
    drip: (parts, everyMs) => {
      const rest = parts[Symbol.iterator]()
      const timer = setInterval(() => {
        const next = rest.next()
        if (next.done) socket.end()
        else write(next.value)
      }, everyMs)
      socket.once('close', () => clearInterval(timer))
    },
    end: () => socket.end(),
    reset: () => socket.resetAndDestroy(),
  }
}

/** Status line and headers of an answer, up to and with the empty line. */
export function headOf(
  body: string | Uint8Array,
  { status = 200, contentType = 'text/html; charset=utf-8', headers = [] }: AnswerOptions = {},
): string {
  const length = typeof body === 'string' ? Buffer.byteLength(body) : body.length
  return `${[`HTTP/1.1 ${status} Status`, `content-type: ${contentType}`, `content-length: ${length}`, 'connection: close', ...headers].join('\r\n')}\r\n\r\n`
}
