import { expect, test } from 'bun:test'
import { areSpellings } from '../../../../../src/analysis/scan/facts/merge/spellings.ts'

test.each([
  ['brandt vogel', 'brandt vogel rechtsanwalte', true],
  ['harborloom', 'harbor loom', true],
  ['ibm', 'international business machines', true],
  ['larkfield', 'larkfield cycles', true],
  ['harbor loom', 'the harbor loom company', true],
  ['cycles', 'larkfield cycles', false],
  ['larkfield', 'brookside', false],
  ['lark', 'larkfield', false],
  ['ab', 'ab foods', false],
  ['ab', 'ab', true],
])('%j and %j are spellings of one name: %p', (a, b, same) => {
  expect(areSpellings(a, b)).toBe(same)
  expect(areSpellings(b, a)).toBe(same)
})
