import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { normalWords, patterns } from '../../src/analysis/normal-words.ts'
import { testSeed } from '../support/seed.ts'

const seed = testSeed('normal-words')

test.each([
  ['Café — CRM', 'cafe crm'],
  ['don’t', 'dont'],
  ['STRASSE', 'strasse'],
  ['Straße', 'strasse'],
  ['STRAẞE', 'strasse'],
  ['Sales & Marketing', 'sales and marketing'],
  ['ﬁnance', 'finance'],
  ['Ｆｉｎａｎｃｅ', 'finance'],
  ['İstanbul', 'istanbul'],
  ['ŉ', 'n'],
  ['follow-ups', 'follow ups'],
  ['str\u200bi\u00adpe', 'stripe'],
  ['…?!', ''],
])('%j is compared as %j', (text, words) => {
  expect(normalWords(text).join(' ')).toBe(words)
})

test('normal words are normal already', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
      const words = normalWords(text)
      expect(normalWords(words.join(' '))).toEqual([...words])
    }),
    { seed, numRuns: 2000 },
  )
})

test('200 KB of the worst input are read in linear time', () => {
  for (const piece of ["'", '\u0301', '\u200b', 'a', 'a ', 'é-', '&']) {
    const text = piece.repeat(200_000 / piece.length)
    const started = performance.now()
    for (const pattern of patterns) text.replace(pattern, '')
    normalWords(text)
    expect(performance.now() - started).toBeLessThan(500)
  }
})
