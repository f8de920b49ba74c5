import { expect, test } from 'bun:test'
import { chatTerms, stemOf } from '../../../src/analysis/text/chat-terms.ts'

test.each([
  ['invoices', 'invoice'],
  ['matching', 'match'],
  ['prices', 'pricing'],
  ['companies', 'company'],
  ['running', 'run'],
  ['approved', 'approves'],
  ['selling', 'sell'],
])('%s and %s are one term', (a, b) => {
  expect(stemOf(a)).toBe(stemOf(b))
})

test.each([
  ['bus', 'bu'],
  ['class', 'clas'],
  ['sing', 's'],
  ['s3', 's'],
])('%s is not cut to %s', (word, stump) => {
  expect(stemOf(word)).not.toBe(stump)
})

test('stop words of a question are not terms', () => {
  expect(chatTerms('How do you get the invoices that are overdue?')).toEqual(['invoic', 'overdu'])
})
