import type { Blobs } from '../kernel/blobs/blobs.ts'
import type { Tasks } from './a2a/tasks.ts'
import type { Jobs } from './agent/jobs.ts'
import type { Agent } from './agent/run-agent.ts'
import type { FontLibrary } from './brand-kits/fonts.ts'
import type { BrandKits } from './brand-kits/kits.ts'
import type { Logos } from './brand-kits/logos.ts'
import type { Callbacks } from './callbacks/callbacks.ts'
import type { CardUrls } from './discovery/card.ts'
import type { Drafts } from './drafts/drafts.ts'
import type { CallerKeys } from './entitlements/caller-keys.ts'
import type { Entitlements } from './entitlements/entitlements.ts'
import type { RemoteImages } from './images/remote-images.ts'
import type { PaidRuns } from './payments/paid-runs.ts'
import type { Photos, StoredPhoto } from './photos/photos.ts'
import type { Receipts } from './receipts/receipts.ts'
import type { ReceiptKeys } from './receipts/signing-key.ts'
import type { VerifyReceipt } from './receipts/verify-receipt.ts'
import type { RenderPool } from './render/pool.ts'
import type { Previews } from './render/previews.ts'
import type { RunGate } from './render/run-gate.ts'
import type { Idempotency } from './requests/idempotency.ts'

/** Dependencies of Area B's routes. */
export interface CampaignDeps {
  agent: Agent
  idempotency: Idempotency
  gate: RunGate
  /** Undefined when runs are free. */
  payments: PaidRuns | undefined
  jobs: Jobs
  kits: BrandKits
  logos: Logos
  photos: Photos
  fonts: FontLibrary
  drafts: Drafts
  tasks: Tasks
  callbacks: Callbacks
  entitlements: Entitlements
  keys: CallerKeys
  receipts: Receipts
  receiptKeys: ReceiptKeys
  verifyReceipt: VerifyReceipt
  blobs: Blobs
  pool: RenderPool
  previews: Previews
  remoteImages: RemoteImages
  urls: CardUrls & { logo: (sha256: string) => string; photo: (photo: StoredPhoto) => string }
  version: string
}
