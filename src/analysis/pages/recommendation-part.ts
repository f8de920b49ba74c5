import type { SavedRecommendation } from '../reports/model.ts'
import { type Html, html } from './html.ts'
import { outsideLink, own, shortAddress, webUrl } from './text.ts'

const confidenceWords = { high: 'High confidence', medium: 'Medium confidence', low: 'Low confidence' }

/** Which agent is recommended, why, and what it says. */
export function recommendationPart({ product, confidence, reasoning, agentSays }: SavedRecommendation): Html {
  const name = product?.name ?? product?.key
  return html`<section class="card verdict" aria-labelledby="verdict">
<div class="verdict-head">
<h2 id="verdict" class="eyebrow">Recommended agent</h2>
<p class="product">${name === undefined ? 'No agent yet' : own(name)}</p>
${product?.tagline && html`<p class="tagline">${own(product.tagline)}</p>`}
${confidence && html`<p class="confidence ${confidence}"><span class="dots" aria-hidden="true"><i></i><i></i><i></i></span>${confidenceWords[confidence]}</p>`}
</div>
${reasoning && html`<p class="prose">${own(reasoning)}</p>`}
${agentSays && html`<figure class="says"><blockquote><p>${own(agentSays)}</p></blockquote>${name && html`<figcaption>${own(name)}</figcaption>`}</figure>`}
${product?.url && readOn(product.url, name ?? 'it')}
</section>`
}

function readOn(url: string, name: string): Html | undefined {
  const target = webUrl(url)
  return (
    target &&
    html`<p class="read-on">${outsideLink(url, html`Read on about ${own(name)}`)} <span class="soft">${shortAddress(target)}</span></p>`
  )
}
