import { milestoneState } from '../indexer/read-model.ts'
import type { MilestoneRecord } from '../indexer/state.ts'
import type { CapitalStatus, StateWord, StatusLabel } from '../model.ts'

export function stateWord(milestone: MilestoneRecord): StateWord {
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
