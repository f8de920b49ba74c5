import { type Html, html } from '../../kernel/web/html.ts'
import { type IconName, icon, stateMark } from '../../kernel/web/icons.ts'
import type { Deployment } from '../contracts/deployment.ts'
import { leafHashesOf, type StoredBundle } from '../evidence/evidence.ts'
import type { MilestoneRecord } from '../indexer/state.ts'
import { activity } from '../views/activity.ts'
import type { TitleOf } from '../views/explorer-milestones.ts'
import type { Feed } from '../views/merged-feed.ts'
import { type MilestoneStatus, milestoneStatus } from '../views/milestone-status.ts'
import type { Snapshot } from '../views/snapshot.ts'
import { endOfState, nextStep } from './milestone-list-page.ts'
import { moneyFlow } from './money-flow.ts'
import { asOfLine, milestonePage } from './page.ts'
import { accountLink, clock, dateTime, day, duration, ether, labelMark, shortHash } from './parts.ts'

const eventsMax = 200
/** Of a document on the page. */
const documentCharsMax = 4_000

/**
 * One milestone: what happens next, votes, money, evidence, and its events.
 * @param bundle its evidence, where this server holds it
 * @param time that what is left is counted to, in seconds since the epoch
 * @throws invalid_milestone_hash, milestone_not_found
 */
export async function oneMilestonePage(
  snapshot: Snapshot & Feed,
  hash: string,
  {
    deployment,
    titleOf,
    bundle,
    time,
  }: { deployment: Deployment; titleOf: TitleOf; bundle: StoredBundle | undefined; time: number },
): Promise<Response> {
  const milestone = milestoneStatus(snapshot, hash, { deployment, titleOf })
  const { asOf, milestoneHash, projectId } = milestone
  const title = milestone.title ?? projectId
  return await milestonePage({
    title,
    tab: '/explorer',
    asOf,
    main: html`<div class="stack"><p class="small"><a href="/explorer">Milestones</a> / <bdi>${projectId}</bdi></p>
<div class="head"><div><h1><bdi>${title}</bdi></h1>
<p class="row" id="state" data-live>${labelMark(milestone.statusLabel, { pill: true })}<span>by <a href="${builderPath(milestone)}"><bdi>${milestone.builderEns ?? shortHash(milestone.builder)}</bdi></a></span><span class="soft">${evidenceTime(milestone, time)}</span>${shortHash(milestoneHash)}<button class="quiet small" type="button" data-copy="${milestoneHash}">Copy</button></p></div>
${asOfLine(asOf, html` · <a href="/api/status/milestone/${milestoneHash}">JSON</a>`)}</div>
<section class="card" id="phases" data-live aria-label="Phases">${phases(milestone)}${next(snapshot, milestone, time)}</section>
<div class="split"><div class="stack"><div class="stack" id="details" data-live>${votesPart(snapshot, milestone)}
<section class="card" aria-labelledby="money"><h2 id="money">Money</h2>${moneyFlow(milestone)}</section></div>
${evidencePart(milestone, bundle)}</div>
<div class="stack"><section class="card" aria-labelledby="events-title"><h2 id="events-title">On the chain</h2><div id="events" data-live>${events(snapshot, milestoneHash)}</div></section>${rules(milestone)}</div></div></div>`,
  })
}

/** When the evidence came, or is or was due. */
function evidenceTime({ submittedAt, deadline }: MilestoneStatus, time: number): string {
  if (submittedAt !== null) return `evidence submitted ${dateTime(submittedAt)}`
  return `evidence ${time < deadline ? 'due' : 'was due'} ${dateTime(deadline)}`
}

function builderPath({ builder, builderEns }: MilestoneStatus): string {
  return builderEns === null
    ? `/explorer?builder=${builder}`
    : `/explorer/names/${encodeURIComponent(builderEns)}`
}

