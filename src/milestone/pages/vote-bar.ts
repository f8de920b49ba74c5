import { type Html, html } from '../../kernel/web/html.ts'
import type { MilestoneRecord } from '../indexer/state.ts'
import { ether } from './parts.ts'

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
