import { html, svg, type TemplateResult } from 'lit-html'

/** Colors beside each other; what is not `#rrggbb` is left out. */
export function swatches(colors: readonly string[]): TemplateResult {
  return html`<span class="swatches">${colors
    .filter((color) => /^#[0-9a-f]{6}$/i.test(color))
    .map(
      (color) =>
        html`<svg viewBox="0 0 1 1" role="img" aria-label=${color}>${svg`<rect width="1" height="1" fill=${color}></rect>`}</svg>`,
    )}</span>`
}
