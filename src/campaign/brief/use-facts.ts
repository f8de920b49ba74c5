import { findDate, isDate } from '../compose/layouts/dates.ts'
import { describesScene, indefinite } from './about-campaign.ts'
import { senderName } from './choose-headline.ts'
import { findPhrases } from './find-phrases.ts'
import names from './member-names.json'
import { assets, scene } from './picture-requests.ts'
import type { Setting } from './rules.ts'
import { aside, detailOnly } from './sentence-forms.ts'
import { sentencesOf, sublineOf } from './sentences.ts'
import { capitalized } from './take-part.ts'

/** What a member or a line says about the campaign without naming a part of the copy. */
export interface Fact {
  name: string
  kind: (typeof kinds)[number]
  line: string
}

const kinds = [
  'message',
  'product',
  'offer',
  'date',
  'place',
  'facts',
  'event',
  'topic',
  'texts',
  'brand',
  'site',
] as const
const kindsByName = new Map<string, Fact['kind'] | 'look'>()
for (const kind of [...kinds, 'look'] as const) for (const name of names[kind]) kindsByName.set(name, kind)
const percentage = /^\d{1,3} ?%$/
const shown = (line: string) => (percentage.test(line) ? `-${line}` : line)
/** An amount without a currency: readers need another form. */
const forPrograms = /^[\d.,]+$/
/** A name for readers, not one of a file or a plan ("Q3_push"). */
const topic = /^(?:\d+ )?\p{L}[\p{L}\p{M}’', -]{2,38}$/u
/** Names of events and products may have figures: "DataForge 2027". */
const title = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}’'&., -]{2,38}$/u
const isName = ({ kind, line }: Fact) => (kind === 'topic' ? topic : title).test(line)
/** Of an eyebrow, and of a subline that has a fact behind it. */
const charsMax = { eyebrow: 40, subline: 100 }
const shortWordsMax = 5
const badgeWordsMax = 6
/** A line of a list or a form. */
const labelled =
  /^[ >•*–-]*(?:\d+[.)] )?(?<name>\p{L}[\p{L}\p{M}’' &/-]{1,40}?)(?: *[:：]| (?<dash>[–-])(?= )) *(?<line>[^\s"“„«「'‘].*)$/u
/** Copy that the brief gives without a name. */
const line = /^copy\.(?:line|any)/
const isRole = /^(?:role|rolle)$/iu
const labelledMin = 2
/** A last day with the word before it, by a name such as "deadline". */
export function lastDayOf(name: string, line: string): string | undefined {
  const [until] = Object.entries(names.deadlines).find(([, each]) => each.includes(plainName(name))) ?? []
  return until === undefined || !/^\p{N}/u.test(line) || !isDate(line) || forPrograms.test(line)
    ? undefined
    : `${until} ${line}`
}

const machineDate = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)\S*)?$/
const words = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]{1,4}|\p{L}+/gu

/** A line for readers: an address without its scheme, and "2026-10-05" in the language of the brief. */
export function readable(line: string, brief: string): string {
  const [, day = '', time] = machineDate.exec(line) ?? []
  if (!(Date.parse(day) > 0)) return line.replace(/^https?:\/\/(?:www\.)?|(?<=^https?:.*)\/$/gu, '')
  const known = brief.toLowerCase().match(words) ?? []
  const countOf = (language: string[]) => known.filter((word) => language.includes(word)).length
  const [language] = Object.entries(names.languages).toSorted(
    ([, one], [, other]) => countOf(other) - countOf(one),
  )
  const date = new Date(day).toLocaleDateString(language?.[0], { dateStyle: 'long', timeZone: 'UTC' })
  return [date, ...(time === undefined ? [] : [time])].join(', ')
}

