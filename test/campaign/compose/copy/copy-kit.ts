import { type CopyControls, defaultCopy } from '../../../../src/campaign/compose/controls.ts'
import type { CopyRequest } from '../../../../src/campaign/compose/copy/draw-copy.ts'
import type { Raster } from '../../../../src/campaign/images/raster.ts'

type Rgb = readonly [number, number, number]

/** A seeded source of numbers from 0 to 1 (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export function canvasOf(width: number, height: number, colorAt: (x: number, y: number) => Rgb): Raster {
  const data = new Uint8Array(width * height * 3)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) data.set(colorAt(x, y), (y * width + x) * 3)
  }
  return { width, height, channels: 3, data }
}

/** A slope between two random colours with noise on it. */
export function randomCanvas(random: () => number, width: number, height: number): Raster {
  const color = () => [random() * 255, random() * 255, random() * 255] as const
  const [from, to] = [color(), color()]
  const [slopeX, slopeY] = [random() - 0.5, random() - 0.5]
  const noise = random() * 120
  return canvasOf(width, height, (x, y) => {
    const share = Math.min(
      1,
      Math.max(0, 0.5 + slopeX * (x / width - 0.5) * 2 + slopeY * (y / height - 0.5) * 2),
    )
    const grain = (random() - 0.5) * noise
    const channel = (a: number, b: number) => Math.min(255, Math.max(0, a + (b - a) * share + grain))
    return [channel(from[0], to[0]), channel(from[1], to[1]), channel(from[2], to[2])]
  })
}

export const whiteCanvas = canvasOf(1080, 1080, () => [255, 255, 255])

/** A request for one copy on a white square whose upper half is calm. */
export function requestFor(
  copy: CopyControls,
  overrides: Partial<Omit<CopyRequest, 'copy'>> = {},
): CopyRequest {
  return {
    canvas: whiteCanvas,
    calm: { left: 0, top: 0, width: 1080, height: 540 },
    focal: { x: 0.5, y: 0.8 },
    avoid: [],
    palette: [],
    ...overrides,
    copy: { ...defaultCopy, ...copy },
  }
}
