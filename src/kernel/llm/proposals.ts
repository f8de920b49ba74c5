import type { Static, TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { within } from '../runtime/async.ts'
import type { Log } from '../runtime/log.ts'
import type { Llm, LlmTask } from './llm.ts'
import { LlmFault } from './llm-fault.ts'

const replyCharsMax = 8_192
const proposalsMax = 24

export interface ProposeDeps {
  llm: Pick<Llm, 'write'>
  log: Log
  /** Aborts the request to the model. */
  signal?: AbortSignal | undefined
}

/**
 * The objects of a schema in a model's reply, without any others; [] unless the reply is one JSON array and comes in time.
 * Only their form is checked. Never rejects.
 */
export async function proposalsOf<Schema extends TSchema>(
  schema: Schema,
  task: LlmTask,
  { llm, log, signal = new AbortController().signal }: ProposeDeps,
): Promise<Static<Schema>[]> {
  try {
    const reply = await within(llm.write(task), signal)
    const json = reply.slice(0, replyCharsMax).replace(/^\s{0,10}```(?:json)?|```\s{0,10}$/g, '')
    const list: unknown = JSON.parse(json)
    return Array.isArray(list)
      ? list.slice(0, proposalsMax).filter((one): one is Static<Schema> => Value.Check(schema, one))
      : []
  } catch (error) {
    const kind = error instanceof LlmFault ? error.kind : error instanceof SyntaxError ? 'malformed' : 'late'
    log.info('LLM proposed nothing', { kind })
    return []
  }
}

/** Letters and digits of scripts that have spaces between their words. */
const spaced = /[\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{N}]/u
const singleQuotes = /[‘’‚‛`´]/g
const doubleQuotes = /[“”„‟«»]/g
/** Of equal length, so that offsets remain valid. */
const withPlainQuotes = (text: string) => text.replace(singleQuotes, "'").replace(doubleQuotes, '"')

/**
 * Where a text has these words, as whole words; the form of quotation marks and of white space does not matter.
 */
export function spansOf(words: string, text: string): { start: number; end: number }[] {
  const plain = withPlainQuotes(words).trim()
  if (plain === '') return []
  const [before, behind] = [plain.slice(0, 1), plain.slice(-1)].map((edge) =>
    spaced.test(edge) ? spaced.source : '',
  )
  const form = plain
    .split(/\s+/)
    .map((word) => RegExp.escape(word))
    .join('\\s+')
  const found = withPlainQuotes(text).matchAll(
    new RegExp(`${before && `(?<!${before})`}${form}${behind && `(?!${behind})`}`, 'gu'),
  )
  return Array.from(found, ({ 0: { length }, index }) => ({ start: index, end: index + length }))
}
