import { test } from 'bun:test'
import { parseBrief } from '../../../src/campaign/brief/parse.ts'
import { expectLinearGrowth, repeatedTexts } from '../../analysis/linear-growth.ts'

const instructions = [
  'logo top left, ',
  'white ',
  'no logo or ',
  'square and ',
  'logo for ',
  'keep the logo away ',
  'no ',
  'both ',
]
const punctuation = [
  ' ',
  '"',
  '„',
  "'",
  " 'a",
  "s' ",
  '"a',
  'a"',
  '. ',
  '- ',
  'a-',
  '(',
  '\n',
  '\u0301',
  'a\u0301',
  '\u200b',
  '一',
  '一a',
  '「一',
  '{"a":',
]
const values = [
  'https://a.b/c ',
  'a://',
  'a-b@1 ',
  '1% ',
  '#fff ',
  'kit a ',
  'headline: a, ',
  'headline "a" and ',
  '20% off ',
  '-20% ',
  '20x20 ',
  'Price: 5 €. ',
  'Price: 5\n',
  '**a:** b ',
  'make people call 0 ',
  'a // ',
  'calm, look ',
  'rotated, ',
  'grain overlay ',
  'not left, ',
  'opacity 1 ',
]

test.each(repeatedTexts([...instructions, ...punctuation, ...values]))(
  'the work is linear for repeated $seed',
  ({ seed: repeated, textOf }) => {
    expectLinearGrowth(`parseBrief on ${JSON.stringify(repeated)}`, {
      size: 1_500,
      workOn: (chars) => {
        const brief = textOf(chars)
        return () => parseBrief(brief)
      },
    })
  },
)
