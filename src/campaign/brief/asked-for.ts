import data from './missing-parts.json'
import { pattern, wordEnd, wordStart } from './one-of.ts'

const { askedFor: words } = data
const wordsMax = 5
const more = `(?: (?:[^\\s,.;:!?]|[.:](?=[\\p{L}\\p{N}]))+){0,${wordsMax - 1}}(?=[,.;!?]|$)`
/** "Please invite them to register on school.example", "Roep mensen op om zich in te schrijven". */
const inviting = pattern`${wordStart}${words.verbs} (?:${words.people} to|${words.publics}(?: ${words.links}|,)) (?<call>(?-i:\p{Ll})[^\s,.;:!?]*${more})`
/** "Il faut donner envie de réserver en ligne" */
const wishing = pattern`(?:\p{L}+ ){0,2}${words.wishing} (?<call>(?-i:\p{Ll})[^\s,.;:!?]*${more})`
/** "Les candidats peuvent postuler jusqu'au 30 juin" */
const candidates = pattern`${wordStart}${words.candidates}(?: \p{L}+)? ${words.can} (?<call>${words.calls})${wordEnd}`
const goal = pattern`(?:^|[.!?,;:\n] (?:and )?)${words.goalVerbs} (?<noun>${Object.values(words.goals).flat()})(?=[,.;!?]|$)`
const reflexive = pattern`^${words.reflexives} `
/** "Kaarten te kopen", "in te schrijven", "einen Tisch zu reservieren". */
const infinitive = /^(?:(?<what>.+) )?(?:te|zu) (?<verb>\p{L}+)$/u

interface AskedFor {
  start: number
  end: number
  call: string
}

/** What a brief asks readers to do, without saying it to them, as the words of a button. */
export function askedFor(text: string): AskedFor | undefined {
  const match = inviting.exec(text) ?? wishing.exec(text) ?? candidates.exec(text) ?? goal.exec(text)
  if (match === null) return undefined
  const { call = '', noun = '' } = match.groups ?? {}
  const found = Object.entries(words.goals).find(([, nouns]) => nouns.includes(noun.toLowerCase()))
  return { start: match.index, end: match.index + match[0].length, call: found?.[0] ?? imperative(call) }
}

/** The infinitives of Dutch and German without "te" and "zu". */
function imperative(call: string): string {
  const plain = call.replace(reflexive, '')
  const { what, verb } = infinitive.exec(plain)?.groups ?? {}
  if (verb === undefined) return plain
  return what === undefined ? verb : `${what}${words.detached.includes(what) ? '' : ' '}${verb}`
}
