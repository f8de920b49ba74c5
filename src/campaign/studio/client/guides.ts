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

export function safeArea({ width, height }: Pick<DraftAsset, 'width' | 'height'>): Rect {
  const margin = Math.round(safeMarginShare * Math.min(width, height))
  return { x: margin, y: margin, width: width - 2 * margin, height: height - 2 * margin }
}

/** The logo with the space around it that stays free; it may reach beyond the asset. */
export function clearSpace({ logoBox }: Pick<DraftAsset, 'logoBox'>): Rect | undefined {
  if (logoBox === undefined) return undefined
  const { x, y, width, height, clearSpace: space } = logoBox
  return { x: x - space, y: y - space, width: width + 2 * space, height: height + 2 * space }
}

export function isInside(inner: Rect, outer: Rect): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  )
}
