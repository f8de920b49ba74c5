import { type Html, html } from '../../kernel/web/html.ts'
import { icon } from '../../kernel/web/icons.ts'
import type { VerificationAnswer } from '../cycle/run-views.ts'
import { milliseconds } from './parts.ts'

/** Steps of a run on one time axis; a step that met faults says how many. */
export function cycleChart({ steps, durationMs, status }: VerificationAnswer): Html {
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
