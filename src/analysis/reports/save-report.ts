import { eq } from 'drizzle-orm'
import type { Db } from '../../kernel/database/database.ts'
import { isDatabaseUnavailable } from '../../kernel/database/database-unavailable.ts'
import { isDeeperThan } from '../../kernel/http/bounded-body.ts'
import { kernelError } from '../../kernel/runtime/errors.ts'
import type { Log } from '../../kernel/runtime/log.ts'
import { digestOf, newToken, type Random } from '../../kernel/runtime/token.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { noteStatesEmailStored } from '../catalog/publish-catalog.ts'
import { analysisError } from '../errors.ts'
import { reports } from '../tables.ts'
import { createPost, type Later, type Mail } from './post.ts'
import {
  factsMax,
  type ReportContent,
  reportBytesMax,
  type SavedReport,
  type SaveReportRequest,
} from './schema.ts'

export interface SaveReportDeps {
  db: Db
  /** Milliseconds since the epoch. */
  now: () => number
  /** Public address of this server, without a trailing slash. */
  baseUrl: string
  catalog: Catalog
  log: Log
  keepDays: number
  /** Without it, links are not mailed. */
  mail: Mail | undefined
  random: Random
  later: Later
}

export type SaveReport = (request: SaveReportRequest) => Promise<SavedReport>

const dayMs = 24 * 60 * 60 * 1000

/**
 * Saves a report with the consent text and the time of consent.
 *
 * The links are mailed if an address is given and mail is configured; a failed mail does not fail the request. The address
 * is then dropped; without a mailer it is stored only if the catalog's privacy note states so.
 * @throws invalid_report for an invalid e-mail address or content, database_unavailable when the database does not answer;
 * report_too_large
 */
export function createSaveReport(deps: SaveReportDeps): SaveReport {
  const { now, baseUrl, mail, random } = deps
  const { privacy } = deps.catalog
  const post = mail === undefined ? undefined : createPost({ ...deps, mail })

  return async ({ consent, email, path, answers, recommendation, scan }) => {
    // Implied by the type; checked again, as storing without consent must be impossible.
    if (consent !== true) throw analysisError('invalid_report', '/consent', 'must be true')
    if (email !== undefined && !isEmailAddress(email)) {
      throw analysisError('invalid_report', '/email', 'must be an e-mail address such as ada@example.com')
    }
    const content = contentText({ path, answers, recommendation, ...(scan === undefined ? {} : { scan }) })
    const id = crypto.randomUUID()
    const deletionToken = newToken(random)
    const createdAt = now()
    const expiresAt = createdAt + deps.keepDays * dayMs
    // Stored only if the note states it: nothing uses it, and the consent text then includes that sentence.
    const keepsEmail = email !== undefined && post === undefined && noteStatesEmailStored(privacy)
    await insert(deps, {
      id,
      content,
      tokenSha256: digestOf(deletionToken),
      email: keepsEmail ? email : undefined,
      consentText: keepsEmail ? `${privacy.consent} ${privacy.emailStored}` : privacy.consent,
      consentedAt: createdAt,
      createdAt,
      expiresAt,
    })
    const saved: SavedReport = {
      id,
      shareUrl: `${baseUrl}/r/${id}`,
      deletionToken,
      expiresAt: new Date(expiresAt).toISOString(),
    }
    if (email === undefined) return saved
    post?.(email, saved)
    return { ...saved, mailed: post !== undefined }
  }
}

/** The driver's error message contains every value, which would be logged: the address and the report. */
async function insert(
  deps: Pick<SaveReportDeps, 'db' | 'later'>,
  row: typeof reports.$inferInsert,
): Promise<void> {
  try {
    await deps.db.insert(reports).values(row)
  } catch (error) {
    if (isDatabaseUnavailable(error)) {
      void removeLateRow(deps, row.id, removeRetriesMax)
      throw kernelError('database_unavailable')
    }
    const cause = error instanceof Error ? error.cause : undefined
    const code = cause instanceof Error && 'code' in cause ? cause.code : 'unknown'
    throw new Error(`Cannot write a report to the database: its error code is ${code}`)
  }
}

const removeRetriesMax = 60
const removeRetryMs = 10_000

/** A statement may have been committed though its connection was lost; the token of the report is lost, so the row must not stay. */
async function removeLateRow(
  deps: Pick<SaveReportDeps, 'db' | 'later'>,
  id: string,
  triesLeft: number,
): Promise<void> {
  try {
    await deps.db.delete(reports).where(eq(reports.id, id))
  } catch {
    if (triesLeft > 0) deps.later(() => removeLateRow(deps, id, triesLeft - 1), removeRetryMs)
  }
}

/** Deepest nesting; the service's own reports have six levels. */
const depthMax = 16

/**
 * Serialises a report for storage.
 * @throws report_too_large for more than 64 KiB; invalid_report for too deep nesting, too many
 * facts, or statuses of facts that are not in the report
 */
function contentText(content: ReportContent): string {
  if (isDeeperThan(content, depthMax))
    throw analysisError('invalid_report', '/', `must be at most ${depthMax} levels deep`)
  const given = content.scan?.facts.length ?? 0
  if (given > factsMax) {
    const message = `must hold at most ${factsMax} facts: send the ${factsMax} that matter most of these ${given}`
    throw analysisError('invalid_report', '/scan/facts', message)
  }
  const ids = new Set(content.scan?.facts.map(({ id }) => id))
  const unknownId = Object.keys(content.scan?.factStatuses ?? {}).find((id) => !ids.has(id))
  if (unknownId !== undefined)
    throw analysisError(
      'invalid_report',
      `/scan/factStatuses/${unknownId}`,
      'must name a fact of this report',
    )
  const text = JSON.stringify(content)
  const bytes = Buffer.byteLength(text)
  if (bytes > reportBytesMax) throw analysisError('report_too_large', bytes, reportBytesMax)
  return text
}

const localMax = 64
const domainMax = 253
const addressMax = 254

/**
 * Whether a string is one e-mail address of RFC 5321, without quotes, comments or address literals. Every pattern is a
 * single character class, so the time is linear.
 */
export function isEmailAddress(text: string): boolean {
  if (text.length > addressMax) return false
  const at = text.lastIndexOf('@')
  return isLocalPart(text.slice(0, Math.max(at, 0))) && isDomain(text.slice(at + 1))
}

function isLocalPart(text: string): boolean {
  return text.length <= localMax && text.split('.').every((atom) => /^[\w!#$%&'*+/=?^`{|}~-]+$/.test(atom))
}

function isDomain(text: string): boolean {
  const labels = text.split('.')
  const last = labels.at(-1) ?? ''
  return text.length <= domainMax && labels.length >= 2 && labels.every(isLabel) && /[a-z]/i.test(last)
}

function isLabel(text: string): boolean {
  return /^[a-z0-9-]{1,63}$/i.test(text) && !text.startsWith('-') && !text.endsWith('-')
}
