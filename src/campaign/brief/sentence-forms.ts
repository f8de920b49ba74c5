import { findDate } from '../compose/layouts/dates.ts'
import { askedFor } from './asked-for.ts'
import names from './member-names.json'
import data from './missing-parts.json'
import { anyWord, oneOf, pattern, wordEnd } from './one-of.ts'
import { invites, isAboutPicture, isRequest, wrapperOf } from './picture-requests.ts'
import { wordsIn } from './sentences.ts'

const { date, message } = data
const detail = pattern`^(?:${message.details.filter((words) => words.includes(' '))}(?: \p{L}+){0,2}|${message.details})(?: ${date.deadline} [^:,.]{1,20})? ?: `
/** "Place: town hall" */
export const detailOnly = pattern`^${message.details}: `
const facts = pattern`^${message.facts} ?: `
/** "It's Sunday 17 May": of what the sentence before names. */
const referring = pattern`^${message.referring} `
/** "We're doing a plant sale", "I run a studio and I'm starting evening classes" */
const doing = pattern`^(?:(?:(?:so|ok|okay|well),? )?(?:i|we|(?:me|i|my \p{L}+) and (?:i|my \p{L}+)) .{1,80}?(?:,| and) )?(?:we're|we’re|we are|i'm|i’m|i am) (?:\p{L}+ly |now |also )?${message.doing} (?:(?:an?|our|my|the) )?`
/** "A post for World Water Day saying that ...". */
const saying = pattern`^[^.:!?]{3,90}? (?:${message.thatSay}|${message.notifying} ${[...message.people, ...message.audiences]} (?:that|to)) `
/** "Mention the new bike rental (10 euros a day), too." */
const mention = pattern`^(?:also |please )?${message.mentions} (?:${message.owners} )?(?<text>.+?)(?:,? (?:too|as well))?\.?$`
/** "Agents: Harper & Lowe" */
const labelledName =
  /^(?<label>\p{L}{3,}(?: \p{L}{2,})?): \p{Lu}[\p{L}’'.-]+(?:(?: (?:&|\p{L}{1,3}))? \p{Lu}[\p{L}’'.-]+){1,3}\.?$/u
/** "Client: ...": not for readers. */
export const aside = pattern`^(?:the )?${message.asides}(?: ?:| ${data.sentence.is}) `
/** What a company has in mind, by its own name: "its pet insurance". */
const ownersNeed = pattern`^(?!we |i )[^,.:]{2,60}? ${message.needs} (?:to )?${message.presenting} (?:${message.possessives} )?`
/** "The farm shop asked me to pass this on: ...", "The team would like to announce that ..." */
const passedOn = pattern`^[^.:!?]{0,90}?${message.passedOn}(?: ?:)? `
/** What is said to the designer: whom the company has in mind, what it thinks of, where the picture will be. */
const told = [
  pattern`^(?:${message.joins} )?${data.told.openings}${wordEnd}`,
  // "The bank needs to reach students.", "Wir möchten, dass sich Leute bewerben"
  pattern`^(?:[^,.:]{2,60}? ${message.needs} (?:to )?${message.reaching} [^,.:]+\.?$|(?:[^,.:]{2,60}? )??${data.told.wishes}(?:,? ${data.told.that} |.{0,80}? ${message.reaching}${wordEnd}))`,
  // "Young people should feel welcome": said of readers.
  pattern`^(?!(?:you|du|sie|vous) )(?:\p{L}+ ){1,4}${data.askedFor.feels}${wordEnd}`,
  // "Bez ciężarówek, proszę."
  pattern`, ${data.told.hedges} `,
  pattern`(?:${data.told.endings}|^${message.negations} .{2,80}?,? ${message.please})[.!?。]*$`,
]
/** "Our café has a problem: ...", "The link goes to our shop" */
export const unsaid = anyWord(message.unsaid)
const wishWordsMax = 4
const freeAlone = pattern`^${message.free}$`
/** What of a sentence may be copy. */
export interface CopyLine {
  /** Where it begins in the sentence, behind what asks for the picture. */
  begin: number
  text: string
  /** Why it may be copy; undefined for one that may describe the scene. */
  reason: 'said' | 'invited' | 'stated' | 'spoken' | 'advertised' | 'continued' | undefined
}

const wanting = `(?:they|we|i)(?:['’]d like| (?:want|need|would like))`
const readers = oneOf([...message.people, ...message.audiences, ...message.anyone])
/** "They can ring 01603 555 812", "they want people to book at shop.example" */
const canCall = pattern`^(?:${wanting} ${readers} to|${readers} ${data.canCall.can}) (?=${data.canCall.verbs} )`
const { articles, clients, holds, pleased, possessives, presents, senders, toInvite } = data.sentence
const nameWord = '(?-i:\\p{Lu})[^\\s,.:;!?()]*'
const companyName = `(?:the )?${nameWord}(?: (?:&|\\p{L}{1,3}(?= )|${nameWord})){0,5}`
/** "The client, a bakery (Thorpe & Co), is launching a", "Northwind Air is adding a" */
const presenting = pattern`^(?:${clients}(?:[^.()]{0,80}\((?<named>[^)]{2,40})\),?|[^.()]{0,80}?)|(?<owner>(?!(?:we|i|they|${possessives}) )${companyName})|(?:${articles} )?(?!unser)${possessives} (?:(?!${data.sentence.places} )(?-i:\p{Ll}+) ){1,3}(?<own>${companyName})|${pleased} (?<host>[^.,:]{2,40}?)) ${[...holds, ...presents, ...toInvite]} (?:${[...articles, ...possessives]} )*`
/** "It's the Westgate Medical Centre." */
const sender = pattern`^${senders} (?:the )?(?=${companyName}\.?$)`
const weAt = pattern`(?:^|[.!?\n] ?)we at (?<owner>${companyName})(?= \p{Ll})`

/** Who advertises, by the words before what is advertised. */
export function ownerIn(text: string): string | undefined {
  const { named, owner, own, host } = presenting.exec(text)?.groups ?? {}
  return named ?? owner ?? own ?? host
}
export const senderIn = (text: string) => weAt.exec(text)?.groups?.['owner']
export const isSender = (led: string, text: string) => sender.test(led + text)

/** Openings of sentences of which the rest is copy. */
const openings: readonly [RegExp, CopyLine['reason']][] = [
  [passedOn, 'said'],
  [presenting, 'advertised'],
  [sender, 'continued'],
  [ownersNeed, 'advertised'],
  [doing, 'invited'],
  [canCall, 'continued'],
]

/** "Audience: owners of older houses" */
export const ofLook = pattern`^${names.look} ?[:：]`

/** Whether a sentence says what the company has in mind, or who it is. */
export const isNotCopy = (text: string) => isUnsaid(text) || aside.test(text)
const isUnsaid = (text: string) => [ofLook, unsaid, ...told].some((each) => each.test(text))

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
  const named = facts.exec(whole)?.[0].length
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
  const line = behind(referring.exec(whole)?.[0].length ?? 0, 'continued')
  const isDated = line.begin > 0 && findDate(line.text) !== undefined
  if (isDated || freeAlone.test(line.text)) return line
  const asking = saying.exec(whole)?.[0]
  if (asking !== undefined && (isAboutPicture(asking) || isRequest(asking))) {
    const said = behind(asking.length, 'said')
    return { ...said, text: said.text.slice(0, askedFor(said.text)?.start) }
  }
  const mentioned = mention.exec(whole)?.groups?.['text']
  return mentioned === undefined
    ? undefined
    : { begin: whole.indexOf(mentioned), text: mentioned, reason: 'continued' }
}
