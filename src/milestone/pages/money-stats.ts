import { type Html, html } from '../../kernel/web/html.ts'
import type { Snapshot } from '../views/snapshot.ts'
import { capitalShown, ether } from './parts.ts'

const parts = [
  ['locked', 'Locked', 'verdict or release open'],
  ['released', 'Released', 'paid to builders and fees'],
  ['refundable', 'Refundable', 'waits for its sponsors'],
  ['refunded', 'Refunded', 'paid back'],
] as const

/** The sponsors' money by state: figures, and a bar of their shares. */
export function moneyStats({ readModel }: Snapshot): Html {
  const { totals, order } = readModel
  const { totalStaked } = totals
  const shown = capitalShown(totals)
  const percent = (amount: bigint) => (totalStaked === 0n ? 0 : Number((amount * 1000n) / totalStaked) / 10)
  let x = 0
  const rects = parts.map(([name], index) => {
    // Shares are cut to tenths: the last one takes the rest.
    const width = index === parts.length - 1 && totalStaked > 0n ? 100 - x : percent(totals[name])
    const rect = html`<rect class="${name}" x="${x}" width="${width}" height="1"/>`
    x += width
    return rect
  })
  return html`<dl class="stats"><div><dt>Staked in all</dt><dd>${ether(shown.totalStaked)}<span class="unit">ETH</span></dd><dd class="context">${order.length} milestones</dd></div>${parts.map(
    ([name, word, context]) =>
      html`<div><dt><i class="color-key ${name}"></i>${word}</dt><dd>${ether(shown[name])}<span class="unit">ETH</span></dd><dd class="context">${percent(totals[name]).toFixed(0)} % · ${context}</dd></div>`,
  )}</dl>
<svg class="money-bar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">${rects}</svg>`
}
