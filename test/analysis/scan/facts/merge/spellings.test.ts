import { expect, test } from 'bun:test'
import { areOneAddress, areSpellings } from '../../../../../src/analysis/scan/site/spellings.ts'

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

test.each([
  ['22 slipway road fremantle wa 6160', '22 slipway road fremantle', true],
  ['lark cycles hill road 4 kassel', 'hill road 4 34117 kassel', false],
  ['lark cycles hill road 4 34117 kassel', 'hill road 4 34117 kassel', true],
  ['hill road 4 kassel', 'hill road 6 kassel', false],
  ['hill road', 'hill road 4 kassel', false],
])('%j and %j are one address: %p', (a, b, same) => {
  expect(areOneAddress(a, b)).toBe(same)
  expect(areOneAddress(b, a)).toBe(same)
})
