import type { Color } from '../../../../numeric/color.ts'
import { clamp01 } from '../../../../numeric/math.ts'
import { coverColor, darken, type FloatRaster, type Part, scaled } from '../../core/float-raster.ts'
import { readTile, sharedNoiseTile } from '../../core/noise.ts'
import { blurPlane, type Plane, samplePlane, shrinkChannel } from '../../core/plane.ts'
import { rasterizeMask } from '../../core/silhouette.ts'
import type { Frame } from '../family.ts'

const reduce = 4
/** Shadows on paper keep colour: blue light reaches further into them. */
const shade = { r: 1, g: 0.96, b: 0.88 }

export interface Sheet {
  /** SVG elements; their opacity is the paper. */
  body: string
  color: Color
  /** Above the sheet below, 1 for ordinary stacks: lengthens and softens the shadow. */
  lift: number
  /** Brightens the paper along its edge and darkens it inside, so that hills read as rounded. */
  rim: number
}

/**
 * Lays one sheet on the picture: its shadow on what lies below, then its paper with a lit edge.
 * @param shadow where shadows fall, as a direction on the picture
 */
export async function laySheet(
  raster: FloatRaster,
  frame: Frame,
  { x: shadowX, y: shadowY }: { x: number; y: number },
  { body, color, lift, rim }: Sheet,
): Promise<void> {
  const fibre = sharedNoiseTile({ size: 512, frequency: 128, octaves: 2 })
  const mottle = sharedNoiseTile({ size: 256, frequency: 12, octaves: 3 })
  const { width, height, data } = raster
  const paper = await rasterizeMask(body, frame)
  const contact = shrinkChannel({ width, height, data: paper }, { channels: 1, channel: 0, reduce })
  const wide = { ...contact, data: contact.data.slice() }
  const near = (11 * frame.scale * lift) / reduce
  const far = (40 * frame.scale * lift) / reduce
  const edge = Math.max(1, Math.round(1.6 * frame.scale))
  const step = Math.round(-shadowY * edge) * width + Math.round(-shadowX * edge)
  const grain = 1 / frame.scale

  const area = reachOf(contact, Math.ceil(90 * frame.scale * lift), raster.part)
  blurPlane(contact, (7 * frame.scale * lift) / reduce)
  blurPlane(wide, (30 * frame.scale * lift) / reduce)

  for (let y = area.top; y < area.bottom; y++) {
    const sy = (y + 0.5) / reduce - 0.5
    for (let x = area.left, i = y * width + x; x < area.right; x++, i++) {
      const cover = (paper[i] ?? 0) / 255
      const sx = (x + 0.5) / reduce - 0.5
      const p = i * 3
      if (cover < 1) {
        const dark =
          1 -
          (1 - 0.36 * samplePlane(contact, sx - shadowX * near, sy - shadowY * near)) *
            (1 - 0.46 * samplePlane(wide, sx - shadowX * far, sy - shadowY * far))
        if (dark > 0.002) darken(data, p, dark, shade)
      }
      if (cover === 0) continue
      const lit = clamp01(cover - (paper[i + step] ?? 255) / 255)
      const inside = samplePlane(wide, sx, sy)
      const light = 1 - ((x / width - 0.5) * shadowX + (y / height - 0.5) * shadowY) * 0.16
      const texture =
        1 +
        readTile(fibre, (x * grain) | 0, (y * grain) | 0) * 0.034 +
        readTile(mottle, (x * grain * 0.5) | 0, (y * grain * 0.5) | 0) * 0.02
      const tone = light * texture * (1 + lit * 0.22 + rim * (0.75 - inside))
      coverColor(data, p, scaled(color, tone), cover)
    }
  }
}

/** The part of the picture that a sheet and its shadow can touch, in pixels. */
function reachOf({ width, height, data }: Plane, margin: number, picture: Part) {
  const area = { left: width, top: height, right: 0, bottom: 0 }
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (data[i] === 0) continue
      area.left = Math.min(area.left, x)
      area.right = Math.max(area.right, x + 1)
      area.top = Math.min(area.top, y)
      area.bottom = y + 1
    }
  }
  return {
    left: Math.max(picture.left, area.left * reduce - margin),
    top: Math.max(picture.top, area.top * reduce - margin),
    right: Math.min(picture.right, area.right * reduce + margin),
    bottom: Math.min(picture.bottom, area.bottom * reduce + margin),
  }
}