/** What happens next, in a sentence. */
function next({ readModel }: Snapshot, milestone: MilestoneStatus, time: number): Html {
  const { statusLabel, asOf, verdict, milestoneHash } = milestone
  const end = endOfState(milestone)
  const isFinal = ['Released', 'Refunded', 'Failed'].includes(statusLabel)
  if (isFinal)
    return html`<p class="notice ${statusLabel === 'Released' && 'good'}"><b>Done.</b> ${verdict?.reason ?? 'The builder withdrew it.'}</p>`
  const isRejected =
    statusLabel === 'Challenge window' &&
    readModel.milestones.get(`0x${milestoneHash.slice(2)}`)?.verdict === false
  const isWarning = isRejected || statusLabel === 'Disputed' || statusLabel === 'Refundable'
  return html`<p class="notice ${isWarning ? 'warn' : 'info'}"><b>${isRejected && 'Rejected so far. '}${nextStep(milestone, time)}.</b> ${explanations[statusLabel]}</p>${end !== null && html`<p class="small soft">The contract compares ${dateTime(end)} with the time of the block that takes a transaction. A block made now has ${dateTime(time)}; block ${asOf.blockNumber} is the newest so far.</p>`}`
}

const explanations: Readonly<Record<string, string>> = {
  Open: 'The builder submits evidence before the deadline; without it, sponsors get their stake back.',
  Voting: 'Bonded verifiers judge the evidence; the tally needs the quorum and the share of approval below.',
  'Challenge window': 'The verdict is provisional: anybody who puts up a bond can send it to the arbiter.',
  Disputed: 'A bond was put up against the provisional verdict. Until the ruling, the stake stays locked.',
  Verified: 'The approving verdict is final: anybody can release the stake to the builder’s splits.',
  Refundable: 'The milestone failed: each sponsor can claim its stake.',
}

function votesPart({ readModel }: Snapshot, milestone: MilestoneStatus): Html {
  const record = readModel.milestones.get(`0x${milestone.milestoneHash.slice(2)}`)
  const { votes, weights, params } = milestone
  const cast = BigInt(weights.approving) + BigInt(weights.rejecting)
  const share = (weight: bigint, of: bigint) =>
    of === 0n ? '–' : `${(Number((weight * 1000n) / of) / 10).toFixed(1)} %`
  return html`<section class="card" aria-labelledby="votes"><h2 id="votes">Votes against the quorum, in ETH of bonded stake</h2>${
    record === undefined || votes.length === 0
      ? html`<p class="soft">No vote was cast${milestone.submittedAt === null ? ': voting begins with the evidence' : ''}.</p>`
      : html`<div class="wide-only">${voteBar(record, 820)}</div><div class="narrow-only">${voteBar(record, 340)}</div><p class="small soft">Approval ${share(BigInt(weights.approving), cast)} of the weight cast; ${params.approvalBps / 100} % is needed. The weight of a vote is the verifier’s bonded stake that no other open vote locks.</p>`
  }</section>${
    votes.length > 0 &&
    html`<section class="card flush"><table class="records listed"><thead><tr><th scope="col">Verifier</th><th scope="col">Vote</th><th scope="col" class="number">Weight, ETH</th><th scope="col" class="number">Share</th><th scope="col" class="number">Time</th><th scope="col" class="number">Block</th></tr></thead><tbody>${votes.map(
      (vote) =>
        html`<tr><th scope="row">${accountLink(vote.verifier, vote.ens)}</th><td>${vote.support ? stateMark('done', 'good', 'Approve') : stateMark('cross', 'bad', 'Reject')}</td><td class="number" data-label="Weight" data-unit="ETH">${ether(BigInt(vote.weight), 4)}</td><td class="number" data-label="Share">${share(BigInt(vote.weight), BigInt(weights.total))}</td><td class="number wide-only">${vote.timestamp === null ? '–' : dateTime(vote.timestamp)}</td><td class="number wide-only">${vote.blockNumber}</td></tr>`,
    )}</tbody></table></section>`
  }`
}

function events(snapshot: Snapshot & Feed, milestone: string): Html {
  const listed = activity({ ...snapshot, lastEventId: '' }, { milestone, limit: eventsMax }).events
  return html`<ol class="timeline" role="list">${listed.map(
    (event) =>
      html`<li class="${toneOf(event.title)}"><b>${event.title}</b> <time datetime="${new Date(event.timestamp * 1000).toISOString()}">${day(event.timestamp)}, ${clock(event.timestamp)}</time><p class="soft"><bdi>${event.description}</bdi></p><p class="hash">block ${event.blockNumber} · ${event.txHash && shortHash(event.txHash)}</p></li>`,
  )}</ol>`
}

