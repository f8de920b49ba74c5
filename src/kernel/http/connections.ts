import { isLoopback, userOfLocalPeer } from './local-peer.ts'

/** The members of the runtime's server that read or change the connection of a request. */
interface Listener {
  readonly port: number | undefined
  requestIP(request: Request): { address: string; port: number } | null
  timeout(request: Request, seconds: number): void
}

/** The connections that requests came over, for the few routes that need more than an answer. */
export type Connections = ReturnType<typeof createConnections>

export function createConnections() {
  const originals = new WeakMap<Request, Request>()
  let listener: Listener | undefined
  const originalOf = (request: Request) => originals.get(request) ?? request
  return {
    /** Called by the listener once it is there. */
    attach: (attached: Listener) => {
      listener = attached
    },
    /** Connects `routed` with `original`, the request object that the listener created. */
    assign: (routed: Request, original: Request) => {
      originals.set(routed, originalOf(original))
    },
    /** Address of the other end; undefined once the connection is closed. */
    addressOf: (request: Request) => listener?.requestIP(originalOf(request))?.address,
    /** Whether the other end is on this machine and runs for the user of this process or for root. */
    isOfOwnUser: (request: Request) => {
      const peer = listener?.requestIP(originalOf(request))
      if (!peer || listener?.port === undefined || !isLoopback(peer.address)) return false
      const user = userOfLocalPeer(peer.port, listener.port)
      return user === 'unknowable' || user === 0 || user === process.getuid?.()
    },
    /**
     * Closes the connection when no byte could be sent or was received for so many seconds; 0 never does. The runtime
     * checks every 4 seconds. Ending the response does not close the connection of a peer that reads nothing.
     */
    closeWhenIdle: (request: Request, seconds: number) => listener?.timeout(originalOf(request), seconds),
  }
}
