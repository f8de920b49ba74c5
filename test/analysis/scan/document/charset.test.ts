import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { decodeBody } from '../../../../src/analysis/scan/document/charset.ts'
import { testSeed } from '../../../support/seed.ts'

const seed = testSeed('charset.test.ts')
const utf8 = (text: string) => new TextEncoder().encode(text)
const bytes = (...parts: (string | number[])[]) =>
  Uint8Array.from(
    parts.flatMap((part) => (typeof part === 'string' ? [...Buffer.from(part, 'latin1')] : part)),
  )
const utf16 = (text: string, bigEndian = false) => {
  const buffer = Buffer.from(text, 'utf16le')
  return Uint8Array.from(bigEndian ? buffer.swap16() : buffer)
}
const meta = (charset: string) => `<!doctype html><meta charset="${charset}">`
const html = 'text/html'
const declares = (charset: string) => `text/html; charset=${charset}`

/** "café" in windows-1252, 日本語 in Shift_JIS, привет in windows-1251, 中文 in GBK. */
const western = bytes('caf', [0xe9])
const shiftJis = [0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea]
const cyrillic = [0xef, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]
const chinese = [0xd6, 0xd0, 0xce, 0xc4]

const [koi8, gbk, utf] = [meta('koi8-r'), meta('gbk'), meta('utf-8')]

describe('the charset is the one of', () => {
  test.each([
    [
      'the mark of UTF-8',
      bytes([0xef, 0xbb, 0xbf], 'a', [0xc3, 0xa9]),
      declares('gbk'),
      'aé',
      'utf-8',
      'bom',
    ],
    ['the mark FF FE', bytes([0xff, 0xfe, ...utf16('née')]), declares('utf-8'), 'née', 'utf-16le', 'bom'],
    ['the mark FE FF', bytes([0xfe, 0xff, ...utf16('née', true)]), undefined, 'née', 'utf-16be', 'bom'],
    ['the header', bytes(shiftJis), declares('Shift_JIS'), '日本語', 'shift_jis', 'header'],
    ['the header in quotes', bytes(chinese), 'text/html ; a=b; CHARSET="gbk"', '中文', 'gbk', 'header'],
    ['the header before the meta', bytes(koi8, chinese), declares('gbk'), `${koi8}中文`, 'gbk', 'header'],
    ['the header for UTF-16 without a mark', utf16('née'), declares('utf-16le'), 'née', 'utf-16le', 'header'],
    ['the meta', bytes(gbk, chinese), html, `${gbk}中文`, 'gbk', 'meta'],
    [
      'the meta in its old form',
      bytes('<meta http-equiv="Content-Type" content="text/html; charset=windows-1251">', cyrillic),
      html,
      '<meta http-equiv="Content-Type" content="text/html; charset=windows-1251">привет',
      'windows-1251',
      'meta',
    ],
    [
      'the XML declaration of XHTML',
      bytes('<?xml version="1.0" encoding="windows-1251"?><html>', cyrillic),
      'application/xhtml+xml',
      '<?xml version="1.0" encoding="windows-1251"?><html>привет',
      'windows-1251',
      'meta',
    ],
    ['UTF-8 when nothing is declared and it is valid', utf8('café ✓'), undefined, 'café ✓', 'utf-8', 'guess'],
    ['windows-1252 for bytes that are not UTF-8', western, html, 'café', 'windows-1252', 'guess'],
    ['a guess when the label is unknown', utf8('é'), declares('klingon'), 'é', 'utf-8', 'guess'],
    ['a guess for "replacement"', western, declares('hz-gb-2312'), 'café', 'windows-1252', 'guess'],
    ['the meta for an unknown label', bytes(gbk, chinese), declares('utf-99'), `${gbk}中文`, 'gbk', 'meta'],
  ] as const)('%s', (_what, body, type, text, charset, source) => {
    expect(decodeBody(body, type)).toEqual({ text, charset, source })
  })
})

