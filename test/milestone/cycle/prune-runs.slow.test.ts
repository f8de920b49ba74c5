import { describe, expect, test } from 'bun:test'
import { asc, sql } from 'drizzle-orm'
import { type Hex, keccak256, toHex } from 'viem'
import { planCycle } from '../../../src/milestone/cycle/plan.ts'
import { pruneRuns, type RunRetention } from '../../../src/milestone/cycle/prune-runs.ts'
import { createRunStore } from '../../../src/milestone/cycle/run-store.ts'
import { demoActors } from '../../../src/milestone/demo/actors.ts'
import { createCalls } from '../../../src/milestone/demo/calls.ts'
import { deleteDeployment } from '../../../src/milestone/demo/start.ts'
import { openEvidenceStore } from '../../../src/milestone/evidence/evidence-store.ts'
import { createIntentStore } from '../../../src/milestone/sender/intent-store.ts'
import {
  evidenceBundles,
  intentNonces,
  intents,
  signedTransactions,
  verificationRuns,
} from '../../../src/milestone/tables.ts'
import { openBothDatabases } from '../../support/open-both-databases.ts'
import { deployment as smallDeployment } from '../views/small-deployment.ts'

const actors = demoActors()
const calls = createCalls(smallDeployment.contracts)
const steps = 4
const daySeconds = 86_400
const startedAt = 1_790_000_000

