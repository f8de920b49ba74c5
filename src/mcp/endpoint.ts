import { createMcpHandler } from '@modelcontextprotocol/server'
import type { Connections } from '../kernel/http/connections.ts'
import type { ApiDescription } from '../kernel/http/describe-api.ts'
import type { Fetch } from '../kernel/http/entry.ts'
import { messageOf } from '../kernel/runtime/errors.ts'
import type { Log } from '../kernel/runtime/log.ts'
import published from './operations.json' with { type: 'json' }
import { mcpServer, type ResourceRoute } from './server.ts'
import { pathsOf, toolsOf } from './tools.ts'

export interface EndpointDeps {
  urls: { base: string; agent: string; status: string }
  connections: Pick<Connections, 'assign'>
  log: Log
  describe: () => Promise<ApiDescription>
  /** The application's own way of requests. */
  fetch: () => Fetch
}

const bodyBytesMax = 65_536

/** Answers MCP requests; the tools are made with the first one. */
export function createEndpoint(deps: EndpointDeps): (request: Request) => Promise<Response> {
  const { connections, log } = deps
  let definitions: Promise<ReturnType<typeof definitionsOf>> | undefined
  const define = () => {
    definitions ??= deps.describe().then((document) => definitionsOf(document, deps))
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
  return (request) =>
    handler.fetch(request, { authInfo: { token: '', clientId: '', scopes: [], extra: { request } } })
}

function definitionsOf(document: ApiDescription, { urls, log }: Pick<EndpointDeps, 'urls' | 'log'>) {
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
  // The build refuses such an operation; a server that has one works without it.
  const tools = toolsOf(document, published.tools, ({ message }) => log.error(message))
  return { tools, resources }
}

function* namesIn(parameters: unknown): Generator<string> {
  for (const each of Array.isArray(parameters) ? parameters : []) if (each?.in === 'query') yield each.name
}
