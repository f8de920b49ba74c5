import { afterEach, expect, test } from 'bun:test'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { unpackFolder } from '../../../src/kernel/database/cluster-archive.ts'
import { emptyClusterArchive } from '../../../src/kernel/database/empty-cluster.ts'
import { openCluster } from '../../../src/kernel/database/pglite.ts'
import { captureLog } from '../../support/captured-log.ts'
import { cleanUp, newFolder, open, sizeOf } from './pglite-kit.ts'

afterEach(cleanUp)

test('a new database takes less than 30 MB on disk', async () => {
  const folder = join(newFolder(), 'pglite')
  await open(folder)
  expect(sizeOf(folder) / 1e6).toBeLessThan(30)
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
