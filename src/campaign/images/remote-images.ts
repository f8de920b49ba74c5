import { createFairTurns, type Work } from '../../kernel/runtime/fair-turns.ts'
import { campaignError } from '../errors.ts'

/** For whom an image is read. `signal` ends the waiting and the request. */
export interface ImageReader {
  work: Work
  signal: AbortSignal
}

/** Images at URLs that callers send. */
export interface RemoteImages {
  /**
   * Reads an image and passes its bytes to `use`. Only so many are held in memory at a time: callers take turns, and a
   * turn lasts until `use` is over.
   * @throws asset_not_stored, other AppErrors, and what `use` throws
   */
  read<Result>(url: string, reader: ImageReader, use: (bytes: Uint8Array) => Promise<Result>): Promise<Result>
}

export function createRemoteImages(options: {
  /** Of images of other sites, and of stored ones, which do not wait for slow sites. */
  heldMax: number
  /** The hash of an image of this service, empty for another URL of its files; undefined for the URL of another site. */
  hashOf: (url: string) => string | undefined
  /** Undefined for an image that is not stored any more. */
  stored: (sha256: string) => Promise<Uint8Array | undefined>
  fetch: (url: string, signal: AbortSignal) => Promise<Uint8Array>
}): RemoteImages {
  const { heldMax, hashOf, stored, fetch } = options
  const storedTurns = createFairTurns({ runningMax: heldMax })
  const fetchTurns = createFairTurns({ runningMax: heldMax })
  return {
    async read(url, { work, signal }, use) {
      const sha256 = hashOf(url)
      if (sha256 === undefined)
        return await fetchTurns.run(work, signal, async () => use(await fetch(url, signal)))
      return await storedTurns.run(work, signal, async () => {
        const bytes = sha256 === '' ? undefined : await stored(sha256)
        if (bytes === undefined) throw campaignError('asset_not_stored')
        return await use(bytes)
      })
    },
  }
}
