import { html, nothing, type TemplateResult } from 'lit-html'
import { swatches } from '../../../kernel/web/client/swatches.ts'
import { fieldWords } from '../../diagnose/field-words.ts'
import type { DiagnoseResult } from '../../diagnose/schema.ts'
import { webUrl } from '../text.ts'
import type { ScanActions } from './run-scan.ts'
import {
  type Answer,
  answersIn,
  openQuestions,
  profileOf,
  type Question,
  type ScanView,
  type Suggestion,
  suggestionsOf,
} from './scan-state.ts'

type View = TemplateResult | typeof nothing

const optionsShown = 6

/** What can be decided from the facts: a question, a recommendation, a report, a kit, more questions. */
export function decidePart(view: ScanView, actions: ScanActions, reportDays: number): View {
  return html`${questionPart(view, actions)}${answersPart(view, actions)}${suggestionsPart(view, actions)}${recommendationPart(view)}${savePart(view, actions, reportDays)}${kitPart(view, actions)}${chatPart(view, actions)}`
}

function questionPart(view: ScanView, actions: ScanActions): View {
  const [question] = openQuestions(view)
  if (question === undefined) return nothing
  const shown = view.moreOptions ? question.options : question.options.slice(0, optionsShown)
  const more = question.options.length - shown.length
  const because = reasonsOf(question, view)
  return html`<section class="card" aria-labelledby="question"><p class="eyebrow">One question</p><h2 id="question">${question.label}</h2>
    <div class="options">${shown.map(
      (option) =>
        html`<button class="secondary" @click=${() => actions.answer({ field: question.field, option })}>${option}</button>`,
    )}${more > 0 ? html`<button class="quiet" @click=${actions.showAllOptions}>${more} more</button>` : nothing}</div>
    ${because.length === 0 ? nothing : html`<p class="small soft">Asked because of: <bdi>${because.join(' · ')}</bdi></p>`}</section>`
}

/** What the site says that led to a question. */
function reasonsOf({ because }: Question, { result, marks }: ScanView): string[] {
  const facts = result?.facts.filter(({ id }) => because.includes(id) && marks.get(id) !== 'incorrect') ?? []
  return facts.slice(0, 3).map(({ text }) => text)
}

function answersPart({ answers }: ScanView, actions: ScanActions): View {
  const given = answersIn(answers)
  return given.length === 0
    ? nothing
    : html`<section class="card" aria-labelledby="answers"><h2 id="answers">Answers</h2><ul class="chips" role="list">${given.map((answer) => html`<li>${answer.option} ${removeButton(answer, actions, '×')}</li>`)}</ul></section>`
}

function removeButton(answer: Answer, actions: ScanActions, word: string): View {
  return html`<button class="quiet small" aria-label=${`Remove: ${answer.option}`} @click=${() => actions.remove(answer)}>${word}</button>`
}

function suggestionsPart(view: ScanView, actions: ScanActions): View {
  const suggestions = suggestionsOf(view)
  return suggestions.length === 0
    ? nothing
    : html`<section class="card" aria-labelledby="suggestions"><h2 id="suggestions">Suggested by the scan</h2><p class="small soft">Not confirmed, so each counts less than an answer.</p>
      <ul class="suggestions" role="list">${suggestions.map((suggestion) => suggestionPart(suggestion, actions))}</ul></section>`
}

function suggestionPart({ facts, ...answer }: Suggestion, actions: ScanActions): View {
  return html`<li><p><b>${answer.option}</b> <span class="small soft">as ${fieldWords[answer.field]}</span></p>
    <p class="small soft">The site says: ${facts.map(({ id, text }, index) => html`${index === 0 ? '' : ' · '}<a href="#fact-${id}"><bdi>${text}</bdi></a>`)}</p>
    <div class="row"><button class="secondary small" aria-label=${`Confirm: ${answer.option}`} @click=${() => actions.answer(answer)}>Confirm</button>${removeButton(answer, actions, 'Remove')}</div></li>`
}

function recommendationPart(view: ScanView): View {
  const { recommendation, failures, busy } = view
  const failed = failures['diagnose']
  if (failed !== undefined) return html`<p class="notice bad">${failed}</p>`
  if (recommendation === undefined && busy === 'diagnose') return nothing
  if (!recommendation?.product) return undecidedPart(view)
  const { product, reasoning, confidence, scores } = recommendation
  return html`<section class="card" aria-labelledby="recommendation"><p class="eyebrow">Recommendation</p>
    <h2 class="recommended" id="recommendation">${product.name}</h2><p class="soft">${product.tagline}</p><p><span class="badge">${confidence} confidence</span></p><p class="small">${reasoning}</p><p class="small"><a href="/products/${product.key}">About ${product.name}</a></p>
    <div><p class="small soft">Points that the answers give each product, of those it could have</p>${scores.map((score, index) => scorePart(score, index === 0))}</div></section>`
}

