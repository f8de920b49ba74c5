import type { SavedScore } from '../reports/model.ts'
import { type Html, html } from './html.ts'
import { own } from './text.ts'

const fieldWords: ReadonlyMap<string, string> = new Map([
  ['role', 'role'],
  ['painPoints', 'problem'],
  ['tools', 'tool'],
  ['timeline', 'timeline'],
])

/** All products as bars: the text beside a bar says the same, so that the bars are for the eye alone. */
export function scoresPart(scores: readonly SavedScore[] | undefined): Html | undefined {
  if (scores === undefined || scores.length === 0) return undefined
  return html`<section aria-labelledby="scores">
<h2 id="scores">How the agents score</h2>
<p class="soft">Points that the answers give each agent, of those it could have.</p>
<ol class="scores card" role="list">
${scores.map(scoreRow)}
</ol>
</section>`
}

function scoreRow(
  { key, name, score, maxPossible, percentage, matched = [] }: SavedScore,
  rank: number,
): Html {
  const share = Math.round(percentage ?? 0)
  const of = maxPossible === undefined ? '' : ` of ${maxPossible}`
  return html`<li${rank === 0 && html` class="best"`}>
<h3>${own(name ?? key ?? 'Unnamed agent')}</h3>
<p class="points">${score !== undefined && html`${score}${of} points <span class="soft">· </span>`}<b>${share}%</b></p>
${bar(share)}
${matched.length > 0 && html`<ul class="signals" role="list">${matched.map(signalItem)}</ul>`}
</li>
`
}

/** An SVG, because printers leave out the background colours of everything else. */
function bar(share: number): Html {
  return html`<svg class="bar" aria-hidden="true" focusable="false"><rect class="track" width="100%" height="100%" rx="5"/><rect class="fill" width="${share}%" height="100%" rx="5"/></svg>`
}

function signalItem({ field, answer, signal, weight }: NonNullable<SavedScore['matched']>[number]): Html {
  const understood = signal ?? answer ?? ''
  const told = answer === undefined || sameWords(answer, understood) ? undefined : answer
  return html`<li>${weight !== undefined && html`<b>+${weight}</b> `}<span class="soft">${fieldWords.get(field ?? '') ?? 'answer'}</span> ${own(understood)}${told && html` <span class="soft">told as “${own(told)}”</span>`}</li>`
}

function sameWords(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase()
}
