import { expect, test } from 'bun:test'
import { splitBadge } from '../../../src/campaign/compose/layouts/numbers.ts'

test.each([
  ['£45 instead of £60', ['', '£45', 'instead of £60']],
  ['statt 60 € nur 45 €', ['statt 60 € nur', '45 €', '']],
  ['59 € au lieu de 79 €', ['', '59 €', 'au lieu de 79 €']],
  ['£19.99 a month for life', ['', '£19.99', 'a month for life']],
  ['95 euros instead of 120', ['', '95', 'euros instead of 120']],
  ['4.6% AER', ['', '4.6%', 'AER']],
  ['ab 18,50 €', ['ab', '18,50 €', '']],
  ['from 1 250 zł', ['from', '1 250 zł', '']],
  ['up to 60% off', ['up to', '60%', 'off']],
  ['30–50% off until 31 January', ['', '30–50%', 'off until 31 January']],
  ['20%オフ', ['', '20%', 'オフ']],
  ['First 3 months £1', ['First 3 months', '£1', '']],
  ['Free for 5 monitors', ['', 'Free', 'for 5 monitors']],
  ['Primer mes gratis', ['Primer mes', 'gratis', '']],
  ['2 for 1', ['', '2 for 1', '']],
  ['250 g for 12 euros', ['250 g for', '12', 'euros']],
  ['until 14 December', ['until', '14', 'December']],
  ["jusqu'au dimanche 26 mai", ["jusqu'au dimanche", '26', 'mai']],
  ['De 17 a 19 de julho', ['De', '17 a 19', 'de julho']],
  ['Thursday 14 November from 9 to 12', ['Thursday', '14 November', 'from 9 to 12']],
  ['Do, 12.02., 19 Uhr', ['Do', '12.02.', '19 Uhr']],
  ['4.8 stars', ['', '4.8', 'stars']],
])('%s', (badge, [before, main, after]) => {
  expect(splitBadge(badge)).toEqual({ before, main, after } as ReturnType<typeof splitBadge>)
})

test.each(['Buy one get one', '12 June – 14 July', 'Buy 2, get 1', 'New', 'Thursdays until 11 pm'])(
  '"%s" is set whole',
  (badge) => {
    expect(splitBadge(badge)).toBeUndefined()
  },
)
