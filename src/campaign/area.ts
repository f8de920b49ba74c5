import { availableParallelism } from 'node:os'
import { openBlobs } from '../kernel/blobs/blobs.ts'
import type { Database } from '../kernel/database/database.ts'
import { sharedSecret } from '../kernel/database/shared-secret.ts'
import { startSweeping } from '../kernel/database/sweep.ts'
import { createEgress, createSystemDns, type EgressDeps } from '../kernel/egress/egress.ts'
import { localAddress } from '../kernel/egress/local-address.ts'
import type { Log } from '../kernel/runtime/log.ts'
import type { GaugeSource } from '../kernel/runtime/metrics.ts'
import { version } from '../kernel/runtime/version.ts'
import type { Config } from '../kernel/settings/config.ts'
import { createTasks } from './a2a/tasks.ts'
import { startJobs } from './agent/jobs.ts'
import { createReproduce } from './agent/reproduce.ts'
import { createAgent } from './agent/run-agent.ts'
import { operator } from './audit/record-audit.ts'
import { ensureDemoKit } from './brand-kits/demo-kit.ts'
import { createFonts } from './brand-kits/fonts.ts'
import { createBrandKits } from './brand-kits/kits.ts'
import { createLogos } from './brand-kits/logos.ts'
import { createCallbacks } from './callbacks/callbacks.ts'
import { startDeliveries } from './callbacks/deliveries.ts'
import { createSignatures } from './callbacks/signatures.ts'
import type { CampaignDeps } from './deps.ts'
import { createDrafts } from './drafts/drafts.ts'
import { type CallerKeys, createCallerKeys } from './entitlements/caller-keys.ts'
import { localCaller } from './entitlements/caller-name.ts'
import { createEntitlements } from './entitlements/entitlements.ts'
import { campaignLimits } from './entitlements/limits.ts'
import { createRunLeases } from './entitlements/run-leases.ts'
import { type FetchLimits, fetchImage } from './images/fetch-image.ts'
import { baseImageLimits } from './images/image-limits.ts'
import { createRemoteImages } from './images/remote-images.ts'
import type { Settlement } from './payments/paid-runs.ts'
import { createPhotos, type StoredPhoto } from './photos/photos.ts'
import { createReceipts } from './receipts/receipts.ts'
import { createReceiptKeys, keyFileOf, openSigningKey } from './receipts/signing-key.ts'
import { createVerifyReceipt } from './receipts/verify-receipt.ts'
import { createRenderPool } from './render/pool.ts'
import { createPreviews } from './render/previews.ts'
import { createRunGate } from './render/run-gate.ts'
import { limitArenas, startWorker } from './render/start-worker.ts'
import { createIdempotency } from './requests/idempotency.ts'
import { createStoredBytes } from './storage/usage.ts'

export interface CampaignOptions {
  config: Pick<Config, 'dataDir' | 's3' | 'imageModel' | 'llm' | 'receiptKey' | 'scan'>
  database: Database
  log: Log
  now: () => number
  urls: { base: string; agent: string; studio: string }
  /** Local sites that images may be fetched from. */
  localOrigins: readonly string[]
  /** What runs are paid by, asked once requests come; undefined when they are free. */
  payments?: { network: string; settlement: () => Settlement } | undefined
  /** Fakes of the internet, for tests. */
  network?: Pick<EgressDeps, 'dns' | 'dial' | 'trust'>
}

export interface CampaignArea {
  deps: CampaignDeps
  keys: CallerKeys
  gauges: readonly GaugeSource[]
  /** Caller name of local requests while no key exists. */
  localCaller: string
  /** Starts the workers ahead of the first run. */
  warm(): Promise<void>
  stop(): Promise<void>
}

/** Images in memory at once: enough to hide the time that sites take, few enough to bound their memory. */
const imagesHeldPerWorker = 4

