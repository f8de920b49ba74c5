import { eq } from 'drizzle-orm'
import type { Db } from '../../kernel/database/database.ts'
import { RequestRefused } from '../../kernel/http/problem.ts'
import type { Log } from '../../kernel/runtime/log.ts'
import { digestOf, newToken, type Random } from '../../kernel/runtime/token.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { noteSaysEmailStored } from '../catalog/email-note.ts'
import { reports } from '../tables.ts'
import { contentText } from './content-text.ts'
import { withinDatabaseLimit } from './database-limit.ts'
import { isEmailAddress } from './email-address.ts'
import { invalidReport } from './errors.ts'
import { createPost, type Later, type Mail } from './post.ts'
import type { SavedReport, SaveReportRequest } from './schema.ts'

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
 * Keeps a report of somebody who consents, with the words consented to and the time.
 *
 * The links are mailed where an address is given and mail can be sent; a mail that cannot be sent does not fail the
 * saving. The address is then forgotten; without a mailer it is kept only if the catalog's privacy note says so.
 * @throws RequestRefused (400) for what is no e-mail address or does not fit, (503) when the database does not answer;
 * ReportTooLarge
 */
export function createSaveReport(deps: SaveReportDeps): SaveReport {
  const { now, baseUrl, mail, random } = deps
  const { privacy } = deps.catalog
  const post = mail === undefined ? undefined : createPost({ ...deps, mail })

  return async ({ consent, email, path, answers, recommendation, scan }) => {
    // The type says so already; a caller without types must not get past it.
    if (consent !== true) throw invalidReport('/consent', 'must be true')
    if (email !== undefined && !isEmailAddress(email)) {
      throw invalidReport('/email', 'must be an e-mail address such as ada@example.com')
    }
    const content = contentText({ path, answers, recommendation, ...(scan === undefined ? {} : { scan }) })
    const id = crypto.randomUUID()
    const deletionToken = newToken(random)
    const createdAt = now()
    const expiresAt = createdAt + deps.keepDays * dayMs
    // Kept only where the note says so: nothing uses it, and the words consented to then say that it is kept.
    const keepsEmail = email !== undefined && post === undefined && noteSaysEmailStored(privacy)
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

/** The driver's wrapper tells every value in its message, which would be logged: the address and the report. */
async function insert(
  deps: Pick<SaveReportDeps, 'db' | 'later'>,
  row: typeof reports.$inferInsert,
): Promise<void> {
  const inserting = (async () => {
    await deps.db.insert(reports).values(row)
  })()
  try {
    await withinDatabaseLimit(() => inserting)
  } catch (error) {
    if (error instanceof RequestRefused) {
      void inserting.catch(() => {}).then(() => forget(deps, row.id, forgetTriesMax))
      throw error
    }
    const cause = error instanceof Error ? error.cause : undefined
    const code = cause instanceof Error && 'code' in cause ? cause.code : 'unknown'
    throw new Error(`Cannot write a report to the database: its error code is ${code}`)
  }
}

const forgetTriesMax = 60
const forgetAgainMs = 10_000

/** The token of a report whose saving failed is lost: the report must not appear once the database answers again. */
async function forget(
  deps: Pick<SaveReportDeps, 'db' | 'later'>,
  id: string,
  triesLeft: number,
): Promise<void> {
  try {
    await deps.db.delete(reports).where(eq(reports.id, id))
  } catch {
    if (triesLeft > 0) deps.later(() => forget(deps, id, triesLeft - 1), forgetAgainMs)
  }
}
