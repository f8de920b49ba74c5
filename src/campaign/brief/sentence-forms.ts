import { findDate } from '../compose/layouts/dates.ts'
import { askedFor } from './asked-for.ts'
import names from './member-names.json'
import data from './missing-parts.json'
import { oneOf } from './one-of.ts'
import { invites, isAboutPicture, isRequest, wrapperOf } from './picture-requests.ts'

const { date, message } = data
const detail = new RegExp(
  `^(?:${oneOf(message.details.filter((words) => words.includes(' ')))}(?: \\p{L}+){0,2}|${oneOf(message.details)})(?: ${oneOf(date.deadline)} [^:,.]{1,20})? ?: `,
  'iu',
)
/** "Place: town hall" */
export const detailOnly = new RegExp(`^${oneOf(message.details)}: `, 'iu')
const facts = new RegExp(`^${oneOf(message.facts)} ?: `, 'iu')
/** "It's Sunday 17 May": of what the sentence before names. */
const referring = new RegExp(`^${oneOf(message.referring)} `, 'iu')
/** "I run a studio and I'm starting evening classes". */
const starts = new RegExp(
  `^(?:(?:so|ok|okay|well),? )?(?:(?:(?:i|my \\p{L}+ and i) .{1,80}?(?:,| and) )?(?:i'm|i’m|i am)|(?:we|(?:me|i|my \\p{L}+) and (?:i|my \\p{L}+)) .{1,80}?(?:,| and) (?:we're|we’re|we are)) ${oneOf(message.doing)} (?:an? )?`,
  'iu',
)
/** "We're doing a plant sale" */
const doing = new RegExp(
  `^(?:we're|we’re|we are|i'm|i’m|i am) (?:\\p{L}+ly |now |also )?${oneOf(message.doing)} (?:(?:an?|our|my|the) )?`,
  'iu',
)
/** "A post for World Water Day saying that ...". */
const saying = new RegExp(
  `^[^.:!?]{3,90}? (?:${oneOf(message.thatSay)}|${oneOf(message.notifying)} ${oneOf([...message.people, ...message.audiences])} (?:that|to)) `,
  'iu',
)
/** "Asking people to donate 10 euros" */
export const asked = new RegExp(
  `(?:,?(?: and)? ${oneOf(message.asking)} ${oneOf(message.people)}(?: to)?|(?:^|[.!?] )${oneOf(message.people)} (?:should|must|ought to)(?: be (?:invited|asked|encouraged) to)?) (\\p{Ll}+(?: (?:[^\\s,.;:!?]|[.:](?=[\\p{L}\\p{N}]))+){0,5})(?=[,.;:!?](?![\\p{L}\\p{N}])|(?<=\\.\\S+) to |$)`,
  'iu',
)
/** "Mention the new bike rental (10 euros a day), too." */
const mention = new RegExp(
  `^(?:also |please )?mention (?:that )?(?:${oneOf(message.owners)} )?(?<text>.+?)(?:,? (?:too|as well))?\\.?$`,
  'iu',
)
/** "Agents: Harper & Lowe" */
const labelledName =
  /^(?<label>\p{L}{3,}(?: \p{L}{2,})?): \p{Lu}[\p{L}’'.-]+(?:(?: (?:&|\p{L}{1,3}))? \p{Lu}[\p{L}’'.-]+){1,3}\.?$/u
/** "Client: ...": not for readers. */
export const aside = new RegExp(
  `^(?:the )?${oneOf(message.asides)}(?: ?:| ${oneOf(data.sentence.is)}) `,
  'iu',
)
/** "Topic is our new returns policy: ..." */
const subjectIs = new RegExp(
  `^(?:(?:the|das|le|el|il) )?(?:topic|subject|theme|thema|sujet|tema) (?:is|ist|est|es|è) (?:${oneOf(message.owners)} )?`,
  'iu',
)
/** What a company has in mind, by its own name: "its pet insurance". */
const ownersNeed = new RegExp(
  `^(?!we |i )[^,.:]{2,60}? ${oneOf(message.needs)} (?:to )?${oneOf(message.presenting)} (?:${oneOf(message.possessives)} )?`,
  'iu',
)
/** Whom a company has in mind: "The bank needs to reach students." */
const ownersReach = new RegExp(
  `^[^,.:]{2,60}? ${oneOf(message.needs)} (?:to )?${oneOf(message.reaching)} [^,.:]+\\.?$`,
  'iu',
)
const freeAlone = new RegExp(`^${oneOf(message.free)}$`, 'iu')
/** What of a sentence may be copy. */
export interface CopyLine {
  /** Where it begins in the sentence, behind what asks for the picture. */
  begin: number
  text: string
  /** Why it may be copy; undefined for one that may describe the scene. */
  reason: 'said' | 'invited' | 'stated' | 'spoken' | 'advertised' | 'continued' | undefined
}

