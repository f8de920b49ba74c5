import { expect, test } from 'bun:test'
import { planRun } from '../../../src/campaign/agent/plan-run.ts'
import { parseBrief } from '../../../src/campaign/brief/parse.ts'

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

test('a headline of the request is not followed by sentences of the brief, and no warning names one', () => {
  const request = {
    command: 'Our soda is back in 12 cities. Get yours from 4 May.',
    parameters: { text: { headline: 'All orange' } },
  }
  const { copy, warnings } = planRun(request, parseBrief(request.command), undefined)
  expect({ headline: copy.headline, subline: copy.subline, warnings }).toEqual({
    headline: 'All orange',
    subline: undefined,
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
