import { html, nothing } from 'lit-html'
import type { Draft, DraftAsset, Pin } from '../../../drafts/draft.ts'
import { previewUrlOf, previewWidths } from '../../../images/preview-widths.ts'
import { type DraftActions, type DraftState, decidableDraft, type PendingPin } from '../draft-state.ts'
import { reachesOut } from '../guides.ts'
import { formatName, headingOf, percent } from '../texts.ts'
import { pinForm } from './forms.ts'
import { guideLines } from './guide-lines.ts'
import { badge, type View } from './parts.ts'

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
          <a href=${resultUrl} download="${draft.draftId}${variant === undefined ? '' : `-${variant}`}-${format}.png">Download<span
            class="visually-hidden"> the PNG file, ${format}, revision ${draft.revision}</span></a>
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
