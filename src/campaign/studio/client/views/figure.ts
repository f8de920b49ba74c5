import { html, nothing, svg } from 'lit-html'
import type { Draft, DraftAsset, Pin } from '../../../drafts/draft.ts'
import { previewUrlOf, previewWidths } from '../../../images/preview-widths.ts'
import {
  type DraftActions,
  type DraftState,
  decidableDraft,
  fileName,
  type PendingPin,
} from '../draft-state.ts'
import { formatName, headingOf, partName, percent } from '../texts.ts'
import { badge, pinForm, type View } from './forms.ts'

type FiguredDraft = Pick<Draft, 'draftId' | 'revision' | 'brief' | 'pins'>

export interface FigureOptions {
  /** Of the page's own draft, which takes notes. */
  isOwn: boolean
  isCompared: boolean
  /** The same asset of the revision before, to slide over this one. */
  before?: { draft: FiguredDraft; asset: DraftAsset } | undefined
  /** What a click on the image does. */
  enlarge?: (() => void) | undefined
}

/** One asset with its guides, notes and caption. */
export function assetFigure(
  draft: FiguredDraft,
  asset: DraftAsset,
  { isOwn, isCompared, before, enlarge }: FigureOptions,
  state: DraftState,
  actions: DraftActions,
): View {
  const { guides, zoom } = state
  const { width, height, resultUrl, format, variant } = asset
  const name = formatName(format)
  const pin = isOwn && state.pin?.format === format && state.pin.variant === variant ? state.pin : undefined
  const isZoomed = zoom !== 'fit'
  const place = ({ offsetX, offsetY, currentTarget }: MouseEvent) => {
    if (!(currentTarget instanceof HTMLElement)) return
    const { clientWidth, clientHeight } = currentTarget
    if (pin === undefined) return enlarge?.()
    actions.changePin({ x: within(offsetX / clientWidth), y: within(offsetY / clientHeight) })
  }
  const action = pin !== undefined ? 'placing' : enlarge !== undefined ? 'zoomable' : ''
  const canvas = html`
    <div class="canvas ${action}" @click=${place} .style=${isZoomed ? `width: ${width * zoom}px` : ''}>
      ${image(draft, asset, isZoomed)}
      ${before && slider(before, asset, isZoomed)}
      ${guides.safeArea || guides.boxes ? guideLines(asset, guides) : nothing}
      ${draft.pins.filter((one) => one.format === format && one.variant === variant).map(marker)}
      ${pin && pendingMarker(pin, actions)}
    </div>
  `
  return html`
    <figure class="asset" data-format=${format} .style=${`--ratio: ${width / height}`}>
      ${isZoomed ? html`<div class="zoomed" tabindex="0" role="group" aria-label="${name} asset, enlarged: scroll to move">${canvas}</div>` : canvas}
      <figcaption class="row small">
        <strong>${name}</strong>
        <span class="soft">${width} × ${height}${isCompared ? `, revision ${draft.revision}` : ''}</span>
        ${guides.safeArea ? safetyBadge(asset) : nothing}
        <span class="row links no-print">
          ${
            isOwn && decidableDraft(state) !== undefined && pin === undefined
              ? html`<button class="quiet link" @click=${() => actions.openPin({ format, ...(variant !== undefined && { variant }) })}>Add note<span
                  class="visually-hidden"> to the ${format} asset${variant === undefined ? '' : ` of variant ${variant}`}</span></button>`
              : nothing
          }
          <a href=${resultUrl} download=${fileName(draft.draftId, 'png', asset)}><span class="visually-hidden">Download the </span>PNG<span
            class="visually-hidden"> file, ${format}, revision ${draft.revision}</span></a>
          ${
            isOwn
              ? html`<button class="quiet link" ?disabled=${state.saving !== undefined} @click=${() => actions.download(asset)}><span
                  class="visually-hidden">Download a </span>JPEG<span class="visually-hidden"> file, ${format}</span></button>`
              : nothing
          }
        </span>
      </figcaption>
      ${pin === undefined ? nothing : pinForm(pin, state, actions)}
    </figure>
  `
}

