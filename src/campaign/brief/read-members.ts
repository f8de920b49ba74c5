import { jsonrepair } from 'jsonrepair'
import { campaignError } from '../errors.ts'
import { describesScene, isLook } from './about-campaign.ts'
import { findPhrases } from './find-phrases.ts'
import names from './member-names.json'
import { isAboutPicture } from './picture-requests.ts'
import type { Brief, Setting } from './rules.ts'
import { sentencesOf } from './sentences.ts'
import { type Fact, factOf, kindOf, lastDayOf, readable, useFacts } from './use-facts.ts'

/** What a text says: the settings, and the rest of it for the scene. */
export interface Reading extends Partial<Pick<Brief, 'guessed' | 'chosen'>> {
  prompt: string
  /** The subline is not named as such. */
  isSublineFound?: boolean
  settings: Setting[]
  unrecognized: string[]
  warnings: string[]
}

type Member = [name: string, member: unknown]

const copyKinds = ['copy', 'weakCopy', 'headerWord']
const depthMax = 3
const firstMember = /^\{\s*(?:["'“‘][^"'”’\n]{1,60}["'”’]\s*["'“:]|\w+\s*:)/u
/** Without its last brackets. */
const cutObject = /^\s*\{\s*"[^"\n]{1,60}"\s*:.*["\]\d]\s*$/su
/** Without any of its closing braces: as words, the names of its members would become copy. */
const begunObject = /^(?:\{\s*"[^"\n]{1,60}"\s*:\s*){1,3}"[^}]*$/u
const image = /^https?:.*\.(?:png|jpe?g|svg|webp|avif|gif)$/iu

/**
 * Reads a brief with a JSON object, each member like a line "name: value"; undefined for any other text. What a campaign
 * offers, when and where, fills the parts of the copy that no member names. A member without a setting is unrecognized,
 * unless its name says that it is the scene. A text with neither copy nor facts beside it is a brief in words.
 * @throws brief_malformed
 */
export function readMembers(
  text: string,
  read: (text: string) => Reading,
  readWords: (text: string) => Reading,
): Reading | undefined {
  const start = text.indexOf('{')
  const end = cutObject.test(text) ? text.length : text.lastIndexOf('}') + 1
  const json = text.slice(start, end)
  const bare = text.replace(/```\w*/g, '').trim()
  const isCut = begunObject.test(bare)
  if (isCut && !cutObject.test(text)) throw campaignError('brief_malformed')
  const value = parseObject(json, isCut || (json.endsWith('}') && bare === json))
  if (start < 0 || value === undefined || Object.keys(value).length === 0) return undefined
  const around = [text.slice(0, start), text.slice(end)].map((part) => read(part.replace(/```\w*/g, '')))
  const facts: Fact[] = []
  const [first, ...others] = Object.entries(value).toSorted(wordsFirst)
  const readingsIn = (members: readonly Member[]) => readingsOf(members, '', depthMax, read, facts, text)
  const beside = readingsIn(others)
  const isAlone = facts.length === 0 && ![...around, ...beside].some(hasCopy)
  const own = isAlone && isWords(first) ? [readWords(`${first?.[1]}`)] : readingsIn(first ? [first] : [])
  const readings = [...around, ...own, ...beside]
  const settings = readings.flatMap((reading) => reading.settings)
  const unused = useFacts(settings, facts)
  return {
    ...own[0],
    prompt: readings.flatMap(({ prompt }) => (prompt === '' ? [] : [prompt])).join('\n'),
    settings,
    unrecognized: [...readings.flatMap(({ unrecognized }) => unrecognized), ...unused],
    warnings: readings.flatMap(({ warnings }) => warnings),
  }
}

const hasCopy = ({ settings }: Reading) => settings.some(({ path }) => path.startsWith('copy.'))
/** A text of a member such as "prompt"; a member "text" of one sentence is copy. */
const isWords = ([name = '', member]: Partial<Member> = []) =>
  typeof member === 'string' &&
  names.words.includes(name.toLowerCase()) &&
  !(copyKinds.includes(meaningOf(name).kind) && sentencesOf(member).length < 2)
const wordsFirst = (one: Member, other: Member) => Number(isWords(other)) - Number(isWords(one))

/** @throws brief_malformed for a brief that is nothing but an object, and cannot be repaired */
function parseObject(json: string, isWhole: boolean): object | undefined {
  try {
    return Object(JSON.parse(firstMember.test(json) ? jsonrepair(json) : json))
  } catch {
    if (isWhole && firstMember.test(json)) throw campaignError('brief_malformed')
    return undefined
  }
}

function readingsOf(
  members: readonly Member[],
  target: string,
  depth: number,
  read: (text: string) => Reading,
  facts: Fact[],
  brief: string,
): Reading[] {
  return members.flatMap(([name, member]) => {
    const { kind, value: meaning } = meaningOf(name)
    const isGroup = typeof member === 'object' && member !== null && !Array.isArray(member)
    if (isGroup && depth > 0)
      return readingsOf(
        Object.entries(member),
        ['logo', 'copy'].includes(kind) ? name : '',
        depth - 1,
        read,
        facts,
        brief,
      )
    const line = textOf(member)
    const fact = readable(line, brief)
    const blank = { prompt: '', settings: [], unrecognized: [], warnings: [] }
    const meant = meaningOf(target).kind === 'logo' ? undefined : kindOf(name, line)
    const lastDay = lastDayOf(name, fact)
    if (lastDay !== undefined) {
      facts.push({ name, kind: 'facts', line: lastDay })
      return []
    }
    if (meant === 'texts' && (describesScene(line) || isAboutPicture(line))) return [read(line)]
    if (line === '' && meant !== undefined) return isEmpty(member) ? [] : [{ ...blank, unrecognized: [name] }]
    if (meant !== undefined && meant !== 'look' && !image.test(line)) {
      facts.push(factOf(name, meant, fact))
      return []
    }
    // The type of a brief or a job, not of letters.
    if (meaning === 'type') return [{ ...blank, unrecognized: [name] }]
    if (copyKinds.includes(kind) || meaning === 'badge')
      return [{ ...blank, settings: [{ path: `copy.${meaning}`, value: line }] }]
    if (kind === 'key' || (kind === 'base' && !line.includes('://'))) return [read(line)]
    const reading = read(`${target} ${name.replaceAll('_', ' ')}: ${line}`)
    const isRead = ({ settings, prompt }: Reading) => settings.length > 0 && prompt === ''
    if (isRead(reading)) return [reading]
    const looks = meant === 'look' ? line.split(/, | and /) : []
    const look = looks.map((each) => read(`${each} look`)).find(isRead)
    const isKnown = looks.some(isLook)
    return [look ?? (isKnown ? blank : { ...blank, unrecognized: [name] })]
  })
}

const isEmpty = (member: unknown) => member === null || String(member) === ''

/** A text, or a list of texts; empty for other members. */
function textOf(member: unknown): string {
  const list: readonly unknown[] = Array.isArray(member) ? member : [member]
  return list.every((each) => each !== null && typeof each !== 'object') ? list.join(', ') : ''
}

/** The kind and value of a name that is one phrase as a whole. */
function meaningOf(name: string): { kind: string; value: string } {
  const [first, ...others] = findPhrases(name.replaceAll('_', ' '))
  return first === undefined || others.length > 0 ? { kind: '', value: '' } : first
}
