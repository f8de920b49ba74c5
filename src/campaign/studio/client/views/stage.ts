import { html, nothing } from 'lit-html'
import type { Draft, DraftAsset } from '../../../drafts/draft.ts'
import { previewUrlOf, previewWidths } from '../../../images/preview-widths.ts'
import { type DraftActions, type DraftState, orderedAssets } from '../draft-state.ts'
import { isInside, safeArea } from '../guides.ts'
import { formatName, headingOf } from '../texts.ts'
import { guideLines } from './guide-lines.ts'
import { badge, type View } from './parts.ts'

type Guides = DraftState['guides']

/** The assets: all formats or one, with guides, and those of the revision before beside them. */
export function stage(draft: Draft, { format, guides }: DraftState, actions: DraftActions): View {
  const assets = orderedAssets(draft)
  const shown = assets.filter((asset) => format === undefined || asset.format === format)
  const before = draft.previous
  const isCompared = guides.previous && before !== undefined
  return html`
    <section class="stage" aria-labelledby="assets-title">
      <h2 id="assets-title" class="visually-hidden">Assets</h2>
      ${toolbar(draft, format, guides, actions)}
      <div class=${isCompared ? 'pairs' : format === undefined ? 'sheet' : 'single'}>
        ${shown.map((asset) => {
          const zoom = () => actions.showFormat(format === undefined ? asset.format : undefined)
          const figure = assetFigure(draft, asset, {
            guides,
            isCompared,
            zoom: assets.length > 1 ? zoom : undefined,
          })
          if (!isCompared) return figure
          const other = before.assets.find((candidate) => candidate.format === asset.format)
          return html`<div class="pair" data-format=${asset.format}>
            ${
              other === undefined
                ? html`<p class="empty">Revision ${before.revision} has no ${asset.format} asset</p>`
                : assetFigure(before, other, { guides, isCompared })
            }
            ${figure}
          </div>`
        })}
      </div>
    </section>
  `
}

function toolbar(draft: Draft, format: DraftState['format'], guides: Guides, actions: DraftActions): View {
  const assets = orderedAssets(draft)
  const segment = (value: DraftState['format'], label: string, key: string) => html`
    <button aria-pressed=${format === value} aria-keyshortcuts=${key} @click=${() => actions.showFormat(value)}>
      ${label}
    </button>
  `
  const toggle = (what: keyof Guides, label: string, key: string) => html`
    <button class="secondary toggle" aria-pressed=${guides[what]} aria-keyshortcuts=${key}
      @click=${() => actions.toggle(what)}>${label}</button>
  `
  return html`
    <div class="toolbar row apart no-print">
      ${
        assets.length > 1
          ? html`<div class="segments" role="group" aria-label="Formats">
              ${segment(undefined, 'All', '0')}
              ${assets.map((asset, index) => segment(asset.format, formatName(asset.format), `${index + 1}`))}
            </div>`
          : nothing
      }
      <div class="row toggles" role="group" aria-label="Guides">
        ${toggle('safeArea', 'Safe area', 's')}
        ${assets.some(({ logoBox }) => logoBox !== undefined) ? toggle('clearSpace', 'Clear space', 'l') : nothing}
        ${draft.previous === undefined ? nothing : toggle('previous', `Revision ${draft.previous.revision} beside`, 'p')}
      </div>
    </div>
    ${
      guides.safeArea || guides.clearSpace
        ? html`<p class="legend small soft">
            ${guides.safeArea ? html`<span class="swatch safe"></span>Safe area: 5 % of the shorter side from each edge. ` : nothing}
            ${guides.clearSpace ? html`<span class="swatch clear"></span>Clear space: kept free around the logo. ` : nothing}
          </p>`
        : nothing
    }
  `
}

function assetFigure(
  draft: Pick<Draft, 'draftId' | 'revision' | 'brief'>,
  asset: DraftAsset,
  { guides, isCompared, zoom }: { guides: Guides; isCompared: boolean; zoom?: (() => void) | undefined },
): View {
  const { width, height, resultUrl } = asset
  const name = formatName(asset.format)
  return html`
    <figure class="asset" data-format=${asset.format}>
      <div class="canvas ${zoom === undefined ? '' : 'zoomable'}" @click=${zoom}>
        <img src=${previewUrlOf(resultUrl, 640)} srcset=${sourceSet(resultUrl)} sizes="auto, (max-width: 64rem) 100vw, 40vw"
          width=${width} height=${height} loading="lazy" decoding="async"
          alt="${name} asset of revision ${draft.revision}: ${headingOf(draft.brief)}">
        ${guides.safeArea || guides.clearSpace ? guideLines(asset, guides) : nothing}
      </div>
      <figcaption class="row small">
        <strong>${name}</strong>
        <span class="soft">${width} × ${height}${isCompared ? `, revision ${draft.revision}` : ''}</span>
        ${guides.safeArea ? safetyBadge(asset) : nothing}
        <a class="no-print" href=${resultUrl} download="${draft.draftId}-${asset.format}.png">Download<span
          class="visually-hidden"> the PNG file, ${asset.format}, revision ${draft.revision}</span></a>
      </figcaption>
    </figure>
  `
}

function sourceSet(url: string): string {
  return previewWidths.map((width) => `${previewUrlOf(url, width)} ${width}w`).join(', ')
}

function safetyBadge(asset: DraftAsset): View {
  if (asset.logoBox === undefined) return nothing
  return isInside(asset.logoBox, safeArea(asset))
    ? badge({ label: 'Logo inside', tone: 'good' })
    : badge({ label: 'Logo reaches out', tone: 'warn' })
}
