import type { AnyElysia } from 'elysia'
import { createEntry, type EntryDeps, type Fetch, type FindCached } from './entry.ts'
import { addFallbacks } from './request-rules.ts'
import { createRouteBase, type RouteBaseDeps } from './route-base.ts'
import { createRouteTable } from './route-facts.ts'

/** The HTTP side of the kernel: a plugin that every area uses, and the way of requests into the application. */
export function createHttp(deps: RouteBaseDeps & EntryDeps) {
  return {
    routeBase: createRouteBase(deps),
    /** @throws Error for a route that does not state its access, or whose quota is not among those given */
    serve(app: AnyElysia, findCached: FindCached): Fetch {
      const routes = createRouteTable(app)
      for (const { pattern, quota, access } of routes.all) {
        if (access === undefined)
          throw new Error(`Cannot serve ${pattern} as it must state in \`access\` who may call it`)
        if (quota !== undefined && !Object.hasOwn(deps.quotas, quota))
          throw new Error(`Cannot serve ${pattern} as its quota ${JSON.stringify(quota)} is unknown`)
      }
      addFallbacks(app, routes)
      return createEntry(app, routes, findCached, deps)
    },
  }
}
