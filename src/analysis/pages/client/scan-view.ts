import { html, nothing, type TemplateResult } from 'lit-html'
import type { Fact, Profile, ScannedPage } from '../../scan/schema.ts'
import { readableQuote } from '../readable-quote.ts'
import { topicsInOrder } from '../topic-words.ts'
import { decidePart } from './decide-view.ts'
import type { ScanActions } from './run-scan.ts'
import { type Filter, profileOf, regionName, type ScanView } from './scan-state.ts'

type View = TemplateResult | typeof nothing

/** The page for a state of a scan. */
export function scanView(view: ScanView, actions: ScanActions, reportDays: number): View {
  if (view.phase === 'idle') return nothing
  if (view.phase === 'failed')
    return html`<section class="message card"><h1>The scan has no result</h1><p>${view.problem}</p>
      <p><button @click=${() => actions.scan(view.url, true)}>Scan again</button></p></section>`
  const { result } = view
  return html`<div class="stack">${heading(view, actions)}
    ${result === undefined ? stages(view) : profilePart(profileOf(view), result.facts)}
    ${
      result === undefined
        ? pagesPart(view.pages)
        : html`<div class="split"><div class="stack">${factsPart(view, actions)}${pagesPart(result.pages)}${warningsPart(result.warnings)}</div>
          <div class="stack decide">${decidePart(view, actions, reportDays)}</div></div>`
    }</div>`
}

function heading(view: ScanView, actions: ScanActions): View {
  const { phase, url, result, pages } = view
  if (phase === 'running' || result === undefined)
    return html`<div class="head company"><div><h1>Reading ${hostOf(url)}</h1><p class="busy">${pages.length === 0 ? 'robots.txt and the first page' : `${counted(pages.length, 'page')} so far`}</p></div>
      <button class="secondary" @click=${actions.stop}>Stop</button></div>`
  const { domain, facts, budget, cached, scannedAt } = result
  const profile = profileOf(view)
  const kilobytes = (budget.wireBytes / 1024).toFixed(1)
  return html`<div class="head company"><div><h1><bdi>${profile.name?.value ?? profile.legalName?.value ?? domain}</bdi></h1>
      <p class="tagline"><bdi>${profile.description?.value ?? result.description}</bdi></p></div>
    <p class="as-of">${counted(facts.length, 'fact')} · ${counted(result.pages.length, 'page')} · ${counted(budget.requests, 'request')}, ${kilobytes} kB · ${(budget.elapsedMs / 1000).toFixed(1)} s · ${cached ? html`result of ${clockOf(scannedAt)}, <button class="quiet small" @click=${() => actions.scan(url, true)}>scan again</button>` : clockOf(scannedAt)}</p></div>`
}

const stageWords = [
  ['start', 'First page', 'robots.txt, then the page'],
  ['browser', 'Browser', 'only for empty pages'],
  ['choose', 'Choose pages', 'links and sitemaps'],
  ['pages', 'Further pages', 'two at a time'],
  ['facts', 'Weigh facts', 'evidence decides'],
] as const

function stages({ stage, pages }: ScanView): View {
  const now = stageWords.findIndex(([name]) => name === stage)
  return html`<ol class="stages" role="list">${stageWords.map(
    ([name, word, about], index) =>
      html`<li class=${index < now ? 'done' : index === now ? 'now' : ''}><b>${word}</b>${name === 'pages' && pages.length > 1 ? `${pages.length - 1} read` : about}</li>`,
  )}</ol>`
}

function profilePart(profile: Profile, facts: readonly Fact[]): View {
  const join = (list: readonly { value: string }[] | undefined, most = 3) =>
    (list ?? [])
      .slice(0, most)
      .map(({ value }) => value)
      .join(', ')
  const phone = facts.find(({ id }) => profile.phones?.[0]?.facts.includes(id))
  // The text of the fact has the number as it is written, the value has its digits alone.
  const written = phone?.text.slice(phone.text.indexOf(':') + 1).trim()
  const [contact = '', ...others] = [profile.emails?.[0]?.value, written, profile.address?.value].filter(
    (value) => value !== undefined,
  )
  const cells = [
    ['Industry', profile.industry?.value ?? '', profile.founded && `since ${profile.founded.value}`],
    ['Founded', profile.industry === undefined ? (profile.founded?.value ?? '') : '', undefined],
    ['Sells', join(profile.offers, 2), join(profile.prices, 2)],
    [
      'Customers',
      join(profile.audience, 2),
      profile.regions
        ?.slice(0, 3)
        .map(({ value }) => regionName(value))
        .join(', '),
    ],
    ['Contact', contact, others.join(' · ')],
    ['Legal name', profile.legalName?.value ?? '', profile.registrations?.[0]?.value],
    ['People', join(profile.people, 2), undefined],
    ['Tools', join(profile.tools), undefined],
  ] as const
  const known = cells.filter(([, value]) => value !== '')
  return known.length === 0
    ? nothing
    : html`<div class="stats">${known.map(
        ([label, value, context]) =>
          html`<div><span class="label">${label}</span><span class="value words"><bdi>${value}</bdi></span><span class="context"><bdi>${context ?? ''}</bdi></span></div>`,
      )}</div>`
}

const filters: readonly (readonly [Filter, string])[] = [
  ['all', 'All'],
  ['unmarked', 'To check'],
  ['confirmed', 'Right'],
  ['incorrect', 'Wrong'],
]

