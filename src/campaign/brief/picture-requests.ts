import { form } from './forms.ts'
import data from './missing-parts.json'
import { anyWord } from './one-of.ts'

const { asks, message, notAsked } = data
export const invites = form('invites')
const asset = form('asset')
const notAssets = anyWord(message.notAssets)
export const assets = anyWord(message.assets)
export const scene = anyWord(message.scene)

const qualities = new Set([...message.qualities, ...message.between, ...message.please])
export const isQuality = (word = '') => qualities.has(word)

/** What asks for the picture before what it is for ("Create a poster for our"). */
export function wrapperOf(text: string): string {
  const asked = asset.exec(text)?.[0] ?? ''
  const short = invites.exec(text)?.[0] ?? ''
  const invited = short === '' || asked.length > short.length ? undefined : short
  const made = invited === undefined ? asked : ''
  const rest = text.slice(made.length)
  const wrapper = invited ?? made + (made === '' ? '' : (form('promoting').exec(rest)?.[0] ?? ''))
  if (wrapper === '' || /that $/i.test(wrapper)) return wrapper
  return wrapper + (form('owner').exec(text.slice(wrapper.length))?.[0] ?? '')
}

export function isRequest(text: string): boolean {
  const [first = '', second] = text.toLowerCase().split(/,? /)
  if (["we'd", 'we’d', "i'd", 'i’d', "they'd", 'they’d'].includes(first) || form('role').test(text))
    return true
  // "No joining fee until 31 January", "no mat needed"
  if (first === 'no' && (/\p{N}/u.test(text) || form('needed').test(text))) return isAboutPicture(text)
  const both = `${first} ${second}`
  return (asks.includes(first) || asks.includes(both)) && !notAsked.includes(both)
}

/** Whether a text is about the picture, its kind, or its looks. */
export const isAboutPicture = (text: string) =>
  [assets, scene].some((about) => about.test(text.replace(notAssets, '')))
