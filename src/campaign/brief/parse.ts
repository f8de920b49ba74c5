import type { ChosenWords } from '../compose/controls.ts'
import type { PartName } from '../compose/copy/parts.ts'
import type { Sizes } from '../compose/formats.ts'
import { toneOf, topicsOf } from '../compose/read-copy.ts'
import { nameParts } from './choose-copy.ts'
import type { BriefParameters } from './collect.ts'
import { collect } from './collect.ts'
import { findPhrases } from './find-phrases.ts'
import grammar from './grammar.json'
import { bodyOf } from './letter.ts'
import { fillMissingParts } from './missing-parts.ts'
import { sayPlainly } from './prose.ts'
import { quoteCopy } from './quote-copy.ts'
import { readInstructions } from './read-instructions.ts'
import { type Reading, readMembers } from './read-members.ts'
import { applyRules, type Beside, type Brief, is, kindsOf, partFrom, type Setting } from './rules.ts'
import { type Item, plainText } from './tokenize.ts'
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
  /** Parts that the brief does not name, if a sentence of it was taken as the headline. */
  guessed?: readonly PartName[]
  /** What a language model chose, if it became copy. */
  chosen?: readonly ChosenWords[]
}

/** Removing an instruction may join words to a new one; only nonsense takes more rounds than this. */
const roundsMax = 5

/**
 * Reads a campaign brief, in words or as a JSON object, by rules alone; the work is linear in its length.
 * @param beside what the request has besides its brief
 */
export function parseBrief(command: string, beside: Partial<Beside> = {}): ParsedBrief {
  const text = bodyOf(withoutSmiles(plainText(command)))
  // Members of an object say what they are.
  const {
    prompt,
    settings,
    unrecognized,
    warnings,
    guessed,
    chosen = [],
  } = readMembers(
    text,
    (part) => readBrief(part, { isTitled: true }),
    (part) => readLines(part, beside),
  ) ?? readLines(text, beside)
  const { parameters, noLogo, sizes } = collect(settings, warnings)
  const others = { ...(Object.keys(sizes).length > 0 && { sizes }), ...(noLogo && { noLogo }) }
  const words = chosen.map(({ part, text }) => ({ part, text }))
  const copy = { ...(guessed && { guessed }), ...(words.length > 0 && { chosen: words }) }
  return { parameters, prompt: stablePrompt(prompt), unrecognized, warnings, ...others, ...copy }
}

/** A smile ends a sentence: "bring a bag :) can it look handmade?" */
const withoutSmiles = (text: string) =>
  text
    .replace(/(?<=[.!?])\s[:;]-?[)(D](?=\s|$)/gu, '')
    .replace(/(?<=[\p{L}\p{N}])\s[:;]-?[)D](?=\s|$)/gu, '.')

/** A brief that may have lines "name: fact" among its sentences. */
function readLines(text: string, beside: Partial<Beside>): Reading {
  const { facts, rest } = factLines(text)
  const lineAbout = (...kinds: Fact['kind'][]) => facts.find(({ kind }) => kinds.includes(kind))?.line
  const titles = { title: lineAbout('message'), topic: lineAbout('event', 'topic') ?? lineAbout('product') }
  const reading = readBrief(rest, { ...beside, ...titles })
  const found =
    reading.isSublineFound === true ? reading.settings.find(({ path }) => path === 'copy.subline') : undefined
  const unused = useFacts(reading.settings, facts, found)
  // Labelled facts become the other parts.
  const guessed = reading.guessed?.filter(
    (part) => facts.length === 0 || ['headline', 'subline'].includes(part),
  )
  return { ...reading, ...(guessed && { guessed }), unrecognized: [...reading.unrecognized, ...unused] }
}

/**
 * @param isRest the prompt of an earlier reading, which has taken what the brief says without naming a part
 * @param isPlain without what is said to the designer
 * @param call the words of a button
 */
