import { type AnyElysia, Elysia, NotFoundError, ValidationError } from 'elysia'
import { ChatRequest } from './analysis/chat/schema.ts'
import { DescribedScanRequest, DiagnoseRequest } from './analysis/model.ts'
import { DescribedSaveReportRequest } from './analysis/reports/schema.ts'
import { type AnalysisDeps, analysisRoutes } from './analysis/routes.ts'
import { agentFailure } from './campaign/agent/agent-failure.ts'
import { capabilities } from './campaign/capability.ts'
import type { CampaignDeps, CampaignQuota } from './campaign/deps.ts'
import { campaignRoutes } from './campaign/routes.ts'
import type { Connections } from './kernel/http/connections.ts'
import type { ApiDocument } from './kernel/http/describe-api.ts'
import { docsRoutes } from './kernel/http/docs.ts'
import { healthRoutes, type ReadyCheck } from './kernel/http/health.ts'
import { createHouse, type HouseDeps } from './kernel/http/house.ts'
import { createHttp, createRequestIds, errorResponse } from './kernel/http/http.ts'
import { RequestRefused } from './kernel/http/problem.ts'
import { queryKeysOf } from './kernel/http/query.ts'
import { addressOf, pathOf, toRoutable } from './kernel/http/request.ts'
import { createRouteTable } from './kernel/http/route-table.ts'
import type { Log } from './kernel/runtime/log.ts'
import type { Metrics } from './kernel/runtime/metrics.ts'
import type { AreaName } from './kernel/settings/area-names.ts'
import type { PublicUrls } from './kernel/settings/config.ts'
import { type ChaosDeps, chaosRoutes } from './milestone/chaos/routes.ts'
import { ChaosRequest } from './milestone/model.ts'
import { type MilestoneDeps, milestoneRoutes } from './milestone/routes.ts'

export interface AppDeps {
  urls: { [Name in keyof PublicUrls]: string }
  corsOrigins: readonly string[]
  log: Log
  metrics: Metrics
  checks: readonly ReadyCheck[]
  /** Area A; undefined where it is not mounted. */
  analysis: AnalysisDeps | undefined
  /** Area B; undefined where it is not mounted. */
  campaign: ({ deps: CampaignDeps } & Pick<HouseDeps<CampaignQuota>, 'identify' | 'quotas'>) | undefined
  /** Area C; undefined where it is not mounted. */
  milestone: (MilestoneDeps & { operators: ChaosDeps }) | undefined
  connections: Connections
  swaggerUi: (file: string) => Promise<Blob | undefined>
}

/** The whole HTTP side: kernel rules around the mounted areas. The only place that sees all areas. */
export function createApp(deps: AppDeps): {
  fetch: (request: Request) => Response | Promise<Response>
  /** The routers, for the description of their routes. */
  apps: readonly AnyElysia[]
} {
  const requestIds = createRequestIds()
  const milestone =
    deps.milestone === undefined
      ? undefined
      : milestoneRoutes(deps.milestone, requestIds, deps.connections, deps.milestone.operators.callerOf)
  const documents = apiDocuments(deps.urls, mountedAreas(deps))
  const docs = docsRoutes({ documents, swaggerUi: deps.swaggerUi })
  const elysia: AnyElysia = new Elysia({ name: 'cairn', normalize: false })
    .onError(({ error, code, request }) =>
      errorResponse(
        asAppError(error, code),
        { ...about(request), requestId: requestIds.of(request) },
        deps.log,
      ),
    )
    .use(docs.routes)
    .use(healthRoutes(deps))
  if (deps.analysis !== undefined) elysia.use(analysisRoutes(deps.analysis))
  if (deps.milestone !== undefined && milestone !== undefined)
    elysia.use(milestone.routes).use(chaosRoutes(deps.milestone.operators))

  const campaign = deps.campaign && campaignApp(deps, deps.campaign, requestIds)
  const apps = [elysia, ...(campaign === undefined ? [] : [campaign])]
  docs.describe(apps)
  const routes = createRouteTable(
    elysia.routes.map(({ method, path, hooks }) => ({
      method,
      path,
      anyOrigin: method === 'GET' && readableByAll(hooks?.detail?.tags),
      queryKeys: queryKeysOf(hooks?.query),
    })),
  )
  const other = createHttp({
    handle: (request) => elysia.handle(request),
    findKept: milestone?.findKept ?? (() => undefined),
    routes,
    log: deps.log,
    metrics: deps.metrics,
    corsOrigins: deps.corsOrigins,
    requestIds,
    connections: deps.connections,
    problemExtra,
  })
  if (campaign === undefined) return { fetch: other, apps }
  const ofCampaign = createRouteTable(campaign.routes.map((route) => ({ ...route, anyOrigin: false })))
  const fetch = (request: Request) => {
    const address = addressOf(request.url)
    if (ofCampaign.find(pathOf(address)) === undefined) return other(request)
    if (request.method === 'HEAD') return campaign.handle(request)
    const routable = toRoutable(request, address)
    if (routable !== request) deps.connections.assign(routable, request)
    return campaign.handle(routable)
  }
  return { fetch, apps }
}

