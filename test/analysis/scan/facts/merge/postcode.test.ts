import { expect, test } from 'bun:test'
import { postcodeIn } from '../../../../../src/analysis/scan/facts/merge/postcode.ts'

test.each([
  ['Hill Road 4, 34117 Kassel', '34117'],
  ['22 Slipway Road, Fremantle WA 6160', '6160'],
  ['Åsbogatan 14, 503 36 Borås', '503 36'],
  ['Calls Wharf, 6 The Calls, Leeds LS2 7JU', 'LS2 7JU'],
  ['Lower Street, Kinsale, P17 X302', 'P17 X302'],
  ['548 Battery Street, Suite 210, San Francisco, CA 94111', '94111'],
  ['18000 Long Road, Springfield', undefined],
  ['Hill Road 4', undefined],
])('the postcode of %j is %j', (address, code) => {
  expect(postcodeIn(address)).toBe(code)
})
