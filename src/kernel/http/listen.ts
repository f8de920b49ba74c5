import http from 'node:http'
import { messageOf, StartupError } from '../runtime/errors.ts'
import type { Connections } from './connections.ts'
import { headerBytesMax } from './request.ts'

export interface Listening {
  /** Address to reach this server at, without a trailing slash. */
  url: string
  /**
   * Takes no new connections and waits for the requests in flight, `graceMs` at most. `abandoned` returns how many of
   * them are not waited for, such as open streams.
   */
  stop(graceMs: number, abandoned?: () => number): Promise<void>
}

/**
 * Header sections up to this size are read, so that the refusal of what is little too large has the shape of every other
 * error; the runtime answers larger ones with a bare 431 and reads no more. In bytes.
 */
const headerBytesRead = 2 * headerBytesMax
/** Bodies up to this size reach the refusal of the kernel, by their Content-Length; the runtime drops larger ones. */
const bodyBytesRead = 64 * 1_048_576
const usualIdleSecondsMax = 30
const drainCheckMs = 20

/** @throws StartupError when the address cannot be listened on */
export function listen(options: {
  host: string
  port: number
  fetch: (request: Request) => Response | Promise<Response>
  connections?: Connections
  /** Seconds after which a connection without any traffic is closed: 30 by default, 255 at most. */
  idleSecondsMax?: number
}): Listening {
  Object.assign(http, { maxHeaderSize: headerBytesRead })
  const { host, port } = options
  const server = startServer(options)
  options.connections?.attach(server)
  const shownHost = reachableHost(host)
  return {
    url: `http://${shownHost}:${server.port ?? port}`,
    stop: async (graceMs, abandoned = () => 0) => {
      const deadline = performance.now() + graceMs
      let drained = false
      void server.stop().then(() => {
        drained = true
      })
      const onlyAbandoned = () => abandoned() > 0 && server.pendingRequests <= abandoned()
      while (!drained && !onlyAbandoned() && performance.now() < deadline) await Bun.sleep(drainCheckMs)
      await server.stop(true)
    },
  }
}

/** A server on all addresses is reached by the loopback one of their kind. */
function reachableHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}

function startServer({
  host,
  port,
  fetch,
  idleSecondsMax = usualIdleSecondsMax,
}: Parameters<typeof listen>[0]) {
  try {
    return Bun.serve({
      hostname: host,
      port,
      fetch,
      idleTimeout: idleSecondsMax,
      maxRequestBodySize: bodyBytesRead,
      development: false,
      // Outside development the runtime would share the port with another process and split the requests.
      reusePort: false,
    })
  } catch (cause) {
    const busy = cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE'
    throw new StartupError(
      busy
        ? `Cannot listen on ${host}:${port} as the port is in use: stop what uses it, or set PORT to another one (0 picks one)`
        : `Cannot listen on ${host}:${port}: ${messageOf(cause)}. Set HOST and PORT to an address of this machine`,
      { cause },
    )
  }
}