describe.each(await openBothDatabases())('on %s', (_, database) => {
  /** Writes what one finished cycle leaves in the database. */
  const writeCycle = async (deployment: string, number: number, at: number) => {
    const runId = `run ${deployment} ${number}`
    const plan = planCycle({ runId, number, startedAt: at })
    const id = keccak256(toHex(runId))
    await database.db
      .insert(verificationRuns)
      .values({ runId, deployment, number, startedAt: at, state: 'verified' })
    const { root, leaves } = plan.bundle
    await database.db.insert(evidenceBundles).values({ root, leaves, title: plan.title, createdAt: at })
    const call = (step: number) =>
      step === 0 ? calls.submitEvidence(id, root) : calls.vote(id, true, plan.bundle.root)
    const account = actors.agent.address
    const made = await database.db
      .insert(intents)
      .values(
        Array.from({ length: steps }, (_, step) => {
          const { to = account, data, gas } = call(step)
          const hash = keccak256(toHex(`${runId} ${step}`))
          const place = { hash, blockNumber: number * steps + step, blockHash: hash }
          const target = { account, to, data, value: 0n, gas }
          return {
            deployment,
            // The last one is a call that the run did not need.
            runId: step === steps - 1 ? `${runId}#end voting` : runId,
            step: `step ${step}`,
            ...target,
            ...place,
            state: 'done' as const,
            createdAt: at,
          }
        }),
      )
      .returning({ id: intents.id })
    const nonces = made.map(({ id: intentId }, step) => ({ intentId, nonce: number * steps + step }))
    const held = nonces.map((nonce) => ({ deployment, account, ...nonce, attempt: 1, givenUp: false }))
    await database.db.insert(intentNonces).values(held)
    await database.db.insert(signedTransactions).values(nonces.map((nonce) => signed(deployment, nonce)))
    return root
  }
  const signed = (deployment: string, { nonce, intentId }: { nonce: number; intentId: number | null }) => {
    const raw: Hex = `0x${'ab'.repeat(310)}`
    const hash = keccak256(toHex(`${deployment} ${nonce} ${intentId}`))
    const fees = { maxFeePerGas: 3_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n }
    return { deployment, account: actors.agent.address, nonce, intentId, raw, hash, ...fees }
  }
  const numbersOf = async (deployment: string) =>
    (
      await database.db
        .select({ number: verificationRuns.number })
        .from(verificationRuns)
        .where(sql`deployment = ${deployment}`)
        .orderBy(asc(verificationRuns.number))
    ).map(({ number }) => number)
  const countOf = async (table: string, deployment: string) => {
    const [row] = await database.rows<{ count: number }>(
      sql`select count(*)::integer as count from ${sql.identifier(table)} where deployment = ${deployment}`,
    )
    return row?.count
  }
  const prune = (deployment: string, retention: RunRetention, atSeconds = startedAt) =>
    pruneRuns({ database, deployment, now: () => atSeconds * 1000, retention })

  test('runs past the count go with everything that they stored, and no other deployment loses any', async () => {
    const roots: Hex[] = []
    for (let number = 1; number <= 8; number += 1) roots.push(await writeCycle('count', number, startedAt))
    await writeCycle('other', 1, startedAt)
    const library = await openEvidenceStore(database.db)

    const pruned = await prune('count', { runsMin: 2, runsMax: 5, daysMax: 30 })
    expect(pruned).toEqual({ runs: 3, roots: expect.arrayContaining(roots.slice(0, 3)) })
    expect(await numbersOf('count')).toEqual([4, 5, 6, 7, 8])
    for (const table of ['milestone_intents', 'milestone_intent_nonces', 'milestone_signed_transactions']) {
      expect([table, await countOf(table, 'count')]).toEqual([table, 5 * steps])
      expect([table, await countOf(table, 'other')]).toEqual([table, steps])
    }
    const { revision } = library
    library.forget(pruned.roots)
    expect(roots.map((root) => library.has(root))).toEqual(roots.map((_, index) => index > 2))
    expect(library.revision).toBe(revision + 1)
    const stored = (await openEvidenceStore(database.db)).heads().map(({ root }) => root)
    expect(new Set(stored)).toEqual(new Set(library.heads().map(({ root }) => root)))
    expect(await prune('count', { runsMin: 2, runsMax: 5, daysMax: 30 })).toEqual({ runs: 0, roots: [] })
  })

  test('runs past the age go, except the newest and those that still run', async () => {
    for (let number = 1; number <= 6; number += 1) await writeCycle('age', number, startedAt)
    await database.db
      .update(verificationRuns)
      .set({ state: 'running' })
      .where(sql`deployment = 'age' and number = 2`)
    const retention = { runsMin: 3, runsMax: 100, daysMax: 30 }
    expect(await prune('age', retention, startedAt + 30 * daySeconds)).toEqual({ runs: 0, roots: [] })
    expect((await prune('age', retention, startedAt + 31 * daySeconds)).runs).toBe(2)
    expect(await numbersOf('age')).toEqual([2, 4, 5, 6])
  })

  test('numbers of runs and nonces go on where they were', async () => {
    for (let number = 1; number <= 4; number += 1) await writeCycle('next', number, startedAt)
    await prune('next', { runsMin: 1, runsMax: 1, daysMax: 30 })
    const run = await createRunStore(database, 'next', () => startedAt * 1000).open()
    expect(run.number).toBe(5)
    const store = createIntentStore(database, 'next', () => startedAt * 1000)
    const { address } = actors.agent
    const call = { account: address, to: address, data: '0x' as const, value: 0n, gas: 21_000n }
    const intent = await store.put({ runId: run.runId, step: 'one' }, call)
    expect((await store.assignNonce(intent, 0)).nonce).toBe(5 * steps)
  })

  test('deleting a deployment removes all its rows', async () => {
    const root = await writeCycle('gone', 1, startedAt)
    const kept = await writeCycle('follows', 1, startedAt)
    await deleteDeployment(database.db, 'gone')
    expect(await numbersOf('gone')).toEqual([])
    for (const table of ['milestone_intents', 'milestone_intent_nonces', 'milestone_signed_transactions']) {
      expect([table, await countOf(table, 'gone')]).toEqual([table, 0])
      expect([table, await countOf(table, 'follows')]).toEqual([table, steps])
    }
    const library = await openEvidenceStore(database.db)
    expect([library.has(root), library.has(kept)]).toEqual([false, true])
  })

  test('the record of a filler is removed once every kept nonce is newer', async () => {
    await writeCycle('gap', 1, startedAt)
    await writeCycle('gap', 3, startedAt)
    const gaps = [2 * steps, 4 * steps].map((nonce) => ({ nonce, intentId: null }))
    for (const gap of gaps) {
      const held = { deployment: 'gap', account: actors.agent.address, attempt: 0, givenUp: true, ...gap }
      await database.db.insert(intentNonces).values(held)
      await database.db.insert(signedTransactions).values(signed('gap', gap))
    }
    await prune('gap', { runsMin: 1, runsMax: 1, daysMax: 30 })
    const left = await database.rows<{ nonce: number }>(
      sql`select s.nonce::integer as nonce from milestone_signed_transactions s
        join milestone_intent_nonces n using (deployment, account, nonce)
        where deployment = 'gap' and s.intent_id is null`,
    )
    expect(left).toEqual([{ nonce: 4 * steps }])
    expect(await countOf('milestone_signed_transactions', 'gap')).toBe(steps + 1)
    expect(await countOf('milestone_intent_nonces', 'gap')).toBe(steps + 1)
  })
})
