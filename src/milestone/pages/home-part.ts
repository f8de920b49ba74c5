import type { HomePart } from '../../kernel/web/home-part.ts'
import { type Html, html } from '../../kernel/web/html.ts'
import type { MilestoneRecord } from '../indexer/state.ts'
import { activity } from '../views/activity.ts'
import { labelText } from '../views/amounts.ts'
import { capitalStatus, statusLabel } from '../views/labels.ts'
import type { Feed } from '../views/merged-feed.ts'
import { type RecoveryHistory, recovery } from '../views/recovery.ts'
import type { Snapshot } from '../views/snapshot.ts'
import { voteBar } from './milestone-page.ts'
import {
  asOfText,
  capitalShown,
  ether,
  eventList,
  figure,
  labelMark,
  liveMark,
  milliseconds,
  treasuryShown,
  usdc,
} from './parts.ts'

const eventsMax = 8
const links = [{ path: '/api/activity/stream', about: 'server-sent events' }]

/** What the home page shows while no block was read yet. */
export function milestoneHomePartWithoutBlock(): HomePart {
  return {
    card: html`<h2>Follow a milestone</h2>
<p>Sponsors lock money, verifiers vote on evidence, the verdict pays or refunds.</p>
<p class="notice warn">The chain has not been read yet. <a href="/operations">Operations</a> shows why.</p>`,
    links,
  }
}

/** @param runsCycles whether verification cycles can be run here */
export function milestoneHomePart(
  snapshot: Snapshot & Feed,
  { history, runsCycles }: { history: RecoveryHistory; runsCycles: boolean },
): HomePart {
  const { readModel, asOf } = snapshot
  const { totals, order } = readModel
  const capital = capitalShown(totals)
  const treasury = treasuryShown(readModel.treasury)
  const { mttrMs, totalEvents, recoveries, failures } = recovery(snapshot, history, [], undefined).summary
  const { events } = activity({ ...snapshot, lastEventId: '' }, { limit: eventsMax })
  const [median = '–', unit] = mttrMs.p50 === null ? [] : milliseconds(mttrMs.p50).split(' ')
  return {
    card: card(order, runsCycles),
    numbers: [
      figure({
        label: 'Milestones',
        value: String(order.length),
        context: `${totals.verified} verified, ${totals.failed} failed`,
        href: '/explorer',
      }),
      figure({
        label: 'Locked for builders',
        value: ether(capital.locked),
        unit: 'ETH',
        context: `of ${ether(capital.totalStaked)} staked`,
        href: '/explorer/money',
      }),
      figure({
        label: 'Treasury, net',
        value: usdc(treasury.net),
        unit: 'USDC',
        context: `${usdc(treasury.earned)} in, ${usdc(treasury.spent)} out`,
        href: '/explorer/money#treasury',
      }),
      figure({
        label: 'Time to recover, median',
        value: median,
        ...(unit !== undefined && { unit }),
        context:
          mttrMs.p95 === null ? 'nothing to recover from yet' : `95 % within ${milliseconds(mttrMs.p95)}`,
        href: '/operations',
      }),
      figure({
        label: 'Recovery events',
        value: String(totalEvents),
        context: `${recoveries} recovered, ${failures} tries given up`,
        href: '/operations',
      }),
    ],
    activity: eventList(events),
    live: liveMark(asOf),
    about: asOfText(asOf),
    links,
  }
}

function card(order: readonly MilestoneRecord[], runsCycles: boolean): Html {
  const shown =
    order.findLast(({ votes, settledAt }) => votes.length > 0 && settledAt === undefined) ?? order.at(-1)
  return html`<h2>Follow a milestone</h2>
<p>Sponsors lock money, verifiers vote on evidence, the verdict pays or refunds. Break the network, and watch a new one come through.</p>
${shown && example(shown)}
${runsCycles && html`<form class="try" id="run-cycle"><div><button type="submit">Break an RPC and run a new milestone</button></div><output class="proof"></output><noscript><p class="hint">This needs JavaScript; the same as two requests: <a href="/docs/start">Start</a></p></noscript></form>`}
<p class="proof end">Every number names the block it was read from. <a href="/explorer">All milestones</a></p>`
}

function example(milestone: MilestoneRecord): Html {
  const { votes } = milestone
  const approving = votes.filter(({ support }) => support).length
  return html`<div class="try"><p><a href="/explorer/milestones/${milestone.hash}"><b><bdi>${labelText(milestone.projectId)}</bdi></b></a></p>
<div class="row">${labelMark(statusLabel(milestone), { pill: true })}<span class="soft small">${ether(milestone.totalStaked)} ETH ${capitalStatus(milestone)} · ${approving} of ${votes.length} votes approve</span></div>
${votes.length > 0 && voteBar(milestone)}</div>`
}
