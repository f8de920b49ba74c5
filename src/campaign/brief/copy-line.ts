import { findDate, isMonth } from '../compose/layouts/dates.ts'
import { anyMoney } from './find-offer.ts'
import { form } from './forms.ts'
import data from './missing-parts.json'
import { anyWord, pattern } from './one-of.ts'
import { assets, invites, isAboutPicture, isQuality, isRequest, wrapperOf } from './picture-requests.ts'
import { type CopyLine, formOf } from './sentence-forms.ts'
import { fact, notEvent, properName, wordsIn } from './sentences.ts'

const { message } = data
const lineWordsMin = 2
/** Of a request. */
const endMarks = /[.?。？]+$/u
const labelWordsMax = 4
/** Of one word that a picture is asked for. */
const nameCharsMin = 5
const label = /^[\p{L}\p{N}][^:"“„«]{1,90}: /u
const saving = anyWord([...data.price.deals, ...data.price.saves])
const occasionIn = anyWord(message.occasions)
/** "Vinyl record fair." */
const nameOnly = /^\p{Lu}[^\s,]*(?: [^\s,]+){1,4}\.$/u
/** "Fensterputz-Service". */
const longWord = /^[\p{L}-]{8,}$/u
/** A label that names the campaign ("Volunteer day at the river: ..."), not its kind ("Real estate: ..."). */
const isOwnTitle = (topic: string) =>
  !/^(?:we|i) /i.test(topic) &&
  !occasionIn.test(topic) &&
  (speaking.test(topic) || wordsIn(topic.trimEnd()) > labelWordsMax)

export const speaking = anyWord([...message.readers, ...message.kinds])
/** A sentence that calls readers to something. */
export const calling = pattern`^${message.verbs} `
export const speaks = (text: string) => speaking.test(text) || calling.test(text)

/** @returns undefined for a request, and for what is about the picture, its looks, or an amount alone */
export function lineOf(whole: string, isFirst: boolean): CopyLine | undefined {
  const form = formOf(whole, isFirst)
  return form === undefined ? plainLine(whole, isFirst) : form === 'not copy' ? undefined : form
}

function plainLine(whole: string, isFirst: boolean): CopyLine | undefined {
  const wanted = form('pushes').exec(whole)
  if (wanted !== null) {
    const text = whole.slice(wanted[0].length).replace(form('wishAfter'), '').replace(endMarks, '')
    return form('forWhom').test(text) ? undefined : { begin: wanted[0].length, text, reason: 'advertised' }
  }
  const said = form('says').exec(whole)?.[0]
  const topic = said === undefined ? label.exec(whole)?.[0] : undefined
  // What else has a label is about the campaign.
  const isClause =
    topic !== undefined &&
    !isFirst &&
    (wordsIn(topic.trimEnd()) > labelWordsMax ||
      (findDate(whole) !== undefined && !notEvent.test(whole)) ||
      findDate(topic) !== undefined)
  if (topic !== undefined && !isFirst && !isClause) return undefined
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
    .replace(form('wishAfter'), '')
    .replace(before !== '' ? endMarks : /[.。]$/u, '')
  if (before !== '' && form('forWhom').test(text)) return undefined
  if (
    !isCopy(text, !isFirst || (before !== '' && topic === undefined)) ||
    (!isTitle && said === undefined && label.test(text))
  )
    return undefined
  const isOfOther = form('pronoun').test(text) || (isClause && findDate(whole) !== undefined)
  const reason = isOfOther
    ? 'continued'
    : said !== undefined
      ? 'said'
      : reasonOf({ whole, topic, before, text, isFirst, isTitle })
  return form('thats').test(led) ? undefined : { begin, text, reason }
}

interface Parts {
  whole: string
  /** A label, with its colon. */
  topic: string | undefined
  /** What asks for the picture. */
  before: string
  text: string
  isFirst: boolean
  /** The label is a part of the text. */
  isTitle: boolean
}

function reasonOf({ whole, topic, before, text, isFirst, isTitle }: Parts): CopyLine['reason'] {
  const isInvited = invites.test(before)
  if (isTitle && before !== '' && fact.test(text)) return 'stated'
  // Behind a comma may stand what a cover or a poster in the scene is like.
  if (before !== '' && !isInvited && !before.endsWith(', ')) return 'advertised'
  if (isInvited) return 'invited'
  if (topic !== undefined && fact.test(text)) return 'stated'
  const isNamed = assets.test(topic ?? '') && properName.test(text)
  const isName =
    isFirst && topic === undefined && nameOnly.test(whole) && !isQuality(text.split(' ')[0]?.toLowerCase())
  // "Users save 240 euros a month"
  const isSaving = !isFirst && !text.includes(',') && saving.test(text)
  const isLoud = whole.endsWith('!') && (!isFirst || topic !== undefined)
  const isSpoken = speaks(text) || findDate(text) !== undefined
  return isSpoken || isLoud || isNamed || isName || isSaving ? 'spoken' : undefined
}

/** A label that says what the campaign is for ("Ad for our new home insurance: ..."). */
function isAdvertised(topic: string): boolean {
  const wrapper = wrapperOf(topic)
  const name = topic.slice(wrapper.length).replace(/[\s:]+$/, '')
  return wrapper !== '' && !form('forWhom').test(name) && (isCopy(name) || longWord.test(name))
}

/** Whether a sentence can be copy: neither a request, nor an offer alone, nor about the picture and its looks. */
function isCopy(text: string, isTopic = false): boolean {
  const words = text
    .toLowerCase()
    .split(/[\s,.!?]+/)
    .filter((word) => word !== '')
  const isAboutLooks = words.every(isQuality)
  const beside = text.replace(anyMoney, '').trim()
  const isOffer = beside !== text && wordsIn(beside) < lineWordsMin
  const isShort = wordsIn(text) < lineWordsMin && !(isTopic && text.length >= nameCharsMin)
  const isOccasion = form('occasion').test(text) || isMonth(text.toLowerCase())
  return !(isShort || isRequest(text) || isAboutLooks || isOffer || isOccasion || isAboutPicture(text))
}
