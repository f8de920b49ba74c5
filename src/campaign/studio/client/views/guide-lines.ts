import { nothing, svg } from 'lit-html'
import type { DraftAsset } from '../../../drafts/draft.ts'
import type { DraftState } from '../draft-state.ts'
import { clearSpace, type Rect, safeArea } from '../guides.ts'
import { partName } from '../texts.ts'
import type { View } from './parts.ts'

/** Lines over an asset: its safe zone, and its type and logo with the clear space around it. */
export function guideLines(asset: DraftAsset, guides: DraftState['guides']): View {
  const { width, height, logoBox, copyBoxes = [] } = asset
  const safe = safeArea(asset)
  const clear = clearSpace(asset)
  return svg`
    <svg class="guides" viewBox="0 0 ${width} ${height}" aria-hidden="true">
      ${guides.safeArea ? [margins({ x: 0, y: 0, width, height }, safe), outline('safe', safe)] : nothing}
      ${guides.boxes ? copyBoxes.map(({ part, ...box }) => labelled(partName(part), 'type', box, width)) : nothing}
      ${guides.boxes && clear && logoBox ? [outline('clear', clear), labelled('Logo', 'logo', logoBox, width)] : nothing}
    </svg>
  `
}

function margins(outer: Rect, inner: Rect): View {
  const path = ({ x, y, width, height }: Rect) => `M${x} ${y}h${width}v${height}h${-width}z`
  return svg`<path class="margins" fill-rule="evenodd" d="${path(outer)}${path(inner)}"></path>`
}

/** A dark line under a dashed one shows on every image. */
function outline(name: string, { x, y, width, height }: Rect): View {
  const rect = (line: string) =>
    svg`<rect class=${line} x=${x} y=${y} width=${width} height=${height}></rect>`
  return svg`${rect('under')}${rect(name)}`
}

/** The label stands on the upper edge of its box, in a size that does not depend on the asset's. */
function labelled(label: string, name: string, box: Rect, assetWidth: number): View {
  const size = assetWidth / 32
  const y = box.y > 1.3 * size ? box.y - 0.3 * size : box.y + 0.95 * size
  return svg`${outline(name, box)}<text x=${box.x + 0.2 * size} y=${y} font-size=${size}>${label}</text>`
}
