import { html, nothing, type TemplateResult } from 'lit-html'
import { swatches } from '../../../kernel/web/client/swatches.ts'
import type { DiagnoseResult } from '../../diagnose/schema.ts'
import type { ScanActions } from './run-scan.ts'
import { nextQuestion, type ScanView, shownOptions } from './scan-state.ts'

type View = TemplateResult | typeof nothing

/** What can be decided from the facts: a question, a recommendation, a report, a kit, more questions. */
export function decidePart(view: ScanView, actions: ScanActions, reportDays: number): View {
  return html`${questionPart(view, actions)}${answersPart(view)}${recommendationPart(view)}${savePart(view, actions, reportDays)}${kitPart(view, actions)}${chatPart(view, actions)}`
}

function questionPart(view: ScanView, actions: ScanActions): View {
  const question = nextQuestion(view)
  if (question === undefined) return nothing
  const { shown, more } = shownOptions(question, view.moreOptions)
  const because =
    view.result?.facts.filter(({ id }) => question.because.includes(id)).map(({ text }) => text) ?? []
  return html`<section class="card" aria-labelledby="question"><p class="eyebrow">One question</p><h2 id="question">${question.label}</h2>
    <div class="options">${shown.map(
      (option) =>
        html`<button class="secondary" @click=${() => actions.answer(question.field, option)}>${option}</button>`,
    )}${more > 0 ? html`<button class="quiet" @click=${actions.showAllOptions}>${more} more</button>` : nothing}</div>
    ${because.length === 0 ? nothing : html`<p class="small soft">Asked because of: <bdi>${because.slice(0, 3).join(' · ')}</bdi></p>`}</section>`
}

function answersPart({ answers }: ScanView): View {
  const given = [
    answers.role,
    ...(answers.painPoints ?? []),
    ...(answers.tools ?? []),
    answers.timeline,
  ].filter((answer) => answer !== undefined)
  return given.length === 0
    ? nothing
    : html`<section class="card" aria-labelledby="answers"><h2 id="answers">${answers.source === 'scan' ? 'Suggested by the scan' : 'Answers'}</h2><ul class="chips" role="list">${given.map((answer) => html`<li>${answer}</li>`)}</ul></section>`
}

function recommendationPart({ recommendation, failures, busy }: ScanView): View {
  const failed = failures['diagnose']
  if (failed !== undefined) return html`<p class="notice bad">${failed}</p>`
  if (recommendation === undefined)
    return busy === 'diagnose'
      ? nothing
      : html`<section class="card"><p class="eyebrow">Recommendation</p><p>None yet: the site alone does not say which product fits. Answer the question.</p></section>`
  const { product, reasoning, confidence, scores } = recommendation
  return html`<section class="card" aria-labelledby="recommendation"><p class="eyebrow">Recommendation</p>
    ${
      product === null
        ? html`<h2 id="recommendation">No product fits yet</h2><p class="soft">No score reaches the least that recommends. One more answer may decide.</p>`
        : html`<h2 class="recommended" id="recommendation">${product.name}</h2><p class="soft">${product.tagline}</p><p><span class="badge">${confidence} confidence</span></p><p class="small">${reasoning}</p><p class="small"><a href="/products/${product.key}">About ${product.name}</a></p>`
    }
    <div>${scores.map((score, index) => scorePart(score, index === 0 && product !== null))}</div></section>`
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

function kitPart({ result, kit, failures, busy }: ScanView, actions: ScanActions): View {
  const { logo, colors = [] } = result?.profile ?? {}
  if (logo === undefined && colors.length === 0) return nothing
  return html`<section class="card" aria-labelledby="kit"><h2 id="kit">Logo and colors</h2>${swatches(colors.map(({ value }) => value))}
    ${logo === undefined ? nothing : html`<p class="small"><bdi>${logo.value}</bdi></p>`}
    ${
      kit === undefined
        ? html`<button class="secondary" aria-busy=${busy === 'kit'} @click=${actions.makeKit}>Make a brand kit</button>`
        : html`<p>Made: <b>${kit.id}</b>, version ${kit.version}. <a href="/keys">Keys and kits</a></p>`
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
