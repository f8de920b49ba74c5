import { type Html, html } from '../../kernel/web/html.ts'
import { icon, stateMark } from '../../kernel/web/icons.ts'
import type { ActiveFault } from '../chaos/schemas.ts'
import type { VerificationReport, VerificationRuns } from '../cycle/run-views.ts'
import type { Operations } from '../views/operations.ts'
import type { Recovery } from '../views/recovery.ts'
import { asOfLine, milestonePage } from './page.ts'
import { clock, dateTime, milliseconds, shorten } from './parts.ts'

export interface OperationsView {
  operations: Operations
  recovery: Recovery
  runs: VerificationRuns['runs']
  /** The newest run in full; undefined before the first. */
  newest: VerificationReport | undefined
  faults: { types: readonly string[]; endpoints: number }
  operator: { allowed: boolean; detail: string | null }
  /** In seconds since the epoch. */
  now: number
}

const incidentsShown = 12

/** Health, the newest cycle, incidents and faults; operators inject faults and run cycles here. */
export async function operationsPage(view: OperationsView): Promise<Response> {
  const { operations, recovery, runs, newest, faults, operator, now } = view
  const { asOf } = operations
  return await milestonePage({
    title: 'Operations',
    asOf,
    main: html`<div class="head"><h1>Operations</h1>${asOfLine(asOf, html` · ${operator.allowed ? 'you are the operator here' : 'read only'}`)}</div>
<div id="health" data-live>${health(operations, recovery)}</div>
<div class="split"><div class="stack">
<section class="card" id="cycle" data-live aria-label="Newest cycle">${newestCycle(newest, runs[0])}</section>
<section class="card flush" id="incidents" data-live aria-label="Incidents">${incidents(recovery)}</section></div>
<div class="stack">
<section class="card" id="faults" data-live aria-label="Active faults">${activeFaults(recovery.chaos.active, operator.allowed, now)}</section>
<section class="card" id="fault-part" data-live aria-labelledby="inject">${faultForm(faults, operator)}</section>
<section class="card" id="recovery" data-live><h2>Time to recover, by event</h2>${recoveryTimes(recovery)}</section>
<section class="card flush" id="cycles" data-live aria-label="Cycles">${cycles(runs)}</section></div></div>`,
  })
}

function health({ health: { rpc, indexer, database }, asOf }: Operations, { summary }: Recovery): Html {
  const { mttrMs, totalEvents } = summary
  return html`<dl class="stats"><div><dt>Reads</dt><dd class="word">${asOf.stale ? stateMark('warning', 'warn', 'Stale') : stateMark('done', 'good', 'Fresh')}</dd><dd class="context">${indexer.state}, ${indexer.lagBlocks ?? '–'} blocks behind</dd></div>${rpc.map(
    (endpoint) =>
      html`<div><dt>Endpoint <bdi>${portOf(endpoint.endpoint)}</bdi></dt><dd class="word">${endpointMark(endpoint)}</dd><dd class="context">${endpoint.latencyMs === null ? 'not called yet' : `${endpoint.latencyMs.toFixed(1)} ms`}${endpoint.head === null ? '' : `, block ${endpoint.head}${endpoint.head < asOf.blockNumber ? ' when last asked' : ''}`}${!answersWell(endpoint) && endpoint.lastError !== null && html`<br>last failure: <bdi>${endpoint.lastError.message}</bdi>, ${clock(endpoint.lastError.at)}`}</dd></div>`,
  )}<div><dt>Database</dt><dd class="word">${database.ok ? stateMark('done', 'good', 'Answers') : stateMark('cross', 'bad', 'No answer')}</dd><dd class="context">${database.kind}</dd></div>
<div><dt>Time to recover</dt><dd>${mttrMs.p50 === null ? '–' : milliseconds(mttrMs.p50)}</dd><dd class="context">${mttrMs.p95 === null ? 'no recovery yet' : `95 % within ${milliseconds(mttrMs.p95)}, ${totalEvents} events`}</dd></div></dl>`
}

type EndpointHealth = Operations['health']['rpc'][number]

const answersWell = ({ ok, state }: EndpointHealth) => ok && (state === 'ready' || state === 'unverified')

function endpointMark(endpoint: EndpointHealth): Html {
  const { ok, excludedUntil } = endpoint
  if (excludedUntil !== null) return stateMark('warning', 'warn', `Excluded until ${clock(excludedUntil)}`)
  if (!ok) return stateMark('cross', 'bad', 'No answer')
  return answersWell(endpoint)
    ? stateMark('done', 'good', 'Answers')
    : stateMark('warning', 'warn', 'Answers slowly')
}

function portOf(endpoint: string): string {
  return URL.canParse(endpoint) ? `:${new URL(endpoint).port}` : endpoint
}