function toneOf(title: string): string {
  if (/rejection|failed|slashed|missed|cancelled/i.test(title)) return 'bad'
  if (/dispute/i.test(title)) return 'warn'
  return /approval|verified|released|tallied/i.test(title) ? 'good' : 'info'
}

function rules({ params, onChain }: MilestoneStatus): Html {
  const percent = (bps: number) => `${bps / 100} %`
  const rows = [
    ['Quorum', `${percent(params.quorumBps)} of all stake, ${params.minVoters} or more voters`],
    ['Approval', `${percent(params.approvalBps)} of the weight cast`],
    ['Voting', duration(params.votingSeconds)],
    ['Challenge', duration(params.challengeSeconds)],
    ['Arbitration', duration(params.arbitrationSeconds)],
    ['Fee, slash', `${percent(params.feeBps)}, ${percent(params.slashBps)}`],
  ] as const
  return html`<section class="card" aria-labelledby="rules"><h2 id="rules">Rules of this milestone</h2><dl class="properties">${rows.map(([word, text]) => html`<div><dt>${word}</dt><dd>${text}</dd></div>`)}<div><dt>Contract</dt><dd>${shortHash(onChain.contract)}</dd></div></dl></section>`
}

function evidencePart(
  { finalEvidenceRoot, submittedAt }: MilestoneStatus,
  bundle: StoredBundle | undefined,
): Html {
  if (submittedAt === null) return html``
  const head = html`<h2 id="evidence">Evidence</h2>`
  if (bundle === undefined)
    return html`<section class="card" aria-labelledby="evidence">${head}<p class="soft">The root ${shortHash(finalEvidenceRoot)} was committed; this server does not hold its documents.</p></section>`
  const hashes = leafHashesOf(bundle)
  return html`<section class="card flush" aria-labelledby="evidence" data-root="${bundle.root}"><div class="row apart">${head}<span id="proof-result"><noscript>Proofs are checked by script.</noscript></span></div>
<p class="small soft">Root ${shortHash(bundle.root)} is the one that the verifiers voted on. Each document is hashed in this browser, and its proof must lead to that root. <a href="/api/indexer/${bundle.root}">All documents as JSON</a></p>
<table class="records listed"><thead><tr><th scope="col">Document</th><th scope="col" class="number">Bytes</th><th scope="col">Leaf</th><th scope="col">Proof</th></tr></thead><tbody>${bundle.leaves.map(
    (leaf, index) =>
      html`<tr data-leaf="${index}"><th scope="row"><details><summary><bdi>${leaf.name}</bdi></summary><pre class="code document"><bdi>${leaf.content.slice(0, documentCharsMax)}</bdi></pre>${leaf.content.length > documentCharsMax && html`<p class="small soft">Its first ${documentCharsMax.toLocaleString('en')} characters.</p>`}</details></th><td class="number" data-unit="bytes">${leaf.bytes.toLocaleString('en')}</td><td data-label="Leaf">${shortHash(hashes[index] ?? '')}</td><td class="proof-state">${stateMark('open', 'soft', 'not checked')}</td></tr>`,
  )}</tbody></table><template id="proof-holds">${stateMark('done', 'good', 'leads to the root')}</template><template id="proof-fails">${stateMark('cross', 'bad', 'does not lead to the root')}</template><template id="proof-error">${icon('warning')} could not be checked</template></section>`
}

interface Phase {
  word: string
  about: string
  state: 'done' | 'now' | 'next'
}

const icons: Readonly<Record<Phase['state'], IconName>> = { done: 'done', now: 'warning', next: 'open' }

/** Where a milestone is between its creation and the payment. */
function phases(milestone: MilestoneStatus): Html {
  return html`<ol class="phases" role="list">${phasesOf(milestone).map(
    ({ word, about, state }) =>
      html`<li class="${state}"${state === 'now' && html` aria-current="step"`}>${icon(icons[state])}<b>${word}</b><span>${about}</span></li>`,
  )}</ol>`
}

