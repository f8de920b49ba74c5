import { test } from 'bun:test'
import { parseBrief } from '../../../src/campaign/agent/parse.ts'
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
  '\u200b',
  '一',
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
