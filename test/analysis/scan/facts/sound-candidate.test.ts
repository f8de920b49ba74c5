import { expect, test } from 'bun:test'
import type { QuoteContext } from '../../../../src/analysis/scan/document/quote-context.ts'
import { soundCandidate } from '../../../../src/analysis/scan/facts/sound-candidate.ts'

function soundContext(context: QuoteContext) {
  const sound = soundCandidate({
    topic: 'founded',
    value: '1998',
    details: {},
    place: 'text',
    inferred: false,
    block: 'b',
    foreign: false,
    evidence: [{ method: 'text', quote: '1998', start: 10, end: 14, context }],
  })
  return sound?.evidence[0]?.context
}

test('the context of a quote keeps the spaces at its edges, or their absence', () => {
  const context = { before: 'Founded in ', text: '1998', after: ', in Leeds' }
  expect(soundContext(context)).toEqual(context)
})

test('a context from a parse child is cleaned and cut, as the child is not trusted', () => {
  const long = 'x'.repeat(5_000)
  const {
    before = '',
    text = '',
    after = '',
  } = soundContext({ before: `a\u202eb\0 `, text: long, after: long }) ?? {}
  expect(before).toBe('ab ')
  expect([text.length, after.length]).toEqual([300, 200])
})
