import { parseEther } from 'viem'
import { type Html, html } from '../../kernel/web/html.ts'
import { type IconName, icon, stateMark, type Tone } from '../../kernel/web/icons.ts'
import type { Activity } from '../views/activity.ts'
import type { StatusLabel } from '../views/labels.ts'
import type { AsOf } from '../views/snapshot.ts'

const labelMarks: Readonly<Record<StatusLabel, readonly [IconName, Tone]>> = {
  Open: ['open', 'info'],
  Voting: ['quarter', 'info'],
  'Challenge window': ['half', 'info'],
  Disputed: ['warning', 'warn'],
  Verified: ['tick', 'good'],
  Released: ['done', 'good'],
  Failed: ['cross', 'bad'],
  Refundable: ['back', 'warn'],
  Refunded: ['returned', 'soft'],
}

/** State of a milestone: shape, word and color. */
export function labelMark(label: StatusLabel, options?: { pill?: boolean }): Html {
  const [name, tone] = labelMarks[label]
  return stateMark(name, tone, label, options)
}

/** The newest block that pages show, or that it may be outdated. It leads to the operations page. */
export function liveMark({ blockNumber, stale }: AsOf): Html {
  return html`<a class="live" id="live" data-live href="/operations">${
    stale ? stateMark('warning', 'warn', 'Stale') : stateMark('done', 'good', `Block ${blockNumber}`)
  }</a>`
}

/** Of Anvil and its like, whose stories are made up. */
const developmentChainId = 31_337

/** What a page was read from, in words. */
export function asOfText({ chainId, blockNumber, timestamp }: AsOf): string {
  return `${chainId === developmentChainId ? 'demo chain' : 'chain'} ${chainId} · block ${blockNumber} · ${dateTime(timestamp)}`
}

/** `0x5057…3af0`, whole in its title. */
export function shortHash(hash: string): Html {
  return html`<span class="hash" title="${hash}">${shorten(hash)}</span>`
}

export function shorten(hash: string): string {
  return `${hash.slice(0, 6)}…${hash.slice(-4)}`
}

/** Wei or another smallest unit with thousands and fixed decimals, rounded: `1,234.50`. */
export function fixedAmount(
  units: bigint,
  { unitDecimals, decimals }: { unitDecimals: number; decimals: number },
): string {
  const step = 10n ** BigInt(unitDecimals - decimals)
  const scaled = ((units < 0n ? -units : units) * 2n + step) / (step * 2n)
  const digits = scaled.toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, -decimals).replace(/\B(?=(\d{3})+$)/g, ',')
  return `${units < 0n && scaled > 0n ? '−' : ''}${whole}.${digits.slice(-decimals)}`
}

/**
 * Parts in whole steps, each less than a step from its amount, that add up to `sum`: the sum of the amounts
 * rounded, or what is shown for it.
 */
export function roundedParts(amounts: readonly bigint[], step: bigint, sum?: bigint): bigint[] {
  const floor = (amount: bigint) => amount - (((amount % step) + step) % step)
  const exact = amounts.reduce((all, amount) => all + amount, 0n)
  const floors = amounts.map(floor)
  const missing = (sum ?? floor(exact + step / 2n)) - floors.reduce((all, part) => all + part, 0n)
  const byRest = amounts
    .map((amount, index) => ({ index, rest: amount - floor(amount) }))
    .sort((a, b) => (a.rest < b.rest ? 1 : a.rest > b.rest ? -1 : 0))
  const raised = new Set(byRest.slice(0, Number(missing / step)).map(({ index }) => index))
  return floors.map((part, index) => (raised.has(index) ? part + step : part))
}

/** The treasury in whole cents: what is shown adds up. */
export function treasuryShown({ earned, spent, swept }: Record<'earned' | 'spent' | 'swept', bigint>) {
  const parts = roundedParts([spent, swept, earned - spent - swept], usdcCent)
  const [shownSpent = 0n, shownSwept = 0n, balance = 0n] = parts
  const net = shownSwept + balance
  return { earned: shownSpent + net, spent: shownSpent, net, swept: shownSwept, balance }
}

