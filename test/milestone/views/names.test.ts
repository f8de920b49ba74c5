import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { normalName, primaryName } from '../../../src/milestone/views/ens-name.ts'
import { asHash } from '../../../src/milestone/wire/shapes.ts'
import { testSeed } from '../../support/seed.ts'
import { sizeOf } from '../../support/soak.ts'
import { account } from '../indexer/history.ts'
import { addressSet, named, snapshotOf } from './small-chain.ts'

const seed = testSeed('names')

test.each([
  ['ada', 'ada.eth'],
  ['ADA', 'ada.eth'],
  ['ada.eth', 'ada.eth'],
  ['Ada.Eth', 'ada.eth'],
  ['pump.ada.eth', 'pump.ada.eth'],
  ['ñandú', 'ñandú.eth'],
  ['n\u0303andu', 'ñandu.eth'],
  ['🏴‍☠️', '🏴‍☠.eth'],
  ['_ada', '_ada.eth'],
  ['1234', '1234.eth'],
])('%p is looked up as %p', (raw, name) => {
  expect(normalName(raw)).toEqual({ name })
})

test.each([
  ['a zero-width joiner', 'ada\u200d'],
  ['a NUL', 'a\0b'],
  ['a space', 'ada lovelace'],
  ['a slash', 'a/b'],
  ['an underscore inside', 'a_da'],
  ['a hyphen pair at 3 and 4', 'ad--a'],
  ['mixed scripts that look alike', 'аda'],
  ['a right-to-left override', '\u202eada'],
  ['a lone surrogate', 'a\ud800'],
  ['a full-width stop', 'ada\uff61eth'],
  ['the replacement character', '\ufffd'],
])('%s is refused with a reason', (_, raw) => {
  expect(normalName(raw)).toEqual({ problem: 'it is not a name that ENSIP-15 allows' })
})

test.each([['.eth'], ['ada..eth'], ['ada.'], ['.'], ['..']])(
  '%p has an empty label and is refused',
  (raw) => {
    expect(normalName(raw)).toHaveProperty('problem')
  },
)

test('an empty or blank name is refused as empty', () => {
  expect(['', ' ', '\t\n'].map(normalName)).toEqual(Array(3).fill({ problem: 'a name is not empty' }))
})

test('255 characters are a name, 256 and 300 are too many', () => {
  expect(normalName('a'.repeat(255))).toEqual({ name: `${'a'.repeat(255)}.eth` })
  const problem = { problem: 'a name has at most 255 characters' }
  expect(normalName('a'.repeat(256))).toEqual(problem)
  expect(normalName('a'.repeat(300))).toEqual(problem)
})

test('any text gives a normal form that stays as it is, or a reason; nothing is thrown', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.string({ unit: 'grapheme' }),
    fc.domain(),
  )
  fc.assert(
    fc.property(texts, (raw) => {
      const normal = normalName(raw)
      if ('problem' in normal) expect(normal.problem).not.toBe('')
      else if (normal.name.length <= 255) expect(normalName(normal.name)).toEqual(normal)
    }),
    { seed, numRuns: sizeOf({ short: 150, soak: 2_000 }) },
  )
})

test('a primary name counts only while its address record points back', () => {
  expect(primaryName(snapshotOf([named('ada.eth', 1)]).readModel, account(1))).toBe('ada.eth')
  expect(
    primaryName(snapshotOf([named('ada.eth', 1), [addressSet('ada.eth', 2)]]).readModel, account(1)),
  ).toBeNull()
  expect(primaryName(snapshotOf([named('ada.eth', 1)]).readModel, account(2))).toBeNull()
})

test('a hash is 0x and 64 hexadecimal digits in any case, and nothing else', () => {
  const digits = 'aB'.repeat(32)
  expect(asHash(`0x${digits}`)).toBe(`0x${'ab'.repeat(32)}`)
  const others = [
    '',
    '0x',
    digits,
    `0X${digits}`,
    `0x${digits}0`,
    `0x${digits.slice(1)}`,
    `0x${digits}\n`,
    ` 0x${digits}`,
    `0x${'g'.repeat(64)}`,
    `0x${'１'.repeat(64)}`,
  ]
  expect(others.filter((text) => asHash(text) !== undefined)).toEqual([])
})
