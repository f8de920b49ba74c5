import { auditJson, auditLine, readAudit } from '../campaign/audit/record-audit.ts'
import { type Flags, UsageError } from './command.ts'
import { withDatabase } from './with-database.ts'

const limitMax = 100_000

/** Prints who did what in Area B, newest last. */
export async function runAudit(flags: Flags): Promise<void> {
  const since = readTime(flags.text('since') ?? '1970-01-01')
  const limit = readLimit(flags.text('limit') ?? '100')
  const lineOf = flags.has('json') ? auditJson : auditLine
  await withDatabase(async ({ db }) => {
    for (const entry of await readAudit(db, { since, limit })) process.stdout.write(`${lineOf(entry)}\n`)
  })
}

function readTime(text: string): number {
  const isTime = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z)?$/.test(text)
  const time = isTime ? Date.parse(text) : Number.NaN
  // 30 February is read as a day in March.
  if (Number.isNaN(time) || !new Date(time).toISOString().startsWith(text.slice(0, 10)))
    throw new UsageError(
      `Cannot use --since ${JSON.stringify(text)}: it must be like 2026-05-04 or 2026-05-04T09:30:00Z`,
    )
  return time
}

function readLimit(text: string): number {
  const limit = /^\d{1,6}$/.test(text) ? Number(text) : 0
  if (limit < 1 || limit > limitMax)
    throw new UsageError(
      `Cannot use --limit ${JSON.stringify(text)}: it must be an integer from 1 to ${limitMax}`,
    )
  return limit
}
