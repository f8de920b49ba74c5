/** Longest accepted path with query, in characters. */
export const urlLengthMax = 8192
/** Largest accepted body unless a route says otherwise, in bytes. */
export const bodyBytesMax = 1_048_576
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

/** What of a request is more than is read: its headers, its body, or a body that does not say how long it is. */
export function excessOf(headers: Headers): 'headers' | 'body' | 'unknown' | undefined {
  let headerBytes = 0
  let excess: 'body' | 'unknown' | undefined
  headers.forEach((value, name) => {
    headerBytes += name.length + value.length
    if (name === 'content-length' && Number(value) > bodyBytesMax) excess = 'body'
    else if (name === 'transfer-encoding') excess = 'unknown'
  })
  return headerBytes > headerBytesMax ? 'headers' : excess
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
  if (request.method === 'HEAD')
    return new Request(usable ? url : withLocalHost(address), { headers, signal })
  if (usable) return request
  const body = request.method === 'GET' ? null : request.body
  return new Request(withLocalHost(address), { method: request.method, headers, body, signal })
}

function withLocalHost(address: string): string {
  return `http://localhost${address}`
}