/** The sponsors' money in hundredths of an ETH: what is shown adds up. */
export function capitalShown(totals: Record<'locked' | 'released' | 'refundable' | 'refunded', bigint>) {
  const amounts = [totals.locked, totals.released, totals.refundable, totals.refunded]
  const parts = roundedParts(amounts, 10n ** 16n)
  const [locked = 0n, released = 0n, refundable = 0n, refunded = 0n] = parts
  return { totalStaked: locked + released + refundable + refunded, locked, released, refundable, refunded }
}

/** A hundredth of a USDC. */
export const usdcCent = 10n ** 4n

export const ether = (wei: bigint, decimals = 2) => fixedAmount(wei, { unitDecimals: 18, decimals })
export const usdc = (units: bigint) => fixedAmount(units, { unitDecimals: 6, decimals: 2 })

/** `24 Nov, 19:25:01 UTC`. */
export function dateTime(seconds: number): string {
  return `${day(seconds)}, ${clock(seconds)} UTC`
}

export function day(seconds: number): string {
  return dayFormat.format(seconds * 1000)
}

export function clock(seconds: number): string {
  return clockFormat.format(seconds * 1000)
}

const dayFormat = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'short' })
const clockFormat = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', timeStyle: 'medium' })

/** Day and time of an event, with its whole date for programs. */
export function eventTime(seconds: number): Html {
  return html`<time datetime="${new Date(seconds * 1000).toISOString()}">${day(seconds)}, ${clock(seconds)}</time>`
}

/** An account by its name, which links to the name's page, or by its address. */
export function accountLink(address: string, ens: string | null): Html {
  return ens === null
    ? shortHash(address)
    : html`<a href="/explorer/names/${encodeURIComponent(ens)}"><bdi>${ens}</bdi></a>`
}

/** A figure with its label and a line of context, as a link to where it is explained. */
export function figure(about: {
  label: string
  value: string
  unit?: string
  context: string
  href: string
}): Html {
  return html`<a href="${about.href}"><span class="label">${about.label}</span><span class="value">${about.value}${about.unit && html`<span class="unit">${about.unit}</span>`}</span><span class="context">${about.context}</span></a>`
}

const eventIcons: Readonly<Record<Activity['events'][number]['type'], IconName>> = {
  verification: 'tick',
  charge: 'up',
  revenue: 'down',
  chaos: 'fault',
  deadline: 'clock',
}

/** Events of the feed, one a line, newest first. */
export function eventList(events: Activity['events']): Html {
  return html`<ol class="feed" role="list">${events.map((event) => {
    const hash = event.metadata['milestoneHash']
    const title =
      typeof hash === 'string'
        ? html`<a href="/explorer/milestones/${hash}">${event.title}</a>`
        : html`${event.title}`
    return html`<li id="event-${event.id}">${icon(eventIcons[event.type])}<b>${title}</b><span class="detail"><bdi>${event.description}</bdi></span>${eventTime(event.timestamp)}</li>`
  })}</ol>`
}

/** A decimal text of ETH, as answers have it, with fixed decimals. */
export function textEther(text: string): string {
  return ether(parseEther(text))
}

/** A length of time in its one or two largest units: `2 d 21 h`, `12 min`, `9 s`. */
export function duration(seconds: number): string {
  const at = durationUnits.findIndex(([unit]) => seconds >= unit)
  const [unit, word] = durationUnits[at] ?? [1, 's']
  const [nextUnit = 1, nextWord] = durationUnits[at + 1] ?? []
  const rest = Math.floor((seconds % unit) / nextUnit)
  const whole = `${Math.max(0, Math.floor(seconds / unit))} ${word}`
  return at >= 0 && nextWord !== undefined && rest > 0 ? `${whole} ${rest} ${nextWord}` : whole
}

const durationUnits = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
  [1, 's'],
] as const

/** A measured time: `640 ms`, `2.1 s`. */
export function milliseconds(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`
}
