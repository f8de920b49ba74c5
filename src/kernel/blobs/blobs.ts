import { kernelError, messageOf } from '../runtime/errors.ts'
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

function sha256Of(bytes: Uint8Array): string {
  return new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
}
