import { connect as connectSocket, createServer, type Server, type Socket } from 'node:net'
import { pipeline } from 'node:stream'
import { messageOf, StartupError } from '../../kernel/errors.ts'

/**
 * A TCP address that stays the same while the node behind it comes and goes. While it is closed, connections are
 * dropped at once, so a client sees a node that is down, never one that holds half of the chain.
 */
export interface RpcDoor {
  readonly url: string
  open(nodePort: number): void
  /** Drops every connection. */
  close(): void
  stop(): Promise<void>
}

/**
 * Listens on 127.0.0.1; port 0 picks one.
 * @throws StartupError when the port cannot be had
 */
export async function createRpcDoor(port: number): Promise<RpcDoor> {
  const sockets = new Set<Socket>()
  let nodePort: number | undefined

  const track = (socket: Socket) => {
    sockets.add(socket)
    socket.setNoDelay(true)
    socket.on('close', () => sockets.delete(socket))
  }
  const server = createServer((client) => {
    if (nodePort === undefined) {
      client.destroy()
      return
    }
    const node = connectSocket(nodePort, '127.0.0.1')
    track(client)
    track(node)
    join(client, node)
  })
  const close = () => {
    nodePort = undefined
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `http://127.0.0.1:${await listen(server, port)}`,
    open: (behind) => {
      nodePort = behind
    },
    close,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        close()
      }),
  }
}

/** Either side's end or failure ends the other; there is nobody to tell but the client, which sees it. */
function join(client: Socket, node: Socket): void {
  pipeline(client, node, () => {})
  pipeline(node, client, () => {})
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
