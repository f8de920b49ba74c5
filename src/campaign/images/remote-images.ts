import type { Asker, FairTurns } from '../../kernel/runtime/fair-turns.ts'

/** For whom an image is read. `signal` ends the waiting and the request. */
export interface ImageReader {
  asker: Asker
  signal: AbortSignal
}

/** Images at URLs that callers send. */
export interface RemoteImages {
  /**
   * Reads an image and passes its bytes to `use`. Only so many are held in memory at a time: callers take turns, and a
   * turn lasts until `use` is over.
   * @throws AppError, and what `use` throws
   */
  read<Result>(url: string, reader: ImageReader, use: (bytes: Uint8Array) => Promise<Result>): Promise<Result>
}

export function createRemoteImages(options: {
  turns: FairTurns
  /** An image that this service stores; it waits for no turn, as no slow site is asked. */
  stored: (url: string) => Promise<Uint8Array | undefined>
  fetch: (url: string, signal: AbortSignal) => Promise<Uint8Array>
}): RemoteImages {
  const { turns, stored, fetch } = options
  return {
    async read(url, { asker, signal }, use) {
      const bytes = await stored(url)
      if (bytes !== undefined) return await use(bytes)
      return await turns.run(asker, signal, async () => use(await fetch(url, signal)))
    },
  }
}