/** "Es gibt Kaffee und Kuchen" */
const there = new RegExp(`^${oneOf(data.sentence.there)} `, 'iu')
/** "Explain on one image how our tax filing works: ..." */
const explaining = /^(?:please )?(?:explain|show|describe|illustrate)(?: (?:on|in) [^,.:]{1,20}?)? (?=how )/iu
const wanting = `(?:they|we|i)(?:['’]d like| (?:want|need|would like))`
const readers = oneOf([...message.people, ...message.audiences, ...message.anyone])
/** "They can ring 01603 555 812", "they want people to book at shop.example" */
const canCall = new RegExp(
  `^(?:${wanting} ${readers} to|${readers} ${oneOf(data.canCall.can)}) (?=${oneOf(data.canCall.verbs)} )`,
  'iu',
)
const { articles, clients, holds, pleased, possessives, presents, senders, toInvite } = data.sentence
const nameWord = '(?-i:\\p{Lu})[^\\s,.:;!?()]*'
const companyName = `(?:the )?${nameWord}(?: (?:&|\\p{L}{1,3}(?= )|${nameWord})){0,5}`
/** "The client, a bakery (Thorpe & Co), is launching a", "Northwind Air is adding a" */
const presenting = new RegExp(
  `^(?:${oneOf(clients)}(?:[^.()]{0,80}\\((?<named>[^)]{2,40})\\),?|[^.()]{0,80}?)|(?<owner>(?!(?:we|i|they) )${companyName})|${oneOf(pleased)} (?<host>[^.,:]{2,40}?)) ${oneOf([...holds, ...presents, ...toInvite])} (?:${oneOf([...articles, ...possessives])} )*`,
  'iu',
)
/** "It's the Westgate Medical Centre." */
const sender = new RegExp(`^${oneOf(senders)} (?:the )?(?=${companyName}\\.?$)`, 'iu')
const weAt = new RegExp(`(?:^|[.!?\\n] ?)we at (?<owner>${companyName})(?= \\p{Ll})`, 'iu')

/** Who advertises, by the words before what is advertised. */
export function ownerIn(text: string): string | undefined {
  const { named, owner, host } = presenting.exec(text)?.groups ?? {}
  return named ?? owner ?? host
}
export const senderIn = (text: string) => weAt.exec(text)?.groups?.['owner']
export const isSender = (led: string, text: string) => sender.test(led + text)

/** Openings of sentences of which the rest is copy. */
const openings: readonly [RegExp, CopyLine['reason']][] = [
  [subjectIs, 'stated'],
  [presenting, 'advertised'],
  [sender, 'continued'],
  [ownersNeed, 'advertised'],
  [starts, 'invited'],
  [doing, 'invited'],
  [explaining, 'invited'],
  [there, 'continued'],
  [canCall, 'continued'],
]

/** "Audience: owners of older houses" */
export const ofLook = new RegExp(`^${oneOf(names.look)} ?[:：]`, 'iu')

/** Whether a sentence says what the company has in mind, or who it is. */
export const isNotCopy = (text: string) =>
  ownersReach.test(text) || ownersNeed.test(text) || aside.test(text) || ofLook.test(text)

/** What a sentence of a known form says; undefined for other sentences. */
export function formOf(whole: string, isFirst: boolean): CopyLine | 'not copy' | undefined {
  const behind = (begin: number, reason: CopyLine['reason']): CopyLine => ({
    begin,
    text: whole.slice(begin).replace(/\.$/, ''),
    reason,
  })
  if (
    askedFor(whole)?.end === whole.replace(/[.!]$/, '').length ||
    ownersReach.test(whole) ||
    ofLook.test(whole)
  )
    return 'not copy'
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
    return { ...said, text: said.text.replace(asked, '') }
  }
  const mentioned = mention.exec(whole)?.groups?.['text']
  return mentioned === undefined
    ? undefined
    : { begin: whole.indexOf(mentioned), text: mentioned, reason: 'continued' }
}
