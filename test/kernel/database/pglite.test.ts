import { afterEach, expect, test } from 'bun:test'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/pglite'
import { unpackFolder } from '../../../src/kernel/database/cluster-archive.ts'
import { emptyClusterArchive } from '../../../src/kernel/database/empty-cluster.ts'
import { openCluster } from '../../../src/kernel/database/pglite.ts'
import { captureLog } from '../../support/captured-log.ts'
import { cleanUp, newFolder, open, sizeOf } from './pglite-kit.ts'

type Parsers = PGlite['parsers']

afterEach(cleanUp)

test('a new database takes less than 30 MB on disk', async () => {
  const folder = join(newFolder(), 'pglite')
  await open(folder)
  expect(sizeOf(folder) / 1e6).toBeLessThan(30)
})

test('no other user may read the files of a database', async () => {
  const folder = join(newFolder(), 'pglite')
  await open(folder)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  expect(files.length).toBeGreaterThan(500)
  expect(files.filter((file) => (statSync(join(folder, file)).mode & 0o077) !== 0)).toEqual([])
})

test('a damaged database fails with the message of PostgreSQL', async () => {
  const folder = join(newFolder(), 'pglite')
  unpackFolder(await Bun.file(await emptyClusterArchive()).bytes(), folder)
  writeFileSync(join(folder, 'PG_VERSION'), '17\n')
  await expect(openCluster(folder, captureLog().log)).rejects.toThrow('initialized by PostgreSQL version 17')
})

test('a folder with other files is refused and left as it is', async () => {
  const folder = newFolder()
  writeFileSync(join(folder, 'letter.txt'), 'Dear reader')
  await expect(openCluster(folder, captureLog().log)).rejects.toThrow('it holds files of something else')
  expect(readFileSync(join(folder, 'letter.txt'), 'utf8')).toBe('Dear reader')
  expect(readdirSync(folder)).toEqual(['letter.txt'])
})

test('a cache that cannot be written is reported with the reason', async () => {
  const cache = join(newFolder(), 'nowhere')
  await expect(emptyClusterArchive(cache)).rejects.toThrow(
    new RegExp(`^Cannot make an empty database in "${cache}": ENOENT[^\n]*$`),
  )
})

test('what Drizzle reads by itself comes to it as text, without a copy of the parsers for each query', async () => {
  const asked: Parsers = {}
  const noteAsked = async (_: string, __: unknown[], { parsers }: { parsers: Parsers }) => {
    Object.assign(asked, parsers)
    return { rows: [] }
  }
  await drizzle({ client: { query: noteAsked } as unknown as PGlite }).execute('select 1')
  expect(Object.keys(asked)).toHaveLength(9)

  const client = await open(join(newFolder(), 'pglite'))
  for (const type of Object.keys(asked)) expect(client.parsers[type]?.('{text}')).toBe('{text}')
  let copies = 0
  const ownKeys = (parsers: Parsers) => {
    copies += 1
    return Reflect.ownKeys(parsers)
  }
  client.parsers = new Proxy<Parsers>(client.parsers, { ownKeys })
  const db = drizzle({ client })
  const values = sql`select '2026-02-03'::date "day", '2026-02-03 04:05'::timestamp "time", '{1.5,2}'::numeric[] "list", 7 "whole"`
  const expected = [{ day: '2026-02-03', time: '2026-02-03 04:05:00', list: '{1.5,2}', whole: 7 }]
  expect((await db.execute(values)).rows).toEqual(expected)
  expect((await db.transaction((tx) => tx.execute(values))).rows).toEqual(expected)
  expect(copies).toBe(0)
})
