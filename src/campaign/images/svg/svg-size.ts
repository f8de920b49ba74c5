import { countText, imageRejected } from '../../errors.ts'
import { declarationsOf } from './style-text.ts'
import type { SvgElement } from './svg-element.ts'

export interface Size {
  width: number
  height: number
}

/** CSS pixels per unit; relative to the initial font size where a unit is relative to a font. */
const pixelsPerUnit: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  pt: 4 / 3,
  pc: 16,
  mm: 96 / 25.4,
  cm: 96 / 2.54,
  in: 96,
  q: 96 / 101.6,
  em: 16,
  rem: 16,
  ex: 8,
}

const sideMin = 0.01
const sideMax = 100_000

/**
 * The natural size in CSS pixels: `width` and `height` where both are lengths, else the one with the shape of the
 * `viewBox`, else the size of the `viewBox`.
 * @throws image_rejected when it has none, or an absurd one
 */
export function svgSize(root: SvgElement): Size {
  const inline = new Map(declarationsOf(root.attributes.get('style') ?? ''))
  const lengthOf = (name: string) => pixelsOf(inline.get(name)) ?? pixelsOf(root.attributes.get(name))
  const [width, height] = [lengthOf('width'), lengthOf('height')]
  const box = viewBoxOf(root)
  if (width !== undefined && height !== undefined) return sensible({ width, height })
  if (box === undefined) {
    throw imageRejected('has no size', 'give its <svg> element a viewBox, or a width and a height')
  }
  if (width !== undefined) return sensible({ width, height: (width * box.height) / box.width })
  if (height !== undefined) return sensible({ width: (height * box.width) / box.height, height })
  return sensible(box)
}

/** The size of the `viewBox` in user units; undefined without one. @throws image_rejected for a malformed one */
export function viewBoxOf(root: SvgElement): Size | undefined {
  const text = root.attributes.get('viewBox')?.trim()
  if (text === undefined) return undefined
  const [x, y, width, height, ...more] = text.split(/[\s,]+/).map(Number)
  const isPosition = Number.isFinite(x) && Number.isFinite(y)
  if (
    !isPosition ||
    width === undefined ||
    height === undefined ||
    more.length > 0 ||
    !(width > 0 && height > 0)
  ) {
    throw imageRejected('has a malformed viewBox', 'give four numbers, the last two above 0')
  }
  return { width, height }
}

/** Undefined for percentages and keywords, which leave the size to where the image is shown. */
function pixelsOf(text: string | undefined): number | undefined {
  const [, number, unit = ''] = /^\s*\+?([\d.]+(?:e[-+]?\d+)?)([a-z]*)\s*$/i.exec(text ?? '') ?? []
  const factor = pixelsPerUnit[unit.toLowerCase()]
  return number === undefined || factor === undefined ? undefined : Number(number) * factor
}

function sensible(size: Size): Size {
  const isSensible = (side: number) => side >= sideMin && side <= sideMax
  if (isSensible(size.width) && isSensible(size.height)) return size
  throw imageRejected(
    `has a size of ${size.width} x ${size.height} pixels`,
    `its sides must be from ${sideMin} to ${countText(sideMax)} pixels`,
  )
}

/** Logos are drawn at up to 1,200 pixels; filters at twice this size take four times as long. */
const longerSide = 1_024

/** The size in whole pixels that an SVG is drawn at when its final size is not known yet. */
export function masterSize({ width, height }: Size): Size {
  const scale = longerSide / Math.max(width, height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
