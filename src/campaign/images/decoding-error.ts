import type { AppError } from '../../kernel/runtime/app-error.ts'
import { imageRejected } from '../errors.ts'

/** Maps a libvips error to one that the caller can act on. */
export function decodingError(error: unknown, { seconds }: { seconds: number }): AppError {
  if (error instanceof Error && error.message.startsWith('timeout')) {
    return imageRejected('takes too long to decode', `it must be decoded within ${seconds} seconds`, error)
  }
  return imageRejected('is broken or cut off', 'send an intact image', error)
}
