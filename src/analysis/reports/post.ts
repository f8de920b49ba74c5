import { eq } from 'drizzle-orm'
import type { Db } from '../../kernel/database/database.ts'
import type { Log } from '../../kernel/runtime/log.ts'
import { reports } from '../tables.ts'
import type { Letter, Mailer } from './mailer.ts'
import type { RecipientLimit } from './recipient-limit.ts'
import type { SavedReport } from './schema.ts'

/** Runs work, which never rejects, after a delay, unless the process ends before. */
export type Later = (work: () => Promise<void>, delayMs: number) => void

/**
 * Queues the letter with the links of a report and sends it in the background, so that neither response nor timing reveals
 * which addresses exist or have reached their limit.
 */
export type Post = (email: string, saved: SavedReport) => void

/** Dependencies of sending letters. */
export interface Mail {
  mailer: Mailer
  recipients: RecipientLimit
}

/** Long enough for a restart of the mail server, short enough for the recipient. */
const secondTryAfterMs = 60_000

/**
 * A failed letter is retried once unless the report was deleted. Until then the address is in memory only, and is lost
 * with the process.
 */
export function createPost({ db, mail, log, later }: { db: Db; mail: Mail; log: Log; later: Later }): Post {
  const { mailer, recipients } = mail
  return (email, saved) => {
    const letter = reportLetter(email, saved)
    const retry = async () => {
      if (!(await isStored(db, saved.id))) return log.warn('report not mailed: it was deleted')
      const failure = await failureOf(mailer.send(letter))
      if (failure !== undefined) log.warn('report not mailed', failure)
    }
    const send = async () => {
      if (!(await recipients.take(email).catch(() => false)))
        return log.warn('report not mailed: daily limit of its recipient reached')
      const failure = await failureOf(mailer.send(letter))
      if (failure === undefined) return
      log.warn('report not mailed, will retry once', failure)
      later(retry, secondTryAfterMs)
    }
    later(send, 0)
  }
}

/** False on database errors: no mail is better than links to a deleted report. */
async function isStored(db: Db, id: string): Promise<boolean> {
  try {
    const rows = await db.select({ id: reports.id }).from(reports).where(eq(reports.id, id))
    return rows.length > 0
  } catch {
    return false
  }
}

/** Only the codes of a failure: mail servers repeat the address in the message. */
async function failureOf(sending: Promise<void>): Promise<Record<string, unknown> | undefined> {
  try {
    await sending
    return undefined
  } catch (error) {
    const member = (name: string): unknown => (error instanceof Error ? Reflect.get(error, name) : undefined)
    return { code: member('code'), responseCode: member('responseCode') }
  }
}

/** Address of the page with the delete button. */
function deletionUrl({ shareUrl, deletionToken }: SavedReport): string {
  return `${shareUrl}/delete?token=${deletionToken}`
}

/**
 * The links of a report. It contains nothing from the request: callers may enter addresses of other people, and must not
 * control the text that they receive.
 */
function reportLetter(to: string, saved: SavedReport): Letter {
  const day = saved.expiresAt.slice(0, 10)
  return {
    to,
    subject: 'Your report and how to delete it',
    text: `Your report is kept until ${day} (UTC). Everybody who has this link can read it:

${saved.shareUrl}

To delete it before that day, open this link and press the button. Keep it to yourself:

${deletionUrl(saved)}

Your address was used for this one message. If you did not ask for it, it was entered by mistake: there is nothing to do.
`,
    messageId: `<${saved.id}@${new URL(saved.shareUrl).hostname}>`,
  }
}
