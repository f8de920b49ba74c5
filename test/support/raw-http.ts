import { connect } from 'node:net'

/** A safety limit: no test waits for it. */
const silenceMsMax = 60_000

/** One answer as it came over the wire. */
export interface RawAnswer {
  status: number
  /** Lower-case names; values of a repeated header are joined with `, `. */
  headers: Readonly<Record<string, string>>
  body: string
  /** Header names in the order they came, lower-case, repetitions included. */
  headerNames: readonly string[]
}

/**
 * Sends these bytes over a connection of their own and reads until the server closes it. For what `fetch` cannot say:
 * ask for `Connection: close`, or send something that makes the server hang up.
 */
export async function sendRaw(
  url: string,
  parts: string | readonly (string | Uint8Array)[],
): Promise<RawAnswer> {
  return parseAnswer(await sendBytes(url, typeof parts === 'string' ? [parts] : parts))
}

/** The request line and headers of a request that closes its connection; `headers` as lines. */
export function rawRequest(line: string, headers: readonly string[] = [], body = ''): string {
  return [`${line} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...headers, '', body].join('\r\n')
}

function sendBytes(url: string, parts: readonly (string | Uint8Array)[]): Promise<Buffer> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const received: Buffer[] = []
    const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) })
    socket.setTimeout(silenceMsMax, () => socket.destroy(new Error('The server neither answered nor closed')))
    socket.on('data', (chunk: Buffer) => received.push(chunk))
    // A server that refuses a large request may close while we still send: what it said before counts.
    socket.on('error', (error) => (received.length > 0 ? resolve(Buffer.concat(received)) : reject(error)))
    socket.on('close', () => resolve(Buffer.concat(received)))
    socket.on('connect', () => {
      for (const part of parts) socket.write(part)
    })
  })
}

function parseAnswer(bytes: Buffer): RawAnswer {
  const text = bytes.toString('latin1')
  const end = text.indexOf('\r\n\r\n')
  const [statusLine = '', ...lines] = text.slice(0, end).split('\r\n')
  const [, status] = /^HTTP\/1\.1 (\d{3})/.exec(statusLine) ?? []
  if (status === undefined)
    throw new Error(`Cannot read an answer that starts with ${JSON.stringify(text.slice(0, 80))}`)
  const headers: Record<string, string> = {}
  const headerNames: string[] = []
  for (const line of lines) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).toLowerCase()
    const value = line.slice(colon + 1).trim()
    headerNames.push(name)
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`
  }
  const body = bytes.subarray(end + 4).toString('utf8')
  return { status: Number(status), headers, headerNames, body }
}
