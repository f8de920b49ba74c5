import { type AnyElysia, Elysia } from 'elysia'
import { analysisHomePart } from './analysis/pages/home-part.ts'
import { type AnalysisDeps, analysisRoutes } from './analysis/routes.ts'
import { apiDocuments } from './api-documents.ts'
import type { CampaignDeps } from './campaign/deps.ts'
import { campaignRoutes } from './campaign/routes.ts'
import { campaignHomePart } from './campaign/studio/home-part.ts'
import type { Quota } from './kernel/http/admission.ts'
import type { Connections } from './kernel/http/connections.ts'
import { docsRoutes } from './kernel/http/docs.ts'
import type { EntryDeps, Fetch } from './kernel/http/entry.ts'
import { healthRoutes, type ReadyCheck } from './kernel/http/health.ts'
import { createHttp } from './kernel/http/http.ts'
import type { Identify } from './kernel/http/identify.ts'
import { AppError } from './kernel/runtime/app-error.ts'
import type { AreaName } from './kernel/settings/area-names.ts'
import type { PublicUrls } from './kernel/settings/config.ts'
import { mcpRoutes } from './mcp/routes.ts'
import type { MayOperate } from './milestone/cycle/operators.ts'
import { type MilestoneDeps, milestoneRoutes } from './milestone/routes.ts'
import { apiTexts } from './operation-texts.ts'
import { siteRoutes } from './site/routes.ts'

export interface AppDeps extends EntryDeps {
  urls: { [Name in keyof PublicUrls]: string }
  checks: readonly ReadyCheck[]
  identify: Identify
  quotas: Readonly<Record<QuotaName, Quota>>
  /** Area A; undefined where it is not mounted. */
  analysis: Omit<AnalysisDeps, 'log' | 'example'> | undefined
  /** Area B; undefined where it is not mounted. */
  campaign: CampaignDeps | undefined
  /** Area C; undefined where it is not mounted. */
  milestone: Omit<MilestoneDeps, 'urls' | 'connections' | 'mayOperate'> | undefined
  connections: Connections
  /** A site on this machine that may be scanned, as a demo has one. */
  sampleOrigin?: string | undefined
  /** Resolves when the data that examples name are there; they are there already without it. */
  ready?: Promise<unknown> | undefined
  swaggerUi: (file: string) => Promise<Blob | undefined>
}

/** Quotas that routes name in their options. */
export type QuotaName = 'scan' | 'diagnose' | 'chat' | 'reports' | 'agent' | 'campaign' | 'chaos'

export interface App {
  fetch: Fetch
  app: AnyElysia
  /** Resolves when the OpenAPI documents are built; requests for them wait for it. */
  described: Promise<void>
}

/** The whole HTTP side: the kernel's rules, the mounted areas, and their description. The only place that sees all areas. */
export function createApp(deps: AppDeps): App {
  const { campaign, urls } = deps
  const http = createHttp({
    ...deps,
    // The review application calls from its own address.
    corsOrigins:
      campaign === undefined ? deps.corsOrigins : [...deps.corsOrigins, new URL(urls.studio).origin],
  })
  const { routeBase } = http
  const analysis =
    deps.analysis &&
    analysisRoutes(routeBase, {
      ...deps.analysis,
      log: deps.log,
      example: deps.sampleOrigin,
    })
  const milestone =
    deps.milestone &&
    milestoneRoutes(routeBase, { ...deps.milestone, ...deps, mayOperate: mayOperate(deps.identify) })
  const docs = docsRoutes(routeBase, {
    documents: apiDocuments(urls, mountedAreas(deps)),
    texts: apiTexts({
      sampleOrigin: deps.sampleOrigin,
      ready: deps.ready,
      seeded: () => milestone?.examples(),
    }),
    swaggerUi: deps.swaggerUi,
  })
  // A path with a slash at its end is another path.
  const app: AnyElysia = new Elysia({ name: 'cairn', normalize: false, strictPath: true })
    .use(routeBase)
    .use(docs.routes)
    .use(healthRoutes(routeBase, deps))
    .use(
      siteRoutes(routeBase, {
        urls,
        now: Date.now,
        homeParts: () => [
          ...(analysis === undefined ? [] : [analysisHomePart(deps.sampleOrigin)]),
          ...(campaign === undefined ? [] : [campaignHomePart()]),
          ...(milestone === undefined ? [] : [milestone.homePart()]),
        ],
      }),
    )
    .use(
      mcpRoutes(routeBase, {
        ...deps,
        hasKeys: campaign !== undefined,
        describe: docs.description,
        fetch: () => fetch,
      }),
    )
  if (analysis !== undefined) app.use(analysis.routes)
  if (campaign !== undefined) app.use(campaignRoutes(routeBase, { ...campaign, quotas: deps.quotas }))
  if (milestone !== undefined) app.use(milestone.routes)
  const described = docs.describe(app)

  const findCached = (address: string) =>
    milestone?.findCached(address) ?? analysis?.findCached(address) ?? docs.findCached(address)
  const fetch: Fetch = http.serve(app, findCached)
  return { fetch, app, described }
}

/** Asks the operator gate without a request that needs it. */
function mayOperate(identify: Identify): MayOperate {
  return async (request) => {
    try {
      await identify(request, 'operator')
      return { allowed: true, detail: null }
    } catch (error) {
      if (error instanceof AppError && error.status < 500) return { allowed: false, detail: error.message }
      throw error
    }
  }
}

function mountedAreas({ analysis, campaign, milestone }: Pick<AppDeps, AreaName>): AreaName[] {
  return [
    ...(analysis === undefined ? [] : ['analysis' as const]),
    ...(campaign === undefined ? [] : ['campaign' as const]),
    ...(milestone === undefined ? [] : ['milestone' as const]),
  ]
}
