import { mkdirSync, rmSync } from 'node:fs'
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { S3Client } from 'bun'
import { ConstantBackoff, handleWhen, retry } from 'cockatiel'
import { sha256Of } from '../runtime/canonical-digest.ts'
import { kernelError, messageOf, StartupError } from '../runtime/errors.ts'
import type { Log } from '../runtime/log.ts'

/** Immutable bytes under the SHA-256 of their contents, 64 lower-case hexadecimal digits; other names hold nothing. */
export interface Blobs {
  /** Stores the bytes durably, again if they are there already, and returns their hash. @throws blobs_unavailable */
  put(bytes: Uint8Array): Promise<string>
  /** @returns undefined when absent @throws blobs_unavailable; Error when the stored bytes have been altered */
  get(sha256: string): Promise<Uint8Array<ArrayBuffer> | undefined>
  /** @throws blobs_unavailable */
  has(sha256: string): Promise<boolean>
  /** Does nothing when absent. @throws blobs_unavailable */
  remove(sha256: string): Promise<void>
}

/** Storage of blobs. Called only with valid names and matching bytes; its errors are passed on. */
export interface BlobStore {
  /** A reader sees the whole blob or none. */
  write(name: string, bytes: Uint8Array): Promise<void>
  read(name: string): Promise<Uint8Array<ArrayBuffer> | undefined>
  has(name: string): Promise<boolean>
  remove(name: string): Promise<void>
}

const namePattern = /^[0-9a-f]{64}$/

/** Names blobs by their contents, checks both, and logs failures of the store. */
export function createBlobs(store: BlobStore, log: Log): Blobs {
  const attempt = async <Result>(operation: string, name: string, work: () => Promise<Result>) => {
    try {
      return await work()
    } catch (cause) {
      log.error('the file store failed', { operation, sha256: name, error: messageOf(cause) })
      throw kernelError('blobs_unavailable', operation, cause)
    }
  }
  return {
    async put(bytes) {
      const name = sha256Of(bytes)
      await attempt('store', name, () => store.write(name, bytes))
      return name
    },
    async get(name) {
      if (!namePattern.test(name)) return undefined
      const bytes = await attempt('read', name, () => store.read(name))
      if (bytes !== undefined && sha256Of(bytes) !== name) {
        throw new Error(
          `Cannot use the stored file ${name} as its bytes have another hash: they were altered`,
        )
      }
      return bytes
    },
    has: async (name) => namePattern.test(name) && (await attempt('find', name, () => store.has(name))),
    async remove(name) {
      if (namePattern.test(name)) await attempt('remove', name, () => store.remove(name))
    },
  }
}

/**
 * Opens the configured store of files: a bucket, or the folder `blobs` of the data folder, which the caller holds.
 * @throws StartupError when the folder cannot be written
 */
export function openBlobs(options: { s3: S3Config | undefined; dataDir: string; log: Log }): Blobs {
  const { s3, dataDir, log } = options
  return createBlobs(s3 === undefined ? openDiskStore(join(dataDir, 'blobs')) : createS3Store(s3), log)
}

/**
 * Blobs as files in two levels of folders. A file gets its name when it is durable. The folder belongs to one process at a
 * time: unfinished files of an earlier one are deleted.
 * @throws StartupError when the folder cannot be written
 */
