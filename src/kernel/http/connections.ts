/** The methods of the runtime's server that read or change the connection of a request. */
interface Listener {
  requestIP(request: Request): { address: string } | null
  timeout(request: Request, seconds: number): void
}

/** The connections that requests came over, for the few routes that need more than an answer. */
export interface Connections {
  /** Called by the listener once it is there. */
  attach(listener: Listener): void
  /** Connects `routed` with `original`, the request object that the listener created. */
  assign(routed: Request, original: Request): void
  /** Address of the other end; undefined once the connection is closed. */
  addressOf(request: Request): string | undefined
  /**
   * Closes the connection when no byte could be sent or was received for so many seconds; 0 never does. The runtime
   * checks every 4 seconds. Ending the response does not close the connection of a peer that reads nothing.
   */
  closeWhenIdle(request: Request, seconds: number): void
}

export function createConnections(): Connections {
  const originals = new WeakMap<Request, Request>()
  let listener: Listener | undefined
  const originalOf = (request: Request) => originals.get(request) ?? request
  return {
    attach: (attached) => {
      listener = attached
    },
    assign: (routed, original) => originals.set(routed, originalOf(original)),
    addressOf: (request) => listener?.requestIP(originalOf(request))?.address,
    closeWhenIdle: (request, seconds) => listener?.timeout(originalOf(request), seconds),
  }
}
