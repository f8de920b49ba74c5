import { createServer } from 'node:net'
import { hasOr } from './left-out.ts'

/** Whether this machine has the address ::1; false, with a note in the report of the run, leaves tests of `file` out. */
export async function hasIpv6(file: string): Promise<boolean> {
  const server = createServer()
  const isListening = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(0, '::1', () => resolve(true))
  })
  server.close()
  return hasOr(isListening, {
    file,
    reason: 'no IPv6 on this machine',
    remedy: 'give its loopback interface the address ::1',
  })
}
