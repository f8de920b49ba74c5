import { Elysia } from 'elysia'
import type { Quota } from '../kernel/http/admission.ts'
import type { RouteBase } from '../kernel/http/route-base.ts'
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
export function campaignRoutes(routeBase: RouteBase, deps: CampaignDeps & { quotas: { agent: Quota } }) {
  return new Elysia({ name: 'campaign', normalize: false })
    .use(discoveryRoutes(routeBase, deps))
    .use(agentRoutes(routeBase, deps, '1.5.0'))
    .use(agentRoutes(routeBase, deps, '1.3.0'))
    .use(a2aRoutes(routeBase, deps))
    .use(kitRoutes(routeBase, deps))
    .use(photoRoutes(routeBase, deps))
    .use(imageRoutes(routeBase, deps))
    .use(fontRoutes(routeBase, deps))
    .use(draftRoutes(routeBase, deps))
    .use(receiptRoutes(routeBase, deps))
    .use(entitlementRoutes(routeBase, deps))
    .use(keyRoutes(routeBase, deps))
    .use(studioRoutes(routeBase, deps))
}
