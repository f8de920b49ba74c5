import { Elysia } from 'elysia'
import type { Quota } from '../kernel/http/admission.ts'
import type { House } from '../kernel/http/house.ts'
import { a2aRoutes } from './a2a/routes.ts'
import { agentRoutes } from './agent/routes.ts'
import { kitRoutes } from './brand-kits/routes.ts'
import type { CampaignDeps } from './deps.ts'
import { discoveryRoutes } from './discovery/routes.ts'
import { draftRoutes } from './drafts/routes.ts'
import { entitlementRoutes } from './entitlements/routes.ts'
import { fontRoutes } from './fonts/routes.ts'
import { imageRoutes } from './images/routes.ts'
import { keyRoutes } from './keys/routes.ts'
import { photoRoutes } from './photos/routes.ts'
import { receiptRoutes } from './receipts/routes.ts'
import { studioRoutes } from './studio/routes.ts'

/** Area B: the agent in both variants, brand kits, images in and out, drafts, receipts, discovery. */
export function campaignRoutes(house: House, deps: CampaignDeps & { quotas: { agent: Quota } }) {
  return new Elysia({ name: 'campaign', normalize: false })
    .use(discoveryRoutes(house, deps))
    .use(agentRoutes(house, deps, '1.5.0'))
    .use(agentRoutes(house, deps, '1.3.0'))
    .use(a2aRoutes(house, deps))
    .use(kitRoutes(house, deps))
    .use(photoRoutes(house, deps))
    .use(imageRoutes(house, deps))
    .use(fontRoutes(house, deps))
    .use(draftRoutes(house, deps))
    .use(receiptRoutes(house, deps))
    .use(entitlementRoutes(house, deps))
    .use(keyRoutes(house, deps))
    .use(studioRoutes(house, deps))
}
