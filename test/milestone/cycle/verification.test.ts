import { afterEach, beforeEach, expect, jest, test } from 'bun:test'
import { statementWaitMs, withStatementWait } from '../../../src/kernel/database/statement-wait.ts'
import { within } from '../../../src/kernel/runtime/async.ts'
import { kernelError } from '../../../src/kernel/runtime/errors.ts'
import { silentLog } from '../../../src/kernel/runtime/log.ts'
import type { CycleProgress } from '../../../src/milestone/cycle/context.ts'
import type { CycleOutcome } from '../../../src/milestone/cycle/cycle.ts'
import type { VerificationReport } from '../../../src/milestone/cycle/run-views.ts'
import { createVerification, type VerificationDeps } from '../../../src/milestone/cycle/verification.ts'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

/** Lets the timers of a quarter of a second fire, and what follows from each: the answer is looked for twice. */
async function twoLooks(): Promise<void> {
  for (let ms = 0; ms < 250; ms += 25) {
    jest.advanceTimersByTime(25)
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
  }
}

/** Verification of a cycle that ends when the test says so, on a clock that the test moves. */
async function createStage(deps: Partial<VerificationDeps> = {}) {
  const end = Promise.withResolvers<CycleOutcome>()
  const clock = { now: 0, silentSince: 0 }
  const begun: string[] = []
  const verification = createVerification({
    unfinished: async () => [],
    open: async () => ({ runId: 'run_1', number: 1, startedAt: 0 }),
    save: async () => {},
    close: async () => {},
    execute: async ({ runId }) => {
      begun.push(runId)
      return await end.promise
    },
    measure: () => () => ({ requests: 0, attempts: 0, faultsHit: {}, recoveries: 0 }),
    check: async () => [],
    silentMs: () => clock.now - clock.silentSince,
    log: silentLog,
    now: () => clock.now,
    ...deps,
  })
  return { verification, clock, begun, end }
}

/** Asks for a run; `answer` stays undefined until it is answered. */
async function ask(stage: Awaited<ReturnType<typeof createStage>>) {
  await stage.verification.resume(async () => {})
  const asked = askOnly(stage)
  await twoLooks()
  expect(stage.begun).toHaveLength(1)
  return asked
}

function askOnly({ verification }: Awaited<ReturnType<typeof createStage>>) {
  const asked: { answer?: VerificationReport; error?: unknown } = {}
  void verification.verify().then(
    (answer) => {
      asked.answer = answer
    },
    (error) => {
      asked.error = error
    },
  )
  return asked
}

test.each([
  { what: 'every endpoint has been silent for 3.5 s', untilMs: 3_500, isSilent: true },
  { what: '18 s have passed while endpoints answer', untilMs: 18_000, isSilent: false },
])('a run that has not finished is answered when $what, not before', async ({ untilMs, isSilent }) => {
  const stage = await createStage()
  const asked = await ask(stage)
  const moveTo = (now: number) => {
    stage.clock.now = now
    if (!isSilent) stage.clock.silentSince = now
  }
  moveTo(untilMs - 1)
  await twoLooks()
  expect(asked.answer).toBeUndefined()
  moveTo(untilMs)
  await twoLooks()
  expect(asked.answer).toMatchObject({ runId: 'run_1', status: 'running', finished: false, verified: false })

  stage.end.resolve({ verified: true, released: true, reason: undefined })
  await stage.verification.idle()
  expect(stage.verification.report('run_1')).toMatchObject({ finished: true, verified: true })
})

test('endpoints that were silent before the caller came are waited for again', async () => {
  const stage = await createStage()
  stage.clock.now = 60_000
  const asked = await ask(stage)
  await twoLooks()
  expect(asked.answer).toBeUndefined()
  stage.clock.now += 3_500
  await twoLooks()
  expect(asked.answer).toMatchObject({ status: 'running' })
  stage.end.resolve({ verified: true, released: true, reason: undefined })
  await stage.verification.idle()
})

test('a run that finishes is answered at once, by the clock of the run', async () => {
  const stage = await createStage()
  const asked = await ask(stage)
  stage.end.resolve({ verified: true, released: true, reason: undefined })
  await twoLooks()
  expect(asked.answer).toMatchObject({ finished: true, verified: true })
  expect(stage.clock.now).toBe(0)
})

test('a run that fails as the database does not answer is a 503, and no verdict on the milestone', async () => {
  const stage = await createStage()
  const asked = await ask(stage)
  stage.end.reject(kernelError('database_unavailable'))
  await twoLooks()
  expect(asked.answer).toBeUndefined()
  expect(asked.error).toMatchObject({ status: 503, slug: 'database_unavailable' })
})

const verdict: CycleOutcome = { verified: true, released: true, reason: undefined }
const invariant = { name: 'one vote per verifier', held: true, detail: '' }

test('a run is stored at each step, and goes on when that fails', async () => {
  const saved: VerificationReport[] = []
  const stage = await createStage({
    execute: async (_, progress) => {
      progress.begin('create', 'fund')
      progress.begin('vote', 'vote north')
      return verdict
    },
    save: async (report) => {
      saved.push(report)
      throw kernelError('database_unavailable')
    },
  })
  await stage.verification.resume(async () => {})
  expect(await stage.verification.verify()).toMatchObject({ verified: true, finished: true })
  expect(saved.map(({ steps }) => steps.length)).toEqual([2, 2])
  expect(saved[0]).toMatchObject({ runId: 'run_1', status: 'running', steps: [{ name: 'fund' }, {}] })
})

