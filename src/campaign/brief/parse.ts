import type { Sizes } from '../compose/formats.ts'
import type { BriefParameters } from './collect.ts'
import { collect } from './collect.ts'
import { findPhrases } from './find-phrases.ts'
import { fillMissingParts } from './missing-parts.ts'
import { quoteCopy } from './quote-copy.ts'
import { quotePerson } from './quote-person.ts'
import { quotedNames } from './quoted-names.ts'
import { readInstructions } from './read-instructions.ts'
import { type Reading, readMembers } from './read-members.ts'
import { applyRules, type Beside, type Brief } from './rules.ts'
import { scenePrompt } from './scene-prompt.ts'
import { plainText } from './tokenize.ts'
import { type Fact, factLines, useFacts } from './use-facts.ts'

export interface ParsedBrief {
  parameters: BriefParameters
  /** The rest of the brief, for the scene: without quoted copy, formats, placement and other instructions. */
  prompt: string
  /** Parts that look like instructions but were not understood, verbatim. */
  unrecognized: string[]
  warnings: string[]
  /** Other sizes of the formats than the usual ones, which their names ask for: of a story, of `1920x1080`. */
  sizes?: Sizes
  /** Present if the brief excludes the logo; `parameters` then has no logo parameters. */
  noLogo?: true
}

/** Removing an instruction may join words to a new one; only nonsense takes more rounds than this. */
const roundsMax = 5

/**
 * Reads a campaign brief, in words or as a JSON object, by rules alone; the work is linear in its length.
 * @param beside what the request has besides its brief
 */
export function parseBrief(command: string, beside: Partial<Beside> = {}): ParsedBrief {
  const text = plainText(command)
  // Members of an object say what they are.
  const { prompt, settings, unrecognized, warnings } =
    readMembers(text, (part) => readBrief(part, { isTitled: true })) ?? readLines(text, beside)
  const { parameters, noLogo, sizes } = collect(settings, warnings)
  const others = { ...(Object.keys(sizes).length > 0 && { sizes }), ...(noLogo && { noLogo }) }
  return { parameters, prompt: stablePrompt(prompt), unrecognized, warnings, ...others }
}

/** A brief that may have lines "name: fact" among its sentences. */
function readLines(text: string, beside: Partial<Beside>): Reading {
  const { facts, rest } = factLines(text)
  const lineAbout = (...kinds: Fact['kind'][]) => facts.find(({ kind }) => kinds.includes(kind))?.line
  const titles = { title: lineAbout('message'), topic: lineAbout('event', 'topic') ?? lineAbout('product') }
  const reading = readBrief(rest, { ...beside, ...titles })
  const found =
    reading.isSublineFound === true ? reading.settings.find(({ path }) => path === 'copy.subline') : undefined
  const unused = useFacts(reading.settings, facts, found)
  return { ...reading, unrecognized: [...reading.unrecognized, ...unused] }
}

/** @param isRest the prompt of an earlier reading, which has taken what the brief says without naming a part */
function readBrief(
  text: string,
  {
    isTitled = false,
    isPictured = false,
    isRest = false,
    title,
    topic,
  }: Partial<Beside> & { isRest?: boolean } = {},
): Reading {
  const brief: Brief = {
    text,
    items: quotedNames(quotePerson(text, quoteCopy(text, findPhrases(text)))),
    settings: [],
    unrecognized: [],
    warnings: [],
    isTitled,
    isPictured,
    title,
    topic,
    taken: [],
  }
  applyRules(brief)
  readInstructions(brief)
  const isNamed = brief.settings.some(({ path }) => path === 'copy.subline')
  if (!isRest) fillMissingParts(brief)
  const prompt = scenePrompt(brief)
  const inOrder = brief.unrecognized.sort((one, other) => one.start - other.start)
  return {
    ...brief,
    isSublineFound: !isNamed,
    prompt,
    unrecognized: inOrder.map(({ start, end }) => text.slice(start, end)),
  }
}

/** Repeats the parse until the prompt no longer changes. */
function stablePrompt(prompt: string, rounds = roundsMax): string {
  const next = rounds === 0 ? '' : readBrief(plainText(prompt), { isRest: true }).prompt
  return next === prompt || rounds === 0 ? next : stablePrompt(next, rounds - 1)
}
