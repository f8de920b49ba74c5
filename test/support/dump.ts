import { sql } from 'drizzle-orm'
import type { Database } from '../../src/kernel/database/database.ts'

/**
 * Everything that a dump of the whole database would tell, as text: every column of every row of every table, large
 * objects, and the planner's figures, which hold samples of values. The planner looks at all tables first.
 */
export async function dumpDatabase({ rows, db }: Database): Promise<string> {
  await db.execute(sql`analyze`)
  const tables = await rows<{ name: string }>(sql`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema') order by 1`)
  const parts = [
    ...tables.map(({ name }) => sql`select t::text as line from ${sql.raw(name)} t`),
    sql`select s::text as line from pg_stats s where schemaname not in ('pg_catalog', 'information_schema')`,
    sql`select encode(data, 'escape') as line from pg_largeobject`,
  ]
  const lines: string[] = []
  for (const part of parts) {
    for (const { line } of await rows<{ line: string }>(part)) lines.push(line)
  }
  return lines.join('\n')
}
