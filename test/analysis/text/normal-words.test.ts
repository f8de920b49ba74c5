import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { normalWords } from '../../../src/analysis/text/normal-words.ts'
import { testSeed } from '../../support/seed.ts'
import { expectLinearGrowth, repeatedTexts } from '../linear-growth.ts'

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
  ['ΟΔΟΣ οδος', 'οδοσ οδοσ'],
  ['🅐ϲ', 'σ'],
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

test('the worst input is read in linear time', () => {
  const texts = repeatedTexts(["'", '\u0301', '\u200b', 'a', 'a ', 'é-', '&'])
  for (const { seed: piece, textOf } of texts)
    expectLinearGrowth(`normal words of ${JSON.stringify(piece)}`, {
      size: 50_000,
      workOn: (chars) => {
        const text = textOf(chars)
        return () => normalWords(text)
      },
    })
})
