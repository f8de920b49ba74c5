import { ImageRejected } from './errors.ts'

/** Maps a libvips error to one that the caller can act on. */
export function decodingError(error: unknown, { seconds }: { seconds: number }): ImageRejected {
  const cause = { cause: error }
  if (error instanceof Error && error.message.startsWith('timeout')) {
    return new ImageRejected(
      'takes too long to decode',
      `it must be decoded within ${seconds} seconds`,
      cause,
    )
  }
  return new ImageRejected('is broken or cut off', 'send an intact image', cause)
}
