import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from 'node:http'

/** The target of a tunnel: `name:port`, parsed by the rules for URLs so that every spelling of an address becomes one. */
export function tunnelTarget(text: string): URL | undefined {
  if (!/^[^/?#@\\\s]+:\d{1,5}$/.test(text)) return undefined
  return parse(`http://${text}/`)
}

/** The target of a plain request, which a proxy is told as a whole URL. */
export function plainTarget(text: string): URL | undefined {
  const url = parse(text)
  return url?.protocol === 'http:' && url.username === '' && url.password === '' ? url : undefined
}

function parse(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined
}

/** Whether a plain request changes nothing at the other end and brings it nothing but its URL and headers. */
export function asksOnlyToRead({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  if (headers.upgrade !== undefined || headers['transfer-encoding'] !== undefined) return false
  return Number(headers['content-length'] ?? '0') === 0
}

const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** Headers that are for the other end, not for the next one. */
export function endToEnd(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !hopByHop.has(name)))
}
