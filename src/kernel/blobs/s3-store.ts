import { S3Client } from 'bun'
import { ConstantBackoff, handleWhen, retry } from 'cockatiel'
import type { BlobStore } from './blobs.ts'

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
