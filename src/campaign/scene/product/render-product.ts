import { type Box, type Raster, toRaster } from '../../images/raster.ts'
import { sharp } from '../../images/restricted-sharp.ts'
import { renderFabricStage } from '../procedural/families/fabric/stage.ts'
import type { ScenePlan, Size } from '../procedural/families/family.ts'
import { heightBelow, renderStudioStage } from '../procedural/families/studio/stage.ts'
import type { CutOut } from './cut-out.ts'

/** A stage, and the product that is to be composited on it. */
export interface ProductPicture {
  /** RGB, with the shadows of the product. */
  pixels: Raster
  product: { pixels: Raster; box: Box }
  /** The product has fewer pixels than its place. */
  isUpscaled: boolean
}

/** Without a zone of the layout: the middle. */
const middle = { left: 0.15, top: 0.15, width: 0.7, height: 0.7 } as const

/**
 * Renders the stage of a product for one size, with the product as large as the layout's subject zone allows.
 * @param subject the zone in pixels
 */
export async function renderProduct(
  plan: ScenePlan,
  cutOut: CutOut,
  size: Size,
  subject: Box | undefined,
): Promise<ProductPicture> {
  const isLying = plan.family === 'fabric'
  const box = productBox(plan, cutOut, size, subject)
  const stage = isLying ? renderFabricStage : renderStudioStage
  const pixels = await stage(plan, size, { cutOut, box })
  return {
    pixels,
    product: { pixels: await sized(cutOut, box, { footShade: isLying ? 0 : 0.3 }), box },
    isUpscaled: cutOut.pixels.width < box.width,
  }
}

/** Where a product stands in a picture. */
export function productBox(plan: ScenePlan, { pixels }: CutOut, size: Size, subject: Box | undefined): Box {
  const zone = insideMargin(subject ?? scaled(middle, size), size)
  return placeIn(zone, pixels, plan.family === 'fabric' ? () => 0 : heightBelow(plan))
}

const scaled = ({ left, top, width, height }: Box, size: Size): Box => ({
  left: left * size.width,
  top: top * size.height,
  width: width * size.width,
  height: height * size.height,
})

/** Products keep this distance from the edges of their picture, as a share of the root of its area. */
const marginShare = 0.055

function insideMargin({ left, top, width, height }: Box, size: Size): Box {
  const margin = Math.min(
    marginShare * Math.sqrt(size.width * size.height),
    0.2 * size.width,
    0.2 * size.height,
  )
  const [x, y] = [Math.max(margin, left), Math.max(margin, top)]
  return {
    left: x,
    top: y,
    width: Math.max(1, Math.min(left + width, size.width - margin) - x),
    height: Math.max(1, Math.min(top + height, size.height - margin) - y),
  }
}

/**
 * The largest box of the product's shape in the zone.
 * @param below how much of the stage is seen below a product of a size
 */
function placeIn(
  { left, top, width, height }: Box,
  { width: wide, height: tall }: { width: number; height: number },
  below: (product: { width: number; height: number }) => number,
): Box {
  const whole = tall + below({ width: wide, height: tall })
  const scale = Math.min((0.82 * width) / wide, height / whole)
  const [across, down] = [Math.max(1, Math.round(wide * scale)), Math.max(1, Math.round(tall * scale))]
  return {
    left: Math.round(left + (width - across) / 2),
    // What does not fill the zone stands low in it.
    top: Math.round(top + 0.72 * (height - whole * scale)),
    width: across,
    height: down,
  }
}

/** The product at its size; what stands is darker at its foot, where it hides its own light. */
async function sized({ pixels }: CutOut, box: Box, { footShade }: { footShade: number }): Promise<Raster> {
  const scaled = toRaster(
    await sharp(pixels.data, { raw: pixels })
      .resize(box.width, box.height, { fit: 'fill', kernel: 'lanczos3' })
      .raw()
      .toBuffer({ resolveWithObject: true }),
  )
  const reach = 0.035 * box.height
  const from = Math.max(0, Math.floor(box.height - 5 * reach))
  for (let y = from; y < box.height; y += 1) {
    const share = 1 - footShade * Math.exp((y - box.height) / reach)
    for (let at = y * box.width * 4, end = at + box.width * 4; at < end; at += 4)
      for (let channel = 0; channel < 3; channel += 1)
        scaled.data[at + channel] = Math.round((scaled.data[at + channel] ?? 0) * share)
  }
  return scaled
}
