import type { BriefParameters } from './parse/collect.ts'
import { collect } from './parse/collect.ts'
import { findPhrases } from './parse/find-phrases.ts'
import { readCopy } from './parse/read-copy.ts'
import { readInstructions } from './parse/read-instructions.ts'
import { readSources } from './parse/read-sources.ts'
import { readWords } from './parse/read-words.ts'
import { markUsed, type Reading } from './parse/reading.ts'
import { scenePrompt } from './parse/scene-prompt.ts'
import { plainText } from './parse/tokenize.ts'

export interface ParsedBrief {
  parameters: BriefParameters
  /** The rest of the brief, for the scene: without quoted copy, formats, placement and other instructions. */
  prompt: string
  /** Parts that look like instructions but were not understood, verbatim. */
  unrecognized: string[]
  warnings: string[]
  /** Present if the brief excludes the logo; `parameters` then has no logo parameters. */
  noLogo?: true
}

const passes = [setAside, readSources, readCopy, readWords, readInstructions]

/** Removing an instruction may join words to a new one; only nonsense takes more rounds than this. */
const roundsMax = 5

/** Reads a campaign brief in English by rules alone; the work is linear in its length. */
export function parseBrief(command: string): ParsedBrief {
  const { reading, prompt } = readBrief(plainText(command))
  const { text, settings, warnings } = reading
  const unrecognized = reading.unrecognized.map(({ start, end }) => text.slice(start, end))
  const { parameters, noLogo } = collect(settings, warnings)
  return { parameters, prompt: stablePrompt(prompt), unrecognized, warnings, ...(noLogo && { noLogo }) }
}

function readBrief(text: string) {
  const reading: Reading = { text, items: findPhrases(text), settings: [], unrecognized: [], warnings: [] }
  for (const pass of passes) pass(reading)
  return { reading, prompt: scenePrompt(reading) }
}

/** Repeats the parse until the prompt no longer changes. */
function stablePrompt(prompt: string): string {
  let stable = prompt
  for (let round = 0; round < roundsMax; round++) {
    const next = readBrief(stable).prompt
    if (next === stable) return stable
    stable = next
  }
  return ''
}

/** Sets aside sentences that address a language model, such as "ignore all previous instructions". */
function setAside({ items, unrecognized }: Reading): void {
  for (let from = 0, to = 0; from < items.length; from = to + 1) {
    to = from
    while (to < items.length && items[to]?.kind !== 'stop') to += 1
    const sentence = items.slice(from, to)
    if (!sentence.some(({ kind }) => kind === 'meta')) continue
    const span = { start: sentence[0]?.start ?? 0, end: sentence.at(-1)?.end ?? 0 }
    markUsed(items, from, span.end)
    unrecognized.push(span)
  }
}
