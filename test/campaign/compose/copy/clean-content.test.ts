import { expect, test } from 'bun:test'
import { cleanContent } from '../../../../src/campaign/compose/copy/clean-content.ts'

test.each([
  ['one\r\ntwo\rthree\u2028four', ['one', 'two', 'three', 'four']],
  ['\n\n a  b \t c \n\n\n\nd\n', ['a b c', '', 'd']],
  ['bell\u0007\u0000\u009b and\u001b[31m', ['bell and[31m']],
  ['\u202egnp.exe\u202c', ['gnp.exe']],
  ['lone \ud800 half', ['lone half']],
  ['\u2067kept\u2069', ['\u2067kept\u2069']],
  ['hid\u{e0041}\u{e0042}den', ['hidden']],
  [
    '\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
    ['\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}'],
  ],
  ['<b>&amp;</b>', ['<b>&amp;</b>']],
  [' \u200b\u3164 \n\u2060', []],
])('%j becomes %j', (content, paragraphs) => {
  expect(cleanContent(content)).toEqual(paragraphs)
})

test('copy with too many lines is set as running text', () => {
  expect(cleanContent('word\n'.repeat(40))).toEqual([Array(40).fill('word').join(' ')])
})