export function openDiskStore(folder: string): BlobStore {
  const unfinished = join(folder, 'unfinished')
  try {
    rmSync(unfinished, { recursive: true, force: true })
    mkdirSync(unfinished, { recursive: true })
  } catch (cause) {
    throw new StartupError(
      `Cannot use the folder "${folder}" for files as it must be writable: ${messageOf(cause)}`,
      { cause },
    )
  }
  const pathOf = (name: string) => join(folder, name.slice(0, 2), name.slice(2, 4), name)

  return {
    async write(name, bytes) {
      const path = pathOf(name)
      const temporary = join(unfinished, crypto.randomUUID())
      try {
        await writeFile(temporary, bytes, { flag: 'wx', flush: true })
        await mkdir(dirname(path), { recursive: true })
        await rename(temporary, path)
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
      // Upwards, as either level may be new.
      for (const changed of [dirname(path), dirname(dirname(path)), folder]) await syncFolder(changed)
    },
    async read(name) {
      try {
        return await Bun.file(pathOf(name)).bytes()
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
        throw error
      }
    },
    has: (name) => Bun.file(pathOf(name)).exists(),
    remove: (name) => rm(pathOf(name), { force: true }),
  }
}

/** A new name is durable when its folder is. Windows does not open folders; its file system logs names itself. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

export interface S3Config {
  bucket: string
  /** Prefix of every name, without slashes at its ends; may be empty. */
  prefix: string
  /** Without a trailing slash; undefined for Amazon's own of the region. */
  endpoint: string | undefined
  region: string
  accessKeyId: string
  secretAccessKey: string
}

export interface S3Limits {
  /** For one operation with all its attempts. */
  totalMs: number
  retryAfterMs: number
}

const usualLimits: S3Limits = { totalMs: 20_000, retryAfterMs: 200 }
const retriesMax = 2
/** The clock skew that S3 allows for signed headers. */
const signatureSeconds = 900

/** Holds nothing of the request: its URL has the signature. */
class S3Failure extends Error {
  readonly isTransient: boolean
  constructor(message: string, isTransient: boolean) {
    super(message)
    this.isTransient = isTransient
  }
}

/**
 * Blobs as objects of a bucket. S3 shows an object only when it is complete. The key needs the right to list the bucket:
 * without it S3 answers 403 instead of 404.
 */
export function createS3Store(config: S3Config, limits: Partial<S3Limits> = {}): BlobStore {
  const { totalMs, retryAfterMs } = { ...usualLimits, ...limits }
  const { prefix, endpoint, ...rest } = config
  const client = new S3Client({ ...rest, endpoint: endpoint ?? `https://s3.${config.region}.amazonaws.com` })
  const retries = retry(
    handleWhen((error) => error instanceof S3Failure && error.isTransient),
    { maxAttempts: retriesMax, backoff: new ConstantBackoff(retryAfterMs) },
  )

  /** The client's own requests cannot be cancelled, so it only signs. @returns undefined when there is no such object */
  const send = async (method: 'GET' | 'HEAD' | 'PUT' | 'DELETE', name: string, body?: Uint8Array) => {
    const key = prefix === '' ? name : `${prefix}/${name}`
    const signal = AbortSignal.timeout(totalMs)
    return await retries.execute(async () => {
      const url = client.presign(key, { method, expiresIn: signatureSeconds })
      const init = { method, signal, redirect: 'manual' } as const
      try {
        const response = await fetch(url, body === undefined ? init : { ...init, body: new Uint8Array(body) })
        const bytes = await response.bytes()
        if (response.ok) return bytes
        const code = codeOf(bytes)
        if (response.status === 404 && (method === 'HEAD' || code === 'NoSuchKey')) return undefined
        const isTransient = response.status >= 500 || response.status === 429
        throw new S3Failure(`S3 answered ${response.status} ${code}`.trimEnd(), isTransient)
      } catch (error) {
        if (error instanceof S3Failure) throw error
        throw signal.aborted
          ? new S3Failure(`S3 did not answer within ${totalMs} ms`, false)
          : new S3Failure('S3 cannot be reached, or closed the connection', true)
      }
    })
  }
  return {
    write: async (name, bytes) => {
      await send('PUT', name, bytes)
    },
    read: (name) => send('GET', name),
    has: async (name) => (await send('HEAD', name)) !== undefined,
    remove: async (name) => {
      await send('DELETE', name)
    },
  }
}

/** The machine-readable name of an error, such as `AccessDenied`; empty when the answer has none. */
function codeOf(body: Uint8Array): string {
  return /<Code>(\w{1,64})<\/Code>/.exec(Buffer.from(body).toString())?.[1] ?? ''
}
