import { OneOf } from '../../kernel/http/schema-parts.ts'
import { type MilestoneState, milestoneState, milestoneStates } from '../indexer/read-model.ts'
import type { MilestoneRecord } from '../indexer/state.ts'

export const StateWord = OneOf(milestoneStates, {
  description: 'pending covers open, voting, challenge window and disputed',
  examples: ['verified'],
})

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

export const StatusLabel = OneOf(statusLabels, {
  description: 'The state in words for people; Failed is a milestone without a payout and without stake',
  examples: ['Released'],
})
export type StatusLabel = typeof StatusLabel.static

export const CapitalStatus = OneOf(['locked', 'released', 'refundable'], {
  description: 'State of the staked money',
  examples: ['released'],
})
export type CapitalStatus = typeof CapitalStatus.static

export function stateWord(milestone: MilestoneRecord): MilestoneState {
  return milestoneState(milestone.state)
}

const labelOfState: Readonly<Record<MilestoneRecord['state'], StatusLabel>> = {
  open: 'Open',
  voting: 'Voting',
  provisional: 'Challenge window',
  disputed: 'Disputed',
  verified: 'Verified',
  released: 'Released',
  failed: 'Refundable',
  refunded: 'Refunded',
}

/** A failed milestone without stake is `Failed`: nothing was or can be refunded. */
export function statusLabel({ state, staked }: MilestoneRecord): StatusLabel {
  return state === 'failed' && staked === 0n ? 'Failed' : labelOfState[state]
}

export function capitalStatus(milestone: MilestoneRecord): CapitalStatus {
  if (milestone.state === 'released') return 'released'
  return stateWord(milestone) === 'failed' ? 'refundable' : 'locked'
}
