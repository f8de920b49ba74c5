import { join } from 'node:path'
import type { Log } from '../runtime/log.ts'
import { type Blobs, createBlobs } from './blobs.ts'
import { openDiskStore } from './disk-store.ts'
import { createS3Store, type S3Config } from './s3-store.ts'

/**
 * Opens the configured store of files: a bucket, or the folder `blobs` of the data folder, which the caller holds.
 * @throws StartupError when the folder cannot be written
 */
export function openBlobs(options: { s3: S3Config | undefined; dataDir: string; log: Log }): Blobs {
  const { s3, dataDir, log } = options
  return createBlobs(s3 === undefined ? openDiskStore(join(dataDir, 'blobs')) : createS3Store(s3), log)
}
