import { describe, expect, test } from 'bun:test'
import { planRun, type StoredRequest } from '../../../src/campaign/agent/plan-run.ts'
import { parseBrief } from '../../../src/campaign/brief/parse.ts'
import { type CopyParts, type PartName, partsOf } from '../../../src/campaign/compose/copy/parts.ts'

const brief =
  'Hi Marta, we are running a two-week swimming course for children aged 5 to 8 from 20 July at Larkfield Pool, £48 per child. Places are limited to ten per group. Parents can book at larkfieldpool.org/kids. Square and story, logo top left, please no people in it.'

type Words = [part: PartName, text: string]
const headline: Words = ['headline', 'a two-week swimming course']

function plan(request: StoredRequest, words: readonly Words[] = []) {
  const chosen = words.map(([part, text]) => ({ part, text }))
  return planRun(request, parseBrief(request.command ?? ''), undefined, chosen)
}
const byRules = plan({ command: brief })
const copyOf = (request: StoredRequest, ...words: Words[]): CopyParts => partsOf(plan(request, words).copy)
const ofBrief = (...words: Words[]) => copyOf({ command: brief }, ...words)

test('chosen words become the parts, those of a subline in the order of the brief; nothing else changes', () => {
  const words: Words[] = [
    ['subline', 'Places are limited\n to ten per group.'],
    ['subline', 'For children aged 5 to 8'],
    ['eyebrow', 'Larkfield Pool'],
    ['badge', 'from 20 July'],
    ['legal', '£48 per child'],
    headline,
  ]
  const { copy, chosen, warnings, ...others } = plan({ command: brief }, words)
  expect(partsOf(copy)).toEqual({
    eyebrow: 'Larkfield Pool',
    badge: 'From 20 July',
    headline: 'A two-week swimming course',
    subline: 'For children aged 5 to 8. Places are limited to ten per group.',
    cta: 'Book at larkfieldpool.org/kids',
    legal: '£48 per child',
  })
  expect(warnings.filter((warning) => warning.startsWith('A language model'))).toEqual([
    'A language model chose these words of the brief: headline "a two-week swimming course", subline "Places are limited to ten per group.", subline "for children aged 5 to 8", eyebrow "Larkfield Pool", badge "from 20 July", legal "£48 per child". Send `text` for other ones',
  ])
  expect(warnings.some((warning) => warning.startsWith('The brief names no headline'))).toBe(false)
  expect(chosen?.map(({ part }) => part)).toEqual([
    'headline',
    'subline',
    'subline',
    'eyebrow',
    'badge',
    'legal',
  ])
  const { copy: _, chosen: none, warnings: __, ...same } = byRules
  expect([none, others]).toEqual([undefined, same])
})

describe('the rules stay in charge', () => {
  test.each<[string, Words[]]>([
    ['other words than those of the brief', [['headline', 'A summer to remember']]],
    ['words that stand apart', [['headline', 'a two-week course']]],
    ['a part of a word', [['headline', 'a two-week swim']]],
    [
      'a headline that is too long',
      [['headline', 'a two-week swimming course for children aged 5 to 8 from']],
    ],
    ['formats', [['headline', 'Square and story']]],
    ['a place of the logo', [['headline', 'logo top left']]],
    ['a request', [['headline', 'please no people in it']]],
    ['a subline alone', [['subline', 'Places are limited to ten per group']]],
    ['nothing', []],
  ])('where a model chooses %s', (_, words) => {
    expect(plan({ command: brief }, words)).toEqual(byRules)
  })

  test.each<[string, Words]>([
    ['is not in the brief', ['eyebrow', 'Evil Corp']],
    ['is in the headline', ['eyebrow', 'swimming course']],
    ['is an instruction', ['legal', 'Square and story, logo top left']],
    ['is too long for a badge', ['badge', 'Places are limited to ten per group']],
  ])('beside a headline, for a part that %s', (_, word) => {
    expect(ofBrief(headline, word)).toEqual(ofBrief(headline))
  })

  test('for a second headline', () => {
    expect(ofBrief(headline, ['headline', 'Larkfield Pool'])).toEqual(ofBrief(headline))
  })

  test.each<[string, StoredRequest]>([
    ['a quoted headline', { command: `${brief} Headline "Dive in"` }],
    ['a headline of the request', { command: brief, parameters: { text: { headline: 'Dive in' } } }],
    ['no text', { command: `${brief} No text.` }],
    ['no other text', { command: `Headline "Dive in", no other text. ${brief}` }],
    ['a JSON object', { command: JSON.stringify({ headline: 'Dive in', scene: brief }) }],
    ['a scene alone', { command: 'Calm sea at dawn, square' }],
  ])('of a brief with %s, for which no model is asked', (_, request) => {
    const without = plan(request)
    expect(without.guessed).toBeUndefined()
    expect(plan(request, [headline, ['eyebrow', 'Larkfield Pool']])).toEqual(without)
  })
})

test('what the caller names is never changed', () => {
  const command = `${brief} Button: "See you there".`
  const parameters = { text: { eyebrow: 'Sports', badge: '' } }
  const words: Words[] = [headline, ['cta', 'book at larkfieldpool.org/kids'], ['eyebrow', 'Larkfield Pool']]
  expect(plan({ command, parameters }).guessed).toEqual(['headline', 'subline', 'legal'])
  expect(copyOf({ command, parameters }, ...words, ['badge', '£48 per child'])).toMatchObject({
    eyebrow: 'Sports',
    cta: 'See you there',
    headline: 'A two-week swimming course',
  })
})

test('labelled facts keep their parts', () => {
  const command = `${brief}\nOffer: 20% off for siblings\nDate: 20 July`
  expect(plan({ command }).guessed).toEqual(['headline', 'subline'])
  const { chosen } = plan({ command }, [headline, ['badge', '£48 per child'], ['eyebrow', 'Larkfield Pool']])
  expect(chosen?.map(({ part }) => part)).toEqual(['headline'])
})

test('a reviewer changes one part, and the others and the scene stay', () => {
  const words: Words[] = [
    headline,
    ['eyebrow', 'Larkfield Pool'],
    ['subline', 'Places are limited to ten per group'],
  ]
  const before = plan({ command: brief }, words)
  const after = plan({ command: brief, reviewed: { headline: 'Dive in', cta: '' } }, words)
  const { cta, ...others } = partsOf(before.copy)
  expect(cta).toBe('Book at larkfieldpool.org/kids')
  expect(partsOf(after.copy)).toEqual({ ...others, headline: 'Dive in' })
  expect([after.seed, after.prompt, after.chosen]).toEqual([before.seed, before.prompt, before.chosen])
})
