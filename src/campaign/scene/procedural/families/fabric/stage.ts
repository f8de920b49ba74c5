import type { Box, Raster } from '../../../../images/raster.ts'
import { sharp } from '../../../../images/restricted-sharp.ts'
import { createRandom } from '../../../../numeric/math.ts'
import type { CutOut } from '../../../product/cut-out.ts'
import type { ScenePlan, Size } from '../family.ts'
import { createDrape, fabric } from './fabric.ts'

/** Shadows of what lies on cloth: blur and distance as shares of its shorter side, and how dark they are. */
const shadows = [
  { blur: 0.014, distance: 0.016, dark: 0.5 },
  { blur: 0.04, distance: 0.07, dark: 0.5 },
  { blur: 0.12, distance: 0.14, dark: 0.4 },
] as const

/** The cloth with the shadows of a product that lies on it. */
export async function renderFabricStage(
  plan: ScenePlan,
  size: Size,
  { cutOut, box }: { cutOut: CutOut; box: Box },
): Promise<Raster> {
  const pixels = await fabric.compose(plan, size).paint()
  const { light } = createDrape(createRandom(plan.seed, 'fabric'))
  const away = Math.hypot(light.x, light.y)
  const shorter = Math.min(box.width, box.height)
  const outline = await alphaOn(size, cutOut, box)
  for (const { blur, distance, dark } of shadows) {
    const shadow = await sharp(outline, { raw: { ...size, channels: 1 } })
      .blur(Math.max(0.5, blur * shorter))
      .extractChannel(0)
      .raw()
      .toBuffer()
    const right = Math.round((-light.x / away) * distance * shorter)
    const down = Math.round((-light.y / away) * distance * shorter)
    darken(pixels, shadow, { right, down, dark })
  }
  return pixels
}

/** The alpha of a product at its place, one channel. */
async function alphaOn({ width, height }: Size, { pixels }: CutOut, box: Box): Promise<Buffer> {
  const alpha = await sharp(pixels.data, { raw: pixels })
    .resize(box.width, box.height, { fit: 'fill' })
    .extractChannel(3)
    .raw()
    .toBuffer()
  const plane = Buffer.alloc(width * height)
  for (let y = 0; y < box.height; y += 1)
    for (let x = 0; x < box.width; x += 1) {
      const [left, top] = [x + box.left, y + box.top]
      if (left >= 0 && left < width && top >= 0 && top < height)
        plane[top * width + left] = alpha[y * box.width + x] ?? 0
    }
  return plane
}

function darken(
  { width, height, data }: Raster,
  shadow: Uint8Array,
  { right, down, dark }: { right: number; down: number; dark: number },
): void {
  for (let y = 0, at = 0; y < height; y += 1) {
    const row = y - down
    for (let x = 0; x < width; x += 1, at += 3) {
      const column = x - right
      const isInside = row >= 0 && row < height && column >= 0 && column < width
      const share = isInside ? 1 - (dark * (shadow[row * width + column] ?? 0)) / 255 : 1
      if (share === 1) continue
      for (let channel = 0; channel < 3; channel += 1)
        data[at + channel] = Math.round((data[at + channel] ?? 0) * share)
    }
  }
}
