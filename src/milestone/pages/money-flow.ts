import { type Html, html } from '../../kernel/web/html.ts'
import type { MilestoneStatus } from '../views/milestone-status.ts'
import { ether, shorten } from './parts.ts'

interface Box {
  amount: bigint
  word: string
  /** A money color, or none for what is not decided. */
  tone: string
}

const [width, boxWidth, boxHeight, gap] = [820, 190, 46, 14]
const sponsorsMax = 4

/** Where a milestone's stake came from, where it is, and where it goes or went. */
export function moneyFlow(milestone: MilestoneStatus): Html {
  const total = BigInt(milestone.totalStaked)
  if (total === 0n) return html`<p class="soft">Nothing was staked on it.</p>`
  const sources = sourcesOf(milestone)
  const held = BigInt(milestone.amountWei)
  const middle: Box = {
    amount: held,
    word: held === 0n ? 'paid out' : milestone.capitalStatus,
    tone: held === 0n ? 'refunded' : milestone.capitalStatus,
  }
  const targets = targetsOf(milestone, total)
  const rows = Math.max(sources.length, targets.length)
  const height = rows * (boxHeight + gap) - gap
  const top = (count: number, index: number) =>
    (height - (count * (boxHeight + gap) - gap)) / 2 + index * (boxHeight + gap)
  const center = (count: number, index: number) => top(count, index) + boxHeight / 2
  const middleX = (width - boxWidth) / 2
  const thickness = (amount: bigint) => Math.max(1.5, Number((amount * 22n * 100n) / total) / 100)
  const link = (x1: number, y1: number, x2: number, y2: number, amount: bigint, tone: string) => {
    const half = (x1 + x2) / 2
    return html`<path d="M${x1} ${y1}C${half} ${y1} ${half} ${y2} ${x2} ${y2}" fill="none" stroke="${tone === '' ? 'var(--track)' : `var(--${tone})`}" stroke-opacity=".7" stroke-width="${thickness(amount)}"/>`
  }
  const box = ({ amount, word, tone }: Box, x: number, y: number) =>
    html`<rect x="${x}" y="${y}" width="${boxWidth}" height="${boxHeight}" rx="3" fill="var(--paper)" stroke="var(--line)"/>${tone !== '' && html`<rect class="${tone}" x="${x}" y="${y}" width="4" height="${boxHeight}"/>`}<text class="value" x="${x + 12}" y="${y + 18}">${ether(amount)} ETH</text><text x="${x + 12}" y="${y + 34}">${word}</text>`
  const rowsOf = (boxes: readonly Box[]) =>
    boxes.map(
      ({ amount, word }) =>
        html`<tr><th scope="row"><bdi>${word}</bdi></th><td class="number">${ether(amount)} ETH</td></tr>`,
    )
  return html`<svg class="chart wide-only" viewBox="0 0 ${width} ${height}" role="img" aria-label="${ether(total)} ETH of ${milestone.sponsors.length} sponsors, ${middle.word}">
${sources.map(({ amount, tone }, index) => link(boxWidth, center(sources.length, index), middleX, height / 2, amount, tone))}
${targets.map(({ amount, tone }, index) => link(middleX + boxWidth, height / 2, width - boxWidth, center(targets.length, index), amount, tone))}
${sources.map((source, index) => box(source, 0, top(sources.length, index)))}${box(middle, middleX, (height - boxHeight) / 2)}${targets.map((target, index) => box(target, width - boxWidth, top(targets.length, index)))}</svg>
<table class="records narrow-only"><tbody>${rowsOf(sources)}${rowsOf([middle])}${rowsOf(targets)}</tbody></table>`
}

function sourcesOf({ sponsors }: MilestoneStatus): Box[] {
  const named = sponsors.map(({ address, ens, amountWei }) => ({
    amount: BigInt(amountWei),
    word: ens ?? shorten(address),
    tone: 'locked',
  }))
  if (named.length <= sponsorsMax) return named
  const others = named.slice(sponsorsMax - 1)
  const amount = others.reduce((sum, other) => sum + other.amount, 0n)
  return [...named.slice(0, sponsorsMax - 1), { amount, word: `${others.length} others`, tone: 'locked' }]
}

function targetsOf(milestone: MilestoneStatus, total: bigint): Box[] {
  const { state, params } = milestone
  const released = BigInt(milestone.releasedWei)
  const refunded = BigInt(milestone.refundedWei)
  if (released > 0n) {
    const fee = BigInt(milestone.feeWei)
    return [
      { amount: released - fee, word: 'paid to the splits', tone: 'released' },
      ...(fee > 0n ? [{ amount: fee, word: 'fee', tone: 'released' }] : []),
    ]
  }
  if (state === 'failed')
    return [
      ...(refunded > 0n ? [{ amount: refunded, word: 'refunded', tone: 'refunded' }] : []),
      ...(total > refunded ? [{ amount: total - refunded, word: 'to be claimed', tone: 'refundable' }] : []),
    ]
  const fee = (total * BigInt(params.feeBps)) / 10_000n
  const word = state === 'verified' ? 'on release' : 'if approved'
  return [
    { amount: total - fee, word: `${word}, builder`, tone: '' },
    { amount: fee, word: `${word}, fee`, tone: '' },
    ...(state === 'verified' ? [] : [{ amount: total, word: 'if rejected, sponsors', tone: '' }]),
  ]
}
