import type { AnyElysia } from 'elysia'
import { createEntry, type EntryDeps, type Fetch, type FindCached } from './entry.ts'
import { createHouse, type HouseDeps } from './house.ts'
import { createRequestContexts } from './request-context.ts'

export type Http = ReturnType<typeof createHttp>

/** The HTTP side of the kernel: a plugin that every area uses, and the way of requests into the application. */
export function createHttp(deps: HouseDeps & EntryDeps) {
  const contexts = createRequestContexts()
  return {
    house: createHouse(deps, contexts),
    contexts,
    serve: (app: AnyElysia, findCached: FindCached): Fetch => createEntry(app, findCached, deps, contexts),
  }
}
