import { createHash } from 'node:crypto'
import { createSocket, type Socket } from 'node:dgram'
import { createServer, type Server } from 'node:net'
import { readName } from './egress-dns-server.ts'

/** Something that reached a place where nothing should. */
export interface Contact {
  kind: 'tcp' | 'udp' | 'dns' | 'multicast'
  place: string
  what: string
}

/** Ports of the traps; they are free, as a namespace of its own has no other processes. */
export const trapPorts = { tcp: [18_080, 80], udp: [13_478, 443, 18_080], main: 18_080, mainUdp: 13_478 }

const tcpHosts = ['127.0.0.1', '::1', '169.254.169.254', '10.0.0.1', '192.168.1.1', 'fd12::1']
const udpHosts = ['127.0.0.1', '::1', '169.254.169.254', '10.0.0.1']
const multicastGroups = [
  ['224.0.0.251', 5353],
  ['239.255.255.250', 1900],
] as const

/**
 * Listens on every forbidden address of the namespace, answers every request so that no way out is given up early, and is
 * the namespace's DNS server, which resolves every name.
 */
export async function startTraps() {
  const contacts: Contact[] = []
  const open: Array<Server | Socket> = []
  const tell = (contact: Contact) => contacts.push(contact)
  const tcp = tcpHosts.flatMap((host) => trapPorts.tcp.map((port) => listenTcp(host, port, tell)))
  const udp = udpHosts.flatMap((host) => trapPorts.udp.map((port) => listenUdp(host, port, 'udp', tell)))
  const others = [
    listenDns(tell),
    ...multicastGroups.map(([group, port]) => listenMulticast(group, port, tell)),
  ]
  open.push(...(await Promise.all([...tcp, ...udp, ...others])))
  return {
    contacts,
    close: () => {
      for (const each of open) each.close()
    },
  }
}

function listenTcp(host: string, port: number, tell: (contact: Contact) => void): Promise<Server> {
  const place = `${host}:${port}`
  const server = createServer((socket) => {
    socket.on('error', () => {})
    let asked = false
    socket.on('data', (data) => {
      const text = data.toString('latin1')
      if (!asked || /^[A-Z]+ \S+ HTTP/.test(text)) tell({ kind: 'tcp', place, what: labelOf(text) })
      asked = true
      socket.write(replyTo(text))
    })
    socket.on('close', () => {
      if (!asked) tell({ kind: 'tcp', place, what: 'connected only' })
    })
  })
  return new Promise((resolve, reject) => {
    server.on('error', reject)
    server.listen(port, host, () => resolve(server))
  })
}

function labelOf(text: string): string {
  const request = /^([A-Z]+) (\S+) HTTP/.exec(text)
  if (request !== null) return `${request[1]} ${request[2]}`
  return text.charCodeAt(0) === 0x16 ? 'TLS' : `${text.length} bytes`
}

function replyTo(text: string): string {
  const key = /sec-websocket-key: (\S+)/i.exec(text)?.[1]
  if (key !== undefined) {
    const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64')
    return `HTTP/1.1 101 x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`
  }
  if (!/^[A-Z]+ \S+ HTTP/.test(text)) return ''
  const cross = ['Origin', 'Private-Network', 'Methods', 'Headers'].map((name) => {
    return `Access-Control-Allow-${name}: ${name === 'Private-Network' ? 'true' : '*'}\r\n`
  })
  return `HTTP/1.1 200 OK\r\n${cross.join('')}Content-Type: text/html\r\nContent-Length: 6\r\n\r\nSECRET`
}

function listenUdp(
  host: string,
  port: number,
  kind: 'udp' | 'dns',
  tell: (contact: Contact) => void,
  answer: (data: Uint8Array) => Uint8Array | undefined = () => undefined,
): Promise<Socket> {
  const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4')
  socket.on('message', (data, from) => {
    tell({
      kind,
      place: `${host}:${port}`,
      what: kind === 'dns' ? readName(Buffer.from(data), 12).name : `${data.length} bytes`,
    })
    const reply = answer(data)
    if (reply !== undefined) socket.send(reply, from.port, from.address)
  })
  return bound(socket, port, host)
}

function bound(socket: Socket, port: number, host?: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    socket.on('error', reject)
    socket.bind(port, host, () => resolve(socket))
  })
}

/** Every name leads to 127.0.0.1, where the traps are. */
function listenDns(tell: (contact: Contact) => void): Promise<Socket> {
  return listenUdp('127.0.0.1', 53, 'dns', tell, (query) => {
    const end = readName(Buffer.from(query), 12).end + 4
    const isIpv4 = query[end - 3] === 1
    const head = Buffer.from(query.subarray(0, 12))
    head.writeUInt16BE(0x8180, 2)
    head.writeUInt16BE(isIpv4 ? 1 : 0, 6)
    head.writeUInt32BE(0, 8)
    const record = isIpv4 ? [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 5, 0, 4, 127, 0, 0, 1] : []
    return Buffer.concat([head, query.subarray(12, end), Buffer.from(record)])
  })
}

async function listenMulticast(
  group: string,
  port: number,
  tell: (contact: Contact) => void,
): Promise<Socket> {
  const socket = createSocket({ type: 'udp4', reuseAddr: true })
  socket.on('message', (data) =>
    tell({ kind: 'multicast', place: `${group}:${port}`, what: `${data.length} bytes` }),
  )
  await bound(socket, port)
  for (const local of ['127.0.0.1', '192.0.2.77']) socket.addMembership(group, local)
  return socket
}
