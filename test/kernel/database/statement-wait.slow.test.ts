import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import type { Database } from '../../../src/kernel/database/database.ts'
import { isDatabaseUnavailable } from '../../../src/kernel/database/database-unavailable.ts'
import {
  statementWaitMs,
  withoutStatementWait,
  withStatementWait,
} from '../../../src/kernel/database/statement-wait.ts'
import { bothDatabases } from '../../support/databases.ts'

describe.each(bothDatabases)('on %s', (_, open) => {
  let database: Database
  let remove: () => Promise<void>
  beforeAll(async () => {
    ;({ database, remove } = await open())
    await database.query('create table waited_for (id integer primary key)')
    await database.query('insert into waited_for values (1), (2)')
  })
  afterAll(async () => {
    await database.query('drop table waited_for')
    await remove()
  })
  const ids = async () => (await database.query('select id from waited_for order by id')).map(({ id }) => id)
  const removeRow = async (id: number) =>
    await database.db.execute(sql`delete from waited_for where id = ${id}`).then(
      () => 'removed',
      (error) => isDatabaseUnavailable(error),
    )

  test('a statement that waits too long is rejected and never runs; without a limit it waits', async () => {
    const release = Promise.withResolvers<void>()
    // More than there are connections.
    const held = Array.from({ length: 8 }, () => Promise.withResolvers<void>())
    const holders = held.map(({ resolve }) =>
      database.db.transaction(async (transaction) => {
        await transaction.execute(sql`select 1`)
        resolve()
        await release.promise
      }),
    )
    await (database.kind === 'pglite' ? held[0]?.promise : Promise.all(held.map(({ promise }) => promise)))
    const patient = withStatementWait(20, () => withoutStatementWait(() => removeRow(2)))
    expect(await withStatementWait(20, () => removeRow(1))).toBe(true)
    let isBegun = false
    const late = withStatementWait(20, () =>
      database.db.transaction(async () => {
        isBegun = true
      }),
    )
    expect(isDatabaseUnavailable(await late.catch((error: unknown) => error))).toBe(true)
    release.resolve()
    await Promise.all(holders)
    expect(await patient).toBe('removed')
    expect(isBegun).toBe(false)
    expect(await ids()).toEqual([1])
  })

  test('statements one after the other wait twice the limit together, those beside each other once', async () => {
    // A transaction takes the only turn of PGlite, and on PostgreSQL one of eight.
    const release = Promise.withResolvers<void>()
    const held = Array.from({ length: 8 }, () => Promise.withResolvers<void>())
    const holders = held.map(({ resolve }) =>
      database.db.transaction(async (transaction) => {
        await transaction.execute(sql`select 1`)
        resolve()
        await release.promise
      }),
    )
    await (database.kind === 'pglite' ? held[0]?.promise : Promise.all(held.map(({ promise }) => promise)))
    const begin = () =>
      database.db.transaction(async () => 'begun').catch((error) => isDatabaseUnavailable(error))
    await withStatementWait(50, async () => {
      expect(await Promise.all([begin(), begin(), begin()])).toEqual([true, true, true])
      // Half of what was left is used; a timer fires late on a busy machine, and then all of it.
      expect(statementWaitMs()).toBeLessThanOrEqual(50)
      expect(await begin()).toBe(true)
      expect(statementWaitMs()).toBeLessThan(10)
      expect(await begin()).toBe(true)
    })
    release.resolve()
    await Promise.all(holders)
  })

  test('a statement within the limit runs', async () => {
    expect(await withStatementWait(60_000, () => removeRow(1))).toBe('removed')
    expect(await ids()).toEqual([])
  })
})
