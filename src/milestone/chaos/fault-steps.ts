import { type FaultType, type StepWord, stepWords } from './fault.ts'

const sending = stepWords.filter((step) => step !== 'read')

/** Steps where a fault always has an occasion; faults that are not listed act on every request. */
const steps: Readonly<Partial<Record<FaultType, readonly StepWord[]>>> = {
  rpc_response_lost: sending,
  rpc_wrong_chain: stepWords,
  stale_node: ['read', 'finalize'],
  split_heads: ['read'],
  log_gap: ['read'],
  log_range_limit: ['read'],
  reorg: ['vote', 'release'],
  tx_dropped: sending,
  tx_underpriced: sending,
  nonce_conflict: sending,
  revert: ['vote'],
  verifier_offline: ['vote'],
  evidence_missing: ['vote'],
}

/** Whether a fault confined to this step is certain to have an occasion there. */
export function actsAt(type: FaultType, step: StepWord): boolean {
  return steps[type]?.includes(step) ?? true
}

/** Whether every request is an occasion for the fault. */
export function actsOnAll(type: FaultType): boolean {
  return steps[type] === undefined
}

/** Whether a cycle has so many occasions that a probability of 30 % is certain to hit one of them. */
export function isFrequent(type: FaultType): boolean {
  return actsOnAll(type) || steps[type] === sending
}
