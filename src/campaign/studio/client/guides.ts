import type { DraftAsset } from '../../drafts/draft.ts'

/** A rectangle in pixels of an asset. */
export interface Rect {
  x: number
  y: number
  width: number
  height: number
}

/** Margin of the safe area, as a fraction of an asset's shorter side. */
export const safeMarginShare = 0.05

type Zoned = Pick<DraftAsset, 'width' | 'height'> & { safeArea?: Rect }

/** Inside of the margin and, of a story, of the zones in which platforms draw their controls. */
export function safeArea({ width, height, safeArea: own }: Zoned): Rect {
  const margin = Math.round(safeMarginShare * Math.min(width, height))
  const { x, y, ...size } = own ?? { x: 0, y: 0, width, height }
  const [left, top] = [Math.max(x, margin), Math.max(y, margin)]
  const [right, bottom] = [
    Math.min(x + size.width, width - margin),
    Math.min(y + size.height, height - margin),
  ]
  return { x: left, y: top, width: right - left, height: bottom - top }
}

/** The logo with the space around it that stays free; it may reach beyond the asset. */
export function clearSpace({ logoBox }: Pick<DraftAsset, 'logoBox'>): Rect | undefined {
  if (logoBox === undefined) return undefined
  const { x, y, width, height, clearSpace: space } = logoBox
  return { x: x - space, y: y - space, width: width + 2 * space, height: height + 2 * space }
}

/** Names of what is not inside the safe zone: parts of the copy, and the logo. */
export function reachesOut(asset: Zoned & Pick<DraftAsset, 'logoBox' | 'copyBoxes'>): string[] {
  const { logoBox, copyBoxes = [] } = asset
  const safe = safeArea(asset)
  const boxes: { name: string; box: Rect }[] = copyBoxes.map(({ part, ...box }) => ({ name: part, box }))
  if (logoBox !== undefined) boxes.push({ name: 'logo', box: logoBox })
  return boxes.filter(({ box }) => !isInside(box, safe)).map(({ name }) => name)
}

export function isInside(inner: Rect, outer: Rect): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  )
}
