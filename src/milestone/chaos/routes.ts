import { Elysia } from 'elysia'
import type { RouteBase } from '../../kernel/http/route-base.ts'
import { asOperator, type MayOperate, type Operators, requirePipeline } from '../cycle/operators.ts'
import { MilestoneProblem, publicRead } from '../wire/route-options.ts'
import { faultNames } from './fault.ts'
import { injectFault } from './inject-fault.ts'
import { activeFaults, ChaosInjected, ChaosRequest, ChaosState } from './schemas.ts'

export function chaosRoutes(routeBase: RouteBase, operators: Operators, mayOperate: MayOperate) {
  const { pipeline } = operators
  return new Elysia({ name: 'milestone.chaos', tags: ['milestone'] })
    .use(routeBase)
    .post(
      '/api/chaos',
      ({ body }) => {
        const own = requirePipeline(operators)
        const injected = injectFault(own, body)
        return { ok: true as const, injected, active: activeFaults(own.chaos.active()) }
      },
      {
        ...asOperator,
        body: ChaosRequest,
        response: { 200: ChaosInjected, 503: MilestoneProblem },
        detail: {
          summary: 'Inject a fault into the demo pipeline, or clear all',
          operationId: 'injectFault',
        },
      },
    )
    .get(
      '/api/chaos',
      async ({ request, set }) => {
        set.headers['cache-control'] = 'no-store'
        return {
          ok: true as const,
          active: activeFaults(pipeline?.chaos.active() ?? []),
          types: pipeline === undefined ? [] : [...faultNames],
          endpoints: pipeline?.endpoints ?? 0,
          operator: await mayOperate(request),
        }
      },
      {
        ...publicRead,
        response: { 200: ChaosState },
        detail: {
          summary: 'Active faults, those that can be injected, and whether this caller may do it',
          operationId: 'readFaults',
        },
      },
    )
}