/** @throws StartupError when the blob store or the receipt key cannot be opened */
export async function startCampaignArea(options: CampaignOptions): Promise<CampaignArea> {
  const { config, database, log, now, urls, network } = options
  const { db } = database
  const random = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes))
  const blobs = openBlobs({ ...config, log })
  const signingKey = await openSigningKey({
    setting: config.receiptKey,
    file: keyFileOf(config.dataDir),
  })
  const workers = availableParallelism()
  // Stopped in reverse order: at the end, or at once when a later part fails.
  await using started = new AsyncDisposableStack()
  limitArenas()
  const pool = createRenderPool({ workers, startWorker })
  started.defer(() => pool.stop())
  const egress = createEgress({
    dns: network?.dns ?? createSystemDns(),
    policy: {
      ports: config.scan.ports,
      exceptions: options.localOrigins.map((origin) => ({ origin, address: localAddress(origin) })),
    },
    userAgent: `CairnCampaign/${version} (+${urls.agent}/.well-known/agent.json)`,
    log,
    now,
    ...(network?.dial && { dial: network.dial }),
    ...(network?.trust && { trust: network.trust }),
  })
  const assetUrl = (sha256: string, extension: string) => `${urls.agent}/assets/${sha256}.${extension}`
  const remoteImages = createRemoteImages({
    heldMax: imagesHeldPerWorker * workers,
    hashOf: (url) => hashOfAsset(url, urls.agent),
    stored: (sha256) => blobs.get(sha256),
    fetch: async (url, signal) => (await fetchImage(egress, url, fetchLimits(signal))).bytes,
  })

  const logos = createLogos({ db, blobs, pool, now })
  const fonts = createFonts({ db, blobs, pool, now })
  const logoUrl = (sha256: string) => assetUrl(sha256, 'png')
  const photoUrl = ({ sha256, mediaType }: Pick<StoredPhoto, 'sha256' | 'mediaType'>) =>
    assetUrl(sha256, mediaType === 'image/png' ? 'png' : 'jpg')
  const kits = createBrandKits({ db, logos, now, logoUrl })
  const photos = createPhotos({ db, blobs, pool, kits, now })
  const signatures = createSignatures({ secret: await sharedSecret(db, 'callbacks'), key: signingKey })
  const deliveries = startDeliveries({ db, egress, signatures, log, now })
  started.defer(() => deliveries.stop())
  const callbacks = createCallbacks({ db, egress, now, random, committed: deliveries.wake })
  const drafts = createDrafts({ db, blobs, now, random, events: callbacks })
  const keys = createCallerKeys({ db, now, random, actor: operator })
  const leases = createRunLeases({ db, now, log })
  const receipts = createReceipts({ db, key: signingKey, now, random })
  const receiptKeys = createReceiptKeys({ db, now })
  await receiptKeys.publish(signingKey.publicKey)
  const idempotency = createIdempotency({ db, now })
  // PGlite belongs to one process, so requests in progress at the start belong to a process that has ended.
  if (database.kind === 'pglite') {
    await leases.endAbandoned()
    await idempotency.endAbandoned()
  }
  const llm =
    config.llm && (await import('../kernel/llm/llm.ts')).createLlm({ config: config.llm, database, log, now })
  started.defer(() => llm?.settle())
  const agent = createAgent({
    kits,
    drafts: drafts.runs,
    requireOpen: drafts.requireOpen,
    receipts,
    leases,
    blobs,
    logos,
    photos,
    llm,
    fonts,
    callbacks: { check: callbacks.check, secretOf: signatures.secretOf },
    pool,
    remoteImages,
    imageModel:
      config.imageModel &&
      (await import('./scene/image-model.ts')).createImageModel(config.imageModel, { egress, log, now }),
    urls: {
      asset: assetUrl,
      review: (id, token) => `${urls.studio}/studio/drafts/${id}#${token}`,
      photo: photoUrl,
    },
    log,
  })
  const payments =
    options.payments &&
    (await (
      await import('./payments/paid-runs.ts')
    ).createPaidRuns({
      ...options.payments,
      db,
      isAlone: database.kind === 'pglite',
      withdraw: drafts.runs.withdraw,
      agentUrl: urls.agent,
      log,
      now,
    }))
  const gate = createRunGate({ inFlightMax: campaignLimits.inFlight })
  const jobs = await startJobs({
    database,
    log,
    workers,
    run: agent.runAccepted,
    giveUp: agent.giveUp,
  })
  started.defer(() => jobs.stop())
  // A process that ended between accepting a run and enqueuing it left a draft without a job.
  const enqueueWaiting = async () => {
    for (const draftId of await drafts.runs.waiting()) await jobs.enqueue(draftId)
  }
  await ensureDemoKit({ kits, logos })
  const storedBytes = createStoredBytes(database)
  started.defer(
    startSweeping({
      sweeps: [
        drafts.sweep,
        fonts.sweep,
        logos.sweep,
        idempotency.sweep,
        leases.sweep,
        enqueueWaiting,
        ...(payments ? [payments.sweep] : []),
        storedBytes.refresh,
      ],
      log,
    }),
  )
  const running = started.move()
  return {
    deps: {
      agent,
      idempotency,
      gate,
      payments,
      jobs,
      kits,
      logos,
      photos,
      fonts,
      drafts,
      tasks: createTasks({ db, now }),
      callbacks,
      entitlements: createEntitlements({ db, now }),
      keys,
      receipts,
      receiptKeys,
      verifyReceipt: createVerifyReceipt({
        keys: receiptKeys,
        receipts,
        blobs,
        pool,
        gates: [
          createRunGate({
            inFlightMax: campaignLimits.verificationsInFlight,
            perCallerMax: campaignLimits.verificationsInFlight / 4,
          }),
          gate,
        ],
        reproduce: createReproduce({
          kits,
          blobs,
          logos,
          fonts,
          pool,
          log,
          version,
        }),
      }),
      blobs,
      pool,
      previews: createPreviews({ blobs, pool }),
      remoteImages,
      urls: {
        ...urls,
        logo: logoUrl,
        photo: photoUrl,
      },
      version,
    },
    keys,
    localCaller,
    gauges: [storedBytes.gauge],
    warm: () => pool.warm(),
    stop: () => running.disposeAsync(),
  }
}

function fetchLimits(signal: AbortSignal): FetchLimits {
  return { bytesMax: baseImageLimits.bytesMax, milliseconds: campaignLimits.fetchSeconds * 1000, signal }
}

/**
 * Of a file that this service stores, which is read directly: the egress refuses addresses of this machine. Empty where
 * the URL does not name one.
 */
function hashOfAsset(url: string, agentUrl: string): string | undefined {
  if (!url.startsWith(`${agentUrl}/assets/`)) return undefined
  return (
    /^([0-9a-f]{64})(?:-\d{3,4}(?=\.webp$))?\.(?:png|webp|jpg)$/.exec(
      url.slice(agentUrl.length + '/assets/'.length),
    )?.[1] ?? ''
  )
}
