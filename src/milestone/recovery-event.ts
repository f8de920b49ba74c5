export const recoveryOutcomes = ['success', 'degraded', 'failed', 'pending'] as const

/** Something that went wrong around the chain and what was done about it, with the names of GET /api/recovery. */
export interface RecoveryEvent {
  event: string
  context: string
  action: string
  target: string
  outcome: (typeof recoveryOutcomes)[number]
  /** From notice to outcome, in milliseconds; undefined while pending. */
  latencyMs?: number | undefined
  /** The verification run that it belongs to. */
  runId?: string | undefined
}

/** `timestamp` in seconds since the epoch. */
export interface LoggedRecovery extends RecoveryEvent {
  timestamp: number
}