/** Previews show no single pixels: an enlarged asset is the exact file. */
function image(
  { revision, brief }: FiguredDraft,
  { format, variant, width, height, resultUrl }: DraftAsset,
  isExact: boolean,
) {
  const sources = previewWidths.map((one) => `${previewUrlOf(resultUrl, one)} ${one}w`)
  return html`<img src=${isExact ? resultUrl : previewUrlOf(resultUrl, 640)}
    srcset=${isExact ? '' : sources.join(', ')} sizes="auto, (max-width: 64rem) 100vw, 40vw"
    width=${width} height=${height} loading="lazy" decoding="async"
    alt="${formatName(format)} asset of ${variant === undefined ? '' : `variant ${variant} of `}revision ${revision}: ${headingOf(brief)}">`
}

/** The revision before over the left part of an asset. */
function slider(
  { draft, asset }: { draft: FiguredDraft; asset: DraftAsset },
  { format }: DraftAsset,
  isExact: boolean,
): View {
  const slide = ({ currentTarget }: InputEvent) => {
    if (currentTarget instanceof HTMLInputElement)
      currentTarget.parentElement?.style.setProperty('--cut', `${currentTarget.value}%`)
  }
  return html`
    <div class="slider" @click=${(event: Event) => event.stopPropagation()}>
      <div class="before">${image(draft, asset, isExact)}</div>
      <span class="edge" aria-hidden="true"></span>
      <span class="side small" aria-hidden="true">Revision ${draft.revision}</span>
      <input type="range" min="0" max="100" value="50" @input=${slide}
        aria-label="Share of revision ${draft.revision} that is shown, ${format}">
    </div>
  `
}

function at({ x, y }: Pick<Pin, 'x' | 'y'>): string {
  return `left: ${x * 100}%; top: ${y * 100}%`
}

function marker({ number, note, by, ...pin }: Pin): View {
  return html`<span class="pin" .style=${at(pin)} title="${note} – ${by}">${number}</span>`
}

const moves: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-0.01, 0],
  ArrowRight: [0.01, 0],
  ArrowUp: [0, -0.01],
  ArrowDown: [0, 0.01],
}

function pendingMarker(pin: PendingPin, actions: DraftActions): View {
  const move = (event: KeyboardEvent) => {
    const step = moves[event.key]
    if (step === undefined) return
    event.preventDefault()
    event.stopPropagation()
    actions.changePin({ x: within(pin.x + step[0]), y: within(pin.y + step[1]) })
  }
  return html`<button type="button" class="pin pending" .style=${at(pin)} @keydown=${move}
    @click=${(event: Event) => event.stopPropagation()} title="The note’s place: click on the image, or use the arrow keys"
    aria-label="Place of the note, ${percent(pin.x)} from the left and ${percent(pin.y)} from the top: move it with the arrow keys">+</button>`
}

function within(value: number): number {
  return Math.round(Math.min(1, Math.max(0, value)) * 1_000) / 1_000
}

function safetyBadge(asset: DraftAsset): View {
  const outside = reachesOut(asset)
  if (asset.logoBox === undefined && asset.copyBoxes === undefined) return nothing
  return outside.length === 0
    ? badge({ label: 'Type and logo inside', tone: 'good' })
    : badge({ label: `Reaches out: ${outside.join(', ')}`, tone: 'warn' })
}

/** Lines over an asset: its safe zone, and its type and logo with the clear space around it. */
function guideLines(asset: DraftAsset, guides: DraftState['guides']): View {
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

/** A rectangle in pixels of an asset. */
interface Rect {
  x: number
  y: number
  width: number
  height: number
}

/** Margin of the safe area, as a fraction of an asset's shorter side. */
const safeMarginShare = 0.05

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
function clearSpace({ logoBox }: Pick<DraftAsset, 'logoBox'>): Rect | undefined {
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
