import { PGlite } from '@electric-sql/pglite'

/**
 * Settings PGlite starts with. The defaults reserve 160 MB of buffers, all of which end up resident; a database of one
 * process on a local disk is as fast with 16 MB.
 */
const startParams = ['-c', 'shared_buffers=16MB', '-c', 'wal_buffers=1MB', '-c', 'max_wal_size=64MB']

/** Opens the cluster in `folder`, creating it when there is none. */
export async function openPglite(folder: string): Promise<PGlite> {
  return await PGlite.create({ dataDir: folder, startParams: [...PGlite.defaultStartParams, ...startParams] })
}
