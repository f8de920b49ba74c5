import { type Html, html } from '../../kernel/web/html.ts'
import type { Page } from '../../kernel/web/page.ts'
import { answerFields, type Catalog } from '../catalog/catalog.ts'
import { answersTo } from '../diagnose/answers.ts'
import type { Diagnose } from '../diagnose/diagnose.ts'
import type { PublicReport, SavedAnswers, SavedScan } from '../reports/schema.ts'
import { factsPart } from './facts-part.ts'
import { type JudgedRecommendation, judgeRecommendation } from './judge-recommendation.ts'
import { renderAnalysisPage } from './layout.ts'
import { deleteForm } from './notice-pages.ts'
import { recommendationPart } from './recommendation-part.ts'
import { scoresPart } from './scores-part.ts'
import { dayOf, own } from './text.ts'

export interface ReportPageDeps {
  /** With this server's addresses. */
  catalog: Pick<Catalog, 'questions' | 'privacy' | 'products'>
  /** The rules, to verify the recommendation. */
  diagnose: Diagnose
  shareUrl: string
}

/**
 * A saved report for people: readable without a script, printable, and with every value escaped. The content
 * of a report is arbitrary, so the page confirms only what the rules compute from the saved answers, and links only to
 * products of the catalog and to the quoted pages.
 */
export function renderReportPage(
  report: PublicReport,
  { catalog, diagnose, shareUrl }: ReportPageDeps,
): Page {
  const judged = judgeRecommendation(report, { diagnose, products: catalog.products })
  const name = companyName(report.scan)
  return renderAnalysisPage({
    title: name === undefined ? 'Diagnosis report' : `${name} – diagnosis report`,
    main: html`${masthead(report, name)}
${recommendationPart(judged)}
${scoresPart(judged.scores, judged.confirmed)}
${answersPart(report.answers, catalog.questions)}
${factsPart(report.scan)}
${about(report, { judged, privacyNote: catalog.privacy.note, shareUrl })}`,
  })
}

function masthead({ createdAt, expiresAt, scan }: PublicReport, name: string | undefined): Html {
  return html`<div class="masthead">
<p class="eyebrow">Diagnosis report</p>
<h1>${name === undefined ? 'A business, diagnosed' : own(name)}</h1>
<p class="facets soft">${scan && html`<span>${own(scan.domain)}</span> `}<span>Saved ${dayOf(createdAt)}</span> <span>Kept until ${dayOf(expiresAt)}</span></p>
<p class="soft saved-by">Saved and shared by a user of this service, on their own responsibility. This page never asks you to sign in or to pay.</p>
</div>`
}

/** Longest name used as heading, in characters. */
const nameMax = 100
const sureness = { high: 0, medium: 1, low: 2 }

/** The name of highest confidence that is not marked incorrect, else the domain. */
function companyName(scan: SavedScan | undefined): string | undefined {
  if (scan === undefined) return undefined
  const wrong = new Set(
    Object.entries(scan.factStatuses ?? {}).flatMap(([id, status]) => (status === 'incorrect' ? [id] : [])),
  )
  const [best] = scan.facts
    .filter(({ id, topic, kind }) => topic === 'company-name' && kind !== 'unknown' && !wrong.has(id))
    .sort((a, b) => sureness[a.confidence] - sureness[b.confidence])
  const name = best?.value ?? best?.text ?? scan.domain
  if (name.trim() === '') return undefined
  const characters = [...name]
  return characters.length <= nameMax ? name : `${characters.slice(0, nameMax - 1).join('')}…`
}

function about(
  { id, path }: PublicReport,
  { judged, privacyNote, shareUrl }: { judged: JudgedRecommendation; privacyNote: string; shareUrl: string },
): Html {
  const began = path === 'url' ? 'a scan of a public website' : 'answers only'
  return html`<section class="about" aria-labelledby="about">
<h2 id="about">About this report</h2>
<p class="prose">According to its author it began with ${began}. It was saved, with consent, by a user of this service; its content has not been verified. ${
    judged.confirmed
      ? 'Only the recommended agent and its scores were computed again for this page, by fixed rules, from the answers above.'
      : 'The recommendation is not what this server’s rules give for the answers above: the rules may have changed since, or it was not made by them.'
  }</p>
<p class="prose">${privacyNote}</p>
<p class="address"><span class="soft">Address of this report</span> <span class="url">${shareUrl}</span></p>
<details id="delete">
<summary>Delete this report</summary>
<p class="soft">Deletion is immediate and permanent. It needs the token that was shown when the report was saved.</p>
${deleteForm(id)}
</details>
</section>`
}

/** Questions and answers. */
function answersPart(answers: SavedAnswers, questions: Catalog['questions']): Html {
  const { suggested = {} } = answers
  const rows = answerFields.map((field) => ({
    label: questions[field].label,
    given: [
      ...answersTo(field, answers).map(own),
      ...answersTo(field, suggested).map(
        (answer) => html`${own(answer)} <span class="soft">suggested by the scan, not confirmed</span>`,
      ),
    ],
  }))
  return html`<section aria-labelledby="answers">
<h2 id="answers">What was answered</h2>
<dl class="answers card">
${rows.map(
  ({ label, given }) => html`<div><dt>${own(label)}</dt><dd>${
    given.length === 0
      ? html`<span class="soft">Not answered</span>`
      : html`<ul class="chips" role="list">${given.map((answer) => html`<li>${answer}</li>`)}</ul>`
  }</dd></div>
`,
)}</dl>
</section>`
}
