import { html, nothing } from 'lit-html'
import type { Draft } from '../../../drafts/draft.ts'
import { type DraftActions, type DraftState, orderedAssets } from '../draft-state.ts'
import { formatName } from '../texts.ts'
import { assetFigure } from './figure.ts'
import type { View } from './parts.ts'

/** The assets: all formats or one, with guides and notes, and those of the revision before beside or under them. */
export function stage(draft: Draft, state: DraftState, actions: DraftActions): View {
  const { format, compare } = state
  const assets = orderedAssets(draft)
  const before = draft.previous
  const isBeside = compare === 'beside' && before !== undefined
  const figures = assets
    .filter((asset) => format === undefined || asset.format === format)
    .map((asset) => {
      const enlarge = () => actions.showFormat(format === undefined ? asset.format : undefined)
      const other = before?.assets.find((candidate) => candidate.format === asset.format)
      const figure = assetFigure(
        draft,
        asset,
        {
          isOwn: true,
          isCompared: isBeside,
          before: before && other && compare === 'slider' ? { draft: before, asset: other } : undefined,
          enlarge: assets.length > 1 && state.zoom === 'fit' ? enlarge : undefined,
        },
        state,
        actions,
      )
      if (!isBeside) return figure
      return html`<div class="pair" data-format=${asset.format}>
        ${
          other === undefined
            ? html`<p class="empty">Revision ${before.revision} has no ${asset.format} asset</p>`
            : assetFigure(before, other, { isOwn: false, isCompared: true }, state, actions)
        }
        ${figure}
      </div>`
    })
  return html`
    <section class="stage" aria-labelledby="assets-title">
      <h2 id="assets-title" class="visually-hidden">Assets</h2>
      ${toolbar(draft, state, actions)}
      <div class=${isBeside ? 'pairs' : format === undefined ? 'sheet' : 'single'}>${figures}</div>
    </section>
  `
}

function toolbar(draft: Draft, state: DraftState, actions: DraftActions): View {
  const { format, guides, zoom, compare } = state
  const assets = orderedAssets(draft)
  const segment = (isOn: boolean, label: unknown, choose: () => void, key?: string) => html`
    <button aria-pressed=${isOn} aria-keyshortcuts=${key ?? nothing} @click=${choose}>${label}</button>
  `
  const toggle = (what: keyof DraftState['guides'], label: string, key: string) => html`
    <button class="secondary toggle" aria-pressed=${guides[what]} aria-keyshortcuts=${key}
      @click=${() => actions.toggle(what)}>${label}</button>
  `
  const isSingle = format !== undefined || assets.length === 1
  return html`
    <div class="toolbar row no-print">
      ${
        assets.length > 1
          ? html`<div class="segments" role="group" aria-label="Formats">
              ${segment(format === undefined, 'All', () => actions.showFormat(undefined), '0')}
              ${assets.map((asset, index) =>
                segment(
                  format === asset.format,
                  formatName(asset.format),
                  () => actions.showFormat(asset.format),
                  `${index + 1}`,
                ),
              )}
            </div>`
          : nothing
      }
      ${
        isSingle
          ? html`<div class="segments" role="group" aria-label="Zoom">
              ${segment(zoom === 'fit', 'Fit', () => actions.setZoom('fit'))}
              ${segment(zoom === 1, '100 %', () => actions.setZoom(1))}
              ${segment(zoom === 2, '200 %', () => actions.setZoom(2))}
            </div>`
          : nothing
      }
      ${
        draft.previous === undefined
          ? nothing
          : html`<div class="segments" role="group" aria-label="Revision ${draft.previous.revision}">
              ${segment(compare === 'off', `Revision ${draft.revision}`, () => actions.compare('off'), 'p')}
              ${segment(compare === 'beside', `${draft.previous.revision} beside ${draft.revision}`, () => actions.compare('beside'), 'p')}
              ${segment(compare === 'slider', 'Slider', () => actions.compare('slider'), 'p')}
            </div>`
      }
      <div class="row toggles" role="group" aria-label="Guides">
        ${toggle('safeArea', 'Safe zones', 's')} ${toggle('boxes', 'Type and logo', 'l')}
      </div>
    </div>
    ${
      guides.safeArea || guides.boxes
        ? html`<p class="legend small soft">
            ${guides.safeArea ? html`<span class="swatch safe"></span>Safe zone: 5 % of the shorter side from each edge. ` : nothing}
            ${guides.boxes ? html`<span class="swatch type"></span>Type. <span class="swatch clear"></span>Logo with the space that is kept free around it. ` : nothing}
          </p>`
        : nothing
    }
  `
}
