import { LRUCache } from 'lru-cache'
import type { Blobs } from '../../kernel/blobs/blobs.ts'
import { campaignError } from '../errors.ts'
import { imageType } from '../images/image-type.ts'
import type { RenderPool } from './pool.ts'

/** WebP previews of stored images, made when they are first read and kept in memory. */
export interface Previews {
  /** @returns undefined where no PNG is stored @throws previews_busy while too many jobs wait */
  read(sha256: string, width: number): Promise<Uint8Array<ArrayBuffer> | undefined>
}

const keptBytesMax = 32_000_000
const waitingMax = 48

export function createPreviews({ blobs, pool }: { blobs: Blobs; pool: RenderPool }): Previews {
  // `fetch` shares one job between concurrent readers.
  const kept = new LRUCache<string, Uint8Array<ArrayBuffer>>({
    maxSize: keptBytesMax,
    sizeCalculation: ({ byteLength }) => byteLength,
    fetchMethod: async (key) => {
      const [sha256 = '', width] = key.split('-')
      if (pool.waiting() >= waitingMax) throw campaignError('previews_busy')
      const bytes = await blobs.get(sha256)
      if (bytes === undefined || imageType(bytes) !== 'image/png') return undefined
      return (await pool.run('preview', { png: bytes, width: Number(width) })).webp
    },
  })
  return { read: (sha256, width) => kept.fetch(`${sha256}-${width}`) }
}
