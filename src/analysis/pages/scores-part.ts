import { type Html, html } from '../../kernel/web/html.ts'
import { fieldWords } from '../diagnose/field-words.ts'
import type { SavedScore } from '../reports/schema.ts'
import { own } from './text.ts'

const wordsOfField: ReadonlyMap<string, string> = new Map(Object.entries(fieldWords))

/** All products as bars, each with the same data as text; the bars are decorative. */
export function scoresPart(scores: readonly SavedScore[] | undefined, confirmed: boolean): Html | undefined {
  if (scores === undefined || scores.length === 0) return undefined
  return html`<section aria-labelledby="scores">
<h2 id="scores">How the agents score</h2>
<p class="soft">${confirmed ? 'Points that the answers give each agent, of those it could have.' : 'As they were saved: not confirmed by this server’s rules.'}</p>
<ol class="scores card" role="list">
${scores.map(scoreRow)}
</ol>
</section>`
}

function scoreRow(saved: SavedScore, rank: number): Html {
  const { key, name, score, maxPossible, percentage, matched = [] } = saved
  const share = percentage === undefined ? undefined : Math.round(percentage)
  const sound = addsUp(saved)
  const of = maxPossible === undefined ? '' : ` of ${maxPossible}`
  return html`<li${rank === 0 && sound && html` class="best"`}>
<h3>${own(name ?? key ?? 'Unnamed agent')}</h3>
<p class="points">${score !== undefined && html`${score}${of} points`}${score !== undefined && share !== undefined && html` <span class="soft">· </span>`}${share !== undefined && html`<b>${share}%</b>`}${!sound && html` <span class="soft">(these numbers do not add up)</span>`}</p>
${sound && share !== undefined && bar(share)}
${matched.length > 0 && html`<ul class="signals" role="list">${matched.map(signalItem)}</ul>`}
</li>
`
}

/** Whether percentage and points agree: saved numbers are arbitrary. */
function addsUp({ score, maxPossible, percentage }: SavedScore) {
  if (score === undefined || maxPossible === undefined) return true
  if (score > maxPossible) return false
  const share = maxPossible === 0 ? 0 : (score / maxPossible) * 100
  return percentage === undefined || Math.abs(share - percentage) <= 1
}

/** An SVG, because printers leave out the background colours of everything else. */
function bar(share: number): Html {
  return html`<svg class="bar" aria-hidden="true" focusable="false"><rect class="track" width="100%" height="100%" rx="5"/><rect class="fill" width="${share}%" height="100%" rx="5"/></svg>`
}

function signalItem({ field, answer, signal, weight }: NonNullable<SavedScore['matched']>[number]): Html {
  const understood = signal ?? answer ?? ''
  const original = answer === undefined || sameWords(answer, understood) ? undefined : answer
  return html`<li>${weight !== undefined && html`<b>+${weight}</b> `}<span class="soft">${wordsOfField.get(field ?? '') ?? 'answer'}</span> ${own(understood)}${original && html` <span class="soft">told as “${own(original)}”</span>`}</li>`
}

function sameWords(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase()
}
