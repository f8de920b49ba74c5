/**
 * Makes an empty PGlite cluster and writes it as an archive: `bun make-cluster.ts <archive>`. A separate process, because
 * initdb does not free its gigabyte of memory.
 *
 * Clock and random numbers are fixed, so that one version of PGlite always makes the same bytes and builds are
 * reproducible. All clusters then share a system identifier, which only replication and backup tools compare.
 */
import crypto from 'node:crypto'
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { messageOf } from '../runtime/errors.ts'
import { packFolder } from './cluster-archive.ts'
import { startParams } from './pglite-settings.ts'

try {
  const [archive] = process.argv.slice(2)
  if (archive === undefined) throw new Error('Cannot make a cluster without a path for its archive')
  await makeCluster(archive)
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`)
  process.exit(1)
}

async function makeCluster(archive: string): Promise<void> {
  const fixedTime = Date.UTC(2026, 0, 1)
  Date.now = () => fixedTime
  Object.assign(crypto, { randomFillSync: (bytes: Uint8Array) => bytes.fill(1) })

  const scratch = mkdtempSync(`${archive}.`)
  try {
    const cluster = join(scratch, 'cluster')
    // Segments of 1 MB instead of 16 MB: an empty database takes 24 MB on disk instead of 39.
    const client = await PGlite.create({
      dataDir: cluster,
      initDbStartParams: ['--wal-segsize=1', '--set=wal_recycle=off'],
      startParams,
    })
    await client.exec('checkpoint')
    await client.close()
    const finished = join(scratch, 'archive')
    writeFileSync(finished, packFolder(cluster), { mode: 0o600, flush: true })
    renameSync(finished, archive)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}
