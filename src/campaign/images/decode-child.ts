import { messageOf } from '../../kernel/runtime/errors.ts'
import { campaignError } from '../errors.ts'
import { decodeHere } from './decode-pixels.ts'
import type { DecodeAnswer } from './decode-rare.ts'
import { type RareType, rareTypes } from './image-type.ts'
import { sharp } from './restricted-sharp.ts'

const loaders: Readonly<Record<RareType, string>> = {
  'image/avif': 'VipsForeignLoadHeif',
  'image/tiff': 'VipsForeignLoadTiff',
  'image/gif': 'VipsForeignLoadNsgif',
}

/**
 * Decodes one image and ends this process: reads it from the standard input and writes one line of JSON to the standard
 * output, then the pixels.
 * @param args media type, pixelsMax, sideMax, keptPixelsMax and seconds
 */
export async function runDecodeChild([name, ...numbers]: readonly string[]): Promise<void> {
  const [pixelsMax = 0, sideMax = 0, keptPixelsMax = 0, seconds = 0] = numbers.map(Number)
  const type = rareTypes.find((each) => each === name)
  if (type === undefined) throw new Error(`Cannot decode "${name}" here`)
  sharp.unblock({ operation: [loaders[type]] })
  sharp.concurrency(1)
  const bytes = await Bun.stdin.bytes()
  const { answer, data } = await decodeHere(bytes, type, {
    bytesMax: bytes.length,
    pixelsMax,
    sideMax,
    keptPixelsMax,
    seconds,
  }).then(
    ({ data, ...answer }): { answer: DecodeAnswer; data: Uint8Array } => ({ answer, data }),
    (error: unknown) => ({ answer: refusalOf(error), data: new Uint8Array() }),
  )
  await Bun.write(Bun.stdout, Buffer.concat([new TextEncoder().encode(`${JSON.stringify(answer)}\n`), data]))
  process.exit(0)
}

function refusalOf(error: unknown): DecodeAnswer {
  if (!campaignError.is(error, 'image_rejected')) throw new Error(messageOf(error), { cause: error })
  const [state, need] = error.values
  return { refused: { state, need } }
}
