import { type Html, html } from '../../kernel/web/html.ts'
import { answerFields, type Catalog } from '../catalog/catalog.ts'
import { answersTo } from '../diagnose/answers.ts'
import type { SavedAnswers } from '../reports/schema.ts'
import { own } from './text.ts'

/** Questions and answers. */
export function answersPart(answers: SavedAnswers, questions: Catalog['questions']): Html {
  const rows = answerFields.map((field) => ({
    label: questions[field].label,
    given: answersTo(field, answers),
  }))
  return html`<section aria-labelledby="answers">
<h2 id="answers">What was answered</h2>
<dl class="answers card">
${rows.map(
  ({ label, given }) => html`<div><dt>${own(label)}</dt><dd>${
    given.length === 0
      ? html`<span class="soft">Not answered</span>`
      : html`<ul class="chips" role="list">${given.map((answer) => html`<li>${own(answer)}</li>`)}</ul>`
  }</dd></div>
`,
)}</dl>
</section>`
}
