import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { createPhraseFinder, foldCase } from '../../../src/analysis/text/phrase-finder.ts'
import { testSeed } from '../../support/seed.ts'

const seed = testSeed('phrases.test.ts')

const names = createPhraseFinder(
  [
    ['Slack', 'slack'],
    ['Google', 'google'],
    ['Google Sheets', 'sheets'],
    ["zzp'ers", 'zzp'],
    ['Re:amaze', 'reamaze'],
    ['e-commerce', 'shop'],
  ],
  {},
)
const strict = createPhraseFinder([['Close', true]], { caseSensitive: true })

describe('phrases', () => {
  const texts: ReadonlyArray<readonly [text: string, means: readonly string[]]> = [
    ['Slack', ['slack']],
    ['SLACK, slack', ['slack', 'slack']],
    ['Slacker unslack Slack2', []],
    ['Slack-Integration (Slack)', ['slack', 'slack']],
    ['Google Sheets and Google', ['sheets', 'google']],
    ['google sheetsy', ['google']],
    ["für zzp’ers und zzp'ers", ['zzp', 'zzp']],
    ['Re:amaze re:amazed', ['reamaze']],
    ['E\u2011Commerce', ['shop']],
    ['Éslack slacké', []],
    ['', []],
  ]
  test.each(texts)('in “%s” %p are found', (text, means) => {
    expect(names(text).map((hit) => hit.means)).toEqual([...means])
  })

  test('letters count where they must', () => {
    expect(strict('close Close CLOSE')).toEqual([{ means: true, text: 'Close', start: 6, end: 11 }])
  })

  test('a phrase that begins with no word is refused', () => {
    expect(() => createPhraseFinder([['$crisp', 1]])).toThrow('Cannot look for "$crisp"')
  })

  test('every hit is the text at its place', () => {
    const piece = fc.constantFrom('Slack', 'google', ' ', 'Sheets', 'İ', 'ß', ', ', 'x', 'zzp’ers', '\u0301')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join('')
        expect(foldCase(text)).toHaveLength(text.length)
        for (const hit of names(text)) expect(text.slice(hit.start, hit.end)).toBe(hit.text)
      }),
      { seed },
    )
  })
})
