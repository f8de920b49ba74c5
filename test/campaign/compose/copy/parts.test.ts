import { expect, test } from 'bun:test'
import { partsOf } from '../../../../src/campaign/compose/copy/parts.ts'

test.each([
  [{}, {}],
  [{ content: ' \n\t ' }, {}],
  [{ content: 'Spring is open' }, { headline: 'Spring is open' }],
  [{ content: 'Spring\nis open' }, { headline: 'Spring\nis open' }],
  [
    { content: 'Spring is open\n\nEvery day\n\nUntil June' },
    { headline: 'Spring is open', subline: 'Every day\nUntil June' },
  ],
  [
    { content: 'Spring is open\n\nEvery day', headline: 'Open' },
    { headline: 'Open', subline: 'Every day' },
  ],
  [{ content: 'Spring\n\nEvery day', subline: ' ' }, { headline: 'Spring' }],
  [
    { eyebrow: 'New\n in town', cta: 'Book\nnow', badge: '\u202e-30 %\u0000', legal: '' },
    { eyebrow: 'New in town', cta: 'Book now', badge: '-30 %' },
  ],
])('the parts of %j are %j', (text, parts) => {
  expect(partsOf(text)).toEqual(parts)
})

test('markup is text', () => {
  expect(partsOf({ headline: '<b>Sale</b> & {{more}}' })).toEqual({ headline: '<b>Sale</b> & {{more}}' })
})
