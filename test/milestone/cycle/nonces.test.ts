import { expect, test } from 'bun:test'
import { noncesMovedAsPlanned } from '../../../src/milestone/cycle/invariants.ts'

const account = `0x${'11'.repeat(20)}` as const

test.each([
  { what: 'all it sent was mined', moved: 3, sent: 3, heldBefore: 0, isHeld: true },
  { what: 'one it sent is missing', moved: 2, sent: 3, heldBefore: 0, isHeld: false },
  { what: 'one was sent twice', moved: 4, sent: 3, heldBefore: 0, isHeld: false },
  {
    what: 'it sent, after a reorg took back two of earlier runs',
    moved: 5,
    sent: 5,
    heldBefore: 2,
    isHeld: true,
  },
  { what: 'those two were not sent again', moved: 3, sent: 5, heldBefore: 2, isHeld: false },
  { what: 'unused, after such a reorg', moved: 0, sent: 2, heldBefore: 2, isHeld: true },
  {
    what: 'unused, and a reorg during the run took back one',
    moved: -1,
    sent: 0,
    heldBefore: 0,
    isHeld: true,
  },
  { what: 'unused, and something was sent from it', moved: 1, sent: 0, heldBefore: 0, isHeld: false },
])('the nonces of an account: $what', ({ isHeld, ...move }) => {
  expect(noncesMovedAsPlanned({ nonces: [{ account, ...move }] }).held).toBe(isHeld)
})
