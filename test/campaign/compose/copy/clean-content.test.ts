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
  [`Z\u0300${'\u0301'.repeat(40)}o`, [`Z\u0300${'\u0301'.repeat(4)}o`]],
  [
    '\u05d1\u05b0\u05bc\u05e8\u05b5\u05d0\u05e9\u05c1\u05b4\u0596\u05d9\u05ea',
    ['\u05d1\u05b0\u05bc\u05e8\u05b5\u05d0\u05e9\u05c1\u05b4\u0596\u05d9\u05ea'],
  ],
  [' \u200b\u3164 \n\u2060', []],
])('%j becomes %j', (content, paragraphs) => {
  expect(cleanContent(content)).toEqual(paragraphs)
})

test('copy with too many lines is set as running text', () => {
  expect(cleanContent('word\n'.repeat(40))).toEqual([Array(40).fill('word').join(' ')])
})
