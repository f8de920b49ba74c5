import type { VerificationReport } from '../cycle/verification.ts'
import type { VerificationAnswer } from '../model.ts'

/** A run as its caller sees it, finished or not. */
export function verificationAnswer(report: VerificationReport): VerificationAnswer {
  const { milestoneHash, reason, faultsHit, ...rest } = report
  return {
    ok: true,
    ...rest,
    reason: reason ?? null,
    milestoneHash: milestoneHash ?? null,
    faultsHit: Object.fromEntries(Object.entries(faultsHit).map(([type, hits]) => [type, hits ?? 0])),
  }
}
