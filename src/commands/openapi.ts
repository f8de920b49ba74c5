import { zeroAddress } from 'viem'
import { defaultCatalog } from '../analysis/catalog/default-catalog.ts'
import { createDiagnose } from '../analysis/diagnose/diagnose.ts'
import { createProductPages } from '../analysis/pages/product-pages.ts'
import { apiDocuments, createApp } from '../app.ts'
import type { CampaignDeps } from '../campaign/deps.ts'
import { createConnections } from '../kernel/http/connections.ts'
import { describeApi } from '../kernel/http/describe-api.ts'
import { silentLog } from '../kernel/runtime/log.ts'
import { createMetrics } from '../kernel/runtime/metrics.ts'
import { version } from '../kernel/runtime/version.ts'
import { areaNames } from '../kernel/settings/area-names.ts'
import { readConfig } from '../kernel/settings/config.ts'
import { createReadModel } from '../milestone/indexer/read-model.ts'
import { type Command, UsageError } from './command.ts'

export const openapiCommand: Command = {
  name: 'openapi',
  summary: 'print the OpenAPI 3.1 description, without starting anything',
  flags: {
    area: { type: 'string', value: 'NAME', about: 'only this area (analysis, campaign or milestone)' },
  },
  usesSettings: false,
  run: async (flags) => {
    const { urls, host, port } = readConfig(process.env)
    const own = `http://${host}:${port}`
    const documents = apiDocuments(
      { base: urls.base ?? own, agent: urls.agent ?? own, status: urls.status ?? own },
      areaNames,
    )
    const area = flags.text('area')
    const document = documents.find(({ tag }) => tag === area)
    if (document === undefined)
      throw new UsageError(
        `Unknown area ${JSON.stringify(area)}: use ${areaNames.join(' or ')}, or none for all`,
      )
    const { apps } = createApp({
      ...describedOnly,
      urls: { base: own, agent: own, studio: own, status: own, indexer: own },
      metrics: createMetrics(),
      connections: createConnections(),
      analysis: {
        scanner: { scan: never, stop: () => {} },
        diagnose: createDiagnose(defaultCatalog),
        catalog: defaultCatalog,
        reword: undefined,
        chat: () => Promise.reject(notStarted),
        products: createProductPages({ catalog: defaultCatalog }),
        reports: { reports: nothing, pages: nothing },
        limits: { scan: unlimited, diagnose: unlimited, chat: unlimited, reports: unlimited },
        callerOf: () => '',
        crawler: { name: '', userAgent: '' },
      },
      campaign: {
        deps: campaignOnly(own),
        identify: never,
        quotas: { agent: unlimited, campaign: unlimited },
      },
      milestone: {
        ...describedOnly.milestone,
        readModel: createReadModel(),
        operators: {
          pipeline: undefined,
          storedReport: async () => undefined,
          gate: { admit: async () => {}, isLocal: () => false },
          rateLimit: unlimited,
          callerOf: () => '',
        },
      },
    })
    process.stdout.write(`${JSON.stringify(describeApi(apps, document), undefined, 2)}\n`)
  },
}

const notStarted = new Error('nothing was started')
const never = () => Promise.reject(notStarted)
const nothing = { save: never, read: never, delete: never, show: never, askToDelete: never }
const unlimited = { take: async () => {} }

function campaignOnly(own: string): CampaignDeps {
  return {
    agent: { run: never, accept: never, runAccepted: never, giveUp: never },
    idempotency: { once: never, sweep: never },
    gate: { enter: never },
    jobs: { enqueue: never, stop: never },
    kits: { create: never, createOnce: never, exists: never, read: never, list: never },
    logos: { add: never, find: never, master: never },
    drafts: {
      runs: {
        create: () => {
          throw notStarted
        },
        requireRevisable: never,
        accept: never,
        claim: never,
        release: never,
        complete: never,
        fail: never,
        find: never,
      },
      read: { byToken: never, byOwner: never, list: never },
      decide: never,
      sweep: never,
    },
    entitlements: { read: never, grant: never },
    receipts: { issue: never, store: never, read: never, ownerOf: never, ofDraft: never },
    receiptKeys: { publish: never, list: never },
    verifyReceipt: never,
    blobs: { put: never, get: never, has: never, remove: never },
    pool: { run: never, decode: never, release: () => {}, warm: never, waiting: () => 0, stop: () => {} },
    fetchImage: never,
    urls: { agent: own, studio: own, logo: () => '' },
    version,
  }
}

/** Parts that no description needs. */
const describedOnly = {
  corsOrigins: [],
  log: silentLog,
  checks: [],
  swaggerUi: async () => undefined,
  milestone: {
    deployment: {
      chainId: 0,
      startBlock: { number: 0 },
      contracts: {
        VerifierRegistry: zeroAddress,
        MilestoneEscrow: zeroAddress,
        AgentTreasury: zeroAddress,
        DemoUSDC: zeroAddress,
        NameRegistry: zeroAddress,
        NameResolver: zeroAddress,
        UniversalResolver: zeroAddress,
        MilestoneLens: zeroAddress,
      },
    },
    freshness: () => ({ stale: true, reason: 'nothing was started' }),
    policy: () => undefined,
    chaos: undefined,
    recoveryLog: {
      revision: 0,
      totalEvents: 0,
      failures: 0,
      recoveries: 0,
      events: [],
      record: () => {},
      settle: async () => {},
      stop: async () => {},
    },
    pipeline: { revision: 0, events: [], forgottenSeq: 0 },
    streams: {
      openCount: 0,
      currentId: () => '',
      open: () => new ReadableStream(),
      close: async () => {},
    },
    evidence: {
      refresh: async () => {},
      revision: 0,
      has: () => false,
      heads: () => [],
      forget: () => {},
      read: async () => undefined,
      save: async () => {},
    },
    health: () => ({
      rpc: [],
      indexer: { state: 'stopped', head: null, lagBlocks: null },
      pipeline: { reachable: null },
      database: { ok: false, kind: 'none' },
    }),
    urls: { status: '', indexer: '' },
  },
} as const
