import { imageRejected } from '../errors.ts'
import { type ProcessLimits, runLimitedChild } from '../sandbox/limited-child.ts'
import type { ImageLimits } from './image-limits.ts'
import type { RareType } from './image-type.ts'
import type { DecodedPixels } from './raster.ts'

/** The hidden first argument with which this program decodes one image of a rare type and ends. */
export const decodeChildWord = '__decode-image'

export type DecodeAnswer = Omit<DecodedPixels, 'data'> | { refused: { state: string; need: string } }

const memoryBytes = 1024 * 1024 * 1024
const cpuSeconds = 20

/**
 * Decodes an image by a loader that the other processes do not have, in a process which is ended when it takes too long or
 * too much memory.
 * @throws image_rejected
 */
export async function decodeRare(
  bytes: Uint8Array,
  type: RareType,
  limits: ImageLimits,
): Promise<DecodedPixels> {
  const { pixelsMax, sideMax, keptPixelsMax } = limits
  // Its time on a processor is what counts: the other processes go first.
  const seconds = 6 * limits.seconds
  const processLimits: ProcessLimits = { cpuSeconds, memoryBytes, seconds }
  const args = [decodeChildWord, type, `${pixelsMax}`, `${sideMax}`, `${keptPixelsMax}`, `${seconds}`]
  const { output, exitCode, isKilled } = await runLimitedChild(args, bytes, processLimits)
  const end = output.indexOf(0x0a)
  if (exitCode !== 0 || end === -1) {
    const state = isKilled ? 'takes too much time or memory to decode' : 'is broken or cut off'
    throw imageRejected(state, 'send an intact image, or a PNG')
  }
  const answer: DecodeAnswer = JSON.parse(new TextDecoder().decode(output.subarray(0, end)))
  if ('refused' in answer) throw imageRejected(answer.refused.state, answer.refused.need)
  return { ...answer, data: output.slice(end + 1) }
}
