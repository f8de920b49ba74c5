import { expect, test } from 'bun:test'
import { piecesOf, strongIn } from '../../../../src/campaign/compose/copy/facts.ts'
import pieces from './fact-pieces.json'

test.each(pieces)('$text', ({ text, lines }) => {
  expect(piecesOf(text).map(({ text, isFact }) => `${isFact ? '* ' : ''}${text}`)).toEqual(lines)
})

test.each([
  ['Black Friday at our store', []],
  ['Open every Thursday until 9 pm', []],
  ['From 3 March for £9, call 020 7946 0112', ['3 March', '£9', '020 7946 0112']],
])('%s: its strong parts, in no order', (text, strong) => {
  expect(strongIn({ text, isFact: false }).map(({ start, end }) => text.slice(start, end))).toEqual(strong)
})
