import { Elysia } from 'elysia'
import { kernelError } from '../runtime/errors.ts'
import { readBoundedBody } from './bounded-body.ts'
import type { Connections } from './connections.ts'
import type { Identify } from './identify.ts'
import { contextOf } from './request-context.ts'
import { type Access, optionsOf } from './route-facts.ts'

/** Requests that a caller may make in a time. */
export interface Quota {
  /** @throws rate_limited when it is used up */
  take(caller: string, request: Request): Promise<void>
  /** Counts every request before its body is read, where the quota itself counts those whose body is valid. */
  tries?: Quota
}

export interface AdmissionDeps {
  connections: Pick<Connections, 'closeWhenIdle'>
  /** By the names that routes state. */
  quotas: Readonly<Record<string, Quota>>
  /** @throws AppError 401 or 403 for one who may not call */
  identify: Identify
}

/**
 * Who calls and whether the quota has room, decided before anything of the body is read; then the body, bounded. Routes
 * state `access`, `quota`, `bodyBytesMax` and `quietSecondsMax`; handlers receive the `caller`.
 */
export function admission({ connections, quotas, identify }: AdmissionDeps) {
  const limitOf = (quota: string | undefined) => (quota === undefined ? undefined : quotas[quota])
  const admit = async (request: Request): Promise<void> => {
    const context = contextOf(request)
    if (context.caller !== undefined || context.route === undefined) return
    const { access = 'public', quota, quietSecondsMax } = context.route
    const limit = limitOf(quota)
    const first = limit?.tries ?? limit
    const caller = await identify(request, access).catch(async (refused: unknown) => {
      // Wrong keys count as requests of the address, to bound guessing; the operator gate has a limit of its own.
      if (access !== 'operator') await first?.take((await identify(request, 'public')).id, request)
      throw refused
    })
    context.caller = caller
    await first?.take(caller.countedAs ?? caller.id, request)
    if (quietSecondsMax !== undefined) connections.closeWhenIdle(request, quietSecondsMax)
  }
  return (
    new Elysia({ name: 'http.admission' })
      .onParse({ as: 'global' }, async ({ request }) => {
        await admit(request)
        const context = contextOf(request)
        const { route } = context
        // A body that no schema describes is left unread.
        if (route?.bodySchema === undefined) return null
        context.isReadingBody = true
        const body = await readBoundedBody(request, route)
        context.isReadingBody = false
        return body
      })
      // Without a content type nothing is parsed.
      .onTransform({ as: 'global' }, async ({ request }) => {
        await admit(request)
        const { route } = contextOf(request)
        if (route?.bodySchema !== undefined && !request.headers.has('content-type'))
          throw kernelError('unsupported_media_type', route)
      })
      .resolve({ as: 'global' }, async ({ request }) => {
        const { caller = { id: '' }, route } = contextOf(request)
        const limit = limitOf(route?.quota)
        if (limit?.tries !== undefined) await limit.take(caller.countedAs ?? caller.id, request)
        return { caller }
      })
      .macro('access', (access: Access) => ({ detail: optionsOf({ access }) }))
      .macro('quota', (quota: string) => ({ detail: optionsOf({ quota }) }))
      .macro('bodyBytesMax', (bodyBytesMax: number) => ({ detail: optionsOf({ bodyBytesMax }) }))
      // For answers that take longer than the listener keeps a silent connection.
      .macro('quietSecondsMax', (quietSecondsMax: number) => ({ detail: optionsOf({ quietSecondsMax }) }))
  )
}
