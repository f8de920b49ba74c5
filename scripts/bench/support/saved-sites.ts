import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join, normalize } from 'node:path'
import type { Dns } from '../../../src/kernel/egress/egress.ts'

/** What a careful reader wrote down about a saved site. */
export interface SiteLabels {
  host: string
  kind: string
  lang: string
  facts: Readonly<
    Record<string, ReadonlyArray<{ value: string; also?: readonly string[]; optional?: boolean }>>
  >
  wrong?: ReadonlyArray<{ topic: string; value: string; why?: string }>
  absent?: { price?: boolean; email?: boolean; phone?: boolean }
  suggest?: { painPoints?: readonly string[]; tools?: readonly string[]; role?: readonly string[] }
}

export interface SavedSite {
  slug: string
  folder: string
  host: string
  labels: SiteLabels | undefined
}

/** Every folder with a `site.json`, and the labels beside it. */
export function readSavedSites(folder: string): SavedSite[] {
  return readdirSync(folder)
    .sort()
    .filter((slug) => existsSync(join(folder, slug, 'site.json')))
    .map((slug) => {
      const { host }: { host: string } = JSON.parse(readFileSync(join(folder, slug, 'site.json'), 'utf8'))
      const file = join(folder, `${slug}.labels.json`)
      const labels: SiteLabels | undefined = existsSync(file)
        ? JSON.parse(readFileSync(file, 'utf8'))
        : undefined
      return { slug, folder: join(folder, slug), host: host.toLowerCase(), labels }
    })
}

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.htm': 'text/html',
  '.xml': 'application/xml',
  '.txt': 'text/plain; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
}

/** One HTTP server that is all saved sites, selected by the Host header, and the resolver of their names. */
export function serveSavedSites(sites: readonly SavedSite[]) {
  const byHost = new Map(sites.flatMap((site) => hostsOf(site).map((host) => [host, site] as const)))
  const addresses = new Map(
    sites.flatMap((site, index) =>
      hostsOf(site).map((host) => [host, `45.66.${10 + (index >> 8)}.${index & 255}`] as const),
    ),
  )
  const dns: Dns = {
    addresses: async (host) => [addresses.get(host.toLowerCase())].filter((address) => address !== undefined),
    records: async () => [],
  }
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch(request, self): Response {
      const host = (request.headers.get('host') ?? '').toLowerCase().replace(/:\d+$/, '')
      const site = byHost.get(host)
      const file = site && fileOf(site, new URL(request.url).pathname)
      if (site === undefined || file === undefined)
        return new Response('<title>404 Not Found</title>', {
          status: 404,
          headers: { 'content-type': 'text/html' },
        })
      const type = contentTypes[extname(file).toLowerCase()] ?? 'application/octet-stream'
      const bytes = readFileSync(file)
      const body = /^text\/|xml$/.test(type) ? withOrigins(bytes, site, self.port ?? 0) : bytes
      return new Response(new Uint8Array(body), { headers: { 'content-type': type } })
    },
  })
  const port = server.port ?? 0
  return {
    port,
    dns,
    dial: () => '127.0.0.1',
    entryUrl: ({ host }: SavedSite) => `http://${host}:${port}/`,
    stop: () => server.stop(true),
  }
}

/** With and without `www.`, as links within a site use both. */
function hostsOf({ host }: SavedSite): string[] {
  return [...new Set([host, host.replace(/^www\./, ''), `www.${host.replace(/^www\./, '')}`])]
}

function fileOf({ folder }: SavedSite, pathname: string): string | undefined {
  let decoded = pathname
  try {
    decoded = decodeURIComponent(pathname)
  } catch {
    // A malformed escape stays as it is written.
  }
  const path = join(folder, normalize(decoded))
  if (!path.startsWith(folder) || path.endsWith('site.json')) return undefined
  return [path, `${path.replace(/\/$/, '')}.html`, join(path, 'index.html'), join(path, 'index.htm')].find(
    (each) => existsSync(each) && statSync(each).isFile(),
  )
}

/** The site's own absolute addresses lead to this server. Bytes stay as they are in any charset. */
function withOrigins(bytes: Uint8Array, { host }: SavedSite, port: number): Uint8Array {
  const bare = RegExp.escape(host.replace(/^www\./, ''))
  const own = new RegExp(`https?:(\\\\?/\\\\?/)((?:www\\.)?${bare})(?![\\w.:-])`, 'g')
  const text = Buffer.from(bytes).toString('latin1')
  return Buffer.from(
    text.replace(own, (_, slashes: string, name: string) => `http:${slashes}${name}:${port}`),
    'latin1',
  )
}