function readBrief(
  text: string,
  {
    isTitled = false,
    isPictured = false,
    isRest = false,
    isPlain = false,
    named,
    title,
    topic,
    words,
    call,
  }: Partial<Beside> & { isRest?: boolean; isPlain?: boolean; call?: string | undefined } = {},
): Reading {
  const brief: Brief = {
    text,
    items: quotedNames(quotePerson(text, quoteCopy(text, findPhrases(text)))),
    settings: [],
    unrecognized: [],
    warnings: [],
    isTitled,
    isPictured,
    named,
    title,
    topic,
    taken: [],
    words,
    chosen: [],
  }
  applyRules(brief)
  readInstructions(brief)
  nameParts(brief)
  const isNamed = brief.settings.some(({ path }) => path === 'copy.subline')
  const isProse = !brief.settings.some(({ path }) => path.startsWith('copy.') || path === 'noCopy')
  if (call !== undefined) brief.settings.push({ path: 'copy.action', value: call })
  if (!isRest) fillMissingParts(brief)
  if (
    !isRest &&
    !isPlain &&
    isProse &&
    !isTitled &&
    brief.chosen.length === 0 &&
    (title ?? topic) === undefined &&
    isGuessed(brief)
  )
    takePlain(brief, { isPictured })
  const prompt = scenePrompt(brief)
  const inOrder = brief.unrecognized.sort((one, other) => one.start - other.start)
  return {
    ...brief,
    isSublineFound: !isNamed,
    prompt,
    // Words such as "bold" are a tone where they are not the weight of a text.
    unrecognized: inOrder
      .map(({ start, end }) => text.slice(start, end))
      .filter((part) => toneOf(part).size === 0),
  }
}

const headlineOf = ({ settings }: Brief) =>
  `${settings.find(({ path }) => path === 'copy.headline')?.value ?? ''}`
/** Whether no title of a work or an event became the headline. */
const isGuessed = (brief: Brief) => brief.guessed !== undefined || headlineOf(brief) === ''

/** Takes the copy of a brief that names none from what it says without its words to the designer. */
function takePlain(brief: Brief, beside: Partial<Beside>): void {
  const { text, call } = sayPlainly(brief.text)
  if (text === brief.text && call === undefined) return
  const isCopy = ({ path }: Setting) => path.startsWith('copy.')
  const plain = readBrief(text, { ...beside, isPlain: true, call })
  if (!plain.guessed && text.toLowerCase().includes(headlineOf(brief).toLowerCase())) return
  const copy = plain.guessed ? plain.settings.filter(isCopy) : []
  brief.settings = [...brief.settings.filter((one) => !isCopy(one)), ...copy]
  brief.warnings = [...plain.warnings]
  if (plain.guessed) brief.guessed = plain.guessed
  else delete brief.guessed
}

/** Repeats the parse until the prompt no longer changes. */
function stablePrompt(prompt: string, rounds = roundsMax): string {
  const next = rounds === 0 ? '' : readBrief(plainText(prompt), { isRest: true }).prompt
  return next === prompt || rounds === 0 ? next : stablePrompt(next, rounds - 1)
}

/** Makes a quotation behind a word ("our candle 'Cedar Nine', 60 hours") a name in its sentence, before the headline. */
function quotedNames(items: readonly Item[]): Item[] {
  const headline = items.findIndex((item) => is(item, 'copyCue') && item.value === 'headline')
  return items.map((item, at) => {
    const isName =
      at < headline && is(item, 'quotes') && is(items[at - 1], 'scene') && is(items[at + 1], 'behindName')
    return isName ? { ...item, kind: 'word' } : item
  })
}

const capital = /^\p{Lu}/u
const wordsMax = 10
const review = /(?:quote|review|pressestimme|kritik|critique|reseña|recensione) ?: ?\P{L}?$/iu
/**
 * Makes the person of a testimonial ("…." – Amira, customer since 2024) a quotation, which stands under the words; the source
 * of a press quote ("…" – The Evening Post) is part of it.
 */
