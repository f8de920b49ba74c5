import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { Problem } from '../../kernel/docs.ts'
import type { CampaignHouse } from '../deps.ts'
import { formatIds } from '../formats.ts'
import { campaignLimits } from '../limits.ts'

const features = ['agent-1.5.0', 'agent-1.3.0', 'brand-kits', 'receipts', 'respond-async']

/** What the caller may do. Every caller has the same plan. */
export function entitlementRoutes(house: CampaignHouse) {
  return new Elysia({ name: 'campaign.entitlements', prefix: '/api/entitlements', tags: ['campaign'] })
    .use(house)
    .get(
      '',
      ({ caller, set }) => {
        set.headers['cache-control'] = 'private, no-store'
        const { inFlightPerCaller: inFlight, logoBytes } = campaignLimits
        return {
          plan: 'standard',
          caller: caller.id,
          limits: { inFlight, logoBytes, formats: [...formatIds] },
          used: {},
          features: [...features],
          x402: { enabled: false },
        }
      },
      {
        access: 'caller',
        response: {
          200: Type.Object({
            plan: Type.String(),
            caller: Type.String(),
            limits: Type.Record(Type.String(), Type.Unknown()),
            used: Type.Record(Type.String(), Type.Unknown()),
            features: Type.Array(Type.String()),
            x402: Type.Object({ enabled: Type.Boolean() }),
          }),
          401: Problem,
        },
        detail: { summary: 'Plan and limits of the caller', operationId: 'readEntitlements' },
      },
    )
}
