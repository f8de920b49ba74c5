import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { createSiteDns } from './site-dns.ts'
import { hostsOf, renderPage } from './site-pages.ts'
import { readSites, type Site } from './sites.ts'

export interface SiteServerOptions {
  sites?: readonly Site[]
  /** Awaited before each answer, with the `host/path` that was requested. */
  beforeAnswer?: (place: string) => Promise<void> | void
  /** Serves HTTPS with this certificate, which must hold every name. */
  tls?: { key: string; cert: string }
}

export type SiteServer = ReturnType<typeof startSiteServer>

/** One HTTP server that is many sites, told apart by the Host header. */
export function startSiteServer({ sites = readSites(), beforeAnswer, tls }: SiteServerOptions = {}) {
  const byHost = new Map(sites.flatMap((site) => hostsOf(site).map((host) => [host, site] as const)))
  const requests = new Map<string, number>()
  const bodies = new Map<string, Uint8Array>()
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    ...(tls && { tls }),
    async fetch(request) {
      const { host, path } = placeOf(request)
      requests.set(`${host}${path}`, (requests.get(`${host}${path}`) ?? 0) + 1)
      await beforeAnswer?.(`${host}${path}`)
      const site = byHost.get(host)
      if (!site) return new Response('No such host here', { status: 421 })
      const answer = answerOf(site, host, path, originOf)
      bodies.set(createHash('sha256').update(answer.body).digest('hex'), answer.body)
      return send(request, answer)
    },
  })
  const port = server.port ?? 0
  const originOf = (host: string) => `${tls ? 'https' : 'http'}://${host}:${port}`
  return {
    port,
    sites,
    ...createSiteDns(sites),
    /** The address at which a scan of the site begins. */
    entryUrl: ({ label }: Site) =>
      (label.entry ?? `https://${label.host}/`).replace(/^https:\/\/([^/]+)/, (_, host: string) =>
        originOf(host),
      ),
    /** How often each `host/path` was asked for. */
    requests,
    /** A body that was sent, by the lower-case hex SHA-256 of its bytes before compression. */
    served: (sha256: string) => bodies.get(sha256),
    /** Forgets the requests that were counted. */
    forget: () => requests.clear(),
    stop: () => server.stop(true),
  }
}

interface Answer {
  status: number
  headers: Readonly<Record<string, string>>
  body: Uint8Array
}

function placeOf(request: Request): { host: string; path: string } {
  const { pathname, search } = new URL(request.url)
  const host = (request.headers.get('host') ?? '').toLowerCase().replace(/:\d+$/, '')
  return { host, path: `${pathname}${search}` }
}

function answerOf(site: Site, host: string, path: string, originOf: (host: string) => string): Answer {
  const { label } = site
  const moved = host === label.host ? label.redirects?.[path] : path
  if (moved !== undefined) {
    const location = moved.startsWith('/') ? `${originOf(label.host)}${moved}` : moved
    return { status: 301, headers: { location, 'content-type': 'text/html' }, body: new Uint8Array() }
  }
  const page = renderPage(site, path, originOf)
  if (page)
    return { status: 200, headers: { ...label.headers, 'content-type': page.contentType }, body: page.bytes }
  const body = Buffer.from(
    '<!doctype html><title>404 Not Found</title><h1>Not Found</h1><p>Nothing is here.</p>',
  )
  return { status: 404, headers: { ...label.headers, 'content-type': 'text/html; charset=utf-8' }, body }
}

function send(request: Request, { status, headers, body }: Answer): Response {
  const compress = body.length > 1_000 && /\bgzip\b/.test(request.headers.get('accept-encoding') ?? '')
  const sent = compress ? gzipSync(body) : body
  const encoding: Record<string, string> = compress
    ? { 'content-encoding': 'gzip', vary: 'Accept-Encoding' }
    : {}
  return new Response(request.method === 'HEAD' ? null : new Uint8Array(sent), {
    status,
    headers: { ...headers, ...encoding },
  })
}
