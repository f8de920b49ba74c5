import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { isEmailAddress } from '../../../src/analysis/reports/save-report.ts'
import { testSeed } from '../../support/seed.ts'
import { expectLinearGrowth, repeatedTexts } from '../linear-growth.ts'
import rows from './email-address.rows.json'

const seed = testSeed('email-address')

test.each([
  'ada@example.com',
  'a@b.co',
  'ada.lovelace+reports@mail.example.co.uk',
  "o'brien!#$%&*/=?^_`{|}~-@example.com",
  '1@2.example3',
  'ada@xn--bcher-kva.example',
  `${'a'.repeat(64)}@example.com`,
])('%s is an address', (text) => {
  expect(isEmailAddress(text)).toBe(true)
})

test.each(rows.invalid)('%j is not an address', (text) => {
  expect(isEmailAddress(text)).toBe(false)
})

test('an accepted address has one @ and no character that separates headers or addresses', () => {
  const piece = fc.constantFrom(
    'a',
    'b.c',
    '@',
    '.',
    '-',
    ' ',
    '\r',
    '\n',
    '\t',
    '\0',
    ',',
    ';',
    ':',
    '<',
    '>',
    '"',
    '(',
    '\\',
    'ä',
    '\u2028',
    'example.com',
  )
  const words = fc.array(piece, { minLength: 1, maxLength: 3 }).map((pieces) => pieces.join(''))
  let passed = 0
  fc.assert(
    fc.property(
      fc
        .tuple(words, fc.constantFrom('@', '@', '@@', ' '), fc.oneof(words, fc.constant('example.com')))
        .map((parts) => parts.join('')),
      (text) => {
        if (!isEmailAddress(text)) return
        passed += 1
        expect(text).toMatch(/^[^\s@,;:<>"()\\\p{Cc}]+@[a-z0-9.-]+$/u)
      },
    ),
    { seed, numRuns: 20_000 },
  )
  expect(passed).toBeGreaterThan(50)
})

test('a megabyte of any character is refused in linear time', () => {
  for (const { seed: piece, textOf } of repeatedTexts(['a', '.', '@', 'a@', '-', 'a.'])) {
    expect(isEmailAddress(textOf(1_000_000))).toBe(false)
    expectLinearGrowth(`an address of ${piece}`, {
      size: 250_000,
      workOn: (chars) => {
        const text = textOf(chars)
        return () => isEmailAddress(text)
      },
    })
  }
})
