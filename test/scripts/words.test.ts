import { expect, test } from 'bun:test'
import { wordsIn } from '../../scripts/words.ts'

const found = (file: string, source: string) =>
  wordsIn(file, source).map((place) => /^(\S+): "(.+)": write /.exec(place)?.slice(1))

// Joined, as the gate reads this file as well.
const word = ['no', 'body'].join('')
const capital = `No${word.slice(2)}`

test('words are found in comments, identifiers and texts, with the line and what to write instead', () => {
  const source = `/** For ${word}. */\nconst for${capital} = 1\nlog.info('${word} is here')\n`
  expect(found('src/a.ts', source)).toEqual([
    ['src/a.ts:1', word],
    ['src/a.ts:2', capital],
    ['src/a.ts:3', word],
  ])
})

test('strings of a test are data, its name and comments are not', () => {
  const source = [
    `test('${word} waits', () => {`,
    `  // It's for ${word}.`,
    `  expect(page).toContain('${word} replied')`,
    `  expect(html).toBe(\`<p>\n${word}</p>\`)`,
    `  test.each(['${word}'])('${word} for %s', () => {})`,
  ].join('\n')
  expect(found('test/a.test.ts', source)).toEqual([
    ['test/a.test.ts:1', word],
    ['test/a.test.ts:2', word],
    ['test/a.test.ts:6', word],
  ])
})

test('a longer word that contains one is allowed', () => {
  expect(found('src/a.ts', `// ${word}s and busy${word}`)).toEqual([])
})

test('a denial is allowed after “there”, and of “no longer”', () => {
  const [is, no] = ['is', 'no']
  expect(
    found('src/a.ts', `// there ${is} ${no} key; it ${is} ${no} longer valid; this ${is} ${no} key`),
  ).toEqual([['src/a.ts:1', `${is} ${no}`]])
})
