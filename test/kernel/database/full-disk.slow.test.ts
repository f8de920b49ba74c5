import { afterEach, expect, test } from 'bun:test'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { isDatabaseUnavailable } from '../../../src/kernel/database/database-unavailable.ts'
import { createDiskReserve } from '../../../src/kernel/database/full-disk.ts'
import { openDatabase } from '../../../src/kernel/database/open-database.ts'
import { captureLog } from '../../support/captured-log.ts'
import { diskKinds, mountSmallDisk } from '../../support/small-disk.ts'
import { cleanUp, newFolder, onCleanUp } from './pglite-kit.ts'

afterEach(cleanUp)

test('the reserve is given up once, and taken again when there is as much space besides', () => {
  const file = join(newFolder(), 'reserve')
  const reserve = createDiskReserve(file)
  expect(existsSync(file)).toBe(true)
  expect([reserve.giveUp(), existsSync(file), reserve.giveUp()]).toEqual([true, false, false])
  reserve.restore()
  expect([existsSync(file), reserve.giveUp()]).toEqual([true, true])
})

test('a reserve that a killed process left, and one that another program removed, are given up as well', () => {
  const file = join(newFolder(), 'reserve')
  createDiskReserve(file)
  const next = createDiskReserve(file)
  rmSync(file)
  expect([next.giveUp(), next.giveUp()]).toEqual([true, false])
})

test('a reserve that finds too little space leaves no part of it', () => {
  const disk = mountSmallDisk(import.meta.path, 'tmpfs', 40)
  if (disk === undefined) return
  onCleanUp(disk.remove)
  disk.fill()
  const file = join(disk.folder, 'reserve')
  writeFileSync(file, '')
  // Left by a killed process, it is given up first.
  const reserve = createDiskReserve(file)
  expect([reserve.giveUp(), existsSync(file)]).toEqual([true, false])
  reserve.restore()
  expect([existsSync(file), reserve.giveUp()]).toEqual([false, false])
  disk.free()
  reserve.restore()
  expect(reserve.giveUp()).toBe(true)
})

test.each(diskKinds)(
  'a full disk of %s rejects statements at once, and all that was confirmed is there when there is space again',
  async (kind) => {
    const disk = mountSmallDisk(import.meta.path, kind, 120)
    if (disk === undefined) return
    const { folder } = disk
    onCleanUp(disk.remove)
    const { log, text } = captureLog()
    const isOpenAgain = Promise.withResolvers<void>()
    const database = await openDatabase({
      databaseUrl: undefined,
      dataDir: folder,
      log: {
        ...log,
        info: (message, fields) => {
          log.info(message, fields)
          if (message === 'the database engine is open again') isOpenAgain.resolve()
        },
      },
    })
    onCleanUp(() => database.close())
    let woken = Promise.withResolvers<void>()
    await database.listen('news', () => woken.resolve())
    await database.query('create table written (id integer primary key, body text not null)')
    const insert = (id: number) =>
      database.query('insert into written values ($1, repeat($2, 1500))', [id, String(id % 10)])
    let next = 0
    const confirmed: number[] = []
    const rejected: unknown[] = []
    const write = async () => {
      const id = next++
      await insert(id).then(
        () => confirmed.push(id),
        (error) => rejected.push(error),
      )
    }
    for (let count = 0; count < 100; count += 1) await write()
    disk.fill()
    // The statement goes on by the reserve, which another program may fill as well.
    while (existsSync(join(folder, 'pglite.reserve')) && rejected.length === 0) await write()
    expect(rejected).toEqual([])
    disk.fill()
    await database.db
      .transaction(async (tx) => {
        await database.rows(sql`insert into written values (1000000, 'in a transaction')`, tx)
        // Needs space for the log alone, whose failed write ends the engine.
        for (;;)
          await database.rows(
            sql`select pg_logical_emit_message(false, 'test', repeat('x', 100000))::text`,
            tx,
          )
      })
      .catch((error) => void rejected.push(error))
    await Promise.all([write(), write(), write()])
    expect(rejected.filter(isDatabaseUnavailable).length).toBe(4)
    expect(text()).toContain('the database engine has stopped')

    disk.free()
    await isOpenAgain.promise
    const rows = await database.query('select id from written')
    const stored = new Set(rows.map(({ id }) => id))
    expect(confirmed.filter((id) => !stored.has(id))).toEqual([])
    expect(stored.has(1_000_000)).toBe(false)
    await write()
    expect(confirmed.at(-1)).toBe(next - 1)
    woken = Promise.withResolvers()
    await database.notify('news')
    await woken.promise
  },
)
