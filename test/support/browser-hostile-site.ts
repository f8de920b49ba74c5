import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { trapPorts } from './browser-traps.ts'

/** Names of the namespace. Public ones, as reserved names would be refused before anybody looks where they lead. */
export const hostileNames = {
  site: 'www.hostile-page.com',
  /** Leads to a private address. */
  private: 'intranet.hostile-page.com',
  /** Known to no resolver of ours; the namespace's own DNS server would answer it. */
  leak: 'leak.hostile-page.net',
}

/** The hostile page and all that it asks its own server for. */
export async function startHostileSite(address: string): Promise<Server> {
  const script = readFileSync(join(import.meta.dirname, 'hostile-page.js'), 'utf8')
  const traps = {
    port: trapPorts.main,
    udpPort: trapPorts.mainUdp,
    leakName: hostileNames.leak,
    privateName: hostileNames.private,
  }
  const page = `<!doctype html><title>Hostile</title><body><h1>Hostile</h1><script>const traps = ${JSON.stringify(traps)}\n${script}</script>`
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://site')
    const { status = 200, headers, body = '' } = replyTo(pathname, searchParams, page)
    response.writeHead(status, { 'content-type': 'text/html', ...headers })
    response.end(body)
  })
  await new Promise<void>((resolve, reject) => {
    server.on('error', reject)
    server.listen(80, address, resolve)
  })
  return server
}

interface Reply {
  status?: number
  headers?: Record<string, string>
  body?: string
}

function replyTo(path: string, query: URLSearchParams, page: string): Reply {
  const to = query.get('to') ?? ''
  const replies: Record<string, Reply> = {
    '/': { body: page },
    '/redirect': {
      status: Number(query.get('status')),
      headers: { location: to, 'access-control-allow-origin': '*' },
    },
    '/meta-refresh': { body: `<meta http-equiv="refresh" content="0;url=${to}">` },
    '/header-refresh': { headers: { refresh: `0;url=${to}` } },
    '/header-link': { headers: { link: `<${to}>; rel=preload; as=script, <${to}>; rel=preconnect` } },
    '/policy-report': {
      headers: { 'content-security-policy': `default-src 'none'; report-uri ${to}` },
      body: '<img src="/empty">',
    },
    '/error-report': { headers: reportingHeaders(to) },
    '/alternative-service': { headers: { 'alt-svc': `h3="${to}"; ma=3600, h2="${to}"; ma=3600` } },
    '/worker.js': { headers: { 'content-type': 'text/javascript' }, body: workerScript(query) },
  }
  return replies[path] ?? {}
}

function reportingHeaders(to: string): Record<string, string> {
  return {
    'report-to': JSON.stringify({ group: 'g', max_age: 3600, endpoints: [{ url: to }] }),
    'reporting-endpoints': `g="${to}"`,
    nel: JSON.stringify({ report_to: 'g', max_age: 3600, success_fraction: 1, failure_fraction: 1 }),
    'content-security-policy': `default-src 'none'; report-to g`,
  }
}

function workerScript(query: URLSearchParams): string {
  const [way, host] = [query.get('way'), query.get('host')]
  const place = `${host}:${trapPorts.main}/way/${way}`
  return `fetch('http://${place}',{mode:'no-cors'}).catch(()=>{});try{new WebSocket('ws://${place}-socket')}catch{}`
}
