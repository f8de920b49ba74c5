import { expect, test } from 'bun:test'
import { silentLog } from '../../../src/kernel/log.ts'
import type { CycleOutcome } from '../../../src/milestone/pipeline/cycle.ts'
import { createVerification } from '../../../src/milestone/pipeline/verification.ts'
import { waitFor } from '../../support/wait.ts'

/** Verification of a cycle that ends when the test says so, on a clock that the test moves. */
async function createStage() {
  const end = Promise.withResolvers<CycleOutcome>()
  const clock = { now: 0, silentSince: 0 }
  const begun: string[] = []
  const verification = createVerification({
    unfinished: async () => [],
    open: async () => ({ runId: 'run_1', number: 1, startedAt: 0 }),
    close: async () => {},
    execute: async ({ runId }) => {
      begun.push(runId)
      return await end.promise
    },
    measure: () => () => ({ requests: 0, attempts: 0, faultsHit: {}, recoveries: 0 }),
    check: async () => [],
    cutOffMs: () => clock.now - clock.silentSince,
    log: silentLog,
    now: () => clock.now,
  })
  await verification.resume(async () => {})
  return { verification, clock, begun, end }
}

/** Asks for a run; `answer` stays undefined until it is answered. */
async function ask(stage: Awaited<ReturnType<typeof createStage>>) {
  const asked: { answer?: { finished: boolean; verified: boolean } } = {}
  void stage.verification.verify().then((answer) => {
    asked.answer = answer
  })
  await waitFor('the run has begun', () => stage.begun.length === 1)
  return asked
}

/** Long enough for the answer to be looked for twice: a machine that is slower than that hides a fault, and makes none. */
const twoLooksMs = 250

test.each([
  { what: 'every endpoint has been silent for 3.5 s', untilMs: 3_500, isSilent: true },
  { what: '30 s have passed while endpoints answer', untilMs: 30_000, isSilent: false },
])('a run that has not finished is answered when $what, not before', async ({ untilMs, isSilent }) => {
  const stage = await createStage()
  const asked = await ask(stage)
  const moveTo = (now: number) => {
    stage.clock.now = now
    if (!isSilent) stage.clock.silentSince = now
  }
  moveTo(untilMs - 1)
  await Bun.sleep(twoLooksMs)
  expect(asked.answer).toBeUndefined()
  moveTo(untilMs)
  await waitFor('the answer', () => asked.answer)
  expect(asked.answer).toMatchObject({ finished: false, verified: false })

  stage.end.resolve({ verified: true, released: true, reason: undefined })
  await stage.verification.idle()
  expect(stage.verification.report('run_1')).toMatchObject({ finished: true, verified: true })
})

test('endpoints that were silent before the caller came are waited for again', async () => {
  const stage = await createStage()
  stage.clock.now = 60_000
  const asked = await ask(stage)
  await Bun.sleep(twoLooksMs)
  expect(asked.answer).toBeUndefined()
  stage.clock.now += 3_500
  await waitFor('the answer', () => asked.answer)
  stage.end.resolve({ verified: true, released: true, reason: undefined })
  await stage.verification.idle()
})

test('a run that finishes is answered at once, by the clock of the run', async () => {
  const stage = await createStage()
  const asked = await ask(stage)
  stage.end.resolve({ verified: true, released: true, reason: undefined })
  expect(await waitFor('the answer', () => asked.answer)).toMatchObject({ finished: true, verified: true })
  expect(stage.clock.now).toBe(0)
})
