import { Elysia } from 'elysia'
import type { Quota } from '../kernel/http/admission.ts'
import { alsoByLoopbackNames } from '../kernel/http/operator.ts'
import type { RouteBase } from '../kernel/http/route-base.ts'
import { kernelError } from '../kernel/runtime/errors.ts'
import type { EndpointDeps } from './endpoint.ts'

export interface McpDeps extends EndpointDeps {
  corsOrigins: readonly string[]
  /** Whether keys tell callers apart here. */
  hasKeys: boolean
  /** Wrong keys count as requests of the address, to bound guessing. */
  quotas: { agent: Quota }
}

/** `POST /mcp`: the published operations as tools, over Streamable HTTP, without sessions. */
export function mcpRoutes(routeBase: RouteBase, deps: McpDeps) {
  const { urls } = deps
  const origins = new Set([...Object.values(urls), ...deps.corsOrigins].flatMap(alsoByLoopbackNames))
  const hosts = new Set(Object.values(urls).flatMap(alsoByLoopbackNames).map(hostOf))
  let endpoint: Promise<(request: Request) => Promise<Response>> | undefined
  // The package is loaded with the first call, as most of a start is loading.
  const load = async () => (await import('./endpoint.ts')).createEndpoint(deps)
  return new Elysia({ name: 'mcp', normalize: false }).use(routeBase).post(
    '/mcp',
    async ({ request, caller }) => {
      requireOwn(request, hosts, origins)
      if (deps.hasKeys && caller.isUnknown === true && request.headers.has('authorization')) {
        await deps.quotas.agent.take(caller.id, request)
        throw kernelError('key_unknown')
      }
      endpoint ??= load()
      return await (await endpoint)(request)
    },
    { access: 'optional', quietSecondsMax: 120, detail: { hide: true } },
  )
}

function hostOf(origin: string): string {
  return new URL(origin).host
}

/** Pages of other sites cannot call by a name that they point at this server (DNS rebinding). */
function requireOwn(request: Request, hosts: ReadonlySet<string>, origins: ReadonlySet<string>): void {
  const host = request.headers.get('host')?.toLowerCase() ?? ''
  if (!hosts.has(host)) throw kernelError('foreign_host')
  const origin = request.headers.get('origin')
  if (origin !== null && !origins.has(origin)) throw kernelError('foreign_page')
}
