import type { AppError } from '../../../kernel/runtime/app-error.ts'
import { campaignError } from '../../errors.ts'
import { oncePerKey } from '../once-per-key.ts'
import scripts from './scripts.json'

/** A script by its Unicode name with spaces, such as `Old Persian`, and its ISO 15924 code. */
export interface Script {
  name: string
  code: string
}

/** The most common first: a character is tested against one after the other. */
const matchers = Object.entries(scripts).map(([name, code]) => ({
  script: { name: name.replaceAll('_', ' '), code },
  pattern: new RegExp(`\\p{Script=${name}}`, 'u'),
}))
const shared = /[\p{Script=Common}\p{Script=Inherited}\p{Script=Unknown}]/u
const known = oncePerKey<string, Script | undefined>()

/** The script of a text's first character that belongs to one; undefined for digits, punctuation, symbols and marks alone. */
export function scriptOf(text: string): Script | undefined {
  for (const char of text) {
    const script = scriptOfCharacter(char)
    if (script !== undefined) return script
  }
  return undefined
}

const scriptOfCharacter = (char: string) =>
  known(char, () =>
    shared.test(char) ? undefined : matchers.find(({ pattern }) => pattern.test(char))?.script,
  )

/** @param example a grapheme of the copy that cannot be drawn */
export function unsupportedScript(example: string): AppError {
  return campaignError('script_unsupported', example, scriptOf(example)?.name)
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** What a reader takes as one character, with its UTF-16 offset. */
interface Grapheme {
  text: string
  start: number
  end: number
}

export function graphemes(text: string): Grapheme[] {
  return Array.from(segmenter.segment(text), ({ segment, index }) => ({
    text: segment,
    start: index,
    end: index + segment.length,
  }))
}
