import { type Html, html } from '../../kernel/web/html.ts'
import type { FactStatus, SavedFact, SavedScan } from '../reports/schema.ts'
import { readableQuote } from './readable-quote.ts'
import { addressLink, dayOf, own } from './text.ts'
import { topicsInOrder } from './topic-words.ts'

const statusTones: Readonly<Record<FactStatus, string>> = {
  confirmed: 'good',
  incorrect: 'bad',
  unsure: 'warn',
}
const kindWords: Readonly<Record<SavedFact['kind'], string>> = {
  found: 'found',
  inferred: 'inferred',
  unknown: 'not found',
}

/** Facts by topic, each with its sources. */
export function factsPart(scan: SavedScan | undefined): Html | undefined {
  if (scan === undefined || scan.facts.length === 0) return undefined
  const byTopic = Map.groupBy(scan.facts, ({ topic }) => topic)
  const site = addressLink(scan.url) ?? own(scan.domain)
  return html`<section aria-labelledby="facts">
<h2 id="facts">Facts about the website</h2>
<p class="soft">As they were saved, said to be read from ${site}. To check a quote, open the page beside it.</p>
<div class="card facts">
${topicsInOrder.flatMap(([topic, word]) => {
  const facts = byTopic.get(topic)
  return facts === undefined ? [] : [topicGroup(word, facts, scan.factStatuses)]
})}</div>
</section>`
}

function topicGroup(word: string, facts: readonly SavedFact[], statuses: SavedScan['factStatuses']): Html {
  return html`<section class="topic">
<h3>${word}</h3>
<ul role="list">
${facts.map((fact) => factItem(fact, statuses === undefined ? undefined : statusOf(fact.id, statuses)))}</ul>
</section>
`
}

/** Ids are untrusted: `constructor` must not match. */
function statusOf(id: string, statuses: NonNullable<SavedScan['factStatuses']>): FactStatus | undefined {
  return Object.hasOwn(statuses, id) ? statuses[id] : undefined
}

function factItem({ text, kind, confidence, sources }: SavedFact, status: FactStatus | undefined): Html {
  return html`<li class="fact${status && ` ${status}`}">
<p class="fact-text">${own(text)}</p>
<p class="tags"><span>${kindWords[kind]} · ${confidence} confidence</span>${status && html` <span class="badge ${statusTones[status]}">Marked ${status}</span>`}</p>
${sources.length > 0 && html`<ul class="sources" role="list">${sources.map(sourceItem)}</ul>`}
</li>
`
}

function sourceItem({ url, label, quote, fetchedAt }: SavedFact['sources'][number]): Html {
  const link = addressLink(url)
  const name = label === undefined || label.trim() === '' ? 'Source' : label
  return html`<li>${quote.trim() !== '' && html`<blockquote>${own(readableQuote(quote))}</blockquote>`}<p class="cite">${own(name)}${link && html` · ${link}`}${fetchedAt && html` · <span class="date">read ${dayOf(fetchedAt)}</span>`}</p></li>
`
}
