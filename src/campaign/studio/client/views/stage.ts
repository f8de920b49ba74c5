import { html, nothing } from 'lit-html'
import type { Draft, DraftAsset } from '../../../drafts/draft.ts'
import {
  type DraftActions,
  type DraftState,
  decidableDraft,
  formatsOf,
  orderedAssets,
} from '../draft-state.ts'
import { formatName, partName, percent } from '../texts.ts'
import { assetFigure } from './figure.ts'
import { badge, segments, type View } from './forms.ts'

/**
 * The assets: all formats or one, of all variants beside each other or of one, with guides and notes, and those of the
 * revision before beside or under them.
 */
export function stage(draft: Draft, state: DraftState, actions: DraftActions): View {
  const { variants } = draft
  const shown = variants?.filter(({ variant }) => state.variant === undefined || state.variant === variant)
  return html`
    <section class="stage" aria-labelledby="assets-title">
      <h2 id="assets-title" class="visually-hidden">Assets</h2>
      ${toolbar(draft, state, actions)}
      ${
        shown === undefined
          ? figures(draft, undefined, state, actions)
          : html`<div class=${shown.length === 1 ? 'stack' : 'variants'}>
              ${shown.map((one) => variantSection(draft, one, state, actions))}
            </div>`
      }
    </section>
  `
}

function variantSection(
  draft: Draft,
  { variant, layout }: NonNullable<Draft['variants']>[number],
  state: DraftState,
  actions: DraftActions,
): View {
  const isChosen = state.chosen === variant
  const choice = html`<button class="secondary toggle no-print" aria-pressed=${isChosen} @click=${() => actions.choose(variant)}>
    ${isChosen ? 'Chosen' : 'Choose'}<span class="visually-hidden"> variant ${variant}</span></button>`
  return html`
    <section class="variant stack" ?data-chosen=${isChosen || draft.approvedVariant === variant} aria-labelledby="variant-${variant}">
      <div class="row apart">
        <h3 id="variant-${variant}">${variant} <span class="soft">${partName(layout)}</span></h3>
        ${draft.approvedVariant === variant ? badge({ label: 'Approved', tone: 'good' }) : nothing}
        ${decidableDraft(state) === undefined ? nothing : choice}
      </div>
      ${figures(draft, variant, state, actions)}
    </section>
  `
}

function figures(draft: Draft, variant: number | undefined, state: DraftState, actions: DraftActions): View {
  const { format, compare } = state
  const before = draft.previous
  const isBeside = compare === 'beside' && before !== undefined && variant === undefined
  const shown = orderedAssets(draft)
    .filter((asset) => asset.variant === variant && (format === undefined || asset.format === format))
    .map((asset) => {
      const enlarge = () => actions.showFormat(format === undefined ? asset.format : undefined)
      const other = before && counterpart(before, asset)
      const figure = assetFigure(
        draft,
        asset,
        {
          isOwn: true,
          isCompared: isBeside,
          before: before && other && compare === 'slider' ? { draft: before, asset: other } : undefined,
          enlarge: formatsOf(draft).length > 1 && state.zoom === 'fit' ? enlarge : undefined,
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
  return html`<div class=${isBeside ? 'pairs' : format === undefined ? 'sheet' : 'single'}>${shown}</div>`
}

/** The same format of the revision before; of its variants, the one with the same layout. */
function counterpart(
  { assets }: Pick<Draft, 'assets'>,
  { format, layout }: DraftAsset,
): DraftAsset | undefined {
  const same = assets.filter((asset) => asset.format === format)
  return same.find((asset) => asset.layout === layout) ?? same[0]
}

function toolbar(draft: Draft, state: DraftState, actions: DraftActions): View {
  const { format, guides, zoom, compare } = state
  const formats = formatsOf(draft)
  const segment = (isOn: boolean, label: unknown, choose: () => void, key?: string) => html`
    <button aria-pressed=${isOn} aria-keyshortcuts=${key ?? nothing} @click=${choose}>${label}</button>
  `
  const toggle = (what: keyof DraftState['guides'], label: string, key: string) => html`
    <button class="secondary toggle" aria-pressed=${guides[what]} aria-keyshortcuts=${key}
      @click=${() => actions.toggle(what)}>${label}</button>
  `
  const isSingle = format !== undefined || formats.length === 1
  return html`
    <div class="toolbar row no-print">
      ${
        formats.length > 1
          ? segments('Formats', [
              segment(format === undefined, 'All', () => actions.showFormat(undefined), '0'),
              formats.map((one, index) =>
                segment(format === one, formatName(one), () => actions.showFormat(one), `${index + 1}`),
              ),
            ])
          : nothing
      }
      ${
        draft.variants === undefined
          ? nothing
          : segments('Variants', [
              segment(state.variant === undefined, 'All variants', () => actions.showVariant(undefined)),
              draft.variants.map(({ variant }) =>
                segment(state.variant === variant, `${variant}`, () => actions.showVariant(variant)),
              ),
            ])
      }
      ${
        isSingle
          ? segments(
              'Zoom',
              (['fit', 1, 2] as const).map((one) =>
                segment(zoom === one, one === 'fit' ? 'Fit' : percent(one), () => actions.setZoom(one)),
              ),
            )
          : nothing
      }
      ${
        draft.previous === undefined
          ? nothing
          : segments(
              `Revision ${draft.previous.revision}`,
              (
                [
                  ['off', `Revision ${draft.revision}`],
                  ['beside', `${draft.previous.revision} beside ${draft.revision}`],
                  ['slider', 'Slider'],
                ] as const
              ).map(([how, label]) => segment(compare === how, label, () => actions.compare(how), 'p')),
            )
      }
      <div class="row toggles" role="group" aria-label="Guides">
        ${toggle('safeArea', 'Safe zones', 's')} ${toggle('boxes', 'Type and logo', 'l')}
      </div>
    </div>
    ${
      guides.safeArea || guides.boxes
        ? html`<p class="legend small soft">
            ${guides.safeArea ? html`<span class="swatch safe"></span>Safe zone: 5 % of the shorter side from each edge${draft.assets.some((asset) => 'safeArea' in asset) ? ', and in a story off the controls of its platform' : ''}. ` : nothing}
            ${guides.boxes ? html`<span class="swatch type"></span>Type. <span class="swatch clear"></span>Logo with the space that is kept free around it. ` : nothing}
          </p>`
        : nothing
    }
  `
}
