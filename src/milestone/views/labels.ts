import { Type as t } from '@sinclair/typebox'
import { type MilestoneState, milestoneState, milestoneStates } from '../indexer/read-model.ts'
import type { MilestoneRecord } from '../indexer/state.ts'

export const StateWord = t.Union(
  milestoneStates.map((state) => t.Literal(state)),
  {
    description: 'pending covers open, voting, challenge window and disputed',
    examples: ['verified'],
  },
)

export const statusLabels = [
  'Open',
  'Voting',
  'Challenge window',
  'Disputed',
  'Verified',
  'Released',
  'Refundable',
  'Refunded',
  'Failed',
] as const

export const StatusLabel = t.Union(
  statusLabels.map((label) => t.Literal(label)),
  {
    description: 'The state in words for people; Failed is a milestone without a payout and without stake',
    examples: ['Released'],
  },
)
export type StatusLabel = typeof StatusLabel.static

export const CapitalStatus = t.Union([t.Literal('locked'), t.Literal('released'), t.Literal('refundable')], {
  description: 'State of the staked money',
  examples: ['released'],
})
export type CapitalStatus = typeof CapitalStatus.static

export function stateWord(milestone: MilestoneRecord): MilestoneState {
  return milestoneState(milestone.state)
}

/** A failed milestone without stake is `Failed`: nothing was or can be refunded. */
export function statusLabel(milestone: MilestoneRecord): StatusLabel {
  switch (milestone.state) {
    case 'open':
      return 'Open'
    case 'voting':
      return 'Voting'
    case 'provisional':
      return 'Challenge window'
    case 'disputed':
      return 'Disputed'
    case 'verified':
      return 'Verified'
    case 'released':
      return 'Released'
    case 'failed':
      return milestone.staked === 0n ? 'Failed' : 'Refundable'
    case 'refunded':
      return 'Refunded'
  }
}

export function capitalStatus(milestone: MilestoneRecord): CapitalStatus {
  if (milestone.state === 'released') return 'released'
  return stateWord(milestone) === 'failed' ? 'refundable' : 'locked'
}
