import { kernelError } from '../runtime/errors.ts'

/** Longest accepted path with query, in characters. */
export const urlLengthMax = 8192
/** Largest body that is ignored where a route takes none, in bytes. */
export const unreadBodyBytesMax = 1_048_576
/** Largest accepted header section, in bytes. */
export const headerBytesMax = 65_536

/** Path and query of a URL, without parsing the rest; without a usable Host header the URL is these alone. */
export function addressOf(url: string): string {
  if (url.startsWith('/')) return url
  const start = url.indexOf('/', url.indexOf('//') + 2)
  return start === -1 ? '/' : url.slice(start)
}

export function pathOf(address: string): string {
  const query = address.indexOf('?')
  return query === -1 ? address : address.slice(0, query)
}

/** What of a request is more than is read: its headers, its hosts, or its body by the Content-Length. */
export type Excess = 'headers' | 'hosts' | 'body'

export function excessOf(headers: Headers): Excess | undefined {
  let headerBytes = 0
  let excess: Excess | undefined
  let hosts = false
  headers.forEach((value, name) => {
    headerBytes += name.length + value.length
    // The runtime joins repeated headers; a name of a host has no comma.
    if (name === 'host' && value.includes(',')) hosts = true
    else if (name === 'content-length' && Number(value) > unreadBodyBytesMax) excess = 'body'
  })
  if (headerBytes > headerBytesMax) return 'headers'
  return hosts ? 'hosts' : excess
}

/** @throws uri_too_long, headers_too_large, host_repeated for an address or headers that are not read */
export function requireReadable(address: string, excess: Excess | undefined): void {
  if (address.length > urlLengthMax) throw kernelError('uri_too_long', urlLengthMax)
  if (excess === 'headers') throw kernelError('headers_too_large', headerBytesMax)
  if (excess === 'hosts') throw kernelError('host_repeated')
}

/** @throws content_too_large for a body that no route reads and that is too large to be ignored */
export function requireSmallBody(excess: Excess | undefined): void {
  if (excess === 'body') throw kernelError('content_too_large', unreadBodyBytesMax)
}

/** Shortest scheme, host and slash that the router finds the path behind. */
const originLengthMin = 11

/**
 * The request as the router can read it: a HEAD becomes a GET, and a URL that came without a usable host (a strange
 * Host header, or none in HTTP/1.0) gets one. No answer depends on the host.
 */
export function toRoutable(request: Request, address: string): Request {
  const { url, headers, signal } = request
  const usable = url.length - address.length >= originLengthMin && URL.canParse(url)
  const routableUrl = usable ? url : `http://localhost${address}`
  if (request.method === 'HEAD') return new Request(routableUrl, { headers, signal })
  if (usable) return request
  const body = request.method === 'GET' ? null : request.body
  return new Request(routableUrl, { method: request.method, headers, body, signal })
}