function newestCycle(
  run: VerificationReport | undefined,
  short: VerificationRuns['runs'][number] | undefined,
): Html {
  if (run === undefined || short === undefined)
    return html`<h2>Newest cycle</h2><p class="empty">No cycle has run yet. A cycle creates a milestone, funds it, submits evidence, votes, and releases the stake, through the faults that are active.</p>`
  const hits = Object.entries(run.faultsHit).map(([type, count]) => `${type} ${count}`)
  return html`<div class="row apart"><h2>Cycle ${short.number} <span class="hash">${run.runId}</span></h2>${runMark(run)}</div>
${cycleChart(run)}
<p class="small soft">${run.txHashes.length} transactions · ${run.requests} requests in ${run.attempts} attempts · faults hit: ${hits.length === 0 ? 'none' : hits.join(', ')}${run.milestoneHash !== null && html` · <a href="/explorer/milestones/${run.milestoneHash}">its milestone</a>`}</p>
${run.reason !== null && html`<p class="notice ${run.status !== 'running' && 'warn'}">${run.reason}</p>`}
${run.invariants.length > 0 && html`<details><summary>${short.invariantsHeld} of ${short.invariantsChecked} invariants hold</summary><ul class="stack small">${run.invariants.map(({ name, held, detail }) => html`<li>${held ? stateMark('done', 'good', name) : stateMark('cross', 'bad', name)} <span class="soft"><bdi>${detail}</bdi></span></li>`)}</ul></details>`}`
}

/** Steps of a run on one time axis; a step that met faults says how many. */
function cycleChart({ steps, durationMs, status }: VerificationReport): Html {
  if (steps.length === 0) return html`<p class="soft">The steps are known once the run has ended.</p>`
  const whole = Math.max(durationMs, 1)
  const percent = (ms: number) => Math.round((1000 * ms) / whole) / 10
  return html`<ol class="cycle" role="list">${steps.map(
    ({ name, startedMs, endedMs, attempts, faultsHit }) => {
      const end = endedMs ?? durationMs
      const hits = Object.entries(faultsHit).map(([type, count]) => `${type} ${count}`)
      const state = endedMs !== null ? 'done' : status === 'running' ? 'now' : 'failed'
      return html`<li class="${state}">${icon(state === 'done' ? 'done' : state === 'now' ? 'running' : 'cross')}<span>${name}</span><svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect class="${hits.length > 0 && 'hit'}" x="${percent(startedMs)}" width="${Math.max(0.5, percent(end - startedMs))}" height="10" rx="1"/></svg><span class="soft">${milliseconds(end - startedMs)}${attempts > 0 && `, ${attempts} attempts`}${hits.length > 0 && html`, <b>${hits.join(', ')}</b>`}</span></li>`
    },
  )}</ol>`
}

function runMark({ status, durationMs }: Pick<VerificationReport, 'status' | 'durationMs'>): Html {
  const took = milliseconds(durationMs)
  if (status === 'running') return stateMark('running', 'info', `Running, ${took}`, { pill: true })
  return status === 'verified'
    ? stateMark('done', 'good', `Verified in ${took}`, { pill: true })
    : stateMark('cross', 'bad', `Not verified, ${took}`, { pill: true })
}

function incidents({ events, summary }: Recovery): Html {
  const shown = events.slice(0, incidentsShown)
  const head = html`<div class="row apart"><h2>Incidents</h2><span class="small soft">${summary.totalEvents} events, ${summary.recoveries} recovered, ${summary.failures} failed, ${summary.totalEvents - summary.recoveries - summary.failures} noted or pending</span></div>`
  if (shown.length === 0) return html`${head}<p class="soft">Nothing has gone wrong since the start.</p>`
  return html`${head}<table class="records listed"><thead><tr><th scope="col">What went wrong, and what was done</th><th scope="col" class="number">Time</th><th scope="col" class="number">Took</th><th scope="col">Outcome</th></tr></thead><tbody>${shown.map(
    (event) =>
      html`<tr data-row><th scope="row"><bdi>${event.title}</bdi><span class="sub clip"><bdi>${event.target}</bdi></span></th><td class="soft number">${clock(event.timestamp)}</td><td class="number"${event.latencyMs !== null && html` data-label="Took"`}>${event.latencyMs === null ? '–' : milliseconds(event.latencyMs)}</td><td>${outcomeMark(event.outcome)}</td></tr>`,
  )}</tbody></table><div class="pager"><span>Newest ${shown.length}</span><a href="/api/recovery">All incidents as JSON</a></div>`
}

function outcomeMark(outcome: Recovery['events'][number]['outcome']): Html {
  if (outcome === 'success') return stateMark('done', 'good', 'recovered')
  if (outcome === 'failed') return stateMark('cross', 'bad', 'failed')
  return outcome === 'pending'
    ? stateMark('running', 'info', 'pending')
    : stateMark('warning', 'warn', outcome)
}

