import { describe, expect, test } from 'bun:test'
import { type Address, type Hex, keccak256, toHex } from 'viem'
import { createIntentStore } from '../../../src/milestone/sender/intent-store.ts'
import type { SignedTransaction } from '../../../src/milestone/sender/intents.ts'
import { openTestPglite } from '../../support/databases.ts'
import { fsyncsDuring } from '../../support/fsyncs.ts'
import { openBothDatabases } from '../../support/open-both-databases.ts'

const account: Address = `0x${'11'.repeat(20)}`
const other: Address = `0x${'22'.repeat(20)}`
const call = { account, to: other, data: '0x1234' as Hex, value: 2n ** 90n, gas: 100_000n }

function signedForm(nonce: number, intentId: number | null, maxFeePerGas: bigint): SignedTransaction {
  const raw = toHex(`${nonce} ${intentId} ${maxFeePerGas}`)
  return { hash: keccak256(raw), account, nonce, intentId, raw, maxFeePerGas, maxPriorityFeePerGas: 1n }
}

describe.each(await openBothDatabases())('intent store on %s', (_, database) => {
  let made = 0
  const freshStore = () => {
    made += 1
    return createIntentStore(database, `deployment ${made}`, () => 1_790_000_000_500)
  }

  test('an intent comes back whole, with the largest of amounts', async () => {
    const store = freshStore()
    const intent = await store.put({ runId: 'run', step: 'step' }, call)
    expect(intent).toEqual({
      id: intent.id,
      runId: 'run',
      step: 'step',
      ...call,
      state: 'open',
      hash: null,
      blockNumber: null,
      blockHash: null,
      reason: null,
    })
    expect(await store.put({ runId: 'run', step: 'step' }, call)).toEqual(intent)
    expect(await store.read({ runId: 'run', step: 'step' })).toEqual(intent)
    expect(await store.readById(intent.id)).toEqual(intent)
  })

  test.each([
    ['account', { ...call, account: other }],
    ['receiver', { ...call, to: account }],
    ['data', { ...call, data: '0x12' as Hex }],
    ['value', { ...call, value: 0n }],
    ['gas', { ...call, gas: 1n }],
  ])('one name with another %s is refused', async (_part, different) => {
    const store = freshStore()
    await store.put({ runId: 'run', step: 'step' }, call)
    await expect(store.put({ runId: 'run', step: 'step' }, different)).rejects.toMatchObject({
      reason: 'mismatch',
    })
  })

  test('names and nonces of another deployment are others', async () => {
    const [here, there] = [freshStore(), freshStore()]
    const first = await here.put({ runId: 'run', step: 'step' }, call)
    const second = await there.put({ runId: 'run', step: 'step' }, { ...call, value: 5n })
    expect(second.id).not.toBe(first.id)
    expect((await here.assignNonce(first, 3)).nonce).toBe(3)
    expect((await there.assignNonce(second, 0)).nonce).toBe(0)
    expect((await there.list({ runId: 'run' })).map(({ id }) => id)).toEqual([second.id])
    expect(await there.signedAt(account, 3)).toEqual([])
  })

  test('nonces that are given out at the same time are all different and have no gap', async () => {
    const store = freshStore()
    const intents = []
    for (let index = 0; index < 30; index += 1)
      intents.push(await store.put({ runId: 'run', step: String(index) }, call))
    const held = await Promise.all(intents.map((intent) => store.assignNonce(intent, 7)))
    expect(held.map(({ nonce }) => nonce).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 30 }, (_unused, index) => 7 + index),
    )
  })

  test('an intent that asks for its nonce twice, even at the same time, has one', async () => {
    const store = freshStore()
    const intent = await store.put({ runId: 'run', step: 'step' }, call)
    const held = await Promise.all(
      Array.from({ length: 8 }, (_unused, count) => store.assignNonce(intent, count)),
    )
    expect(new Set(held.map(({ nonce }) => nonce)).size).toBe(1)
    expect(await store.heldBy(intent.id)).toEqual(held[0])
  })

  test('an intent that moves on leaves its nonce behind once, with concurrent callers', async () => {
    const store = freshStore()
    const intent = await store.put({ runId: 'run', step: 'step' }, call)
    const neighbour = await store.put({ runId: 'run', step: 'neighbour' }, call)
    const first = await store.assignNonce(intent, 0)
    await store.assignNonce(neighbour, 0)
    const moved = await Promise.all(Array.from({ length: 5 }, () => store.moveToNextNonce(intent, first, 1)))
    expect(moved).toEqual(
      Array(5).fill({ account, nonce: 2, intentId: intent.id, attempt: 2, givenUp: false }),
    )
    expect(await store.heldAt(account, 0)).toEqual({ ...first, givenUp: true })
    expect(await store.heldBy(intent.id)).toEqual(moved[0])
  })

  test('a gap is held once, and never takes a nonce from its holder', async () => {
    const store = freshStore()
    const intent = await store.put({ runId: 'run', step: 'step' }, call)
    const held = await store.assignNonce(intent, 4)
    const gap = { account, nonce: 3, intentId: null, attempt: 0, givenUp: true }
    expect(await store.holdGap(account, 3)).toEqual(gap)
    expect(await store.holdGap(account, 3)).toEqual(gap)
    expect(await store.holdGap(account, 4)).toEqual(held)
  })

  test('signed forms come back in the order in which they were stored, each once', async () => {
    const store = freshStore()
    const intent = await store.put({ runId: 'run', step: 'step' }, call)
    const { nonce } = await store.assignNonce(intent, 0)
    const forms = [
      signedForm(nonce, intent.id, 9n),
      signedForm(nonce, intent.id, 3n),
      signedForm(nonce, null, 10n),
    ]
    for (const form of [...forms, ...forms]) await store.keep(form)
    expect(await store.signedAt(account, nonce)).toEqual(forms)
    expect(await store.signedFor(intent.id)).toEqual(forms.slice(0, 2))
  })

  test('the outcome of an intent replaces the one before', async () => {
    const store = freshStore()
    const intent = await store.put({ runId: 'run', step: 'step' }, call)
    const place = { hash: `0x${'aa'.repeat(32)}`, blockNumber: 5, blockHash: `0x${'bb'.repeat(32)}` } as const
    await store.settle(intent.id, { state: 'reverted', ...place, reason: 'why' })
    expect(await store.readById(intent.id)).toEqual({ ...intent, state: 'reverted', ...place, reason: 'why' })
    await store.settle(intent.id, { state: 'open' })
    expect(await store.readById(intent.id)).toEqual({ ...intent, ...place })
    expect(await store.list({ states: ['mined'] })).toEqual([])
    const later = await store.put({ runId: 'run', step: 'later' }, call)
    const other = await store.put({ runId: 'other run', step: 'step' }, call)
    expect(await store.minedBefore(later)).toEqual([{ ...intent, ...place }])
    expect([await store.minedBefore(intent), await store.minedBefore(other)]).toEqual([[], []])
    await store.settle(intent.id, { state: 'mined', ...place })
    expect(await store.list({ states: ['mined'] })).toEqual([{ ...intent, state: 'mined', ...place }])
  })
})

test('the disk is waited for once for each transaction, before it is sent', async () => {
  const { database, remove } = await openTestPglite()
  const store = createIntentStore(database, 'fsync', () => 1_790_000_000_500)
  const intent = await store.put({ runId: 'run', step: 'step' }, call)
  expect(
    await fsyncsDuring(database, async () => {
      await store.put({ runId: 'run', step: 'another' }, call)
      await store.assignNonce(intent, 0)
    }),
  ).toBe(0)
  const { hash, ...signed } = signedForm(0, intent.id, 1n)
  expect(await fsyncsDuring(database, () => store.keep({ hash, ...signed }))).toBe(1)
  const place = { hash, blockNumber: 1, blockHash: hash }
  expect(await fsyncsDuring(database, () => store.settle(intent.id, { state: 'mined', ...place }))).toBe(0)
  await remove()
})
