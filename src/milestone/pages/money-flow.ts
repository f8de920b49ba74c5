import { type Html, html } from '../../kernel/web/html.ts'
import type { MilestoneStatus } from '../views/milestone-status.ts'
import { ether, roundedParts, shorten } from './parts.ts'

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
  const exact = { sources: sourcesOf(milestone), targets: targetsOf(milestone, total) }
  const least = [...exact.sources, ...exact.targets]
    .map(({ amount }) => amount)
    .filter((amount) => amount > 0n)
  // As many digits as show every amount.
  const decimals =
    [2, 4, 6].find((digits) => least.every((amount) => amount >= 10n ** BigInt(18 - digits))) ?? 18
  const shown = (boxes: readonly Box[]) => {
    const parts = roundedParts(
      boxes.map(({ amount }) => amount),
      10n ** BigInt(18 - decimals),
    )
    return boxes.map((box, index) => ({ ...box, amount: parts[index] ?? box.amount }))
  }
  const sources = shown(exact.sources)
  // Beside what goes to the builder and the fee stands the whole, which goes to the sponsors otherwise.
  const targets = [...shown(exact.targets.slice(0, 2)), ...shown(exact.targets.slice(2))]
  const middle = middleOf(milestone, total)
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
    html`<rect x="${x}" y="${y}" width="${boxWidth}" height="${boxHeight}" rx="3" fill="var(--paper)" stroke="var(--line)"/>${tone !== '' && html`<rect class="${tone}" x="${x}" y="${y}" width="4" height="${boxHeight}"/>`}<text class="value" x="${x + 12}" y="${y + 18}">${ether(amount, decimals)} ETH</text><text x="${x + 12}" y="${y + 34}">${word}</text>`
  const rowsOf = (boxes: readonly Box[]) =>
    boxes.map(
      ({ amount, word }) =>
        html`<tr><th scope="row"><bdi>${word}</bdi></th><td class="number">${ether(amount, decimals)} ETH</td></tr>`,
    )
  return html`<svg class="chart wide-only" viewBox="0 0 ${width} ${height}" role="img" aria-label="${ether(total, decimals)} ETH of ${milestone.sponsors.length} sponsors, ${middle.word}">
${sources.map(({ amount, tone }, index) => link(boxWidth, center(sources.length, index), middleX, height / 2, amount, tone))}
${targets.map(({ amount, tone }, index) => link(middleX + boxWidth, height / 2, width - boxWidth, center(targets.length, index), amount, tone))}
${sources.map((source, index) => box(source, 0, top(sources.length, index)))}${box(middle, middleX, (height - boxHeight) / 2)}${targets.map((target, index) => box(target, width - boxWidth, top(targets.length, index)))}</svg>
<table class="records narrow-only"><tbody>${rowsOf(sources)}${rowsOf([middle])}${rowsOf(targets)}</tbody></table>`
}

/** The whole stake, and where it is. */
function middleOf({ amountWei, releasedWei, capitalStatus }: MilestoneStatus, total: bigint): Box {
  const held = BigInt(amountWei)
  if (held === 0n)
    return { amount: total, word: BigInt(releasedWei) > 0n ? 'paid out' : 'paid back', tone: 'refunded' }
  return { amount: total, word: held < total ? 'partly paid back' : capitalStatus, tone: capitalStatus }
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