function quotePerson(text: string, items: readonly Item[]): Item[] {
  const isTestimonial = topicsOf(text).has('testimonial')
  const at = items.findIndex(
    ({ kind, start }) =>
      kind === 'quote' && (isTestimonial || review.test(text.slice(Math.max(0, start - 40), start))),
  )
  if (at < 0) return [...items]
  let from = at + 1
  while (is(items[from], 'dash') || items[from]?.kind === 'newline') from++
  let to = from
  while (to < from + wordsMax && !is(items[to], 'sentenceEnd') && !is(items[to], 'target')) to++
  const [first, last] = [items[from], items[to - 1]]
  const isPerson =
    first !== undefined && (first.kind === 'word' || !isTestimonial) && capital.test(text.slice(first.start))
  if (!isPerson || last === undefined || to === from || !is(items[to], 'sentenceEnd')) return [...items]
  const { start } = first
  const said = items[at]
  if (!isTestimonial && said !== undefined) {
    const value = `“${said.value}” — ${text.slice(start, last.end)}`
    return [...items.slice(0, at), { ...said, value, end: last.end }, ...items.slice(to)]
  }
  const quotation = { kind: 'quote', value: text.slice(start, last.end), start, end: last.end }
  return [...items.slice(0, at + 1), quotation, ...items.slice(to)]
}

const letters = Object.entries(grammar.letters).map(([letter, names]) => ({ letter, kinds: kindsOf(names) }))
/** What to cut before the first, between two and after the last scene words of a sentence, by the letters of kinds. */
const cutBefore = /^(?:.*u(?:[^u]*b)?[acf]*|[bf]*b)/
const cutBetween = /b[^bu]*u(?:.*u)?(?:[^u]*b)?a*|^[^bu]*u(?:.*u)?(?:[^u]*b)?/
const cutAfter = /b?[^bu]*u.*|^[bf]+$/

/** The brief without its instructions and their connecting words, otherwise verbatim. */
function scenePrompt(brief: Brief): string {
  const { items } = brief
  let prompt = ''
  let gap = ''
  let scene = ''
  for (let at = 0; at < items.length; at++) {
    const sentence = partFrom(items, at, 'sentenceEnd')
    if (sentence.length > 0) {
      scene = sceneOf(brief, sentence)
      if (scene !== '') prompt += gap + scene
      if (scene !== '') gap = /[。！？]/.test(items[at + sentence.length]?.value ?? '') ? '' : ' '
      at += sentence.length
    }
    const stop = items[at]?.value ?? ''
    if (stop === '\n' && prompt !== '') gap = '\n'
    else if (scene !== '') prompt += stop
  }
  return prompt
}

/** The scene words of a sentence; a sentence without any is a scene if it only describes a look. */
function sceneOf({ text, unrecognized }: Brief, items: readonly Item[]): string {
  const ends = { start: items[0]?.start ?? 0, end: items.at(-1)?.end ?? 0 }
  const form = items.map(letterOf).join('')
  const hasScene = form.includes('s')
  const isUsed = form.includes('u')
  if (!hasScene && !isUsed && items.some((item) => is(item, 'look'))) return text.slice(ends.start, ends.end)
  if (!hasScene) return ''
  let scene = ''
  let keptTo = ends.start
  for (const { 0: gap, index } of form.matchAll(/[^s]+/g)) {
    const isLast = index + gap.length === form.length
    const cut = (index === 0 ? cutBefore : isLast ? cutAfter : cutBetween).exec(gap)
    if (cut === null) continue
    const from = index + cut.index
    const to = from + cut[0].length
    unrecognized.push(...items.slice(from, to).filter((item) => is(item, 'measure')))
    const joiner = index === 0 || isLast ? '' : joinerOf(items.slice(from, to), cut[0])
    scene += text.slice(keptTo, items[from - 1]?.end ?? keptTo) + joiner
    keptTo = items[to]?.start ?? ends.end
  }
  return scene + text.slice(keptTo, ends.end)
}

const letterOf = ({ kind }: Item) => letters.find(({ kinds }) => kinds.has(kind))?.letter ?? 'o'

/** What stands for a cut between scene words: the mark after it if strong, else the one before it. */
function joinerOf(cut: readonly Item[], form: string): string {
  const before = form.startsWith('b') ? cut[0]?.value : undefined
  const after = /b[^u]*$/.test(form) ? cut[form.lastIndexOf('b')]?.value : undefined
  const mark = after === ':' || after === ';' ? after : (before ?? after ?? '')
  return /[–—]/.test(mark) ? ` ${mark} ` : /[:;]/.test(mark) ? `${mark} ` : mark === '' ? ' ' : ', '
}
