import { afterEach, expect, test } from 'bun:test'
import { existsSync, mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { isDatabaseUnavailable } from '../../../src/kernel/database/database-unavailable.ts'
import { createDiskReserve } from '../../../src/kernel/database/full-disk.ts'
import { openDatabase } from '../../../src/kernel/database/open-database.ts'
import { captureLog } from '../../support/captured-log.ts'
import { leaveOut } from '../../support/left-out.ts'
import { cleanUp, newFolder, onCleanUp } from './pglite-kit.ts'

afterEach(cleanUp)

const run = (...command: string[]) => Bun.spawnSync(command, { stdout: 'ignore', stderr: 'ignore' }).success

/** A file system of its own; undefined where none can be mounted. */
const fileSystems: Record<string, (at: string, image: string) => boolean> = {
  tmpfs: (at) => run('mount', '-t', 'tmpfs', '-o', 'size=120m', 'tmpfs', at),
  ext4: (at, image) => {
    writeFileSync(image, '')
    truncateSync(image, 120 * 2 ** 20)
    return run('mkfs.ext4', '-q', '-m', '0', image) && run('mount', '-o', 'loop', image, at)
  },
}

function mounted(kind: string): string | undefined {
  const folder = newFolder()
  const at = join(folder, 'mounted')
  mkdirSync(at)
  if (fileSystems[kind]?.(at, join(folder, 'image')) !== true) return undefined
  onCleanUp(() => run('umount', '-l', at))
  return at
}

/** Until the last byte. */
function fill(file: string): void {
  for (const size of [2 ** 20, 4_096, 1]) {
    try {
      for (;;) writeFileSync(file, Buffer.alloc(size), { flag: 'a' })
    } catch {
      // No space is left for a piece of this size.
    }
  }
}

test('the reserve is given up once, and taken again when there is as much space besides', () => {
  const file = join(newFolder(), 'reserve')
  const reserve = createDiskReserve(file)
  expect(existsSync(file)).toBe(true)
  expect([reserve.giveUp(), existsSync(file), reserve.giveUp()]).toEqual([true, false, false])
  reserve.restore()
  expect([existsSync(file), reserve.giveUp()]).toEqual([true, true])
})

test.each(Object.keys(fileSystems))(
  'a full disk of %s rejects statements at once, and all that was confirmed is there when there is space again',
  async (kind) => {
    const folder = mounted(kind)
    if (folder === undefined) {
      leaveOut({
        file: import.meta.path,
        reason: `no ${kind} can be mounted here`,
        remedy: 'run the tests as root',
      })
      return
    }
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
    fill(join(folder, 'filler'))
    // The statement goes on by the reserve, which another program may fill as well.
    while (existsSync(join(folder, 'pglite.reserve')) && rejected.length === 0) await write()
    expect(rejected).toEqual([])
    fill(join(folder, 'filler'))
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

    rmSync(join(folder, 'filler'))
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
