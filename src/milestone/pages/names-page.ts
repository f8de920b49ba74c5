import { type Html, html } from '../../kernel/web/html.ts'
import { stateMark } from '../../kernel/web/icons.ts'
import { ensName, type NameRecordAnswer, serviceAccount } from '../views/ens-name.ts'
import type { Snapshot } from '../views/snapshot.ts'
import { type Sponsors, sponsors } from '../views/sponsor.ts'
import { asOfLine, milestonePage } from './page.ts'
import { shortHash, textEther } from './parts.ts'

const namesMax = 200

/** Registered names with the reputation of the accounts that claim them. */
export async function namesPage(snapshot: Snapshot): Promise<Response> {
  const { readModel, asOf } = snapshot
  const rows = [...readModel.names.byName.values()].slice(0, namesMax).map((record) => {
    const account = serviceAccount(readModel, record)
    const builder = account && readModel.builders.get(account)
    return { name: record.name, account, verified: builder?.verified ?? 0, failed: builder?.failed ?? 0 }
  })
  rows.sort((a, b) => b.verified - a.verified || (a.name < b.name ? -1 : 1))
  return await milestonePage({
    title: 'Names',
    tab: '/explorer/names',
    asOf,
    main: html`<div class="head"><h1>Names</h1>${asOfLine(asOf)}</div>
<section class="card flush" id="names" data-live aria-label="Names"><table class="records"><thead><tr><th scope="col">Name</th><th scope="col" class="wide-only">Account</th><th scope="col" class="number">Verified</th><th scope="col" class="number">Failed</th></tr></thead><tbody>${rows.map(
      ({ name, account, verified, failed }) =>
        html`<tr data-row><th scope="row"><a href="/explorer/names/${encodeURIComponent(name)}"><bdi>${name}</bdi></a></th><td class="wide-only">${account === undefined ? html`<span class="soft">not claimed</span>` : shortHash(account)}</td><td class="number">${verified}</td><td class="number">${failed}</td></tr>`,
    )}</tbody></table><p class="small soft">Milestones that others staked on: those that a builder backed alone do not count here, so the sums are less than those of all milestones.</p></section>`,
  })
}

/** @throws invalid_name, name_not_found */
export async function namePage(snapshot: Snapshot, raw: string): Promise<Response> {
  const record = ensName(snapshot, raw)
  const { asOf } = record
  const capital = sponsors(snapshot).sponsors.find(({ address }) => address === record.address)
  const texts = [
    ['Description', record.description],
    ['Website', record.url],
    ['GitHub', record.github],
    ['Twitter', record.twitter],
    ['Avatar', record.avatar?.startsWith('data:') ? 'A picture in the record itself' : record.avatar],
  ] as const
  return await milestonePage({
    title: record.ens,
    tab: '/explorer/names',
    asOf,
    main: html`<p class="small"><a href="/explorer/names">Names</a> / <bdi>${record.ens}</bdi></p>
<div class="head"><h1><bdi>${record.ens}</bdi></h1>${asOfLine(asOf, html` · <a href="/api/ens/${encodeURIComponent(record.ens)}">JSON</a>`)}</div>
<div class="split"><div class="stack">
${capital !== undefined && capitalPart(capital)}
<section class="card" aria-labelledby="reputation"><div class="row apart"><h2 id="reputation">Reputation as a builder</h2>${attestationMark(record)}</div>
<table class="records"><thead><tr><th scope="col"></th><th scope="col" class="number">Computed from the chain</th><th scope="col" class="number">Attested record</th></tr></thead><tbody>
<tr><th scope="row">Milestones verified</th><td class="number">${record.svcMilestonesVerified}</td><td class="number">${stored(record.svcRecords.milestonesVerified)}</td></tr>
<tr><th scope="row">Reputation score, of 100</th><td class="number">${record.svcReputationScore}</td><td class="number">${stored(record.svcRecords.reputationScore)}</td></tr></tbody></table>
<p class="small soft">Earned in all ${textEther(record.svcEarnedTotal)} ETH. A milestone counts as verified by others’ stake and votes: one that the builder backed alone does not. Where the attested record is not a whole number, the figure is 0.</p></section>
<section class="card" aria-labelledby="projects"><h2 id="projects">Projects</h2>${
      record.svcProjects.length === 0
        ? html`<p class="soft">It has built none yet.</p>`
        : html`<ul class="chips" role="list">${record.svcProjects.map((project) => html`<li><bdi>${project}</bdi></li>`)}</ul>
<p class="small"><a href="/explorer?builder=${encodeURIComponent(record.ens)}">Its milestones</a></p>`
    }</section></div>
<section class="card" aria-labelledby="records"><h2 id="records">Records</h2><dl class="properties"><div><dt>Address</dt><dd>${shortHash(record.address)}</dd></div>${texts.map(
      ([word, text]) =>
        html`<div><dt>${word}</dt><dd>${text === null ? '–' : html`<bdi>${text}</bdi>`}</dd></div>`,
    )}</dl></section></div>`,
  })
}

/** What the account staked as a sponsor, and where that money is. */
function capitalPart({ milestones, ...sums }: Sponsors['sponsors'][number]): Html {
  const figures = [
    ['Staked', sums.stakedEth],
    ['Locked', sums.lockedEth],
    ['Released', sums.releasedEth],
    ['Refundable', sums.refundableEth],
    ['Refunded', sums.refundedEth],
  ] as const
  return html`<section class="card" aria-labelledby="capital"><h2 id="capital">Stake as a sponsor, in ETH, on ${milestones} ${milestones === 1 ? 'milestone' : 'milestones'}</h2>
<dl class="stats">${figures.map(([word, text]) => html`<div><dt>${word}</dt><dd>${textEther(text)}</dd></div>`)}</dl></section>`
}

function attestationMark({ svcRecords }: NameRecordAnswer): Html {
  const { milestonesVerified, reputationScore, agree } = svcRecords
  if (milestonesVerified === null && reputationScore === null)
    return stateMark('open', 'soft', 'Nothing is attested', { pill: true })
  return agree
    ? stateMark('done', 'good', 'The attested records agree with the chain', { pill: true })
    : stateMark('warning', 'warn', 'The attested records differ from the chain', { pill: true })
}

function stored(text: string | null): Html {
  return text === null ? html`<span class="soft">none</span>` : html`<bdi class="mono">${text}</bdi>`
}
