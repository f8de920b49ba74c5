import { Type as t } from '@sinclair/typebox'
import type { Address } from 'viem'
import { ChecksumAddress, Count, Ether, Name, Ok } from '../wire/shapes.ts'
import { etherText } from './amounts.ts'
import { capitalStatus } from './labels.ts'
import { primaryName } from './names.ts'
import { perRevision } from './per-revision.ts'
import { AsOf, type Snapshot } from './snapshot.ts'

export const Sponsors = t.Object({
  ok: Ok,
  total: Count('Accounts that ever staked'),
  sponsors: t.Array(
    t.Object({
      address: ChecksumAddress('The sponsor'),
      ens: Name('Its primary name'),
      milestones: Count('Milestones that it staked on'),
      stakedEth: Ether('Everything it ever staked'),
      lockedEth: Ether('Held for milestones without a failing verdict'),
      releasedEth: Ether('Its stake on released milestones'),
      refundableEth: Ether('Held for failed milestones, to be refunded'),
      refundedEth: Ether('Already refunded'),
    }),
    { description: 'The largest first, 200 at most; staked = locked + released + refundable + refunded' },
  ),
  asOf: AsOf,
})
export type Sponsors = typeof Sponsors.static

const sponsorsMax = 200

/** The sponsors' money by account. */
export function sponsors({ readModel, asOf }: Snapshot): Sponsors {
  const largest = largestFirst(readModel)
  return {
    ok: true,
    total: largest.length,
    sponsors: largest.slice(0, sponsorsMax).map(([address, sums]) => ({
      address,
      ens: primaryName(readModel, address),
      milestones: sums.milestones,
      stakedEth: etherText(sums.staked),
      lockedEth: etherText(sums.locked),
      releasedEth: etherText(sums.released),
      refundableEth: etherText(sums.refundable),
      refundedEth: etherText(sums.refunded),
    })),
    asOf,
  }
}

const largestFirst = perRevision(({ order }) => {
  const byAddress = new Map<Address, ReturnType<typeof emptySums>>()
  for (const milestone of order) {
    const status = capitalStatus(milestone)
    for (const [address, staked] of milestone.sponsors) {
      const sums = byAddress.get(address) ?? emptySums()
      const left = milestone.backers.get(address) ?? 0n
      sums.milestones += 1
      sums.staked += staked
      sums.refunded += staked - left
      sums[status] += left
      byAddress.set(address, sums)
    }
  }
  return [...byAddress].sort(([, a], [, b]) => (a.staked === b.staked ? 0 : a.staked < b.staked ? 1 : -1))
})

function emptySums() {
  return { milestones: 0, staked: 0n, locked: 0n, released: 0n, refundable: 0n, refunded: 0n }
}
