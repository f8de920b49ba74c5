import type { AppDeps } from './app.ts'
import type { Database } from './kernel/database/database.ts'
import { anvilBinary } from './kernel/runtime/assets.ts'
import type { Log } from './kernel/runtime/log.ts'
import type { Metrics } from './kernel/runtime/metrics.ts'
import type { Shutdown } from './kernel/runtime/shutdown.ts'
import type { Config } from './kernel/settings/config.ts'
import type { MilestoneArea } from './milestone/area.ts'

/** How the service starts. */
export interface StartOptions {
  config: Config
  log: Log
  /** Shows the steps of a start to a person at a terminal. */
  progress: { step(text: string): void; move(text: string, done: number, total: number): void }
  /** Start over with a new demo chain. */
  fresh: boolean
  /** Read the chain again from its first block. */
  reindex: boolean
}

interface AreaOptions extends StartOptions {
  localOrigins: readonly string[]
  database: Database
  urls: AppDeps['urls']
  /** The listening address. */
  own: string
  shutdown: Shutdown
  metrics: Metrics
  /** Called with the area of each later demo chain. */
  onReplaced: (area: MilestoneArea) => void
}

/** Of the demo chain, by CAIP-2. */
const network = 'eip155:31337'

/** Starts the areas of the settings. Their code is loaded with them: half of the time to the first answer is loading. */
export async function startAreas(options: AreaOptions) {
  const { config, shutdown, metrics } = options
  const common = { ...options, now: Date.now }
  const startIf = async <Area>(name: (typeof config.areas)[number], start: () => Promise<Area>) =>
    config.areas.includes(name) ? await start() : undefined

  const analysis = await startIf('analysis', async () => {
    const { startAnalysisArea } = await import('./analysis/area.ts')
    return await startAnalysisArea(common)
  })
  if (analysis !== undefined) shutdown.add('analysis area', () => analysis.stop())

  // Area B starts before Area C, and is asked for payments once that can settle them.
  const settlement = () => {
    const payments = milestone?.current.payments
    if (payments === undefined) throw new Error('the demo chain has not been started')
    return payments
  }
  const campaign = await startIf('campaign', async () => {
    const { startCampaignArea } = await import('./campaign/area.ts')
    const payments = config.x402 === 'demo' ? { network, settlement } : undefined
    return await startCampaignArea({ ...common, payments })
  })
  if (campaign !== undefined) {
    shutdown.add('campaign area', () => campaign.stop())
    metrics.addGauges(campaign.gauges)
  }

  const milestone = await startIf('milestone', () => startMilestones(options))
  if (milestone !== undefined) {
    shutdown.add('milestone area', () => milestone.stop())
    metrics.addGauges(milestone.gauges)
  }
  return { analysis, campaign, milestone }
}

async function startMilestones({ config, onReplaced, own, ...options }: AreaOptions) {
  const { progress, fresh, reindex, log, database } = options
  progress.step(config.chain.kind === 'demo' ? 'Starting the demo chain' : 'Reaching the chain')
  const { startReplaceableArea } = await import('./milestone/replaceable-area.ts')
  const { startMilestoneArea } = await import('./milestone/area.ts')
  return await startReplaceableArea({
    start: ({ newChainPort: port, ...rest }) =>
      startMilestoneArea({
        ...{ ...rest, database, anvilBinary, log, now: Date.now },
        chain: config.chain.kind === 'demo' && port !== undefined ? { ...config.chain, port } : config.chain,
        dataDir: config.dataDir,
        pollMs: config.pollMs,
        fresh: fresh || port !== undefined,
        reindex: reindex && port === undefined,
        takesPayments: config.x402 === 'demo',
        indexerUrl: () => `${own}/api/indexer`,
        onProgress: ({ phase, done, total }) => {
          if (port === undefined) progress.move(phase, done, total)
        },
      }),
    ...{ log, onReplaced },
  })
}