/** A fact that says nothing without its name has it: "Start: immediately", "Code: GREEN40". */
export function factOf(name: string, kind: Fact['kind'], line: string, label = name): Fact {
  const { code, person, start } = names.labelled
  const isOpen = start.includes(plainName(name)) && !/\p{N}/u.test(line) && !isDate(line)
  return isOpen || [...code, ...person].includes(plainName(name))
    ? { name: label, kind: 'facts', line: `${capitalized(plainName(name))}: ${line}` }
    : { name: label, kind, line: kind === 'brand' ? line.replace(indefinite, '') : line }
}

export function kindOf(name: string, line: string): Fact['kind'] | 'look' | undefined {
  const kind = kindsByName.get(plainName(name))
  // What describes the client is not its name.
  return kind === 'brand' && !title.test(line) ? undefined : kind
}

/** The lines "name: fact", or sentences of that shape, of a brief of several, and the brief without them. */
export function factLines(text: string): { facts: Fact[]; rest: string } {
  const lines = text.split('\n').map((line) => {
    const starts = sentencesOf(line).map(({ start }) => start)
    const sentences = starts.map((start, at) => line.slice(at === 0 ? 0 : start, starts[at + 1]))
    const count = sentences.filter((one) => labelled.test(one)).length
    return count > 1 || sentences.some(isDated) ? sentences : [line]
  })
  const isForm = lines.flat().filter((part) => labelled.test(part)).length >= labelledMin
  const facts: Fact[] = []
  const isTask = /(?:^|[\s*])(?:task|aufgabe) ?:/iu.test(text)
  const others = lines.map((parts) =>
    parts.filter((part) => {
      if (!isForm && !isDated(part)) return true
      const { name = '', line: said = '', dash } = labelled.exec(part)?.groups ?? {}
      const line = readable(said.trim(), text)
      // "Role: designer. Task: ..." is said to the designer.
      const kind =
        isTask && isRole.test(name)
          ? undefined
          : (kindOf(name, line) ??
            (parts.length === 1 && lines.length > 1 && dash === undefined ? otherKind(name) : undefined))
      if (kind === undefined || kind === 'look' || (kind === 'texts' && describesScene(line))) return true
      facts.push(factOf(name, kind, line.trim().replace(/(?<!\.\p{L})\.$/u, ''), part.trim()))
      return false
    }),
  )
  return { facts, rest: others.map((parts) => parts.join('')).join('\n') }
}

/** "When: 11 February, 4 pm": a day by its name is for readers, alone too. */
function isDated(sentence: string): boolean {
  const { name = '', line = '' } = labelled.exec(sentence)?.groups ?? {}
  return kindOf(name, line) === 'date' && findDate(line)?.start === 0
}

/** Of a name that no table has, unless it says what the picture is like or for whom. */
function otherKind(name: string): Fact['kind'] | undefined {
  const isOther = name === '' || [aside, detailOnly, assets, scene].some((each) => each.test(`${name}: `))
  return isOther || findPhrases(name).some(({ kind }) => kind !== 'word' && kind !== 'adverb')
    ? undefined
    : 'facts'
}

/**
 * Makes facts the parts that the copy lacks.
 * @param found the subline that the brief has without naming it, which facts go before
 * @returns the names of the facts that no part has room for
 */
