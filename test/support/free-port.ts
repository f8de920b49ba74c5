import { createServer } from 'node:net'

/** Below the ports that systems hand out by themselves, so that only a server with a fixed port can be in the way. */
const ports = { first: 10_000, count: 20_000 }

/** For programs that do not accept port 0, or whose port must be known before they start. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = ports.first + Math.floor(Math.random() * ports.count)
    const server = createServer()
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false))
      server.listen(port, '127.0.0.1', () => resolve(true))
    })
    if (!isFree) continue
    await new Promise((resolve) => server.close(resolve))
    return port
  }
}
