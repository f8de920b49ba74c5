import { findDate } from '../compose/layouts/dates.ts'
import { anyMoney } from './find-offer.ts'
import data from './missing-parts.json'
import { anyWord, oneOf, wordEnd, wordStart } from './one-of.ts'
import { capitalized, type Span } from './take-part.ts'

const { asks, date, message, notAsked } = data
const sublineWordsMax = 22
/** Of a sentence that is the whole subline. */
const longSublineWordsMax = 30
const lineWordsMin = 2
const labelWordsMax = 4
const placeWordsMax = 2

const months = Array.from({ length: 12 }, (_, month) =>
  new Date(2000, month).toLocaleString('de', { month: 'long' }),
)
const closing = `["”“»’'›」』]`
/** The point of an ordinal ("15. November") or of an abbreviation does not end it. */
const sentence = new RegExp(
  `[^.!?;。！？\\n]+(?:(?:[.!?;](?!${closing}*(?:\\s|$))|(?<=\\d)\\.(?= (?:${oneOf(months)}|\\p{Ll}))|(?<=${wordStart}${oneOf(message.abbreviations)})\\.(?= ))[^.!?;。！？\\n]*)*[.!?。！？]*`,
  'gu',
)
const label = /^[\p{L}\p{N}][^:"“„«]{1,90}: /u
const informs = `${oneOf(message.informs)} (?:(?:all|our|the|your|unsere) ){0,2}${oneOf(message.people)}(?: know)?(?: that|, dass)`
const should = `(?:(?:the |it |this )(?:\\p{L}+ )?(?:should|must|has to|needs to) )?`
const messageIs = `the (?:key |main |core )?message(?: of (?:the|this|our) \\p{L}+)? (?:is|should be)(?: that)?`
const says = new RegExp(`^${should}(?:${messageIs}|${oneOf(message.says)}|${informs})${wordEnd}:? ?`, 'iu')
const detail = new RegExp(
  `^(?:${oneOf(message.details.filter((words) => words.includes(' ')))}(?: \\p{L}+){0,2}|${oneOf(message.details)})(?: ${oneOf(date.deadline)} [^:,.]{1,20})? ?: `,
  'iu',
)
const facts = new RegExp(`^${oneOf(message.facts)} ?: `, 'iu')
/** "It's Sunday 17 May": of what the sentence before names. */
const referring = new RegExp(`^${oneOf(message.referring)} `, 'iu')
/** "We'd like people to call 0113 496 0712". */
const phone = /(?<!\p{L})(?:call|text|phone|ring) (?:us )?(?:on |at )?\+?\d[\d ()/-]{5,18}\d/iu
/** "I run a studio and I'm starting evening classes". */
const starts = new RegExp(
  `^(?:(?:i .{1,80}?(?:,| and) )?(?:i'm|i’m|i am)|we .{1,80}?(?:,| and) (?:we're|we’re|we are)) ${oneOf(message.doing)} (?:an? )?`,
  'iu',
)
/** "Serving Austin and Round Rock": of what is advertised. */
const continues = new RegExp(`^${oneOf(message.continues)} \\S`, 'iu')
/** "It replies within a minute." */
const pronoun = /^(?:it|they|he|she|es|sie|il|elle|ella) /iu
/** "A post for World Water Day saying that ...". */
const saying = new RegExp(
  `^[^.:!?]{3,90}? (?:${oneOf(message.thatSay)}|${oneOf(message.notifying)} ${oneOf([...message.people, ...message.audiences])} that) `,
  'iu',
)
/** "Asking people to donate 10 euros" */
export const asked = new RegExp(
  `(?:,?(?: and)? ${oneOf(message.asking)} ${oneOf(message.people)}(?: to)?|(?:^|[.!?] )${oneOf(message.people)} should) (\\p{Ll}+(?: [^\\s,.;:!?]+){0,4})(?=[,.;:!?]|$)`,
  'iu',
)
/** "You are designing for a non-profit". */
const role = new RegExp(`^${oneOf(data.roles)} `, 'iu')
/** "Mention the new bike rental (10 euros a day), too." */
const mention = new RegExp(
  `^(?:also |please )?mention (?!that )(?:${oneOf(message.owners)} )?(?<text>.+?)(?:,? (?:too|as well))?\\.?$`,
  'iu',
)
/** "Free pizza." */
const freeThing = new RegExp(`^${oneOf(message.free)},? \\p{L}+(?: \\p{L}+){0,2}$`, 'iu')
const greeting =
  /^(?:hi|hello|hey|hallo|bonjour|hola|ciao)(?: (?:there|all|team|everyone|zusammen))?[,!] (?=\S)/iu
/** "Client: ...": not for readers. */
export const aside = new RegExp(`^${oneOf(message.asides)} ?: `, 'iu')
const isAsked = new RegExp(`^(?:\\p{L}{2,7},? )?${oneOf(message.polite)} `, 'iu')
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
const freeAlone = new RegExp(`^${oneOf(message.free)}$`, 'iu')
const something = '(?:(?:i|we) )?(?:need|want|make|create|do|like) something (?:\\p{L}+ )?for'
const invites = new RegExp(
  `^(?:${oneOf(message.polite)} (?:to )?)?(?:${something}|${oneOf(message.invites)}) `,
  'iu',
)
const channel = `(?:(?:the |our |my )?${oneOf(message.channels)})`
const asset = new RegExp(
  `^(?:(?:\\p{L}{2,7},? )?${oneOf(message.polite)} (?:[^\\s,]+ ){0,6}?|(?:[^\\s,]+ ){0,4}?)${oneOf(message.assets)}(?: for ${channel})?(?:(?:,? (?:in|as|im|als|en|,|and|und|et|y|&|${oneOf(message.shapes)}))*,? ${oneOf(message.for)}|,|(?: \\S+){0,2}? ${oneOf(message.for)}) `,
  'iu',
)
/** "We need a banner", not "we need 40 people". */
const wish = new RegExp(
  `^we ${oneOf(message.wishes)}${wordEnd}(?! (?:\\d|more |${oneOf(message.numbers)} )(?!.*${oneOf(message.assets)}))`,
  'iu',
)
const promoting = new RegExp(`^(?:\\S+ ){1,5}?${oneOf(message.promoting)} `, 'iu')
const wishAfter = new RegExp(`,? and (?:we |i )?${oneOf(message.wishes)}${wordEnd}.*$`, 'iu')
const owner = new RegExp(`^${oneOf(message.owners)} `, 'iu')
/** "We need a warehouse lead, permanent contract". */
const jobs = anyWord(message.jobs)
/** "We look for two mechanics" is a job, "the look of film" a scene. */
const lookFor = /\blook for\b/iu
const notAssets = anyWord(message.notAssets)
const deal = anyWord(data.price.deals)
const saving = anyWord([...data.price.deals, ...data.price.saves])
/** "Entry €20" says what the price is of. */
const priced = new RegExp(`^${oneOf(data.price.things)}:?$`, 'iu')
const assets = anyWord(message.assets)
const scene = anyWord(message.scene)
/** "Furniture brand: ...", of labels, says who advertises. */
const kindOfBrand = /(?<=\p{L} )brand: $/u
export const speaking = anyWord([...message.readers, ...message.kinds])
/** A sentence that calls readers to something. */
export const calling = new RegExp(`^${oneOf(message.verbs)} `, 'iu')
export const speaks = (text: string) => speaking.test(text) || calling.test(text)
const occasion = new RegExp(`${wordStart}${oneOf(message.occasions)}$`, 'iu')
const occasionIn = anyWord(message.occasions)
/** Two words with capitals. */
export const properName = /\p{Lu}[\p{L}’'-]+ \p{Lu}\p{L}/u
/** What scenes hardly have: a figure, or a last day. */
export const fact = new RegExp(`\\p{N}|${wordStart}${oneOf(date.until)}${wordEnd}`, 'iu')
/** Of dates that readers need not know. */
export const notEvent = new RegExp(
  `${wordStart}${oneOf(date.notEvents)}(?!\\p{L})(?! ${oneOf(date.about)} )`,
  'iu',
)
export const hour = new RegExp(`${wordStart}\\d{1,2}(?:[:.]\\d\\d)? ?(?:am|pm|h|uhr)${wordEnd}`, 'iu')
/** What may stand before a sentence, such as the end of a quotation. */
const ahead = /^[\s"”“»«’'›」』)]*/u

const sentencesMax = 30

/** Where the sentences of a text stand, the first thirty. */
export function sentencesOf(text: string): Span[] {
  return Array.from(text.matchAll(sentence).take(sentencesMax), ({ 0: found, index }) => ({
    start: index + (ahead.exec(found)?.[0].length ?? 0),
    end: index + found.trimEnd().length,
  }))
}

/** What of a sentence may be copy. */
export interface CopyLine {
  /** Where it begins in the sentence, behind what asks for the picture. */
  begin: number
  text: string
  /** Why it may be copy; undefined for one that may describe the scene. */
  reason:
    | 'said'
    | 'invited'
    | 'stated'
    | 'named'
    | 'spoken'
    | 'labelled'
    | 'advertised'
    | 'continued'
    | undefined
}

/** @returns undefined for a request, and for what is about the picture, its looks, or an amount alone */
export function lineOf(whole: string, isFirst: boolean): CopyLine | undefined {
  const greeted = greeting.exec(whole)?.[0].length ?? 0
  const line = greeted === 0 ? undefined : lineOf(whole.slice(greeted), isFirst)
  if (greeted > 0) return line && { ...line, begin: line.begin + greeted }
  const named = facts.exec(whole)?.[0]
  if (named !== undefined) {
    const text = whole.slice(named.length).replace(/\.$/, '')
    // A list says nothing as a headline.
    return { begin: named.length, text, reason: text.split(', ').length > 2 ? 'continued' : 'stated' }
  }
  if (detail.test(whole)) return { begin: 0, text: whole.replace(/\.$/, ''), reason: 'stated' }
  const besides = aside.exec(whole)?.[0]
  if (besides !== undefined) {
    const wanted = invites.exec(whole.slice(besides.length))?.[0]
    if (wanted === undefined) return undefined
    const led = besides + wrapperOf(whole.slice(besides.length))
    return { begin: led.length, text: whole.slice(led.length).replace(/\.$/, ''), reason: 'advertised' }
  }
  const subject = subjectIs.exec(whole)?.[0]
  if (subject !== undefined)
    return { begin: subject.length, text: whole.slice(subject.length).replace(/\.$/, ''), reason: 'stated' }
  const wanted = ownersNeed.exec(whole)?.[0]
  if (wanted !== undefined)
    return { begin: wanted.length, text: whole.slice(wanted.length).replace(/\.$/, ''), reason: 'advertised' }
  const reference = referring.exec(whole)?.[0] ?? ''
  const referred = whole.slice(reference.length).replace(/\.$/, '')
  if (
    (reference !== '' && findDate(referred) !== undefined) ||
    freeAlone.test(referred) ||
    (!isFirst && freeThing.test(referred) && !deal.test(referred))
  )
    return { begin: reference.length, text: referred, reason: 'continued' }
  const started = starts.exec(whole)?.[0]
  if (started !== undefined)
    return { begin: started.length, text: whole.slice(started.length).replace(/\.$/, ''), reason: 'invited' }
  const called = asked.test(whole) ? null : phone.exec(whole)
  if (called !== null && isRequest(whole))
    return { begin: called.index, text: called[0], reason: 'continued' }
  const asking = saying.exec(whole)?.[0]
  if (asking !== undefined && (isAboutPicture(asking) || isRequest(asking))) {
    const text = whole.slice(asking.length).replace(asked, '').replace(/\.$/, '')
    return { begin: asking.length, text, reason: 'said' }
  }
  const mentioned = mention.exec(whole)?.groups?.['text']
  if (mentioned !== undefined)
    return { begin: whole.indexOf(mentioned), text: mentioned, reason: 'continued' }
  const said = says.exec(whole)?.[0]
  const topic = said === undefined ? label.exec(whole)?.[0] : undefined
  // What else has a label is about the campaign.
  const isClause =
    topic !== undefined &&
    !isFirst &&
    (wordsIn(topic.trimEnd()) > labelWordsMax ||
      (findDate(whole) !== undefined && !notEvent.test(whole)) ||
      findDate(topic) !== undefined ||
      /^\p{L}+ \d+: $/u.test(topic))
  const isOther = topic !== undefined && (!isFirst || scene.test(topic.replace(kindOfBrand, '')))
  if (isOther && !isClause) return undefined
  const isTitle =
    isClause ||
    (topic !== undefined &&
      (assets.test(topic) || invites.test(topic)
        ? isAdvertised(topic)
        : !isRequest(topic) && (isOwnTitle(topic) || findDate(topic) !== undefined)))
  const led = said ?? (isTitle ? '' : (topic ?? ''))
  const rest = whole.slice(led.length)
  const before = wrapperOf(rest)
  const begin = led.length + before.length
  const text = whole
    .slice(begin)
    .replace(wishAfter, '')
    .replace(isAsked.test(whole) ? /[.?]$/ : /\.$/, '')
  const isOneWord = before !== '' && topic === undefined && oneWord.test(text)
  if ((!isOneWord && !isCopy(text)) || (!isTitle && label.test(text))) return undefined
  const isInvited = invites.test(before)
  const isOfOther =
    pronoun.test(text) ||
    (isClause && findDate(whole) !== undefined) ||
    (!isFirst && (continues.test(text) || isDayAndPlace(text)))
  if (isOfOther) return { begin, text, reason: 'continued' }
  if (said !== undefined) return { begin, text, reason: 'said' }
  if (isTitle && before !== '' && fact.test(text)) return { begin, text, reason: 'stated' }
  // Behind a comma may stand what a cover or a poster in the scene is like.
  if (before !== '' && !isInvited && !before.endsWith(', ')) return { begin, text, reason: 'advertised' }
  const isFact = topic !== undefined && fact.test(text)
  if (isInvited) return { begin, text, reason: 'invited' }
  if (isFact) return { begin, text, reason: 'stated' }
  if (speaks(text) || findDate(text) !== undefined) return { begin, text, reason: 'spoken' }
  if (whole.endsWith('!') && (!isFirst || topic !== undefined)) return { begin, text, reason: 'spoken' }
  if (topic !== undefined && assets.test(topic) && properName.test(text))
    return { begin, text, reason: 'named' }
  if (isFirst && topic === undefined && fact.test(text) && text.includes(', '))
    return { begin, text, reason: 'named' }
  const isName =
    isFirst &&
    topic === undefined &&
    nameOnly.test(whole) &&
    !message.adjectives.includes(text.split(' ')[0]?.toLowerCase() ?? '')
  if (isName) return { begin, text, reason: 'named' }
  // "Users save 240 euros a month"
  if (!isFirst && !text.includes(',') && saving.test(text)) return { begin, text, reason: 'named' }
  const isKind = topic !== undefined && !assets.test(topic) && !speaking.test(topic)
  return { begin, text, reason: isKind && wordsIn(topic.trimEnd()) <= labelWordsMax ? 'labelled' : undefined }
}

/** A label that names the campaign ("Volunteer day at the river: ..."), not its kind ("Real estate: ..."). */
const isOwnTitle = (topic: string) =>
  !/^(?:we|i) /i.test(topic) &&
  !occasionIn.test(topic) &&
  (speaking.test(topic) || wordsIn(topic.trimEnd()) > labelWordsMax)

/** "Tuesday 2 to 7 pm, town hall", "Berlin, 5-7 March": when and where alone. */
function isDayAndPlace(text: string): boolean {
  const date = findDate(text)
  if (date === undefined) return false
  const isFirst = date.start === 0 && placeBehind.test(text.slice(date.end))
  return (
    isFirst ||
    (date.start > 0 && wordsIn(text.slice(0, date.start)) <= placeWordsMax && text.length === date.end)
  )
}
/** "From 1 September children ride free" goes on otherwise. */
const placeBehind = new RegExp(`^(?:\\s*$|\\s*[,;:–—-]|[\\d\\s:.hH-]+| ${oneOf(message.atPlace)} )`, 'u')

/** "Vinyl record fair." */
const nameOnly = /^\p{Lu}[^\s,]*(?: [^\s,]+){1,4}\.$/u
/** "A poster for our hackathon". */
export const oneWord = /^[\p{L}--[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー]]{5,}$/v
/** "Fensterputz-Service". */
const longWord = /^[\p{L}-]{8,}$/u

/** "Announcement for our investors: ..." names who is to read it. */
const forWhom = new RegExp(
  `^(?:\\p{L}+ )?${oneOf([...message.people, ...message.audiences, ...message.channels])}$`,
  'iu',
)

/** A label that says what the campaign is for ("Ad for our new home insurance: ..."). */
function isAdvertised(topic: string): boolean {
  const wrapper = wrapperOf(topic)
  const name = topic.slice(wrapper.length).replace(/[\s:]+$/, '')
  return wrapper !== '' && !forWhom.test(name) && (isCopy(name) || longWord.test(name))
}

/** What asks for the picture before what it is for ("Create a poster for our"). */
export function wrapperOf(text: string): string {
  const invited = invites.exec(text)?.[0]
  const made = invited === undefined ? (asset.exec(text)?.[0] ?? '') : ''
  const rest = text.slice(made.length)
  const wrapper = invited ?? made + (made === '' ? '' : (promoting.exec(rest)?.[0] ?? ''))
  if (wrapper === '' || /that $/i.test(wrapper)) return wrapper
  return wrapper + (owner.exec(text.slice(wrapper.length))?.[0] ?? '')
}

export function isRequest(text: string): boolean {
  const [first = '', second] = text.toLowerCase().split(/,? /)
  if (["we'd", 'we’d', "i'd", 'i’d'].includes(first)) return true
  if (role.test(text)) return true
  if (first === 'we') return wish.test(text) && !jobs.test(text)
  return asks.includes(first) && !notAsked.includes(`${first} ${second}`)
}

/** Whether a sentence can be copy: neither a request, nor an offer alone, nor about the picture and its looks. */
function isCopy(text: string): boolean {
  const words = text.toLowerCase().split(/[\s,]+/)
  const isAboutLooks = words.every((each) => message.adjectives.includes(each))
  const beside = text.replace(anyMoney, '').trim()
  const isOffer = wordsIn(beside) < lineWordsMin && !priced.test(beside)
  const isShort = wordsIn(text) < lineWordsMin
  const isOccasion = occasion.test(text)
  return !(isShort || isRequest(text) || isAboutLooks || isOffer || isOccasion || isAboutPicture(text))
}

/** Whether a text is about the picture, its kind, or its looks. */
export const isAboutPicture = (text: string) =>
  [assets, scene].some((about) => about.test(text.replace(lookFor, '').replace(notAssets, '')))

/** As many of the texts as a subline holds, as sentences. */
export function sublineOf(texts: readonly string[]): string {
  const fitting: string[] = []
  for (const text of texts) {
    const wordsMax = fitting.length === 0 ? longSublineWordsMax : sublineWordsMax
    if (wordsIn([...fitting, text].join(' ')) <= wordsMax) fitting.push(text)
  }
  return fitting.map(asSentence).reduce((all, text) => `${all}${gapBetween(all, text)}${text}`, '')
}

/** Between sentences of a script without spaces stands the stop that the first has lost. */
function gapBetween(before: string, after: string): string {
  if (before === '') return ''
  return isUnspacedEnd.test(before) && isUnspacedStart.test(after) ? '。' : ' '
}

const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/gu
const closedEnd = /[.!?。！？\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]$/u
const isUnspacedEnd = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana})]$/u
const isUnspacedStart = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{N}]/u
const charsOfWord = 3
/** Scripts without spaces have about three characters in a word. */
export const wordsIn = (text: string) =>
  text.split(' ').length + Math.floor((text.match(unspaced)?.length ?? 0) / charsOfWord)
const asSentence = (text: string) => capitalized(text) + (closedEnd.test(text) ? '' : '.')
