import { expect, test } from 'bun:test'
import { treasury } from '../../../src/milestone/views/treasury.ts'
import { account, hash } from '../indexer/history.ts'
import { charged, feeEarned, snapshotOf, swept, timeOf, usdc } from './small-chain.ts'

test('the figures are sums of what was earned, spent per service and swept', () => {
  const now = snapshotOf([
    [feeEarned(100_100_000n), feeEarned(200_000n)],
    [charged('oracle', 100_000n, 'a'), charged('llm', 30n * usdc), charged('oracle', 200_000n, 'b')],
    [swept(10n * usdc)],
  ])
  const { charges, ...rest } = treasury(now)
  expect(rest).toEqual({
    ok: true,
    earned: 100.3,
    spent: 30.3,
    net: 70,
    spendByService: { oracle: 0.3, llm: 30 },
    swept: 10,
    balance: 60,
    profitable: true,
    currency: 'USDC',
    asOf: now.asOf,
  })
  expect(charges.map(({ service, amount }) => [service, amount])).toEqual([
    ['oracle', 0.2],
    ['llm', 30],
    ['oracle', 0.1],
  ])
  const [newest] = charges
  expect(newest).toMatchObject({ payee: account(5), ref: hash('b'), timestamp: timeOf(2) })
})

test('spending more than was earned is a negative net, and even is not profitable', () => {
  const loss = treasury(snapshotOf([[feeEarned(1n), charged('oracle', 3n)]]))
  expect([loss.net, loss.balance, loss.profitable]).toEqual([-0.000002, -0.000002, false])
  expect(treasury(snapshotOf([[feeEarned(3n), charged('oracle', 3n)]])).profitable).toBe(false)
  expect(treasury(snapshotOf([[]])).profitable).toBe(false)
})

test('the newest 100 charges are listed; the sums cover them all', () => {
  const many = Array.from({ length: 250 }, (_, index) => charged('oracle', usdc, `ref ${index}`))
  const { charges, spent, spendByService } = treasury(snapshotOf([many]))
  expect(charges.map(({ ref }) => ref)).toEqual(
    Array.from({ length: 100 }, (_, index) => hash(`ref ${249 - index}`)),
  )
  expect([spent, spendByService]).toEqual([250, { oracle: 250 }])
})

test('a service named like a member of every object is a service like any other', () => {
  const names = ['__proto__', 'constructor', 'toString']
  const answer = JSON.stringify(
    treasury(snapshotOf([names.map((name) => charged(name, usdc))])).spendByService,
  )
  expect(answer).toBe('{"__proto__":1,"constructor":1,"toString":1}')
})
