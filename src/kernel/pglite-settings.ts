import { PGlite } from '@electric-sql/pglite'

const settings = {
  // The default reserves 128 MB, all of which ends up resident; one process on a local disk is as fast with 16 MB.
  shared_buffers: '16MB',
  wal_buffers: '1MB',
  // Vacuum takes as much as this, and the engine's memory never shrinks.
  maintenance_work_mem: '16MB',
  // Old segments are removed at a checkpoint instead of kept for later, and new ones grow as they are written.
  wal_recycle: 'off',
  wal_init_zero: 'off',
}

/** Settings that every PGlite of ours starts with, as its command line. */
export const startParams: string[] = [
  ...PGlite.defaultStartParams,
  ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
]
