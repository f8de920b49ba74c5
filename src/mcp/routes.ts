import { createMcpHandler } from '@modelcontextprotocol/server'
import { Elysia } from 'elysia'
import type { Connections } from '../kernel/http/connections.ts'
import type { ApiDescription } from '../kernel/http/describe-api.ts'
import type { Fetch } from '../kernel/http/entry.ts'
import type { House } from '../kernel/http/house.ts'
import { alsoByLoopbackNames } from '../kernel/http/operator.ts'
import { RequestRefused } from '../kernel/http/problem.ts'
import { messageOf } from '../kernel/runtime/errors.ts'
import type { Log } from '../kernel/runtime/log.ts'
import published from './operations.json' with { type: 'json' }
import { mcpServer, type ResourceRoute } from './server.ts'
import { pathsOf, toolsOf } from './tools.ts'

export interface McpDeps {
  urls: { base: string; agent: string; status: string }
  corsOrigins: readonly string[]
  connections: Pick<Connections, 'assign'>
  /** Whether keys tell callers apart here. */
  hasKeys: boolean
  log: Log
  describe: () => Promise<ApiDescription>
  /** The application's own way of requests. */
  fetch: () => Fetch
}

const bodyBytesMax = 65_536

/** `POST /mcp`: the published operations as tools, over Streamable HTTP, without sessions. */
export function mcpRoutes(house: House, deps: McpDeps) {
  const { urls, connections, log } = deps
  const origins = new Set([...Object.values(urls), ...deps.corsOrigins].flatMap(alsoByLoopbackNames))
  const hosts = new Set(Object.values(urls).flatMap(alsoByLoopbackNames).map(hostOf))
  let definitions: Promise<ReturnType<typeof definitionsOf>> | undefined
  const define = () => {
    definitions ??= deps.describe().then((document) => definitionsOf(document, urls))
    return definitions
  }
  const call = (inner: Request, outer: Request) => {
    connections.assign(inner, outer)
    return deps.fetch()(inner)
  }
  const handler = createMcpHandler(
    async ({ authInfo }) => {
      const outer = authInfo?.extra?.['request']
      if (!(outer instanceof Request)) throw new Error('an MCP request came without its HTTP request')
      return mcpServer(await define(), outer, call)
    },
    {
      maxRequestBodySize: bodyBytesMax,
      // No list changes while a process runs.
      maxSubscriptions: 16,
      onerror: (error) => log.debug('An MCP request was refused', { reason: messageOf(error) }),
    },
  )
  return new Elysia({ name: 'mcp', normalize: false }).use(house).post(
    '/mcp',
    async ({ request, caller }) => {
      requireOwn(request, hosts, origins)
      if (deps.hasKeys && caller.isUnknown === true && request.headers.has('authorization')) throw wrongKey()
      return await handler.fetch(request, {
        authInfo: { token: '', clientId: '', scopes: [], extra: { request } },
      })
    },
    { access: 'optional', quietSecondsMax: 120, detail: { hide: true } },
  )
}

function definitionsOf(document: ApiDescription, urls: McpDeps['urls']) {
  const paths = pathsOf(document)
  const resources = Object.entries(published.resources).flatMap(([name, area]): ResourceRoute[] => {
    const route = paths.get(name)
    if (route === undefined) return []
    const { path, operation } = route
    const query = [...namesIn(operation['parameters'])].map((key) => `${key}={${key}}`).join('&')
    const address = `${area === 'agent' ? urls.agent : urls.status}${path}`
    const template = query === '' ? address : `${address}?${query}`
    const source = template
      .split(/\{[^}]+\}/)
      .map(RegExp.escape)
      .join('[^/?#&]+')
    return [
      { name, title: String(operation['summary'] ?? name), template, pattern: new RegExp(`^${source}$`) },
    ]
  })
  return { tools: toolsOf(document, published.tools), resources }
}

function* namesIn(parameters: unknown): Generator<string> {
  for (const each of Array.isArray(parameters) ? parameters : []) if (each?.in === 'query') yield each.name
}

function hostOf(origin: string): string {
  return new URL(origin).host
}

/** Pages of other sites cannot call by a name that they point at this server (DNS rebinding). */
function requireOwn(request: Request, hosts: ReadonlySet<string>, origins: ReadonlySet<string>): void {
  const host = request.headers.get('host')?.toLowerCase() ?? ''
  if (!hosts.has(host))
    throw new RequestRefused(403, 'forbidden', 'Cannot serve this Host: call one of the public addresses')
  const origin = request.headers.get('origin')
  if (origin !== null && !origins.has(origin))
    throw new RequestRefused(403, 'forbidden', 'Cannot serve pages of this origin: add it to CORS_ORIGINS')
}

function wrongKey(): RequestRefused {
  return new RequestRefused(401, 'unauthorized', 'Cannot tell who calls: no such caller key', {
    headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
  })
}
