import { type Html, html } from '../../kernel/web/html.ts'
import {
  type ExplorerMilestones,
  type ExplorerQuery,
  explorerMilestones,
  type TitleOf,
} from '../views/explorer-milestones.ts'
import { type StatusLabel, statusLabels } from '../views/labels.ts'
import type { Snapshot } from '../views/snapshot.ts'
import { moneyStats } from './money-stats.ts'
import { asOfLine, milestonePage } from './page.ts'
import { day, duration, labelMark, shortHash, textEther } from './parts.ts'

type Item = ExplorerMilestones['milestones'][number]
/** What a reader filters by, as it stands in the address. */
export type ListFilter = Pick<ExplorerQuery, 'state' | 'label' | 'builder' | 'text' | 'cursor'>

const rowsPerPage = 20
const states = [
  [undefined, 'All', statusLabels],
  ['pending', 'In progress', ['Open', 'Voting', 'Challenge window', 'Disputed']],
  ['verified', 'Verified', ['Verified', 'Released']],
  ['failed', 'Failed', ['Refundable', 'Refunded', 'Failed']],
] as const

/**
 * All milestones with filters, newest first.
 * @param time that what is left is counted to, in seconds since the epoch
 */
export async function milestoneListPage(
  snapshot: Snapshot,
  filter: ListFilter,
  { titleOf, time }: { titleOf: TitleOf; time: number },
): Promise<Response> {
  const list = explorerMilestones(snapshot, { ...filter, limit: rowsPerPage }, titleOf)
  return await milestonePage({
    title: 'Milestones',
    tab: '/explorer',
    asOf: list.asOf,
    main: html`<div class="head"><h1>Milestones</h1>${asOfLine(list.asOf)}</div>
<div id="money" data-live>${moneyStats(snapshot)}</div>
${filters(filter, list.counts)}
<section class="card flush" id="milestones" data-live aria-label="Milestones">${
      list.count === 0
        ? noHits(filter)
        : html`${table(list.milestones, time)}
<div class="pager"><span>${list.count} of ${list.total}, newest first</span><span class="row">${filter.cursor && html`<a class="button secondary small" data-page="first" href="${address({ ...filter, cursor: undefined })}">First page</a>`}${list.next !== null && html`<a class="button secondary small" data-page="next" href="${address({ ...filter, cursor: list.next })}">Next</a>`}</span></div>`
    }</section>`,
  })
}

function filters(filter: ListFilter, counts: ExplorerMilestones['counts']): Html {
  const countOf = (labels: readonly StatusLabel[]) =>
    labels.reduce((sum, label) => sum + (counts[label] ?? 0), 0)
  return html`<form class="filters no-print" action="/explorer" role="search">
<label class="visually-hidden" for="text">Search milestones</label>
<input id="text" name="text" type="search" maxlength="100" placeholder="Title, project, hash or name" value="${filter.text}">
<label class="visually-hidden" for="label">State</label>
<select id="label" name="label"><option value="">Any state</option>${statusLabels.map(
    (label) => html`<option${label === filter.label && html` selected`}>${label}</option>`,
  )}</select>
${filter.builder && html`<input type="hidden" name="builder" value="${filter.builder}">`}
<button class="secondary small" type="submit">Search</button>
<nav class="segments" aria-label="States">${states.map(
    ([state, word, labels]) =>
      html`<a href="${address({ ...filter, state, label: undefined, cursor: undefined })}"${state === filter.state && html` aria-current="true"`}>${word} <b>${countOf(labels)}</b></a>`,
  )}</nav>
${filter.builder && html`<span>by <b><bdi>${filter.builder}</bdi></b> · <a href="${address({ ...filter, builder: undefined, cursor: undefined })}">any builder</a></span>`}
</form>`
}

function noHits(filter: ListFilter): Html {
  const words = [filter.text && `“${filter.text}”`, filter.label, filter.state, filter.builder].filter(
    Boolean,
  )
  return html`<p class="empty">No milestone matches ${words.join(' and ')}. <a href="/explorer">Show all</a></p>`
}

function table(items: readonly Item[], now: number): Html {
  return html`<table class="records listed"><thead><tr><th scope="col">Milestone</th><th scope="col">State</th><th scope="col" class="number">Stake, ETH</th><th scope="col">Builder</th><th scope="col">Next</th><th scope="col" class="number">Created</th><th scope="col" class="number">Verdict after</th></tr></thead><tbody>${items.map(
    (item) => html`<tr id="m-${item.milestoneHash}" data-row>
<th scope="row"><a href="/explorer/milestones/${item.milestoneHash}"><bdi>${item.title ?? item.projectId}</bdi></a><span class="sub"><bdi>${item.projectId}</bdi> ${shortHash(item.milestoneHash)}</span></th>
<td>${labelMark(item.statusLabel)}</td>
<td class="number" data-label="Stake" data-unit="ETH">${textEther(item.stakedEth)}</td>
<td class="name"><a href="${builderAddress(item)}"><bdi>${item.builderEns ?? shortHash(item.builder)}</bdi></a></td>
<td class="soft own-line">${nextStep(item, now)}</td>
<td class="number wide-only">${day(item.createdAt)}</td>
<td class="number wide-only">${item.settledAt === null ? '–' : duration(item.settledAt - item.createdAt)}</td></tr>`,
  )}</tbody></table>`
}

function builderAddress({ builder, builderEns }: Item): string {
  return address({ builder: builderEns ?? builder })
}

type EndField = 'deadline' | 'votingEndsAt' | 'challengeEndsAt' | 'arbitrationEndsAt'
type Timed = Pick<Item, 'statusLabel' | EndField>

/** What is awaited in a state, what follows once its time has passed, and the member with that time. */
const awaited: Partial<Record<StatusLabel, readonly [string, string, EndField]>> = {
  Open: ['Evidence is due', 'Deadline has passed', 'deadline'],
  Voting: ['Votes are cast', 'Votes can be tallied', 'votingEndsAt'],
  'Challenge window': ['Can be challenged', 'Can be finalized', 'challengeEndsAt'],
  Disputed: ['Arbiter decides', 'Can be finalized', 'arbitrationEndsAt'],
}
const untimed: Partial<Record<StatusLabel, string>> = {
  Verified: 'Can be released',
  Refundable: 'Sponsors can claim',
}

/** When what is awaited now ends; null where no time limits it. */
export function endOfState(item: Timed): number | null {
  const [, , field] = awaited[item.statusLabel] ?? []
  return field === undefined ? null : item[field]
}

/** What happens next, and how much time is left; the contract compares with the time of the block of a transaction. */
export function nextStep(item: Timed, time: number): string {
  const [words, after] = awaited[item.statusLabel] ?? []
  const end = endOfState(item)
  if (words === undefined || after === undefined) return untimed[item.statusLabel] ?? 'Done'
  if (end === null) return words
  return end > time ? `${words}, ${duration(end - time)} left` : after
}

function address(filter: ListFilter): string {
  const query = new URLSearchParams(
    Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
  return query.size === 0 ? '/explorer' : `/explorer?${query}`
}
