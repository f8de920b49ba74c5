import { describe, expect, test } from 'bun:test'
import { type LoggedDecision, nextEntry } from '../../../src/campaign/drafts/decision-log.ts'
import { type DecisionVerb, decide, type ReviewState, reviewAt } from '../../../src/campaign/drafts/review.ts'
import { isIntact } from './decision-log-kit.ts'

const assetHash = 'a'.repeat(64)
const pending: ReviewState = {
  run: 'completed',
  review: 'pending',
  assetHash,
  expiresAt: 1_000,
  isRevised: false,
}
const verbs = ['approve', 'reject', 'request_changes'] as const
const after = { approve: 'approved', reject: 'rejected', request_changes: 'changes_requested' } as const

describe('a decision', () => {
  test.each(verbs)('%s is taken on a pending draft, and after requested changes', (verb) => {
    for (const review of ['pending', 'changes_requested'] as const)
      expect(decide({ ...pending, review }, { verb, assetHash }, 0)).toEqual({ review: after[verb] })
  })

  test.each([
    ['a draft whose run goes on', { run: 'processing' }, 'not_completed'],
    ['a draft whose run failed', { run: 'failed' }, 'not_completed'],
    ['a draft without assets', { assetHash: undefined }, 'not_completed'],
    ['an approved draft', { review: 'approved' }, 'already_decided'],
    ['a rejected draft', { review: 'rejected' }, 'already_decided'],
    ['a draft with a later revision', { review: 'changes_requested', isRevised: true }, 'revised'],
    ['other assets', { assetHash: 'b'.repeat(64) }, 'stale_assets'],
    ['an expired draft', { expiresAt: 0 }, 'expired'],
    ['an expired approved draft', { expiresAt: 0, review: 'approved' }, 'expired'],
  ] as const)('on %s is refused', (_, change, refused) => {
    for (const verb of verbs)
      expect(decide({ ...pending, ...change }, { verb, assetHash }, 0)).toEqual({ refused })
  })

  test('is taken until the last millisecond before expiry, and not at expiry itself', () => {
    const approve = { verb: 'approve', assetHash } as const
    expect(decide(pending, approve, 999)).toEqual({ review: 'approved' })
    expect(decide(pending, approve, 1_000)).toEqual({ refused: 'expired' })
    expect([reviewAt(pending, 999), reviewAt(pending, 1_000)]).toEqual(['pending', 'expired'])
  })
})

describe('the log of decisions', () => {
  const logOf = (verbs: readonly DecisionVerb[]) => {
    const log: LoggedDecision[] = []
    for (const [decidedAt, decision] of verbs.entries()) {
      const choice = decision === 'approve' && { variant: 2 }
      const entry = { decision, note: `note ${decidedAt}`, assetHash, ...choice, decidedAt }
      log.push(nextEntry('d_1', log.at(-1), entry))
    }
    return log
  }
  const log = logOf(['request_changes', 'request_changes', 'approve'])

  test('is intact as it was written', () => {
    expect(isIntact('d_1', [])).toBe(true)
    expect(isIntact('d_1', log)).toBe(true)
  })

  test('shows every change of a field, every removal but of the last, and every exchange', () => {
    const changes: LoggedDecision[][] = []
    for (const [index, entry] of log.entries()) {
      for (const [name, value] of Object.entries(entry)) {
        const other = typeof value === 'number' ? value + 1 : name === 'decision' ? 'reject' : `${value}x`
        changes.push(log.with(index, { ...entry, [name]: other }))
      }
      changes.push(log.with(index, { ...entry, note: null }))
      if (index < log.length - 1) changes.push(log.toSpliced(index, 1))
      changes.push(log.toSpliced(index, 0, entry))
    }
    changes.push(log.toReversed())
    expect(changes.length).toBe(3 * 9 + 1 + 2 + 1)
    for (const changed of changes) expect(isIntact('d_1', changed)).toBe(false)
    expect(isIntact('d_2', log)).toBe(false)
  })
})
