import { messageOf } from '../../../kernel/runtime/errors.ts'
import { renderSvg } from './render-svg.ts'

/**
 * Draws one SVG of `checkSvg` and ends this process: reads it from the standard input, writes RGBA pixels to the standard
 * output and exits with 0, or with 1 and a message on the standard error.
 * @param args width, height and seconds
 */
export async function runRenderChild(args: readonly string[]): Promise<void> {
  const [width = 0, height = 0, seconds = 0] = args.map(Number)
  try {
    const raster = await renderSvg(await Bun.stdin.bytes(), { width, height }, { seconds })
    await Bun.write(Bun.stdout, raster.data)
    process.exit(0)
  } catch (error) {
    await Bun.write(Bun.stderr, messageOf(error))
    process.exit(1)
  }
}