function phasesOf(milestone: MilestoneStatus): Phase[] {
  const { submittedAt, talliedAt, settledAt, closedAt, dispute, votes, verdict, totalStaked, sponsors } =
    milestone
  const at = (seconds: number | null, otherwise: string) => (seconds === null ? otherwise : day(seconds))
  const steps = [
    { word: 'Created', about: day(milestone.createdAt), isDone: true },
    {
      word: 'Funded',
      about: `${ether(BigInt(totalStaked))} ETH, ${sponsors.length} ${sponsors.length === 1 ? 'sponsor' : 'sponsors'}`,
      isDone: sponsors.length > 0,
    },
    {
      word: 'Evidence',
      about: at(submittedAt, `due ${day(milestone.deadline)}`),
      isDone: submittedAt !== null,
    },
    { word: 'Votes', about: `${votes.length} cast`, isDone: talliedAt !== null },
    { word: 'Tally', about: at(talliedAt, 'after the vote'), isDone: talliedAt !== null },
    ...(dispute === null
      ? []
      : [{ word: 'Dispute', about: at(dispute.timestamp, ''), isDone: settledAt !== null }]),
    {
      word: 'Verdict',
      about:
        settledAt === null
          ? 'open'
          : `${verdict?.by === 'timeout' ? 'timeout' : milestone.verified ? 'verified' : 'failed'}, ${day(settledAt)}`,
      isDone: settledAt !== null,
    },
    {
      word: milestone.state === 'failed' ? 'Refund' : 'Payment',
      about: at(closedAt, 'open'),
      isDone: closedAt !== null,
    },
  ]
  // A milestone without evidence ends without a vote: what was skipped is not what comes next.
  const last = steps.findLastIndex(({ isDone }) => isDone)
  const now = settledAt === null ? steps.findIndex(({ isDone }, index) => !isDone && index > 1) : last + 1
  return steps.map(({ word, about, isDone }, index) => ({
    word,
    about,
    state: isDone ? 'done' : index === now ? 'now' : 'next',
  }))
}

/**
 * Weights of a vote as one bar against the quorum, with the same numbers in words.
 * @param width of its drawing, in pixels of the place where it stands
 */
export function voteBar(milestone: MilestoneRecord, width = 400): Html {
  const share = (part: bigint, whole: bigint) => Number((part * BigInt(width) * 100n) / whole) / 100
  const { approvingWeight, rejectingWeight, totalWeight, excessWeight, params } = milestone
  const cast = approvingWeight + rejectingWeight
  const [total] = [totalWeight, cast].sort((a, b) => (a < b ? 1 : -1))
  if (total === undefined || total === 0n) return html`<p class="soft small">No stake has voted.</p>`
  const quorum = ((totalWeight - excessWeight) * BigInt(params.quorumBps)) / 10_000n
  const [approve, reject, mark] = [approvingWeight, rejectingWeight, quorum].map((part) => share(part, total))
  const summary = `Approve ${ether(approvingWeight)} ETH, reject ${ether(rejectingWeight)} ETH of ${ether(total)} ETH that could vote; quorum ${ether(quorum)} ETH, ${cast >= quorum ? 'reached' : 'not reached'}`
  return html`<svg class="chart vote-bar" viewBox="0 0 ${width} 48" role="img" aria-label="${summary}">
<defs><pattern id="rejects-${width}-${milestone.hash.slice(2, 10)}" width="6" height="6" patternTransform="rotate(45)" patternUnits="userSpaceOnUse"><rect width="6" height="6" fill="var(--bad)"/><rect width="2" height="6" fill="var(--bad-soft)"/></pattern></defs>
<rect y="16" width="${width}" height="14" rx="2" fill="var(--track)"/>
<rect y="16" width="${approve}" height="14" fill="var(--accent)"/>
<rect x="${approve}" y="16" width="${reject}" height="14" fill="url(#rejects-${width}-${milestone.hash.slice(2, 10)})"/>
<line x1="${mark}" x2="${mark}" y1="11" y2="35" stroke="var(--ink)" stroke-width="2"/>
<text class="value" y="10">Approve ${ether(approvingWeight)}</text>
<text class="value" x="${width}" y="10" text-anchor="end">Reject ${ether(rejectingWeight)}</text>
<text x="${mark}" y="46" text-anchor="${(mark ?? 0) > width * 0.7 ? 'end' : 'start'}">quorum ${ether(quorum)} ETH</text>
</svg>`
}