describe('a declared charset that the bytes contradict is ignored:', () => {
  const long = 'Grüße aus Köln, größtenteils möglich: '.repeat(20)
  test.each([
    ['a header of UTF-8 over other bytes', bytes(gbk, chinese), declares('utf-8'), 'gbk', 'meta', '中文'],
    ['a header of UTF-8 over Western bytes', western, declares('utf-8'), 'windows-1252', 'guess', 'café'],
    ['a header of ISO-8859-1 over UTF-8', utf8('café ✓'), declares('iso-8859-1'), 'utf-8', 'guess', 'café ✓'],
    ['a header of ISO-8859-1 over a meta', utf8(`${utf}é`), declares('latin1'), 'utf-8', 'meta', 'é'],
    ['a meta of ISO-8859-15 over UTF-8', utf8(`${meta('iso-8859-15')}café`), html, 'utf-8', 'guess', 'café'],
    ['a header of Shift_JIS over UTF-8', utf8(`${utf}日`), declares('sjis'), 'utf-8', 'meta', '日'],
    ['a meta of UTF-8 over Western bytes', bytes(utf, [0xe9]), html, 'windows-1252', 'guess', 'é'],
  ] as const)('%s', (_what, body, type, charset, source, text) => {
    const decoded = decodeBody(body, type)
    expect({ charset: decoded.charset, source: decoded.source }).toEqual({ charset, source })
    expect(decoded.text).toEndWith(text)
  })

  test.each([
    ['no meta', ''],
    ['a meta of windows-1252', meta('windows-1252')],
    ['a meta of koi8-r', meta('koi8-r')],
  ])('one broken byte in a long page of UTF-8 keeps the declared charset: %s', (_what, start) => {
    const body = Uint8Array.from([...utf8(start + long), 0xff, ...utf8(long)])
    const { text, charset, source } = decodeBody(body, declares('utf-8'))
    expect({ charset, source }).toEqual({ charset: 'utf-8', source: 'header' })
    expect(text).toBe(`${start}${long}\ufffd${long}`)
  })

  test('a body that was cut within a letter keeps the declared charset', () => {
    const body = utf8('é✓').subarray(0, 4)
    expect(decodeBody(body, declares('utf-8'))).toEqual({
      text: 'é\ufffd',
      charset: 'utf-8',
      source: 'header',
    })
  })

  test('a replacement character in the page itself is not an error', () => {
    expect(decodeBody(utf8('\ufffd'.repeat(9)), declares('utf-8')).charset).toBe('utf-8')
  })

  test('an ASCII page declared as Western stays as declared', () => {
    expect(decodeBody(bytes('plain'), declares('iso-8859-1'))).toEqual({
      text: 'plain',
      charset: 'windows-1252',
      source: 'header',
    })
  })

  test('bytes that fit no encoding are read as declared', () => {
    const body = bytes([0x80, 0xff, 0x80, 0xff, 0xfd, 0xff])
    expect(decodeBody(body, declares('euc-jp'))).toMatchObject({ charset: 'euc-jp', source: 'header' })
  })
})

/** Labels of encodings of each kind, with some bytes and the text they stand for. */
const encodings: [label: string, name: string, bytes: number[], text: string][] = [
  ['utf8', 'utf-8', [0xe2, 0x9c, 0x93], '✓'],
  ['latin2', 'iso-8859-2', [0xb1, 0xb6], 'ąś'],
  ['koi8-ru', 'koi8-u', [0xa4], 'є'],
  ['ascii', 'windows-1252', [0xe9, 0x80], 'é€'],
  ['cp1258', 'windows-1258', [0xe3], 'ă'],
  ['chinese', 'gbk', chinese, '中文'],
  ['gb18030', 'gb18030', [0x81, 0x30, 0x81, 0x30], '\x80'],
  ['csiso2022jp', 'iso-2022-jp', [0x1b, 0x24, 0x42, 0x46, 0x7c, 0x1b, 0x28, 0x42], '日'],
  ['unicodefffe', 'utf-16be', [0x27, 0x13], '✓'],
  ['x-user-defined', 'x-user-defined', [0x80], '\uf780'],
]
test.each(encodings)('the label %s of a header means %s', (label, name, body, text) => {
  expect(decodeBody(Uint8Array.from(body), declares(label))).toEqual({
    text,
    charset: name,
    source: 'header',
  })
})

const anyBody = fc.oneof(
  fc.uint8Array({ maxLength: 200 }),
  fc.string({ unit: 'binary', maxLength: 60 }).map((text) => utf8(text.toWellFormed())),
)
const anyType = fc.option(
  fc.oneof(
    fc.constantFrom(...encodings.map(([label]) => declares(label))),
    fc.string({ unit: 'binary' }).map((label) => declares(label)),
    fc.string(),
  ),
  { nil: undefined },
)

test('a meta behind a long script is still found', () => {
  const script = `<script>${'a'.repeat(4_000)}</script>`
  expect(decodeBody(bytes(script, meta('gbk'), chinese), html).source).toBe('meta')
})

test('any body of any type decodes to well-formed text', () => {
  fc.assert(
    fc.property(anyBody, anyType, (body, type) => {
      const { text, charset } = decodeBody(body, type)
      expect(text.isWellFormed()).toBe(true)
      expect(new TextDecoder(charset as Bun.Encoding).encoding as string).toBe(charset)
    }),
    { seed, numRuns: 1_000 },
  )
})

test('valid UTF-8 without a declared charset is read as UTF-8', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      fc.pre(!text.startsWith('\ufeff') && !text.includes('<'))
      const decoded = decodeBody(utf8(text.toWellFormed()), html)
      expect(decoded).toEqual({ text: text.toWellFormed(), charset: 'utf-8', source: 'guess' })
    }),
    { seed, numRuns: 1_000 },
  )
})
