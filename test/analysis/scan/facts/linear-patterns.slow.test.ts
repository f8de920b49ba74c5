import { expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createPatternCheck, repeatedTexts } from '../../linear-growth.ts'

const factsFolder = join(import.meta.dirname, '../../../../src/analysis/scan/facts')
const files = [
  ...[
    'address',
    'company-name',
    'contact-email',
    'contact-phone',
    'description',
    'hiring',
    'language',
    'region',
  ],
  ...['social', 'team'],
].map((topic) => `${topic}.ts`)
const sharedFiles = readdirSync(join(factsFolder, 'shared')).map((name) => `shared/${name}`)

const seeds = [
  ...[
    ' ',
    '\t',
    '\n',
    'a',
    'A',
    '0',
    '1',
    '-',
    '–',
    '.',
    ',',
    ':',
    '(',
    '[',
    '/',
    '+',
    '@',
    '#',
    '<',
    '"',
    "'",
    '&',
    '|',
    '_',
    '%',
    '^',
  ],
  ...[
    'a ',
    'A ',
    ' a',
    'Aa ',
    '1 ',
    '12 ',
    '123 ',
    '1,',
    '1.',
    '1-',
    '1/',
    'a.',
    'a-',
    'a@',
    '@a.',
    '(1',
    '1)',
    ') (',
    '[ at ',
    ' at ',
    ' dot ',
  ],
  ...[
    'since a ',
    'since ',
    'founded a b c ',
    'founded in ',
    'seit ',
    '1998 hat a ',
    '12 aa bb ',
    'team of ',
    '100 200 ',
    '1 000 ',
    'we 12 aa ',
  ],
  ...[
    'looking for a A ',
    'wir suchen eine Aa ',
    'Aaaa of ',
    '(m/',
    '(m/w/',
    'm/w/',
    'tel ',
    'tel. / ',
    'fax ',
    '+49 (0) ',
    '0431 12 ',
    '12345 Aaa Bbb ',
  ],
  ...[
    'Aaa-',
    'NSW ',
    'SW1A ',
    'Aaaa, ',
    'ü',
    'É',
    '日',
    '〒100-',
    'Str. ',
    'a\u00a0',
    '\u200b',
    'Copyright © ',
    '© 2024 ',
    'Dr. ',
    'Dipl.-Ing. ',
    'von ',
  ],
  ...[
    'http://',
    'mailto:',
    'mastodon ',
    'logo ',
    'vertreten durch ',
    'Firma: ',
    'company name: ',
    'bei A',
    'head of ',
    ': ',
    '. A',
    'aaaa. A',
  ],
]

/** The seed repeated, and with an end that makes an anchored pattern fail at the last moment. */
const texts = repeatedTexts(seeds, [
  ['', ''],
  ['', '\u0000'],
  ['A', '!'],
])

test('every pattern of the facts about identity and contact is linear', async () => {
  const expectLinearPattern = createPatternCheck(texts)
  let patterns = 0
  for (const file of [...files, ...sharedFiles]) {
    for (const pattern of await patternsOf(file)) {
      expectLinearPattern(file, pattern)
      patterns += 1
    }
  }
  expect(patterns * texts.length).toBeGreaterThan(10_000)
})

/** What a file exports as its patterns, and every literal in it that was forgotten there. */
async function patternsOf(file: string): Promise<readonly RegExp[]> {
  const module: { patterns?: readonly RegExp[] } = await import(join(factsFolder, file))
  const source = await Bun.file(join(factsFolder, file)).text()
  const all = [...(module.patterns ?? []), ...literalsIn(source)]
  return [...new Map(all.map((pattern) => [String(pattern), pattern])).values()]
}

/** Regular expressions written as literals: between slashes after something that no division follows. */
function literalsIn(source: string): RegExp[] {
  const literal =
    /(?:[(,=:[!&|?]|return|=>)\s{0,9}\/(?![/*])((?:\[(?:[^\]\\\n]|\\.)*\]|\\.|[^/\\[\n])+)\/([dgimsuvy]*)(?=[\s).,;:\]])/g
  return [...source.matchAll(literal)].flatMap(([, pattern = '', flags = '']) => {
    try {
      return [new RegExp(pattern, flags)]
    } catch {
      // Two slashes of a text that only looked like a pattern.
      return []
    }
  })
}

test('the search for forgotten patterns finds them', () => {
  const source = 'const a = /x+y/g\ntext.replace(/\\s[/]+$/, "") // https://a/b\nconst b = c / d / e'
  expect(literalsIn(source).map(String)).toEqual(['/x+y/g', '/\\s[/]+$/'])
})
