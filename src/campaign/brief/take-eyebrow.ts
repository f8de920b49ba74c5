import { form } from './forms.ts'
import names from './member-names.json'
import data from './missing-parts.json'
import { pattern } from './one-of.ts'
import { isAboutPicture, wrapperOf } from './picture-requests.ts'
import type { Brief } from './rules.ts'
import { capitalized, isOpen } from './take-part.ts'

const { message } = data
export const eyebrowCharsMax = 40
const topicWordsMax = 4
/** "For sale: ..." */
export const labels = pattern`^${message.labels}$`
const generic = pattern`^(?:${[...message.generic, ...message.facts, ...data.person.quoted, ...message.details, ...message.asides, ...names.look]})$`

/** A campaign's subject before a colon, without its occasion: "Gaming laptop launch: 240 Hz, ...". */
export function topicOf({ text, items }: Brief): string | undefined {
  const [label = '', name = ''] = form('topicLabel').exec(text) ?? []
  return label !== '' && isOpen(items, { start: 0, end: label.length }) ? subjectIn(name) : undefined
}

/** What a campaign is about by the words before its title, without their occasion: "Public library campaign". */
export function subjectIn(name: string, wordsMax = topicWordsMax): string | undefined {
  if (labels.test(name)) return name
  if (form('audience').test(name) || name.includes(',') || form('addressed').test(name)) return undefined
  const subject = name.replace(form('lastOccasion'), '')
  return subject === '' || generic.test(subject) || !isSubject(subject, wordsMax) ? undefined : subject
}

/** Makes a text the eyebrow, if there is none. */
export function takeEyebrow(brief: Brief, said: string | undefined): void {
  const value = said?.replace(form('ownNew'), '')
  const name = value?.replace(quotes, '').toLowerCase() ?? ''
  if (value !== undefined && !isInHeadline(brief, name) && settingOf(brief, 'copy.eyebrow') === undefined)
    brief.settings.push({ path: 'copy.eyebrow', value: capitalized(value) })
}

/** Also "Fietsenwinkel" in "... voor elke fiets". */
export function isInHeadline(brief: Brief, name: string): boolean {
  const headline = `${settingOf(brief, 'copy.headline')?.value ?? ''}`.toLowerCase()
  const isKind = (stem: string) => !name.includes(' ') && name.toLowerCase().includes(stem)
  return headline.includes(name.toLowerCase()) || headline.match(stems)?.some(isKind) === true
}

const stems = /\p{L}{5,}/gu
const quotes = /^['‘"“„«]|['’"”“»]$/gu
export const settingOf = ({ settings }: Brief, path: string) => settings.find((one) => one.path === path)

/** Names the campaign's subject, not what kind of picture or request it is. */
const isSubject = (name: string, wordsMax: number) =>
  name.split(' ').length <= wordsMax && !isAboutPicture(name) && wrapperOf(`${name} `) === ''