function activeFaults(active: readonly ActiveFault[], mayClear: boolean, now: number): Html {
  return html`<div class="row apart"><h2>Active faults</h2>${mayClear && active.length > 0 && html`<button class="secondary small" type="button" data-clear>Clear all</button>`}</div>${
    active.length === 0
      ? html`<p class="soft">None: requests reach the chain undisturbed.</p>`
      : active.map(
          (fault) =>
            html`<div class="fault"><span><b class="mono">${fault.type}</b> ${fault.endpoint === null ? 'all endpoints' : `endpoint ${fault.endpoint}`}, ${Math.round(fault.probability * 100)} %</span><b data-until="${fault.expiresAt}">${Math.max(0, fault.expiresAt - now)} s left</b><span class="soft">${fault.hits} hits, seed ${fault.seed}</span></div>`,
        )
  }`
}

function faultForm(
  { types, endpoints }: OperationsView['faults'],
  operator: OperationsView['operator'],
): Html {
  const head = html`<h2 id="inject">Inject a fault, then run a cycle</h2>`
  if (types.length === 0)
    return html`${head}<p class="soft">This server follows a chain whose keys it does not hold. <code>cairn demo</code> has one of its own.</p>`
  if (!operator.allowed)
    return html`${head}<p class="soft">${operator.detail ?? ''}</p><form class="stack" id="token-form"><label for="token">Operator token</label><input class="mono" id="token" name="token" type="password" autocomplete="off" required minlength="16" maxlength="200"><div><button class="secondary" type="submit">Use it in this tab</button></div></form>`
  const number = (name: string, word: string, value: string, limits: Html) =>
    html`<div class="field"><label for="${name}">${word}</label><input id="${name}" name="${name}" type="number" value="${value}"${limits}></div>`
  return html`${head}<form class="stack" id="fault-form"><div class="form-row"><div class="field"><label for="type">Fault</label><select id="type" name="type">${types.map((type) => html`<option${type === 'rpc_429' && html` selected`}>${type}</option>`)}</select></div>
<div class="field"><label for="endpoint">Endpoint</label><select id="endpoint" name="endpoint"><option value="">default</option><option value="all">all</option>${Array.from({ length: endpoints }, (_, index) => html`<option>${index}</option>`)}</select></div></div>
<div class="form-row">${number('ttlSeconds', 'Seconds', '15', html` min="1" max="60"`)}${number('probability', 'Probability', '0.5', html` min="0" max="1" step="0.05"`)}${number('seed', 'Seed', '7', html` min="0" max="4294967295"`)}</div>
<div class="row"><button type="submit" name="run" value="with">${icon('fault')} Inject and run</button><button class="secondary" type="submit" name="run" value="without">Run without</button></div><output class="small"></output><noscript><p class="hint">Actions need JavaScript; the same by the API: <a href="/docs/milestone#faults-and-verification-cycles">faults and cycles</a>.</p></noscript></form>`
}

function recoveryTimes({ byEvent }: Recovery): Html {
  if (byEvent.length === 0) return html`<p class="soft">No recovery was needed yet.</p>`
  const longest = Math.max(...byEvent.flatMap(({ newestMs }) => newestMs), 1)
  const x = (ms: number) => Math.round(4 + (ms / longest) * 172)
  return html`<table class="records">${byEvent
    .slice(0, 8)
    .map(
      ({ event, count, p50, newestMs }) =>
        html`<tr><th scope="row">${event.replaceAll('_', ' ')}</th><td><svg class="chart chart-dots" viewBox="0 0 180 18" role="img" aria-label="median ${milliseconds(p50)} of ${count}">${newestMs.map((ms) => html`<circle cx="${x(ms)}" cy="9" r="4"/>`)}<line class="axis" x1="${x(p50)}" x2="${x(p50)}" y1="1" y2="17"/></svg></td><td class="number">${milliseconds(p50)}<span class="sub">of ${count}</span></td></tr>`,
    )}</table>`
}

function cycles(runs: OperationsView['runs']): Html {
  return html`<h2>All cycles</h2>${
    runs.length === 0
      ? html`<p class="soft">None yet.</p>`
      : html`<table class="records"><thead><tr><th scope="col">Cycle</th><th scope="col">Faults hit</th><th scope="col" class="number">Took</th><th scope="col">Result</th></tr></thead><tbody>${runs.map(
          (run) =>
            html`<tr data-row><th scope="row"><a href="/api/chaos/runs/${run.runId}" title="${shorten(run.runId)}, ${dateTime(run.startedAt)}">${run.number}</a></th><td class="small">${
              Object.entries(run.faultsHit)
                .map(([type, hits]) => `${type} ${hits}`)
                .join(', ') || '–'
            }</td><td class="number">${milliseconds(run.durationMs)}</td><td>${
              run.status === 'running'
                ? stateMark('running', 'info', 'running')
                : run.status === 'verified'
                  ? stateMark('done', 'good', `${run.invariantsHeld} of ${run.invariantsChecked}`)
                  : stateMark('cross', 'bad', 'not verified')
            }</td></tr>`,
        )}</tbody></table>`
  }`
}
