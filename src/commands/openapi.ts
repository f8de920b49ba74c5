import { zeroAddress } from 'viem'
import { defaultCatalog } from '../analysis/catalog/default-catalog.ts'
import { createDiagnose } from '../analysis/diagnose/diagnose.ts'
import { createProductPages } from '../analysis/pages/product-pages.ts'
import { createApp } from '../app.ts'
import type { CampaignDeps } from '../campaign/deps.ts'
import { createConnections } from '../kernel/http/connections.ts'
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
    const area = flags.text('area')
    if (area !== undefined && !areaNames.some((name) => name === area))
      throw new UsageError(
        `Unknown area ${JSON.stringify(area)}: use ${areaNames.join(' or ')}, or none for all`,
      )
    const path = area === undefined ? '/openapi.json' : `/openapi/${area}.json`
    const { urls, host, port } = readConfig(process.env)
    const own = `http://${host}:${port}`
    const { fetch } = createApp({
      ...describedOnly,
      urls: {
        ...{ studio: own, indexer: own },
        ...{ base: urls.base ?? own, agent: urls.agent ?? own, status: urls.status ?? own },
      },
      metrics: createMetrics(),
      connections: createConnections(),
      analysis: {
        reportDays: 30,
        scanSeconds: 20,
        scanner: { scan: never, stop: () => {} },
        diagnose: createDiagnose(defaultCatalog),
        catalog: defaultCatalog,
        chooseReasons: undefined,
        chat: never,
        products: createProductPages({ catalog: defaultCatalog }),
        reports: { reports: nothing, pages: nothing },
        crawler: { name: '', userAgent: '' },
      },
      campaign: campaignOnly(own),
      milestone: { ...describedOnly.milestone, readModel: createReadModel() },
    })
    const response = await fetch(new Request(`http://localhost${path}`))
    if (!response.ok) throw new Error(await response.text())
    process.stdout.write(`${JSON.stringify(await response.json(), undefined, 2)}\n`)
  },
}

const notStarted = new Error('nothing was started')
const never = () => Promise.reject(notStarted)
const nothing = { save: never, read: never, delete: never, show: never, askToDelete: never }
const unlimited = { take: async () => {} }

function campaignOnly(own: string): CampaignDeps {
  return {
    agent: { run: never, revise: never, accept: never, runAccepted: never, giveUp: never, cancel: never },
    idempotency: { once: never, sweep: never },
    gate: { enter: never },
    payments: undefined,
    jobs: { enqueue: never, stop: never },
    kits: { create: never, createOnce: never, hasDemoKit: never, read: never, versions: never, list: never },
    logos: { add: never, find: never, original: never, master: never, sweep: never },
    photos: { add: never, list: never, read: never, remove: never, ofKit: never },
    fonts: { add: never, list: never, read: never, remove: never, load: never, sweep: never },
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
        withdraw: never,
        find: never,
      },
      read: { byToken: never, byOwner: never, list: never },
      decide: never,
      pins: { add: never, remove: never },
      requireOpen: never,
      sweep: never,
    },
    keys: { create: never, list: never, revoke: never, callerOf: never, any: never },
    entitlements: { read: never, grant: never },
    receipts: { issue: never, store: never, read: never, ownerOf: never, approvalOf: never, ofDraft: never },
    receiptKeys: { publish: never, list: never },
    verifyReceipt: never,
    blobs: { put: never, get: never, has: never, remove: never },
    pool: { run: never, decode: never, release: () => {}, warm: never, waiting: () => 0, stop: () => {} },
    previews: { read: never },
    remoteImages: { read: never },
    urls: { base: own, agent: own, studio: own, logo: () => '', photo: () => '' },
    version,
    tasks: { store: never, of: never, list: never, configs: { put: never, list: never, remove: never } },
    callbacks: {
      check: () => {},
      record: never,
      committed: () => {},
      historyOf: never,
      remove: never,
    },
  }
}

/** Parts that no description needs. */
const describedOnly = {
  corsOrigins: [],
  log: silentLog,
  checks: [],
  swaggerUi: async () => undefined,
  identify: async () => ({ id: '' }),
  quotas: {
    scan: unlimited,
    diagnose: unlimited,
    chat: unlimited,
    reports: unlimited,
    agent: unlimited,
    campaign: unlimited,
    chaos: unlimited,
  },
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
      title: () => undefined,
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
    operators: { pipeline: undefined, runs: { report: async () => undefined, newest: async () => [] } },
  },
} as const
