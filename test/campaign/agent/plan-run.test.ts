import { describe, expect, test } from 'bun:test'
import { planRun } from '../../../src/campaign/agent/plan-run.ts'
import { parseBrief } from '../../../src/campaign/brief/parse.ts'
import { partsOf } from '../../../src/campaign/compose/copy/parts.ts'

const picture = 'https://example.com/picture.jpg'

test.each([
  { command: 'Calm sea at dawn', isSaid: true },
  { command: 'Calm sea at dawn. CTA "Book now"', isSaid: true },
  { command: 'Calm sea at dawn, no text', isSaid: false },
  { command: 'Calm sea at dawn. Headline "Slow"', isSaid: false },
  { command: 'Calm sea at dawn', parameters: { text: { content: '' } }, isSaid: false },
  { command: 'Calm sea at dawn', parameters: { text: { subline: 'Open from seven' } }, isSaid: false },
  { command: '', parameters: { baseImageUrl: picture }, isSaid: false },
])('of $command with $parameters the warnings say that there is no headline: $isSaid', (request) => {
  const { warnings } = planRun(request, parseBrief(request.command), undefined)
  expect(warnings.some((warning) => warning.startsWith('The picture has no headline'))).toBe(request.isSaid)
})

test.each([
  ['Square and story', {}, { portrait: '1080x1920' }],
  ['Square and story', { sizes: { portrait: '1080x1350' as const } }, { portrait: '1080x1350' }],
  ['Square and story', { formats: ['square' as const] }, {}],
])('"%s" with %p is made in the sizes %p', (command, parameters, sizes) => {
  expect<unknown>(planRun({ command, parameters }, parseBrief(command), undefined).sizes).toEqual(sizes)
})

test.each([
  ['"Go further", leaderboard 728x90', ['728x90', '; sizes that can be made: 1080x1080, 1200x1200, ']],
  ['"Go further", zorp 2x3 blarg', []],
])('of %p a size that is not made has those that are beside it', (command, parts) => {
  const [warning = ''] = planRun({ command }, parseBrief(command), undefined).warnings
  expect(parts.length > 0).toBe(warning.includes('sizes that can be made'))
  for (const part of parts) expect(warning).toContain(part)
})

test('a headline of the request stands above what the brief says, and no warning names one', () => {
  const request = {
    command: 'Our soda is back in 12 cities. Get yours from 4 May.',
    parameters: { text: { headline: 'All orange' } },
  }
  const { copy, warnings } = planRun(request, parseBrief(request.command), undefined)
  expect({ headline: copy.headline, subline: copy.subline, warnings }).toEqual({
    headline: 'All orange',
    subline: 'Our soda is back in 12 cities. Get yours from 4 May.',
    warnings: [],
  })
})

test.each([
  [
    'Dry dock and rope access for tall silos, crew of four. Headline "Up there"',
    'Dry dock and rope access for tall silos, crew of four.',
  ],
  ['A lighthouse keeper by his lamp. Headline "Up there"', undefined],
  [
    'Choir school. Grey and gentle. Six mornings, two halls. Headline "Sing"',
    'Choir school. Six mornings, two halls.',
  ],
])('beside a given picture what %p says of its campaign is copy', (command, subline) => {
  const parameters = { baseImageUrl: picture }
  const { copy } = planRun({ command, parameters }, parseBrief(command), undefined)
  expect(copy.subline).toBe(subline)
  expect(planRun({ command }, parseBrief(command), undefined).copy.subline).toBeUndefined()
})

describe('parts that the request names', () => {
  const cafe =
    'Coffee shop opening by the sea, headline "First cup is on us", Saturday 3 May, book a table, square'
  const left = (text: string) => `Left out "${text}": name a part for it, such as subline or legal`
  const found = { badge: 'Saturday 3 May', cta: 'Book a table', subline: 'Coffee shop opening by the sea.' }

  test.each([
    [
      { subline: 'Come early' },
      { ...found, headline: 'First cup is on us', subline: 'Come early' },
      [left('Coffee shop opening by the sea')],
    ],
    [
      { headline: 'Cup' },
      { ...found, headline: 'Cup' },
      ['Left out "First cup is on us", as `text.headline` is sent'],
    ],
    [
      { content: 'Cup' },
      { badge: found.badge, cta: found.cta, headline: 'Cup' },
      [left('Coffee shop opening by the sea'), 'Left out "First cup is on us", as `text.content` is sent'],
    ],
    [
      { badge: 'New' },
      {
        badge: 'New',
        cta: found.cta,
        eyebrow: 'Saturday 3 May',
        headline: 'First cup is on us',
        subline: 'Coffee shop opening by the sea.',
      },
      [],
    ],
    [
      { cta: 'Come' },
      { ...found, headline: 'First cup is on us', cta: 'Come' },
      ['Left out "Book a table": the button has other words'],
    ],
    [{ content: '' }, {}, []],
  ])('leave the others of its brief: %p', (text, parts, warnings) => {
    const plan = planRun({ command: cafe, parameters: { text } }, parseBrief(cafe), undefined)
    expect<unknown>([partsOf(plan.copy), plan.warnings]).toEqual([parts, warnings])
  })
})
