import type { BriefParameters } from './parse/collect.ts'
import { collect } from './parse/collect.ts'
import { findPhrases } from './parse/find-phrases.ts'
import { readCopy } from './parse/read-copy.ts'
import { readInstructions } from './parse/read-instructions.ts'
import { readSources } from './parse/read-sources.ts'
import { readWords } from './parse/read-words.ts'
import type { Reading } from './parse/reading.ts'
import { scenePrompt } from './parse/scene-prompt.ts'
import { setAside } from './parse/set-aside.ts'
import { plainText } from './parse/tokenize.ts'

export interface ParsedBrief {
  parameters: BriefParameters
  /** What is left of the brief for the scene: without quoted copy, formats, placement and other instructions. */
  prompt: string
  /** Parts that look like instructions but were not understood, as the brief has them. */
  unrecognized: string[]
  warnings: string[]
  /** Present when the brief leaves the logo out; `parameters` then sets nothing of it. */
  noLogo?: true
}

const passes = [setAside, readSources, readCopy, readWords, readInstructions]

/** Words that an instruction stood between may make another one; more rounds than these only nonsense takes. */
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

/** A prompt whose own prompt it is. */
function stablePrompt(prompt: string): string {
  let stable = prompt
  for (let round = 0; round < roundsMax; round++) {
    const next = readBrief(stable).prompt
    if (next === stable) return stable
    stable = next
  }
  return ''
}
