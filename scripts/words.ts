/**
 * Finds words that `words.json` replaces by plain ones in identifiers, comments, log lines and API texts of `src`,
 * `scripts` and `test`; `bun scripts/words.ts` prints each place with what to write instead. Strings in tests are data,
 * apart from the names of tests.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import table from './words.json'

const words = table.words.map(({ pattern, instead }) => ({
  word: new RegExp(`\\b(?:${pattern})\\b`, 'gi'),
  instead,
}))
const excluded = table.exclude.map((pattern) => new Bun.Glob(pattern))

/** Strings and templates without nesting, and comments, which are kept, as they may have apostrophes. */
const literal =
  /(\/\*[\s\S]*?\*\/|\/\/.*)|(?<!(?:test|describe|\))\(\s*)(?:'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`)/g

function textOf(file: string, source: string): string {
  if (!file.startsWith('test/')) return source
  return source.replace(literal, (text, comment) => comment ?? text.replace(/[^\n]/g, ' '))
}

/** The places of one file, one line each. */
export function wordsIn(file: string, source: string): string[] {
  return textOf(file, source)
    .split('\n')
    .flatMap((line, index) => {
      // The parts of an identifier are words as well.
      const parts = line.replace(/(?<=[a-z\d])(?=[A-Z])/g, ' ')
      return words.flatMap(({ word, instead }) =>
        [...parts.matchAll(word)].map(
          ([found]) => `${file}:${index + 1}: "${found.trim()}": write ${instead}`,
        ),
      )
    })
}

if (import.meta.main) {
  const root = join(import.meta.dir, '..')
  const files = [...new Bun.Glob('{src,scripts,test}/**/*.ts').scanSync(root)].sort()
  const places = files
    .filter((file) => !excluded.some((pattern) => pattern.match(file)))
    .flatMap((file) => wordsIn(file, readFileSync(join(root, file), 'utf8')))
  for (const place of places) console.error(place)
  if (places.length > 0) process.exit(1)
}
