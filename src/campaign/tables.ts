import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core'
import { formatIds } from './compose/formats.ts'

/** Milliseconds since the epoch. */
const time = () => bigint({ mode: 'number' })

/** Uploaded and fetched logos, by the hash of their PNG master; the bytes are in the blob store. */
export const logos = pgTable('campaign_logos', {
  sha256: text().primaryKey(),
  width: integer().notNull(),
  height: integer().notNull(),
  isOneColor: boolean().notNull(),
  /** Of the checked SVG that the master was rasterised from. */
  svgSha256: text(),
  /** Of the original bytes, stored for download only. */
  originalSha256: text().notNull(),
  mediaType: text().notNull(),
  /** What was left out or converted, a list of strings as JSON text. */
  warnings: text().notNull().default('[]'),
  createdAt: time().notNull(),
})

/** Who has uploaded or fetched which logo, for as long as it is kept for them. */
export const logoUploads = pgTable(
  'campaign_logo_uploads',
  {
    owner: text().notNull(),
    /** Of the logo. */
    sha256: text().notNull(),
    /** Of its files together. */
    bytes: integer().notNull(),
    /** Of the last time. */
    uploadedAt: time().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.owner, table.sha256] }),
    index('campaign_logo_uploads_sha256').on(table.sha256),
    index('campaign_logo_uploads_uploaded_at').on(table.uploadedAt),
  ],
)

/** Photos of brand kits, by the hash of their stored file, which is in the blob store. */
export const photos = pgTable(
  'campaign_photos',
  {
    /** The owner of the kit. */
    owner: text().notNull(),
    kitId: text().notNull(),
    sha256: text().notNull(),
    name: text().notNull(),
    /** A list of strings as JSON text. */
    tags: text().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    /** Pixels are transparent: a cut-out. */
    hasAlpha: boolean().notNull(),
    mediaType: text().notNull(),
    bytes: integer().notNull(),
    createdAt: time().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.owner, table.kitId, table.sha256] }),
    index('campaign_photos_sha256').on(table.sha256),
  ],
)

/** Uploaded fonts of callers; the checked font is in the blob store. */
export const fonts = pgTable(
  'campaign_fonts',
  {
    owner: text().notNull(),
    /** Of the file as uploaded. */
    sha256: text().notNull(),
    /** Of the checked font. */
    sfntSha256: text().notNull(),
    /** Of the checked font. */
    bytes: integer().notNull(),
    /** What the check found out, as JSON text. */
    facts: text().notNull(),
    licence: text().notNull(),
    createdAt: time().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.owner, table.sha256] }),
    index('campaign_fonts_sfnt_sha256').on(table.sfntSha256),
  ],
)

/** Brand kits and their current version. Each caller has ids of its own. */
export const brandKits = pgTable(
  'campaign_brand_kits',
  {
    /** The caller that created it. */
    owner: text().notNull(),
    id: text().notNull(),
    version: integer().notNull(),
    createdAt: time().notNull(),
  },
  (table) => [primaryKey({ columns: [table.owner, table.id] })],
)

/** Content of every kit version; rows never change. */
export const brandKitVersions = pgTable(
  'campaign_brand_kit_versions',
  {
    owner: text().notNull(),
    kitId: text().notNull(),
    version: integer().notNull(),
    /** The kit's content as JSON text: `jsonb` would refuse U+0000 and lone surrogates, which JSON may hold. */
    content: text().notNull(),
    digest: text().notNull(),
    logoSha256: text(),
    headlineFontSha256: text(),
    bodyFontSha256: text(),
    createdAt: time().notNull(),
  },
  (table) => [primaryKey({ columns: [table.owner, table.kitId, table.version] })],
)

/** Runs of the agent and their review. */
export const drafts = pgTable(
  'campaign_drafts',
  {
    id: text().primaryKey(),
    owner: text().notNull(),
    /** Id of the caller key of the request. */
    keyId: text(),
    /** The capability variant that was called: 1.5.0 or 1.3.0. */
    capability: text().notNull(),
    run: text({ enum: ['processing', 'completed', 'failed'] }).notNull(),
    review: text({ enum: ['pending', 'approved', 'changes_requested', 'rejected'] }).notNull(),
    /** SHA-256 of the review token, in hexadecimal. */
    tokenSha256: text().notNull(),
    brief: text().notNull(),
    /** The request as JSON text, to run it after a restart. */
    request: text().notNull(),
    kitId: text(),
    kitVersion: integer(),
    /** Result or error of the run, as JSON text. */
    result: text(),
    error: text(),
    /** The draft that this one revises; a draft has at most one revision. */
    revises: text().unique(),
    /** 1 for a first draft. */
    revision: integer().notNull().default(1),
    /** Name of the reviewer who made this revision; null for runs of the owner. */
    reviewer: text(),
    createdAt: time().notNull(),
    expiresAt: time().notNull(),
  },
  (table) => [
    index('campaign_drafts_expires_at').on(table.expiresAt),
    index('campaign_drafts_owner').on(table.owner, table.createdAt, table.id),
  ],
)

