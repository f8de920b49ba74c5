import { expect, test } from 'bun:test'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createConnections } from '../../../src/kernel/http/connections.ts'
import { listen } from '../../../src/kernel/http/listen.ts'
import { userOfLocalPeer } from '../../../src/kernel/http/local-peer.ts'
import { runFolder } from '../../support/run-folder.ts'

/** A table with one socket, as the kernel writes it. */
function tableOf(own: string, other: string, rest = '33        0 7178 1 0000000000000000 20 4 30 10 -1') {
  const path = join(mkdtempSync(join(runFolder(), 'sockets-')), 'tcp')
  const heading =
    '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode'
  writeFileSync(
    path,
    `${heading}\n   0: ${own} ${other} 01 00000000:00000000 00:00000000 00000000    ${rest}\n`,
  )
  return path
}

test.each([
  ['a peer by IPv4', '0100007F:97F8', '0100007F:2253', 33],
  ['a peer by IPv6', '00000000000000000000000001000000:97F8', '00000000000000000000000001000000:2253', 33],
  [
    'a peer by a mapped address',
    '0000000000000000FFFF00000100007F:97F8',
    '0000000000000000FFFF00000100007F:2253',
    33,
  ],
  ['a connection to another port', '0100007F:97F8', '0100007F:2254', undefined],
  ['the server’s own end', '0100007F:2253', '0100007F:97F8', undefined],
  ['a connection of another machine', '0A00000A:97F8', '0100007F:2253', undefined],
])('the user of %s is read from the kernel’s table', (_, own, other, user) => {
  expect(userOfLocalPeer(0x97f8, 0x2253, [tableOf(own, other)])).toBe(user)
})

test('a socket that its program has closed has no user, and a system without tables does not know', () => {
  const closed = tableOf('0100007F:97F8', '0100007F:2253', '0        0 0 1 0000000000000000 20 4 30 10 -1')
  expect(userOfLocalPeer(0x97f8, 0x2253, [closed])).toBeUndefined()
  expect(userOfLocalPeer(1, 2, ['/no/such/table'])).toBe('unknowable')
})

const canSwitchUser = process.getuid?.() === 0 && Bun.which('setpriv') !== null && Bun.which('bash') !== null

test.skipIf(!canSwitchUser)(
  'a program of another user on this machine is not local, one of this user is',
  async () => {
    const connections = createConnections()
    const local: boolean[] = []
    const fetch = async (request: Request) => {
      local.push(connections.isOfOwnUser(request))
      return new Response(null)
    }
    const listening = listen({ host: '127.0.0.1', port: 0, fetch, connections, idleSecondsMax: 200 })
    const { host, port } = new URL(listening.url)
    const call = `exec 3<>/dev/tcp/127.0.0.1/${port}; printf 'GET / HTTP/1.0\\r\\nHost: ${host}\\r\\n\\r\\n' >&3; cat <&3`
    for (const prefix of [[], ['setpriv', '--reuid=65534', '--clear-groups']])
      expect(await Bun.spawn([...prefix, 'bash', '-c', call], { stdout: 'ignore' }).exited).toBe(0)
    expect(local).toEqual([true, false])
    await listening.stop(0)
  },
)