/** Area B stands on the HTTP house alone. */
function campaignApp(
  deps: AppDeps,
  { deps: campaign, identify, quotas }: NonNullable<AppDeps['campaign']>,
  requestIds: ReturnType<typeof createRequestIds>,
): AnyElysia {
  const house = createHouse(
    {
      ...deps,
      // The review application calls from its own address.
      corsOrigins: [...deps.corsOrigins, new URL(deps.urls.studio).origin],
      requestIds,
      identify,
      quotas,
      errorResponse: (error, { path, requestId }) =>
        agentPaths.has(path) ? agentFailure(error, requestId) : undefined,
    },
    () => app.routes,
  )
  const app: AnyElysia = new Elysia({ name: 'cairn.campaign', normalize: false }).use(
    campaignRoutes(house, campaign),
  )
  return app
}

const agentPaths = new Set(Object.values(capabilities).map(({ prefix }) => `${prefix}/api/agent`))

function about(request: Request) {
  const path = new URL(request.url).pathname
  return { path, extra: problemExtra(path) }
}

const areaCPaths =
  /^\/api\/(status|explorer|operations|sponsor|activity|verifiers|treasury|recovery|ens|indexer|chaos)(\/|$)/

/** Area C answers carry `ok` everywhere, errors included. */
function problemExtra(path: string): Readonly<Record<string, unknown>> {
  return areaCPaths.test(path) ? { ok: false } : {}
}

function readableByAll(tags: unknown): boolean {
  return Array.isArray(tags) && (tags.includes('milestone') || tags.includes('discovery'))
}

function mountedAreas({ analysis, campaign, milestone }: Pick<AppDeps, AreaName>): AreaName[] {
  return [
    ...(analysis === undefined ? [] : ['analysis' as const]),
    ...(campaign === undefined ? [] : ['campaign' as const]),
    ...(milestone === undefined ? [] : ['milestone' as const]),
  ]
}

const analysisSchemas = {
  ScanRequest: DescribedScanRequest,
  DiagnoseRequest,
  SaveReportRequest: DescribedSaveReportRequest,
  ChatRequest,
}
const milestoneSchemas = { ChaosRequest }

/** The description documents of the mounted areas; `/openapi.json` first. */
export function apiDocuments(
  urls: { base: string; agent: string; status: string },
  areas: readonly AreaName[],
): ApiDocument[] {
  const all: ApiDocument = {
    path: '/openapi.json',
    title: 'Cairn',
    description: 'All areas of this service.',
    tag: undefined,
    serverUrl: urls.base,
    schemas: {
      ...(areas.includes('analysis') ? analysisSchemas : {}),
      ...(areas.includes('milestone') ? milestoneSchemas : {}),
    },
  }
  const own: Readonly<Record<AreaName, ApiDocument>> = {
    analysis: {
      path: '/openapi/analysis.json',
      title: 'Cairn business analysis',
      description:
        'What a company’s public website says about it, as facts with quotes; the agent that fits, by points; reports that somebody consents to share; questions and answers. Scans read public pages only, respect robots.txt, and never reach a private network.',
      tag: 'analysis',
      serverUrl: urls.base,
      schemas: analysisSchemas,
    },
    campaign: {
      path: '/openapi/campaign.json',
      title: 'Cairn campaign agent',
      description:
        'Finished campaign images in several formats from one call: a scene made for the brief, the uploaded logo composited exactly, the copy set as text, a link for human review and a signed receipt. The capability cards at `/.well-known/agent.json` say the same to agents.',
      tag: 'campaign',
      serverUrl: urls.agent,
      schemas: {},
    },
    milestone: {
      path: '/openapi/milestone.json',
      title: 'Cairn milestone status',
      description:
        'Public reads over a milestone-verification system on a chain. Every answer names the one block it describes (`asOf`), carries a strong ETag, and stays available while the chain does not (`asOf.stale`).',
      tag: 'milestone',
      serverUrl: urls.status,
      schemas: milestoneSchemas,
    },
  }
  return [all, ...areas.map((area) => own[area])]
}

/** What the router throws, in the terms of this service; everything unknown stays a bug. */
function asAppError(error: unknown, code: string | number): unknown {
  if (error instanceof ValidationError && error.type !== 'response') return invalidRequest(error)
  if (error instanceof NotFoundError)
    return new RequestRefused(404, 'not_found', 'Nothing is served at this path')
  if (code === 'PARSE') return new RequestRefused(400, 'invalid_request', 'Cannot read the body as JSON')
  return error
}

function invalidRequest(error: ValidationError): RequestRefused {
  const fields = error.all.slice(0, 20).flatMap((problem) => {
    if (!('path' in problem)) return []
    const { path, message, schema } = problem
    return [{ path: String(path) || '/', message: String(schema?.['error'] ?? message) }]
  })
  const where = error.type === 'query' ? 'query' : error.type === 'params' ? 'path' : 'body'
  const first = fields[0]
  const detail = first === undefined ? '' : `: ${first.path} ${first.message.toLowerCase()}`
  return new RequestRefused(400, 'invalid_request', `Cannot use the ${where} of this request${detail}`, {
    fields,
  })
}