/** Decisions of reviewers in order; rows never change, and each contains the hash of the previous one. */
export const decisions = pgTable(
  'campaign_decisions',
  {
    draftId: text().notNull(),
    /** From 1. */
    number: integer().notNull(),
    decision: text({ enum: ['approve', 'reject', 'request_changes'] }).notNull(),
    note: text(),
    /** Name of the reviewer. */
    by: text(),
    /** Of the assets that the reviewer saw. */
    assetHash: text().notNull(),
    /** The chosen variant of a draft with several. */
    variant: integer(),
    decidedAt: time().notNull(),
    previousHash: text().notNull(),
    hash: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.draftId, table.number] })],
)

/** Notes of reviewers on a place of an asset. */
export const pins = pgTable(
  'campaign_pins',
  {
    draftId: text().notNull(),
    /** From 1. */
    number: integer().notNull(),
    format: text({ enum: formatIds }).notNull(),
    variant: integer(),
    /** As fractions of the asset's width and height. */
    x: doublePrecision().notNull(),
    y: doublePrecision().notNull(),
    note: text().notNull(),
    /** Name of the reviewer. */
    by: text().notNull(),
    createdAt: time().notNull(),
  },
  (table) => [primaryKey({ columns: [table.draftId, table.number] })],
)

/**
 * The files of drafts, listed before they are stored: a blob is removed with the last row that names it. A row without
 * a draft belongs to a run that has not ended, or whose process has died.
 */
export const assets = pgTable(
  'campaign_assets',
  {
    draftId: text().notNull(),
    sha256: text().notNull(),
    mediaType: text().notNull(),
    createdAt: time().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.draftId, table.sha256] }),
    index('campaign_assets_sha256').on(table.sha256),
  ],
)

/** Provenance receipts; rows never change, and stay when the draft has expired. */
export const receipts = pgTable('campaign_receipts', {
  id: text().primaryKey(),
  draftId: text().notNull().unique(),
  owner: text().notNull(),
  /** The receipt as JSON text. */
  content: text().notNull(),
  issuedAt: time().notNull(),
})

/** Responses to requests with an Idempotency-Key. */
export const idempotentRequests = pgTable(
  'campaign_idempotent_requests',
  {
    owner: text().notNull(),
    capability: text().notNull(),
    key: text().notNull(),
    requestSha256: text().notNull(),
    /** Null while the first request with the key is in progress. */
    status: integer(),
    response: text(),
    createdAt: time().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.owner, table.capability, table.key] }),
    index('campaign_idempotent_requests_created_at').on(table.createdAt),
  ],
)

/** Payments of runs, by what makes them unique on their chain. */
export const payments = pgTable(
  'campaign_payments',
  {
    payer: text().notNull(),
    asset: text().notNull(),
    nonce: text().notNull(),
    /** Of the payment, its caller and the request that it pays for. */
    digest: text().notNull(),
    /** The run that holds the payment. */
    holder: text().notNull(),
    /** Null while the run is in progress. */
    response: text(),
    /** Null until the payment is settled. */
    transaction: text(),
    createdAt: time().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.payer, table.asset, table.nonce] }),
    index('campaign_payments_created_at').on(table.createdAt),
  ],
)

/** Public halves of the keys that receipts were signed with, of all processes on the database; rows never change. */
export const receiptKeys = pgTable('campaign_receipt_keys', {
  /** The thumbprint of the key. @see RFC 7638 */
  kid: text().primaryKey(),
  /** A JSON Web Key as JSON text. */
  jwk: text().notNull(),
  createdAt: time().notNull(),
})

/** Keys that callers send as bearer tokens. */
export const callerKeys = pgTable('campaign_caller_keys', {
  id: text().primaryKey(),
  sha256: text().notNull().unique(),
  caller: text().notNull(),
  createdAt: time().notNull(),
  revokedAt: time(),
})

/** Plans granted to callers; the others have the default plan. */
export const callerPlans = pgTable('campaign_caller_plans', {
  caller: text().primaryKey(),
  plan: text().notNull(),
  updatedAt: time().notNull(),
})

/** Runs of a caller by day. */
export const runCounts = pgTable(
  'campaign_run_counts',
  {
    caller: text().notNull(),
    /** In UTC, such as 2026-05-04. */
    day: text().notNull(),
    runs: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.caller, table.day] })],
)

/** Runs in flight on all processes; a run whose process has died counts until its lease expires. */
export const runLeases = pgTable(
  'campaign_run_leases',
  {
    id: text().primaryKey(),
    caller: text().notNull(),
    /** How many runs of the day it counts as. */
    runs: integer().notNull().default(1),
    expiresAt: time().notNull(),
  },
  (table) => [index('campaign_run_leases_caller').on(table.caller, table.expiresAt)],
)

/** Audit log, without secrets; rows never change. */
export const auditEntries = pgTable(
  'campaign_audit_entries',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: time().notNull(),
    /** A caller, or `reviewer`, `operator`, `command-line` or `service`. */
    actor: text().notNull(),
    /** Id of the caller key of the request. */
    keyId: text(),
    /** Such as `draft.approve`. */
    action: text().notNull(),
    /** Id of the affected object. */
    target: text().notNull(),
    /** Details as JSON text. */
    details: text(),
  },
  (table) => [index('campaign_audit_entries_at').on(table.at)],
)
