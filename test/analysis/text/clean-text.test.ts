import { describe, expect, test } from 'bun:test'
import { cleanText, plainText } from '../../../src/analysis/text/clean-text.ts'
import { expectLinearGrowth, repeatedTexts } from '../linear-growth.ts'

const table: ReadonlyArray<readonly [name: string, from: string, to: string]> = [
  ['white space of every kind', ' a\t\n\r\f\v b  c\u2028d\u3000e\u0085f\u2800g ', 'a b c d e f g'],
  ['zero-width characters', 'in\u200bvi\u200csi\u200db\ufeffle\u2060', 'invisible'],
  ['bidi controls', '\u202eabc\u202c\u2066d\u2069\u200e\u200f\u061c', 'abcd'],
  ['tag characters', 'a\u{e0049}\u{e0047}\u{e004e}\u{e007f}b', 'ab'],
  ['variation selectors', 'a\ufe0f\u{e0100}\u{e01ef}b', 'ab'],
  ['C0 and C1 controls', 'a\u0000\u0007\u001b[31m\u009bb', 'a[31mb'],
  ['soft hyphens and fillers', 'Donau\u00addampf\u3164\u115f', 'Donaudampf'],
  ['halves of surrogate pairs', 'a\ud83dx\udc00b', 'axb'],
  ['a space beside what is removed', 'a \u200b b', 'a b'],
  ['private-use icons', '\ue001 Menu', 'Menu'],
  ['visible letters of any script', 'Zürich 東京 العربية हिन्दी 👩‍🚀', 'Zürich 東京 العربية हिन्दी 👩🚀'],
  ['plain text', 'Hello, world.', 'Hello, world.'],
  ['nothing', '', ''],
]

describe('clean text', () => {
  test.each(table)('is one visible line: %s', (_, from, to) => {
    expect(cleanText(from)).toBe(to)
    expect(plainText(from)).toBe(to)
  })

  test('is at most 500 characters long and never ends in half a character', () => {
    expect(cleanText('a'.repeat(500))).toBe('a'.repeat(500))
    expect(cleanText('a'.repeat(501))).toBe(`${'a'.repeat(499)}…`)
    const emoji = cleanText(`x${'😀'.repeat(400)}`)
    expect(emoji.length).toBeLessThanOrEqual(500)
    expect(emoji.isWellFormed()).toBe(true)
  })

  test('costs time linear in its length, for any text', () => {
    const worst = [' ', 'a ', '\u200b', 'a\u200b', ' \u200b', '\t!', '! !  ', '\ud83d']
    const texts = repeatedTexts(worst, [['', 'x']])
    for (const { seed, textOf } of texts)
      expectLinearGrowth(`plain text of ${JSON.stringify(seed)}`, {
        size: 50_000,
        workOn: (chars) => {
          const text = textOf(chars)
          return () => plainText(text)
        },
      })
  })
})
