import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from 'node:http'

/** The target of a CONNECT request, `name:port`, parsed as a URL so that every spelling of an address is normalised. */
export function tunnelTarget(text: string): URL | undefined {
  if (!/^[^/?#@\\\s]+:\d{1,5}$/.test(text)) return undefined
  return parse(`http://${text}/`)
}

/** The target of a plain request: an absolute URL. */
export function plainTarget(text: string): URL | undefined {
  const url = parse(text)
  return url?.protocol === 'http:' && url.username === '' && url.password === '' ? url : undefined
}

function parse(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined
}

/** Whether a plain request is a GET or HEAD without a body. */
export function asksOnlyToRead({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  if (headers.upgrade !== undefined || headers['transfer-encoding'] !== undefined) return false
  return Number(headers['content-length'] ?? '0') === 0
}

const hopByHop = new Set(
  'connection keep-alive proxy-authenticate proxy-authorization proxy-connection te trailer transfer-encoding upgrade'.split(
    ' ',
  ),
)

/** End-to-end headers, without the hop-by-hop ones. */
export function endToEnd(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !hopByHop.has(name)))
}
