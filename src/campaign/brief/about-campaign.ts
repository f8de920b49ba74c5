import { topicsOf } from '../compose/read-copy.ts'
import { calling } from './copy-line.ts'
import { anyMoney, deals } from './find-offer.ts'
import { form, formsOf } from './forms.ts'
import data from './missing-parts.json'
import { anyWord, pattern } from './one-of.ts'
import { isQuality } from './picture-requests.ts'
import { fact, properName } from './sentences.ts'

const { message } = data
const free = anyWord(message.free)
const kinds = anyWord(message.kinds)
const owned = anyWord(message.readers)
/** Of a sentence of one's own: "We now open on Sundays", "our 1,200 members". */
const ofOwn = [
  calling,
  anyWord([...message.news, ...data.sentence.seeks]),
  free,
  /(?<![\p{N}.,])(?!(?:19|20)\d\d(?!\p{N}))\p{N}[\p{N}.,]{2,}|%/u,
]
/** A sentence of so few words that names a kind of campaign does not describe a scene. */
const kindWordsMax = 4
/** What scenes do not have. */
const campaignOnly = [
  anyWord([...message.campaignOnly, ...message.jobs, ...message.conditions]),
  deals,
  new RegExp(anyMoney, 'iu'),
  ...formsOf('campaignOnly'),
]

/** Light, or what a product stands on. */
export const light = pattern`${anyWord(message.lights)}|${form('stage')}`
export const indefinite = pattern`^${message.indefinites} `

export const isShort = (text: string) => text.split(' ').length <= kindWordsMax

/** Says what is free, or has a word for readers or those who speak to them. */
export const isSpoken = (text: string) => isFreeOf(text) || owned.test(text)
export const isFreeOf = (text: string) => free.test(text)

/** Whether words beside those of a scene are about the campaign. */
export const isFactual = (text: string) =>
  fact.test(text) || free.test(text) || kinds.test(text) || properName.test(text)

const looks = anyWord([message.qualities, message.views, message.lights, message.tones, message.scene].flat())

/** Whether a sentence says what the picture is like: "Misty mountains", "cute but clean". */
export const hasLook = (text: string) => looks.test(text.split(', ')[0] ?? '') && !fact.test(text)

/** "Calm", "snowy mountains", "early light": nothing but that. */
export function isLook(text: string): boolean {
  const words = text.toLowerCase().replace(/[.!]$/, '').split(' ')
  const isView = words.length > 1 && message.views.includes(words.at(-1) ?? '')
  return (light.test(text) && !fact.test(text)) || (isView && isQuality(words[0])) || words.every(isQuality)
}

/** "Minimal white studio", "a woman in her kitchen": words that may describe what a picture shows. */
export const describesScene = (text: string) =>
  light.test(text) ||
  isQuality(text.split(/[\s,]/)[0]?.toLowerCase()) ||
  (indefinite.test(text) && !text.includes(',') && !fact.test(text))

/** Whether a whole sentence, in a brief that names its headline, is about the campaign and not about the scene. */
export function isAboutCampaign(text: string, reason: string | undefined, isOfEvent: boolean): boolean {
  const isOwn = owned.test(text)
  const isKind =
    kinds.test(text) &&
    (isOwn || reason === 'advertised' || fact.test(text) || properName.test(text) || isShort(text))
  return (
    ['said', 'invited', 'stated'].includes(reason ?? '') ||
    campaignOnly.some((each) => each.test(text)) ||
    ((fact.test(text) || isOfEvent) && topicsOf(text).has('event')) ||
    isKind ||
    (free.test(text) && (reason === 'spoken' || fact.test(text) || form('startsFree').test(text))) ||
    (isOwn && ofOwn.some((each) => each.test(text)))
  )
}
