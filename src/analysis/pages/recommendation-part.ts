import { type Html, html } from '../../kernel/web/html.ts'
import type { JudgedRecommendation, JudgedText } from './judge-recommendation.ts'
import { own, readOn } from './text.ts'

const confidenceWords = { high: 'High confidence', medium: 'Medium confidence', low: 'Low confidence' }

/** The recommended agent, the reasons and its message; anything the rules do not confirm is marked as saved. */
export function recommendationPart(judged: JudgedRecommendation): Html {
  const { confirmed, product, confidence, reasoning, agentSays } = judged
  const { name, tagline, url } = product
  return html`<section class="card verdict${!confirmed && ' unconfirmed'}" aria-labelledby="verdict">
${!confirmed && doubt(judged)}<div class="verdict-head">
<h2 id="verdict" class="eyebrow">${confirmed ? 'Recommended agent' : 'Recommended agent, as saved'}</h2>
${productName(product)}
${tagline && html`<p class="tagline">${own(tagline)}</p>`}
${confidence && html`<p class="confidence ${confidence}"><span class="dots" aria-hidden="true"><i></i><i></i><i></i></span>${confidenceWords[confidence]}</p>`}
</div>
${reasoning && html`${origin(reasoning, confirmed)}<p class="prose">${own(reasoning.text)}</p>`}
${agentSays && html`${origin(agentSays, confirmed)}<figure class="says"><blockquote><p>${own(agentSays.text)}</p></blockquote>${agentSays.byRules && name && html`<figcaption>${own(name)}</figcaption>`}</figure>`}
${url && readOn(url, html`Read on about ${own(name ?? 'it')}`)}
</section>`
}

/** A name outside the catalog is shown as a quotation, so that it does not look like one of this service. */
function productName({ name, known }: JudgedRecommendation['product']): Html {
  if (name === undefined) return html`<p class="product">No agent yet</p>`
  return known
    ? html`<p class="product">${own(name)}</p>`
    : html`<p class="stranger">“${own(name)}” <span class="soft">is not an agent of this server</span></p>`
}

function doubt({ rules, product, reasoning, agentSays }: JudgedRecommendation): Html {
  const isSaved = product.name ?? reasoning ?? agentSays
  return html`<p class="notice warn"><strong>Not confirmed by this server’s rules.</strong> ${isSaved ? 'This is the text that was saved' : 'No recommendation was saved'} with the report. ${
    rules === undefined
      ? 'There are no answers that the rules could score.'
      : html`For the answers below, the rules of today recommend <b>${rules.product?.name ?? 'no agent'}</b>.`
  }</p>
`
}

/** Attributes wording that is not the rules', although the result is. */
function origin({ byRules }: JudgedText, confirmed: boolean): Html | undefined {
  return !byRules && confirmed
    ? html`<p class="soft origin">Worded as it was saved; these words are not checked:</p>`
    : undefined
}