/** What is known, what is missing, and the products that are still possible. */
function undecidedPart(view: ScanView): View {
  const { recommendation, catalog } = view
  const [missing] = openQuestions(view)
  const known = [
    ...answersIn(view.answers).map(({ option }) => option),
    ...(missing === undefined ? [] : reasonsOf(missing, view)),
  ]
  const matchedBy = (key: string) => recommendation?.scores.find((score) => score.key === key)?.matched ?? []
  const products =
    catalog?.products.toSorted((a, b) => matchedBy(b.key).length - matchedBy(a.key).length) ?? []
  return html`<section class="card" aria-labelledby="recommendation"><p class="eyebrow">Recommendation</p><h2 id="recommendation">Not decided yet</h2>
    <p>${known.length === 0 ? 'Nothing is known yet that shows which product fits.' : html`Known so far: <bdi>${known.join(' · ')}</bdi>. That alone does not show which product fits.`}</p>
    <p>${missing === undefined ? 'Every question is answered, and no answer points clearly to one product.' : html`Missing is the answer to <a href="#question">“${missing.label}”</a>.`}</p>
    <p class="small soft">Still possible:</p>
    <ul class="possible" role="list">${products.map(({ key, name, tagline }) => {
      const matched = matchedBy(key)
      return html`<li><a href="/products/${key}">${name}</a> <span class="small soft">${tagline}${matched.length === 0 ? nothing : html`; in its favour: ${matched.map(({ signal }) => signal).join(', ')}`}</span></li>`
    })}</ul></section>`
}

function scorePart(
  { name, score, maxPossible, matched }: DiagnoseResult['scores'][number],
  isBest: boolean,
): View {
  const title = matched.map(({ signal, weight }) => `${signal} +${weight}`).join(', ')
  return html`<div class="score ${isBest ? 'best' : ''}" title=${title}><span>${name}</span><span>${score} of ${maxPossible}</span>
    <svg class="share" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true"><rect width=${maxPossible === 0 ? 0 : (100 * score) / maxPossible} height="1"></rect></svg></div>`
}

function savePart(
  { consent, saved, failures, busy, recommendation, answers }: ScanView,
  actions: ScanActions,
  reportDays: number,
): View {
  if (saved !== undefined)
    return html`<section class="card" aria-labelledby="save"><h2 id="save">The report is saved</h2><p><a href=${saved.shareUrl}>${saved.shareUrl}</a></p>
      <p><button class="secondary small" @click=${() => actions.copy(saved.shareUrl)}>Copy the link</button></p>
      <p class="small soft">Anybody with the link can read it, until ${saved.expiresAt.slice(0, 10)}. To delete it you need this token, which is shown once: here, or later at the end of the report’s page.</p><p class="secret">${saved.deletionToken}</p>
      <div class="row"><button class="secondary small" @click=${() => actions.copy(saved.deletionToken)}>Copy the token</button><button class="danger small" aria-busy=${busy === 'save'} @click=${actions.deleteSaved}>Delete this report</button></div>
      ${failures['save'] === undefined ? nothing : html`<p class="error">${failures['save']}</p>`}</section>`
  const hasContent = recommendation !== undefined || Object.keys(answers).length > 0
  return html`<section class="card" aria-labelledby="save"><h2 id="save">Keep and share</h2><p class="small soft">Nothing is stored until you agree. A report can be read by everybody who has its link, for ${reportDays} days.</p>
    <p><label><input type="checkbox" .checked=${consent} @change=${({ currentTarget }: { currentTarget: HTMLInputElement }) => actions.consent(currentTarget.checked)}> I agree that this report is saved</label></p>
    <button ?disabled=${!consent || !hasContent} aria-busy=${busy === 'save'} @click=${actions.save}>Save report</button>
    ${failures['save'] === undefined ? nothing : html`<p class="error">${failures['save']}</p>`}</section>`
}

function kitPart(view: ScanView, actions: ScanActions): View {
  const { kit, failures, busy } = view
  const { logo, colors = [] } = profileOf(view)
  if (logo === undefined && colors.length === 0) return nothing
  return html`<section class="card" aria-labelledby="kit"><h2 id="kit">Logo and colours</h2>${colors.length === 0 ? nothing : swatches(colors.map(({ value }) => value))}
    ${logo === undefined ? nothing : html`<p class="small"><a href=${webUrl(logo.value)?.href ?? '#'} rel="noopener noreferrer nofollow" target="_blank">Open the logo</a> <bdi class="soft">${logo.value}</bdi></p>`}
    ${
      kit === undefined
        ? html`<button class="secondary" aria-busy=${busy === 'kit'} @click=${actions.makeKit}>Make a brand kit</button>`
        : html`${kit.logoUrl === undefined ? nothing : html`<p><img class="kit-logo" src=${new URL(kit.logoUrl).pathname} alt="The logo of the kit"></p>`}<p>Made: <b>${kit.id}</b>, version ${kit.version}. <a href="/keys">Keys and kits</a></p>`
    }
    ${failures['kit'] === undefined ? nothing : html`<p class="error">${failures['kit']}</p>`}</section>`
}

function chatPart({ chat, recommendation, failures, busy }: ScanView, actions: ScanActions): View {
  const submit = (event: Event) => {
    event.preventDefault()
    const form = event.currentTarget
    if (!(form instanceof HTMLFormElement)) return
    actions.ask(String(new FormData(form).get('question')))
    form.reset()
  }
  return html`<section class="card" aria-labelledby="chat"><h2 id="chat">Ask about ${recommendation?.product?.name ?? 'the products'}</h2>
    ${chat.map(
      ({ question, answer }) =>
        html`<p class="small"><b>${question}</b></p><p class="small">${answer?.reply ?? '…'}</p>${answer?.sources.map(({ faq }) => html`<p class="small soft">From: ${faq}</p>`) ?? nothing}`,
    )}
    <form class="inline" @submit=${submit}><label class="visually-hidden" for="ask">Question</label><input id="ask" name="question" required maxlength="1000" placeholder="How long is a report kept?"><button class="secondary" aria-busy=${busy === 'chat'} type="submit">Ask</button></form>
    ${failures['chat'] === undefined ? nothing : html`<p class="error">${failures['chat']}</p>`}</section>`
}
