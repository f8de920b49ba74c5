import { findDate } from '../compose/layouts/dates.ts'
import { askedFor } from './asked-for.ts'
import { form, formsOf } from './forms.ts'
import names from './member-names.json'
import data from './missing-parts.json'
import { anyWord, pattern } from './one-of.ts'
import { invites, isAboutPicture, isRequest, wrapperOf } from './picture-requests.ts'
import { wordsIn } from './sentences.ts'

const { date, message } = data
const detail = pattern`^(?:${message.details.filter((words) => words.includes(' '))}(?: \p{L}+){0,2}|${message.details})(?: ${date.deadline} [^:,.]{1,20})? ?: `
/** "Place: town hall" */
export const detailOnly = pattern`^${message.details}: `
/** "Agents: Harper & Lowe" */
const labelledName =
  /^(?<label>\p{L}{3,}(?: \p{L}{2,})?): \p{Lu}[\p{L}’'.-]+(?:(?: (?:&|\p{L}{1,3}))? \p{Lu}[\p{L}’'.-]+){1,3}\.?$/u
/** "Client: ...": not for readers. */
export const aside = pattern`^(?:the )?${message.asides}(?: ?:| ${data.sentence.is}) `
/** "Our café has a problem: ...", "The link goes to our shop" */
export const unsaid = anyWord(message.unsaid)
const wishWordsMax = 4
/** What of a sentence may be copy. */
export interface CopyLine {
  /** Where it begins in the sentence, behind what asks for the picture. */
  begin: number
  text: string
  /** Why it may be copy; undefined for one that may describe the scene. */
  reason: 'said' | 'invited' | 'stated' | 'spoken' | 'advertised' | 'continued' | undefined
}

/** Who advertises, by the words before what is advertised. */
export function ownerIn(text: string): string | undefined {
  const { named, owner, own, host } = form('presenting').exec(text)?.groups ?? {}
  return named ?? owner ?? own ?? host
}
export const senderIn = (text: string) => form('weAt').exec(text)?.groups?.['owner']
export const isSender = (led: string, text: string) => form('sender').test(led + text)

/** Openings of sentences of which the rest is copy. */
const openings: readonly [RegExp, CopyLine['reason']][] = [
  [form('passedOn'), 'said'],
  [form('presenting'), 'advertised'],
  [form('sender'), 'continued'],
  [form('ownersNeed'), 'advertised'],
  [form('doing'), 'invited'],
  [form('canCall'), 'continued'],
]

/** "Audience: owners of older houses" */
export const ofLook = pattern`^${names.look} ?[:：]`

/** Whether a sentence says what the company has in mind, or who it is. */
export const isNotCopy = (text: string) => isUnsaid(text) || aside.test(text)
const isUnsaid = (text: string) => [ofLook, unsaid, ...formsOf('toDesigner')].some((each) => each.test(text))

/** What a sentence of a known form says; undefined for other sentences. */
export function formOf(whole: string, isFirst: boolean): CopyLine | 'not copy' | undefined {
  const behind = (begin: number, reason: CopyLine['reason']): CopyLine => ({
    begin,
    text: whole.slice(begin).replace(/\.$/, ''),
    reason,
  })
  const wanted = askedFor(whole)
  // "We want people to book online."
  const isWish =
    wanted !== undefined &&
    !/\p{L}\s\p{L}/u.test(whole.slice(wanted.end)) &&
    wordsIn(whole.slice(0, wanted.start)) <= wishWordsMax
  if (isWish || isUnsaid(whole)) return 'not copy'
  const named = form('facts').exec(whole)?.[0].length
  // A list says nothing as a headline.
  if (named !== undefined) return behind(named, whole.split(', ').length > 2 ? 'continued' : 'stated')
  if (detail.test(whole)) return behind(0, 'stated')
  const besides = aside.exec(whole)?.[0].length
  if (besides !== undefined) {
    const wanted = whole.slice(besides)
    return invites.test(wanted) ? behind(besides + wrapperOf(wanted).length, 'advertised') : 'not copy'
  }
  const labelOfName = isFirst ? undefined : labelledName.exec(whole)?.groups?.['label']
  if (labelOfName !== undefined && !isAboutPicture(labelOfName) && !isRequest(labelOfName))
    return behind(0, 'continued')
  for (const [opening, reason] of openings) {
    const begin = opening.exec(whole)?.[0].length
    if (begin !== undefined) return behind(begin, reason)
  }
  const line = behind(form('referring').exec(whole)?.[0].length ?? 0, 'continued')
  const isDated = line.begin > 0 && findDate(line.text) !== undefined
  if (isDated || form('freeAlone').test(line.text)) return line
  const asking = form('saying').exec(whole)?.[0]
  if (asking !== undefined && (isAboutPicture(asking) || isRequest(asking))) {
    const said = behind(asking.length, 'said')
    return { ...said, text: said.text.slice(0, askedFor(said.text)?.start) }
  }
  const mentioned = form('mention').exec(whole)?.groups?.['text']
  return mentioned === undefined
    ? undefined
    : { begin: whole.indexOf(mentioned), text: mentioned, reason: 'continued' }
}
