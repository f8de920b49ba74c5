import { eq } from 'drizzle-orm'
import type { Db } from '../../kernel/database/database.ts'
import type { Log } from '../../kernel/runtime/log.ts'
import { reports } from '../tables.ts'
import { reportLetter } from './letter.ts'
import type { Mailer } from './mailer.ts'
import type { RecipientLimit } from './recipient-limit.ts'
import type { SavedReport } from './schema.ts'

/** Does work, which never fails, after so many milliseconds, unless the process ends before. */
export type Later = (work: () => Promise<void>, delayMs: number) => void

/**
 * Takes the letter with the links of a report, and sends it in the background: neither the answer nor the time that it
 * takes tells whoever saves a report which addresses there are, or had enough letters.
 */
export type Post = (email: string, saved: SavedReport) => void

/** What letters are sent with. */
export interface Mail {
  mailer: Mailer
  recipients: RecipientLimit
}

/** Long enough for a mail server to be restarted, short enough for somebody who waits for the mail. */
const secondTryAfterMs = 60_000

/**
 * What fails is tried once more unless the report is gone by then. Until then the address is held
 * in memory alone: a process that ends forgets it.
 */
export function createPost({ db, mail, log, later }: { db: Db; mail: Mail; log: Log; later: Later }): Post {
  const { mailer, recipients } = mail
  return (email, saved) => {
    const letter = reportLetter(email, saved)
    const sendAgain = async () => {
      if (!(await isKept(db, saved.id))) return log.warn('report not mailed as it is gone')
      const failure = await failureOf(mailer.send(letter))
      if (failure !== undefined) log.warn('report not mailed', failure)
    }
    const send = async () => {
      if (!(await recipients.take(email).catch(() => false)))
        return log.warn('report not mailed as its recipient got enough letters today')
      const failure = await failureOf(mailer.send(letter))
      if (failure === undefined) return
      log.warn('report not mailed, will try once more', failure)
      later(sendAgain, secondTryAfterMs)
    }
    later(send, 0)
  }
}

/** Where the database does not say so, it is not: better no mail than links to what somebody deleted. */
async function isKept(db: Db, id: string): Promise<boolean> {
  try {
    const rows = await db.select({ id: reports.id }).from(reports).where(eq(reports.id, id))
    return rows.length > 0
  } catch {
    return false
  }
}

/** The codes of a failure, and nothing of its message: mail servers repeat the address in it. */
async function failureOf(sending: Promise<void>): Promise<Record<string, unknown> | undefined> {
  try {
    await sending
    return undefined
  } catch (error) {
    const member = (name: string): unknown => (error instanceof Error ? Reflect.get(error, name) : undefined)
    return { code: member('code'), responseCode: member('responseCode') }
  }
}
