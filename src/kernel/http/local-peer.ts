import { readFileSync } from 'node:fs'

/** The kernel's tables of TCP sockets: a line has the socket's address, the other end's, the user and the inode. */
const socketTables = ['/proc/net/tcp', '/proc/net/tcp6']
/** Loopback addresses as these tables write them: words of 32 bits, in the byte order of little-endian machines. */
const loopbackInTable = /^([0-9A-F]{6}7F|0{24}01000000|0{16}FFFF0000[0-9A-F]{6}7F)$/

/**
 * The user whose program holds the client's end of a loopback connection, as `SO_PEERCRED` would tell of a Unix socket.
 * A reverse proxy runs for a user of its own.
 * @returns undefined when no such connection is open, `unknowable` on systems without these tables
 */
export function userOfLocalPeer(
  peerPort: number,
  ownPort: number,
  tables: readonly string[] = socketTables,
): number | 'unknowable' | undefined {
  const wanted = [peerPort, ownPort].map((port) => port.toString(16).toUpperCase().padStart(4, '0'))
  let isUnknowable = true
  for (const table of tables) {
    const text = readTable(table)
    if (text === undefined) continue
    isUnknowable = false
    for (const line of text.split('\n')) {
      const [, from = '', to = '', , , , , user, , inode] = line.trim().split(/\s+/)
      const isWanted = [from, to].every((end, index) => {
        const [address = '', port] = end.split(':')
        return port === wanted[index] && loopbackInTable.test(address)
      })
      // A closed socket has inode 0, and the table then shows root as its user.
      if (isWanted && inode !== '0') return Number(user)
    }
  }
  return isUnknowable ? 'unknowable' : undefined
}

function readTable(path: string): string | undefined {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return undefined
  }
}

export function isLoopback(address: string | undefined): boolean {
  if (address === undefined) return false
  const plain = address.replace(/^::ffff:/i, '')
  return plain === '::1' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(plain)
}

/** Whether a server that listens on `host` is reached from this machine alone. */
export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || isLoopback(host.replace(/^\[|\]$/g, ''))
}
