import { expect, test } from 'bun:test'
import { Type } from '@sinclair/typebox'
import { checkedData, eachOf } from '../../../src/kernel/runtime/checked-data.ts'

const Shape = Type.Object({ days: eachOf(['first', 'last'], Type.Integer()) })

test('data that fits the schema is returned', () => {
  const data = { days: { first: 1, last: 2 } }
  expect(checkedData(Shape, data, 'days.json')).toEqual(data)
})

test.each([
  [{ days: { first: 1, last: 'two' } }, 'Cannot use days.json: /days/last: Expected integer'],
  [{ days: { first: 1 } }, 'Cannot use days.json: /days/last: Expected required property'],
  [{ days: { first: 1, last: 2, next: 3 } }, 'Cannot use days.json: /days/next: Unexpected property'],
])('%j is refused with the file and the place', (data, message) => {
  expect(() => checkedData(Shape, data, 'days.json')).toThrow(message)
})
