import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { Problem } from '../../kernel/http/problem-schema.ts'
import type { RouteBase } from '../../kernel/http/route-base.ts'
import { Exactly, OneOf, TextLike, Texts } from '../../kernel/http/schema-parts.ts'
import { formatIds } from '../compose/formats.ts'
import type { CampaignDeps } from '../deps.ts'
import { forCallers, forOperator, problems } from '../route-options.ts'
import { callerNamePattern } from './caller-name.ts'
import type { EntitlementsOfCaller } from './entitlements.ts'
import { planNames } from './plans.ts'

const features = ['agent-1.5.0', 'agent-1.3.0', 'brand-kits', 'receipts', 'respond-async']
const Count = Type.Integer({ minimum: 0 })

const EntitlementRecord = Type.Object({
  plan: TextLike('trial'),
  caller: TextLike('agency'),
  limits: Type.Object({
    runsPerDay: Count,
    runsInFlight: Count,
    brandKits: Count,
    logoBytes: Count,
    photosPerKit: Count,
    photoBytes: Count,
    fonts: Count,
    fontBytes: Count,
    formats: Type.Array(OneOf(formatIds)),
  }),
  used: Type.Object({
    runsToday: Count,
    runsInFlight: Count,
    brandKits: Count,
    logoBytes: Count,
    photoBytes: Count,
    fonts: Count,
    fontBytes: Count,
  }),
  features: Texts('What the plan includes', ['agent-1.5.0', 'receipts']),
  x402: Type.Object({ enabled: Type.Boolean() }),
})

/** Plan and usage of a caller, and granting plans. */
export function entitlementRoutes(routeBase: RouteBase, { entitlements, payments }: CampaignDeps) {
  const recordOf = ({ limits, ...record }: EntitlementsOfCaller) => ({
    ...record,
    limits: { ...limits, formats: [...limits.formats] },
    features: [...features],
    x402: { enabled: payments !== undefined },
  })
  return new Elysia({ name: 'campaign.entitlements', prefix: '/api/entitlements', tags: ['campaign'] })
    .use(routeBase)
    .get(
      '',
      async ({ caller }) => {
        return recordOf(await entitlements.read(caller.id))
      },
      {
        ...forCallers,
        response: { 200: EntitlementRecord, 401: Problem, 429: Problem },
        detail: {
          summary: 'Plan, limits and use of the caller',
          description:
            'Days begin at 00:00 UTC. Refused runs and runs that fail on the server are not counted.',
          operationId: 'readEntitlements',
        },
      },
    )
    .post(
      '',
      async ({ body }) => {
        await entitlements.grant(body.caller, body.plan)
        return recordOf(await entitlements.read(body.caller))
      },
      {
        ...forOperator,
        body: Exactly({
          caller: Type.String({
            pattern: callerNamePattern,
            description: 'a caller with a key',
          }),
          plan: OneOf(planNames),
        }),
        response: {
          200: EntitlementRecord,
          ...problems(400, 401, 403, 413, 429),
        },
        detail: { summary: 'Grant a plan to a caller, as the operator', operationId: 'grantPlan' },
      },
    )
}
