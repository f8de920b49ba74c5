import { PGlite } from '@electric-sql/pglite'

const settings = {
  // The default of 128 MB ends up resident; one process on a local disk is as fast with 8 MB.
  shared_buffers: '8MB',
  wal_buffers: '1MB',
  // Vacuum takes as much as this, and the engine's memory never shrinks.
  maintenance_work_mem: '16MB',
  // Analyze samples 300 rows for each of these, 28 MB of events with the default of 100; no query here needs more.
  default_statistics_target: '10',
  // Old segments are removed at a checkpoint instead of kept for later, and new ones grow as they are written.
  wal_recycle: 'off',
  wal_init_zero: 'off',
}

const noSyncFlag = '-F'

const durable = {
  fsync: 'on',
  // The engine's fdatasync does nothing.
  wal_sync_method: 'fsync',
}

/** Command line of every PGlite here; with these alone it never waits for the disk. */
export const startParams: string[] = [...PGlite.defaultStartParams, ...flagsOf(settings)]

/** The same with durable commits; the files must be `ClusterFiles`. */
export const durableParams: string[] = [
  ...startParams.filter((flag) => flag !== noSyncFlag),
  ...flagsOf(durable),
]

function flagsOf(values: Readonly<Record<string, string>>): string[] {
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
