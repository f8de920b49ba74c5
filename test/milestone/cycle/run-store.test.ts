import { describe, expect, test } from 'bun:test'
import { createRunStore } from '../../../src/milestone/cycle/run-store.ts'
import type { VerificationReport } from '../../../src/milestone/cycle/run-views.ts'
import { openBothDatabases } from '../../support/open-both-databases.ts'

const startedAt = 1_790_000_000_000

describe.each(await openBothDatabases())('on %s', (_, database) => {
  test('every process reads how a run stands: what is known while it runs, and its whole report once it has ended', async () => {
    const store = createRunStore(database, 'chain', () => startedAt)
    const { runId } = await store.open()
    const elsewhere = createRunStore(database, 'chain', () => startedAt + 2_500)
    expect(await elsewhere.report(runId)).toMatchObject({
      runId,
      status: 'running',
      verified: false,
      finished: false,
      durationMs: 2_500,
    })
    const report: VerificationReport = {
      runId,
      verified: true,
      status: 'verified',
      finished: true,
      reason: null,
      milestoneHash: '0x01',
      txHashes: ['0x02', '0x03'],
      requests: 230,
      attempts: 241,
      faultsHit: { rpc_429: 2 },
      exercised: true,
      recoveries: 1,
      durationMs: 1_900,
      invariants: [{ name: 'money', held: true, detail: 'equal' }],
      steps: [
        { name: 'vote', part: 'vote', startedMs: 10, endedMs: 30, attempts: 7, faultsHit: { rpc_429: 2 } },
      ],
    }
    await store.save({
      ...report,
      verified: false,
      status: 'running',
      finished: false,
      reason: 'still at: vote',
    })
    expect(await elsewhere.report(runId)).toMatchObject({ reason: 'still at: vote', durationMs: 2_500 })
    const { requests, attempts, faultsHit } = report
    expect(await elsewhere.unfinished()).toMatchObject([
      { runId, earlier: { requests, attempts, faultsHit } },
    ])
    await store.close(report)
    // A step that is stored late does not open the run again.
    await store.save({ ...report, status: 'running' })
    expect(await elsewhere.report(runId)).toEqual(report)
    expect((await elsewhere.newest(1)).map(({ report }) => report)).toEqual([report])
    expect(await elsewhere.unfinished()).toEqual([])
    expect(await createRunStore(database, 'another chain', () => startedAt).report(runId)).toBeUndefined()
    expect(await elsewhere.report('run_0')).toBeUndefined()
  })
})
