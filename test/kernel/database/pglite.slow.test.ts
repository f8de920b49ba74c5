import { afterEach, expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { emptyClusterArchive } from '../../../src/kernel/database/empty-cluster.ts'
import { startUpkeep, upkeep } from '../../../src/kernel/database/pglite-upkeep.ts'
import { isSoak } from '../../support/soak.ts'
import { waitFor } from '../../support/wait.ts'
import { cleanUp, newFolder, onCleanUp, open, sizeOf } from './pglite-kit.ts'

const writerProcess = join(import.meta.dir, 'pglite-process.ts')
afterEach(cleanUp)

test('a new database opens within 250 MB of memory', async () => {
  await emptyClusterArchive()
  const child = spawnProcess(join(newFolder(), 'pglite'), 'peak')
  const [, peakKib] = (await new Response(child.stdout).text()).split('\n')
  expect(await child.exited).toBe(0)
  expect(Number(peakKib) / 1e3).toBeGreaterThan(30)
  expect(Number(peakKib) / 1e3).toBeLessThan(250)
})

test('other work of the process runs between waiting queries', async () => {
  const client = await open(join(newFolder(), 'pglite'))
  let isOver = false
  let turns = 0
  const otherWork = async () => {
    for (; !isOver; turns += 1) await setImmediate()
  }
  const others = otherWork()
  await Promise.all(
    Array.from({ length: 40 }, () => client.query('select sum(i) from generate_series(1, 100000) i')),
  )
  isOver = true
  await others
  expect(turns).toBeGreaterThan(10)
})

test('a kill at any moment of the creation leaves either no database or a whole one', async () => {
  await emptyClusterArchive()
  const moments = ['at file 1', 'at file 500', 'before its name', 'after its name']
  for (const moment of isSoak ? ['at folder 2', 'at file 2', ...moments, 'at file 900'] : moments) {
    const folder = join(newFolder(), 'pglite')
    const child = spawnProcess(folder, `die ${moment}`)
    await child.exited
    expect([moment, child.signalCode]).toEqual([moment, 'SIGKILL'])
    expect([moment, existsSync(folder)]).toEqual([moment, moment === 'after its name'])
    expect([moment, existsSync(`${folder}.new`)]).toEqual([moment, moment !== 'after its name'])
    const client = await open(folder)
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    expect(existsSync(`${folder}.new`)).toBe(false)
    await client.close()
  }
})

test('every row that was acknowledged before a kill or a loss of power is there after it, and nothing is torn', async () => {
  const folder = join(newFolder(), 'pglite')
  await (await open(folder)).close()
  for (const least of isSoak ? [40, 700, 150] : [40]) {
    const survivor = join(newFolder(), 'pglite')
    const acknowledged = await writeUntilKilled(folder, least, `write synced to ${survivor}`)
    for (const left of [folder, survivor]) {
      const client = await open(left)
      const { rows } = await client.query<{ count: number; highest: number; torn: number }>(`
        select count(*)::integer as count, max(id) as highest,
          count(*) filter (where body <> repeat((id % 10)::text, 300))::integer as torn
        from written`)
      const { count = 0, highest = 0, torn } = rows[0] ?? {}
      expect([torn, count]).toEqual([0, highest + 1])
      expect(highest).toBeGreaterThanOrEqual(acknowledged)
      await client.close()
    }
  }
})

test('the write-ahead log and the rows that updates leave behind stay small', async () => {
  const folder = join(newFolder(), 'pglite')
  const client = await open(folder)
  await client.exec(`
    create table "odd Name" (id integer primary key, body text);
    insert into "odd Name" select i, repeat('x', 1000) from generate_series(1, 10000) i`)
  await client.exec(`update "odd Name" set body = body || 'y'`)
  const before = sizeOf(join(folder, 'pg_wal'))
  expect(before).toBeGreaterThan(20_000_000)

  expect(await upkeep(client)).toEqual({ checkpoint: true, vacuumed: ['public."odd Name"'] })
  expect(sizeOf(join(folder, 'pg_wal'))).toBeLessThan(4_000_000)
  expect(await upkeep(client)).toEqual({ checkpoint: false, vacuumed: [] })

  const tableBytes = async () =>
    (await client.query<{ bytes: number }>(`select pg_relation_size('"odd Name"')::integer as bytes`)).rows[0]
      ?.bytes
  const size = await tableBytes()
  await client.exec(`update "odd Name" set body = body || 'z'`)
  expect(await tableBytes()).toBe(size)
})

test('upkeep goes on by itself and ends with the database', async () => {
  const folder = join(newFolder(), 'pglite')
  const client = await open(folder)
  startUpkeep(client, 10)
  await client.exec(`create table filler as select i, repeat('x', 1000) from generate_series(1, 20000) i`)
  await waitFor('the write-ahead log is cut', () => sizeOf(join(folder, 'pg_wal')) < 4_000_000)
  await client.close()
  expect(client.closed).toBe(true)
})

// Making a cluster takes ten times as long as all else here.
if (isSoak) test('one version of PGlite always makes the same empty database', sameCluster)

async function sameCluster() {
  const cache = newFolder()
  const [made, madeBefore] = [await emptyClusterArchive(cache), await emptyClusterArchive()]
  const [bytes, bytesBefore] = [readFileSync(made), readFileSync(madeBefore)]
  const contents = Bun.zstdDecompressSync(bytes)
  // The one from before may have been packed by another version of Bun.
  expect(Bun.SHA256.hash(contents, 'hex')).toBe(Bun.SHA256.hash(Bun.zstdDecompressSync(bytesBefore), 'hex'))
  expect(Bun.SHA256.hash(Bun.zstdCompressSync(contents), 'hex')).toBe(Bun.SHA256.hash(bytes, 'hex'))
  expect(readdirSync(cache)).toHaveLength(1)
}

function spawnProcess(...args: string[]) {
  const child = Bun.spawn([process.execPath, writerProcess, ...args], { stdout: 'pipe', stderr: 'inherit' })
  onCleanUp(() => child.kill('SIGKILL'))
  return child
}

/** Answers the last row that the writer knew to be safe when it was killed. */
async function writeUntilKilled(folder: string, leastRows: number, task: string): Promise<number> {
  const child = spawnProcess(folder, task)
  let text = ''
  for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
    text += chunk
    if (text.split('\n').length > leastRows) child.kill('SIGKILL')
  }
  await child.exited
  return Number(text.trimEnd().split('\n').at(-1))
}