test('a caller is answered in time with the run while what an earlier process left is still being finished', async () => {
  const earlier = { requests: 20, attempts: 30, faultsHit: { rpc_429: 2, rpc_reset: 1 } }
  const stage = await createStage({
    unfinished: async () => [{ runId: 'run_0', number: 1, startedAt: 0, earlier }],
    measure: () => () => ({ requests: 5, attempts: 6, faultsHit: { rpc_429: 1 }, recoveries: 1 }),
  })
  const left = Promise.withResolvers<void>()
  // The run was begun at 0, by the earlier process.
  stage.clock.now = stage.clock.silentSince = 5_000
  const resumed = stage.verification.resume(() => left.promise)
  const asked = askOnly(stage)
  await twoLooks()
  stage.clock.now = stage.clock.silentSince = 23_000
  await twoLooks()
  expect(asked.answer).toMatchObject({
    runId: 'run_0',
    status: 'running',
    durationMs: 23_000,
    requests: 25,
    attempts: 36,
    faultsHit: { rpc_429: 3, rpc_reset: 1 },
    steps: [
      { name: 'before a restart', startedMs: 0, endedMs: 5_000, attempts: 30, faultsHit: earlier.faultsHit },
    ],
  })
  expect(stage.begun).toEqual([])
  left.resolve()
  stage.end.resolve(verdict)
  await resumed
  expect(stage.verification.report('run_0')).toMatchObject({ status: 'verified' })
})

test('a caller is answered in time when not even the stored runs can be read', async () => {
  const stage = await createStage({ unfinished: () => new Promise(() => {}) })
  void stage.verification.resume(async () => {})
  const asked = askOnly(stage)
  await twoLooks()
  stage.clock.now = 18_000
  await twoLooks()
  expect(asked.error).toMatchObject({ key: 'pipeline_unavailable' })
})

test.each([
  ['an outcome that cannot be stored', 'verified', { close: () => Promise.reject(new Error('no database')) }],
  ['invariants that cannot be checked', 'verified', { check: () => Promise.reject(new Error('no node')) }],
  [
    'a step after the verdict that fails',
    'verified',
    {
      execute: async (_: unknown, progress: CycleProgress) => {
        Object.assign(progress, { verified: true, released: true, step: 'withdraw' })
        throw new Error('no node')
      },
    },
  ],
  ['a broken invariant', 'unverified', { check: async () => [{ ...invariant, held: false }] }],
] as const)('a run with %s ends %s', async (_, status, deps) => {
  const stage = await createStage({ check: async () => [invariant], ...deps })
  await stage.verification.resume(async () => {})
  stage.end.resolve(verdict)
  const { verified, ...report } = await stage.verification.verify()
  expect({ verified, status: report.status }).toEqual({ verified: status === 'verified', status })
})

test('a run that is stopped while it is checked stores nothing, so that the next process resumes it', async () => {
  const closed: string[] = []
  const checked = Promise.withResolvers<void>()
  const stage = await createStage({
    check: (_, __, signal) => {
      checked.resolve()
      return within(new Promise(() => {}), signal)
    },
    close: async ({ runId }) => void closed.push(runId),
  })
  const asked = await ask(stage)
  stage.end.resolve(verdict)
  await checked.promise
  await stage.verification.stop()
  await twoLooks()
  expect([asked.answer, asked.error]).not.toEqual([undefined, undefined])
  expect(closed).toEqual([])
  expect(stage.verification.report('run_1')?.status ?? 'running').toBe('running')
})

test('once it is retired no run begins, and the one in progress ends first', async () => {
  const stage = await createStage()
  const asked = await ask(stage)
  let isRetired = false
  const retiring = stage.verification.retire(new AbortController().signal).then(() => {
    isRetired = true
  })
  const joined = askOnly(stage)
  await twoLooks()
  expect(isRetired).toBe(false)
  stage.end.resolve({ verified: true, released: true, reason: undefined })
  await retiring
  await twoLooks()
  expect([asked.answer?.runId, joined.answer?.runId]).toEqual(['run_1', 'run_1'])
  expect(stage.begun).toEqual(['run_1'])
  const late = askOnly(stage)
  await twoLooks()
  expect(late.error).toMatchObject({ status: 503, slug: 'pipeline_unavailable', retryAfterSeconds: 15 })
})

test('a retirement that is aborted does not wait for the run', async () => {
  const stage = await createStage()
  await ask(stage)
  await stage.verification.retire(AbortSignal.abort(new Error('shutting down')))
  expect(stage.begun).toEqual(['run_1'])
  stage.end.resolve({ verified: true, released: true, reason: undefined })
})

test('statements of a run have no limit of the request that started it', async () => {
  const waits: (number | undefined)[] = []
  const stage = await createStage({
    execute: async () => {
      waits.push(statementWaitMs())
      return { verified: true, released: true, reason: undefined }
    },
  })
  await stage.verification.resume(async () => {})
  await withStatementWait(1_000, stage.verification.verify)
  expect(waits).toEqual([undefined])
})
