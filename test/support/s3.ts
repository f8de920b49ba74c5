import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import S3rver from 's3rver'
import FilesystemStore from 's3rver/lib/stores/filesystem'
import type { S3Config } from '../../src/kernel/blobs/blobs.ts'
import { quickTmpdir } from './quick-tmpdir.ts'
import { waitFor } from './wait.ts'

// S3 answers once an object is stored; the package answers before it has written the file, which may then appear after
// its removal.
const { putObject } = FilesystemStore.prototype
FilesystemStore.prototype.putObject = async function (object) {
  const stored = await putObject.call(this, object)
  const path = this.getResourcePath(object.bucket, object.key, 'object')
  await waitFor('the object is written', () => statSync(path).size === stored.size)
  return stored
}

/** An S3 service on this machine with one empty bucket. `folder` holds its objects as files. */
export async function startS3(): Promise<{ config: S3Config; folder: string; stop: () => Promise<void> }> {
  const folder = mkdtempSync(join(quickTmpdir(), 'cairn-s3-'))
  const bucket = 'cairn-test'
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: folder,
    configureBuckets: [{ name: bucket }],
  })
  const { port } = await server.run()
  return {
    config: {
      bucket,
      prefix: 'assets/made',
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      // The only keys that the package accepts.
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
    },
    folder,
    stop: async () => {
      await server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
