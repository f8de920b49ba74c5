import { createSocket } from 'node:dgram'

/** What the server says of one question, keyed `name TYPE`, such as `site.com A`; what is not listed does not exist. */
export type Zone = Readonly<Record<string, DnsSaying>>
export type DnsSaying = readonly Resource[] | 'silent' | 'servfail' | 'empty' | 'garbage'
type Resource = string | readonly [priority: number, name: string] | { strings: readonly string[] }

const types: ReadonlyMap<number, string> = new Map([
  [1, 'A'],
  [5, 'CNAME'],
  [15, 'MX'],
  [16, 'TXT'],
  [28, 'AAAA'],
])

/** A real name server over UDP on this machine. */
export async function startDnsServer(zone: Zone) {
  const socket = createSocket('udp4')
  const questions: string[] = []
  socket.on('message', (message, from) => {
    const { name, end } = readName(message, 12)
    const question = `${name} ${types.get(message.readUInt16BE(end)) ?? 'other'}`
    questions.push(question)
    const saying = zone[question]
    if (saying === 'silent') return
    const reply =
      saying === 'garbage'
        ? Buffer.from([...message.subarray(0, 2), 0xff])
        : answerOf(message, end + 4, saying)
    socket.send(reply, from.port, from.address)
  })
  await new Promise<void>((resolve) => void socket.bind(0, '127.0.0.1', resolve))
  return {
    server: `127.0.0.1:${socket.address().port}`,
    questions,
    close: () => new Promise<void>((resolve) => void socket.close(() => resolve())),
  }
}

function answerOf(
  message: Buffer,
  questionEnd: number,
  saying: Exclude<DnsSaying, 'silent' | 'garbage'> | undefined,
): Buffer {
  const code = saying === undefined ? 3 : saying === 'servfail' ? 2 : 0
  const records = typeof saying === 'object' ? saying : []
  const header = Buffer.from(message.subarray(0, 12))
  header.writeUInt16BE(0x8180 | code, 2)
  header.writeUInt16BE(records.length, 6)
  header.writeUInt32BE(0, 8)
  const type = message.subarray(questionEnd - 4, questionEnd)
  const bodies = records.map((record) => {
    const data = dataOf(record, type.readUInt16BE(0))
    const fixed = Buffer.from([0xc0, 12, ...type, 0, 0, 0, 60, data.length >> 8, data.length & 0xff])
    return Buffer.concat([fixed, data])
  })
  return Buffer.concat([header, message.subarray(12, questionEnd), ...bodies])
}

function dataOf(record: Resource, type: number): Buffer {
  if (typeof record === 'object' && 'strings' in record) {
    return Buffer.concat(
      record.strings.map((text) => Buffer.concat([Buffer.of(Buffer.byteLength(text)), Buffer.from(text)])),
    )
  }
  if (typeof record !== 'string')
    return Buffer.concat([Buffer.of(record[0] >> 8, record[0] & 0xff), nameBytes(record[1])])
  if (type === 1) return Buffer.from(record.split('.').map(Number))
  if (type === 28) return ipv6Bytes(record)
  return nameBytes(record)
}

function ipv6Bytes(address: string): Buffer {
  const [head = '', tail = ''] = address.split('::')
  const groups = (text: string) =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16))
  const middle = Array(8 - groups(head).length - groups(tail).length).fill(0)
  return Buffer.from(
    [...groups(head), ...middle, ...groups(tail)].flatMap((group) => [group >> 8, group & 0xff]),
  )
}

function nameBytes(name: string): Buffer {
  const labels = name.split('.').filter((label) => label !== '')
  return Buffer.concat([
    ...labels.map((label) => Buffer.concat([Buffer.of(label.length), Buffer.from(label)])),
    Buffer.of(0),
  ])
}

/** The name of a question that begins at `start`. */
export function readName(message: Buffer, start: number): { name: string; end: number } {
  const labels: string[] = []
  let at = start
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.subarray(at + 1, at + 1 + length).toString('latin1'))
    at += length + 1
  }
  return { name: labels.join('.'), end: at + 1 }
}
