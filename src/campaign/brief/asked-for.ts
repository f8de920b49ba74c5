import { form, formsOf } from './forms.ts'
import data from './missing-parts.json'

const { askedFor: words } = data
/** "Kaarten te kopen", "in te schrijven", "einen Tisch zu reservieren". */
const infinitive = /^(?:(?<what>.+) )?(?:te|zu) (?<verb>\p{L}+)$/u

interface AskedFor {
  start: number
  end: number
  call: string
  /** As it stands in the brief. */
  said: string
}

/** What a brief asks readers to do, without saying it to them, as the words of a button. */
export function askedFor(text: string): AskedFor | undefined {
  const match = formsOf('asked')
    .map((each) => each.exec(text))
    .find((found) => found !== null)
  if (match == null) return undefined
  const { call = '', noun = '' } = match.groups ?? {}
  const found = Object.entries(words.goals).find(([, nouns]) => nouns.includes(noun.toLowerCase()))
  const start = match.index
  return { start, end: start + match[0].length, call: found?.[0] ?? imperative(call), said: call }
}

/** The infinitives of Dutch and German without "te" and "zu", and without an article. */
function imperative(call: string): string {
  const plain = call.replace(form('reflexive'), '')
  const { what, verb } = infinitive.exec(plain)?.groups ?? {}
  if (verb === undefined) return plain.replace(form('article'), '')
  return what === undefined ? verb : `${what}${words.detached.includes(what) ? '' : ' '}${verb}`
}
