import { imageRejected } from '../../errors.ts'
import { type ProcessLimits, runLimitedChild } from '../../sandbox/limited-child.ts'
import type { Raster } from '../raster.ts'
import type { Size } from './svg-size.ts'

/** The hidden first argument with which this program draws one SVG and ends. */
export const renderChildWord = '__render-svg'

const processLimits: ProcessLimits = { cpuSeconds: 5, memoryBytes: 768 * 1024 * 1024, seconds: 60 }

/**
 * Draws an SVG of `checkSvg` in a process of its own, which is ended when it takes too long or too much memory: a path of
 * 1,000 dashed lines takes minutes inside one call that nothing can interrupt.
 * @throws image_rejected
 */
export async function renderUntrustedSvg(
  svg: Uint8Array,
  { width, height }: Size,
  limits: ProcessLimits = processLimits,
): Promise<Raster> {
  const args = [renderChildWord, `${width}`, `${height}`, `${limits.seconds}`]
  const { output, exitCode, isKilled } = await runLimitedChild(args, svg, limits)
  if (exitCode === 0 && output.length === width * height * 4)
    return { width, height, channels: 4, data: output }
  if (isKilled) {
    throw imageRejected('takes too much time or memory to draw', 'simplify its paths, dashes and filters')
  }
  throw imageRejected('cannot be drawn', 'simplify it, and leave its size to its viewBox')
}
