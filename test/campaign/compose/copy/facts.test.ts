import { expect, test } from 'bun:test'
import { piecesOf } from '../../../../src/campaign/compose/copy/facts.ts'
import pieces from './fact-pieces.json'

test.each(pieces)('$text', ({ text, lines }) => {
  expect(piecesOf(text).map(({ text, isFact }) => `${isFact ? '* ' : ''}${text}`)).toEqual(lines)
})