function factsPart(view: ScanView, actions: ScanActions): View {
  const facts = view.result?.facts ?? []
  const matches = (fact: Fact, filter: Filter) =>
    filter === 'all' ||
    (filter === 'unmarked' ? !view.marks.has(fact.id) : view.marks.get(fact.id) === filter)
  const shown = Map.groupBy(
    facts.filter((fact) => matches(fact, view.filter)),
    ({ topic }) => topic,
  )
  return html`<section class="card" aria-labelledby="facts"><div class="row apart"><h2 id="facts">Facts and their quotes</h2>
      <div class="segments" role="group" aria-label="Facts shown">${filters.map(
        ([filter, word]) =>
          html`<button aria-pressed=${view.filter === filter} @click=${() => actions.filter(filter)}>${word} ${facts.filter((fact) => matches(fact, filter)).length}</button>`,
      )}</div></div>
    ${shown.size === 0 ? html`<p class="empty">${facts.length === 0 ? 'The site says nothing that could be quoted.' : 'No fact is marked like this.'}</p>` : nothing}
    ${topicsInOrder.map(([topic, word]) => {
      const group = shown.get(topic)
      return group === undefined
        ? nothing
        : html`<div class="topic-row"><h3>${word}</h3><div>${group.map((fact) => factPart(fact, view, actions))}</div></div>`
    })}</section>`
}

function factPart(fact: Fact, view: ScanView, actions: ScanActions): View {
  const mark = view.marks.get(fact.id)
  const isOpen = view.open === fact.id
  const dots = { low: '●○○', medium: '●●○', high: '●●●' }[fact.confidence]
  const [source] = fact.sources
  return html`<div class="scan-fact ${mark ?? ''} ${view.selected === fact.id ? 'selected' : ''}" id="fact-${fact.id}">
    <p><bdi>${fact.text}</bdi></p>
    <span class="judge"><button class="secondary" aria-pressed=${mark === 'confirmed'} @click=${() => actions.mark(fact.id, 'confirmed')}>Right</button><button class="secondary no" aria-pressed=${mark === 'incorrect'} @click=${() => actions.mark(fact.id, 'incorrect')}>Wrong</button></span>
    <span class="origin"><span><span aria-hidden="true">${dots}</span> ${fact.kind}, ${fact.confidence}</span>
      ${source === undefined ? nothing : html`<span><q>${shortened(readableQuote(source.quote))}</q> ${pathOf(source.url)}</span>`}
      ${fact.sources.length === 0 ? nothing : html`<button class="quiet small" aria-expanded=${isOpen} @click=${() => actions.toggleSources(fact.id)}>${fact.sources.length === 1 ? 'Source' : `${fact.sources.length} sources`}</button>`}</span>
    ${isOpen ? html`<ul class="sources-open">${fact.sources.map(sourcePart)}</ul>` : nothing}</div>`
}

function sourcePart({
  url,
  label,
  method,
  quote,
  context,
  start,
  end,
  bodySha256,
  fetchedAt,
}: Fact['sources'][number]): View {
  return html`<li><p>${context === undefined ? html`<mark>${quote}</mark>` : html`<bdi>${context.before}<mark>${context.text}</mark>${context.after}</bdi>`}</p><p class="soft"><bdi>${label}</bdi> · ${method}, characters ${start} to ${end} · read ${clockOf(fetchedAt)} · sha256 <span class="hash">${bodySha256.slice(0, 8)}…${bodySha256.slice(-4)}</span></p>
    <p><a href=${markedAddress(url, context?.text ?? quote)} rel="noopener noreferrer nofollow" target="_blank">Open the page at this text</a></p></li>`
}

/** The page's address with a text fragment, by which browsers scroll to the quote and mark it. */
function markedAddress(url: string, quote: string): string {
  if (!/^https?:/.test(url)) return '#'
  const { href } = new URL(url)
  // Markup is not text of the page.
  return /[<>]/.test(quote)
    ? href
    : `${href.split('#')[0]}#:~:text=${encodeURIComponent(quote.trim()).replaceAll('-', '%2D')}`
}

function pagesPart(pages: readonly ScannedPage[]): View {
  return html`<section class="card flush" aria-labelledby="pages"><h2 id="pages">Pages</h2><table class="records"><thead><tr><th scope="col">Page</th><th scope="col">robots.txt</th><th scope="col" class="number">Bytes</th><th scope="col">Status</th></tr></thead><tbody>${pages.map(
    (page) =>
      html`<tr><th scope="row"><bdi>${pathOf(page.url)}</bdi></th><td class="soft">${page.robots.allowed ? (page.robots.line ?? 'allowed') : 'disallowed'}</td><td class="number">${page.bytes === 0 ? '–' : page.bytes.toLocaleString('en')}</td><td>${page.status ?? page.reason ?? ''}${page.viaBrowser ? ', browser' : ''}</td></tr>`,
  )}</tbody></table></section>`
}

function warningsPart(warnings: readonly string[]): View {
  return warnings.length === 0
    ? nothing
    : html`<div class="notice warn">${warnings.map((warning) => html`<p>${warning}</p>`)}</div>`
}

function shortened(quote: string): string {
  return quote.length <= 60 ? quote : `${quote.slice(0, 60).trimEnd()}…`
}

function pathOf(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname : url
}

function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`
}

function hostOf(url: string): string {
  const full = /^https?:/i.test(url) ? url : `http://${url}`
  return URL.canParse(full) ? new URL(full).hostname : url
}

function clockOf(time: string): string {
  return `${time.slice(11, 19)} UTC`
}
