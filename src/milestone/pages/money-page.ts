import { type Html, html } from '../../kernel/web/html.ts'
import { isOfCycle } from '../cycle/leftovers.ts'
import type { Snapshot } from '../views/snapshot.ts'
import { capitalHistory, sponsors } from '../views/sponsor.ts'
import { treasury, treasuryHistory } from '../views/treasury.ts'
import { areaChart, chartTable, stepChart } from './charts.ts'
import { moneyStats } from './money-stats.ts'
import { asOfLine, milestonePage } from './page.ts'
import {
  accountLink,
  capitalShown,
  dateTime,
  ether,
  roundedParts,
  shortHash,
  textEther,
  treasuryShown,
  usdc,
  usdcCent,
} from './parts.ts'

const chargesShown = 12

/** The sponsors' ETH and the agent's USDC, in sections of their own. */
export async function moneyPage(snapshot: Snapshot): Promise<Response> {
  const { asOf } = snapshot
  return await milestonePage({
    title: 'Money',
    tab: '/explorer/money',
    asOf,
    main: html`<div class="head"><h1>Money</h1>${asOfLine(asOf)}</div>
${sponsorsPart(snapshot)}
${treasuryPart(snapshot)}`,
  })
}

function sponsorsPart(snapshot: Snapshot): Html {
  const { days } = capitalHistory(snapshot)
  const totals = capitalShown(snapshot.readModel.totals)
  const series = [
    {
      name: 'refunded',
      word: 'Refunded',
      values: days.map(({ refundedEth }) => Number(refundedEth)),
      now: ether(totals.refunded),
    },
    {
      name: 'released',
      word: 'Released',
      values: days.map(({ releasedEth }) => Number(releasedEth)),
      now: ether(totals.released),
    },
    {
      name: 'refundable',
      word: 'Refundable',
      values: days.map(({ refundableEth }) => Number(refundableEth)),
      now: ether(totals.refundable),
    },
    {
      name: 'locked',
      word: 'Locked',
      values: days.map(({ lockedEth }) => Number(lockedEth)),
      now: ether(totals.locked),
    },
  ]
  const starts = days.map(({ day }) => day)
  const summary = `Sponsors’ money in ETH by day. Now locked ${ether(totals.locked)}, refundable ${ether(totals.refundable)}, released ${ether(totals.released)}, refunded ${ether(totals.refunded)}.`
  const { sponsors: listed, total } = sponsors(snapshot)
  const { order } = snapshot.readModel
  const cycles = order.filter(isOfCycle).length
  return html`<section class="stack" aria-labelledby="sponsors"><h2 class="sans" id="sponsors">Sponsors</h2>
<div id="capital" data-live>${moneyStats(snapshot)}${cycles > 0 && html`<p class="small soft">${cycles} of the ${order.length} milestones ${cycles === 1 ? 'is a verification cycle' : 'are verification cycles'}: the service itself stakes a small sum for each in the name of a sponsor and a builder, and the figures here and of both include them.</p>`}</div>
<div class="split"><section class="card"><h2>Sponsors’ money by day, in ETH</h2>${areaChart(starts, series, summary)}${chartTable(starts, series, 'ETH')}</section>
<section class="card flush" id="by-sponsor" data-live><h2>By sponsor</h2><table class="records"><thead><tr><th scope="col">Sponsor</th><th scope="col" class="number">Staked, ETH</th><th scope="col" class="number">Locked, ETH</th></tr></thead><tbody>${listed.map(
    (row) =>
      html`<tr data-row><th scope="row">${accountLink(row.address, row.ens)}<span class="sub">${row.milestones} ${row.milestones === 1 ? 'milestone' : 'milestones'} · released ${textEther(row.releasedEth)} · refunded ${textEther(row.refundedEth)}</span></th><td class="number">${textEther(row.stakedEth)}</td><td class="number">${textEther(row.lockedEth)}${Number(row.refundableEth) > 0 && html`<span class="sub">refundable ${textEther(row.refundableEth)}</span>`}</td></tr>`,
  )}</tbody></table><div class="pager"><span>${listed.length} of ${total}, the largest first</span><a href="/api/sponsors">JSON</a></div></section></div></section>`
}

function treasuryPart(snapshot: Snapshot): Html {
  const { spentByService } = snapshot.readModel.treasury
  const { profitable: isProfitable, charges } = treasury(snapshot)
  const { earned, spent, net, swept, balance } = treasuryShown(snapshot.readModel.treasury)
  const { days } = treasuryHistory(snapshot)
  const series = [
    { name: 'released', word: 'Income', values: days.map((day) => day.earned), now: usdc(earned) },
    { name: 'refundable', word: 'Spending', values: days.map((day) => day.spent), now: usdc(spent) },
  ]
  const starts = days.map(({ day }) => day)
  const services = [...spentByService].sort(([, a], [, b]) => (a < b ? 1 : a > b ? -1 : 0))
  const paid = roundedParts(
    services.map(([, amount]) => amount),
    usdcCent,
    spent,
  )
  const most = services[0]?.[1] ?? 1n
  return html`<section class="stack" aria-labelledby="treasury"><h2 class="sans" id="treasury">Agent treasury</h2>
<dl class="stats" id="treasury-sums" data-live><div><dt>Income</dt><dd>${usdc(earned)}<span class="unit">USDC</span></dd><dd class="context">fees</dd></div><div><dt>Spending</dt><dd>${usdc(spent)}<span class="unit">USDC</span></dd><dd class="context">paid to services</dd></div><div><dt>Net</dt><dd>${usdc(net)}<span class="unit">USDC</span></dd><dd class="context">${isProfitable ? 'profitable' : 'not profitable'}</dd></div><div><dt>Swept</dt><dd>${usdc(swept)}<span class="unit">USDC</span></dd><dd class="context">taken out as revenue</dd></div><div><dt>Balance</dt><dd>${usdc(balance)}<span class="unit">USDC</span></dd><dd class="context">held now</dd></div></dl>
<div class="split"><section class="card"><h2>Income and spending since the start, in USDC</h2>${stepChart(starts, series, `Income ${usdc(earned)} USDC and spending ${usdc(spent)} USDC, added up by day.`)}${chartTable(starts, series, 'USDC')}</section>
<div class="stack"><section class="card" id="services" data-live><h2>Spending by service, in USDC</h2>${services.map(
    ([name, amount], index) =>
      html`<div class="service"><span><bdi>${name}</bdi></span><b>${usdc(paid[index] ?? amount)}</b><svg class="share" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true"><rect width="${Number((amount * 100n) / most)}" height="1"/></svg></div>`,
  )}</section>
<section class="card flush" id="charges" data-live><h2>Newest charges</h2><table class="records"><tbody>${charges
    .slice(0, chargesShown)
    .map(
      (charge) =>
        html`<tr><th scope="row"><bdi>${charge.service}</bdi><span class="sub">${dateTime(charge.timestamp)} · ${shortHash(charge.txHash)}</span></th><td class="number">${charge.amount.toFixed(2)}</td></tr>`,
    )}</tbody></table></section></div></div></section>`
}
