import { type LoggedDecision, nextEntry } from '../../../src/campaign/drafts/decision-log.ts'

/** Whether no entry was changed, inserted, or removed from the middle: each hash covers the previous one. */
export function isIntact(draftId: string, log: readonly LoggedDecision[]): boolean {
  return log.every((entry, index) => {
    const { hash, previousHash } = nextEntry(draftId, log[index - 1], entry)
    return entry.number === index + 1 && entry.previousHash === previousHash && entry.hash === hash
  })
}