export function useFacts(settings: Setting[], facts: readonly Fact[], found?: Setting): string[] {
  const left = new Set(facts)
  const isFree = (part: string) =>
    settings.every(({ path }) => path !== `copy.${part}` && !(part === 'headline' && line.test(path)))
  const use = (part: string, kind: Fact['kind']) => {
    const isShort = ({ line }: Fact) => part !== 'badge' || line.split(' ').length <= badgeWordsMax
    const fact = [...left].find((one) => one.kind === kind && !forPrograms.test(one.line) && isShort(one))
    if (fact === undefined || !isFree(part) || (part === 'eyebrow' && kind !== 'date' && !isName(fact)))
      return
    left.delete(fact)
    const value = kind === 'site' ? fact.line : capitalized(shown(fact.line))
    settings.push({ path: `copy.${part}`, value })
  }
  /** Sets a name, a day or a place behind the eyebrow that facts have made, else behind the subline. */
  const add = (kind: Fact['kind']) => {
    const fact = [...left].find((one) => one.kind === kind && !forPrograms.test(one.line))
    if (fact === undefined || (kind === 'topic' && !isName(fact))) return
    for (const [part, gap] of [
      ['eyebrow', ', '],
      ['subline', '. '],
    ] as const) {
      const setting = settings.find(({ path }) => path === `copy.${part}`)
      const before = `${setting?.value}`.replace(/[.]$/, '')
      const [name = ''] = fact.line.split(', ')
      // "At Tanner's Farm" before "Tanner's Farm, Long Lane" names it once.
      const value = before.endsWith(name) ? before + fact.line.slice(name.length) : before + gap + fact.line
      if (
        setting === undefined ||
        value.length > charsMax[part] ||
        (part === 'eyebrow' && named.has(setting))
      )
        continue
      setting.value = value
      left.delete(fact)
      return
    }
  }
  const named = new Set(settings)
  for (const fact of left) if (isSaid(settings, fact.line)) left.delete(fact)
  // Beside a headline of its own, what a campaign is called in a plan is not printed.
  if (!isFree('headline')) for (const fact of left) if (isTopic(fact)) left.delete(fact)
  use('headline', 'message')
  use('headline', 'event')
  use('headline', 'topic')
  use('headline', 'product')
  use('badge', 'offer')
  use('badge', 'date')
  use('action', 'site')
  const hasRoom = found !== undefined || isFree('subline')
  if (!hasRoom) use('eyebrow', 'date')
  use('eyebrow', 'event')
  use('eyebrow', 'topic')
  use('eyebrow', 'brand')
  if (!hasRoom)
    for (const kind of ['event', 'topic', 'brand', 'product', 'date', 'place', 'facts', 'site'] as const)
      add(kind)
  const others = [...left].filter(
    ({ kind, line }) => !['topic', 'event', 'site'].includes(kind) && !forPrograms.test(line),
  )
  const sites = [...left].flatMap(({ kind, line }) => (kind === 'site' ? [line] : []))
  const lines = others.map(({ line }) => shown(line))
  const own = found === undefined ? [] : [`${found.value}`]
  const ofMembers = inSentences(lines)
  // Sentences of the brief come before facts of its members where there is not room for all.
  const texts = [ofMembers.concat(own), own.concat(ofMembers)].map((each) =>
    sublineOf([...each, ...sites], !isFree('badge')),
  )
  const kept = texts.find((text) => own.every((one) => text.includes(one))) ?? own.join(' ')
  const subline = hasRoom ? kept : ''
  if (found !== undefined) found.value = subline
  else if (subline !== '') settings.push({ path: 'copy.subline', value: subline })
  if (sites.some((site) => !subline.includes(site))) use('legal', 'site')
  return [...left]
    .filter(({ line }) => !subline.toLowerCase().includes(line.toLowerCase()))
    .map(({ name }) => name)
}

const isTopic = ({ kind, line }: Fact) => kind === 'topic' && !senderName.test(line)

/** Whether a fact is the headline, or begins with it. */
const isSaid = (settings: readonly Setting[], line: string) =>
  settings.some(
    ({ path, value }) => path === 'copy.headline' && line.toLowerCase().startsWith(`${value}`.toLowerCase()),
  )

/** Short facts are one sentence: "Utrecht, Saturday 5 April". */
function inSentences(lines: readonly string[]): string[] {
  const isShort = (line: string) => line.split(' ').length <= shortWordsMax && !/[.!?]$/.test(line)
  const short = lines.filter(isShort).join(', ')
  return [...lines.filter((line) => !isShort(line)), ...(short === '' ? [] : [short])]
}

/** `keyMessage` and `key_message` are "key message". */
const plainName = (name: string) =>
  name
    .trim()
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .replace(/[_-]/g, ' ')
    .toLowerCase()
